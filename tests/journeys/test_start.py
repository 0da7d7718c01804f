"""The program as a user starts it, with nothing at hand."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 60.0
PHOTOGRAPH = ROOT / "tests" / "fixtures" / "images" / "easy.jpg"


def started(folder: Path, *words: str) -> subprocess.Popen[str]:
    """The program, with all it makes inside ``folder``."""
    for name in ("home", "temporary"):
        (folder / name).mkdir()
    settings = {
        "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "COMPANION_HOME": str(folder / "home"),
        "TMPDIR": str(folder / "temporary"),
    }  # fmt: skip
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KIVY_")} | settings
    return subprocess.Popen(
        [sys.executable, "-m", "companion", *words], cwd=ROOT, env=environment,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def glasses(folder: Path, wanted: int) -> list[Path]:
    """The glasses of the virtual screens, once there are as many as wanted."""
    deadline = time.monotonic() + PATIENCE_S
    found: list[Path] = []
    while len(found) < wanted and time.monotonic() < deadline:
        found = list((folder / "temporary").glob("duet-screens-*/*.glass"))
    return found


@pytest.mark.parametrize("camera", ["virtual", f"file:{PHOTOGRAPH}", str(PHOTOGRAPH)])
def test_without_hardware_two_virtual_screens_light_up_and_nothing_is_left_behind(tmp_path, camera):
    program = started(tmp_path, "--camera", camera)
    lit = glasses(tmp_path, 2)
    program.send_signal(signal.SIGTERM)
    said, complaints = program.communicate(timeout=PATIENCE_S)
    assert sorted(glass.name for glass in lit) == ["VIRTUAL-A.glass", "VIRTUAL-B.glass"]
    assert (program.returncode, said, complaints) == (0, "", "")
    assert list((tmp_path / "temporary").iterdir()) == []


def test_the_glasses_are_seen_by_their_owner_alone(tmp_path):
    program = started(tmp_path, "--camera", "virtual")
    lit = glasses(tmp_path, 2)
    modes = [glass.parent.stat().st_mode & 0o777 for glass in lit]
    program.send_signal(signal.SIGTERM)
    program.communicate(timeout=PATIENCE_S)
    assert modes == [0o700, 0o700]


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["--camera", "file:gone.jpg"], 1, "gone.jpg: no such file"),
        (["--camera", "usb:96"], 1, "plug it in"),
        (["--camera", str(PHOTOGRAPH), "--language", "xyz"], 1, "tesseract-ocr-xyz"),
        (["--camera", str(PHOTOGRAPH), "--words", "gone.txt"], 1, "gone.txt"),
        (["--size", "huge"], 2, "800x480"),
        (["--density", "9"], 2, "0.5 to 4"),
    ],
)
def test_a_start_that_cannot_be_served_says_why(tmp_path, words, status, told):
    program = started(tmp_path, *words)
    said, complaints = program.communicate(timeout=PATIENCE_S)
    assert (program.returncode, said) == (status, "")
    assert told in complaints.splitlines()[-1]
    assert "Traceback" not in complaints
    assert status == 2 or complaints.count("\n") == 1
