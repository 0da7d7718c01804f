"""The program as a user starts it, with nothing at hand."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.app import note_endings

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 120.0
PHOTOGRAPH = ROOT / "tests" / "fixtures" / "images" / "easy.jpg"


Program = subprocess.Popen[str]


@pytest.fixture
def started(tmp_path) -> Iterator[Callable[..., Program]]:
    """Starts the program, with all it makes inside ``tmp_path``; whatever still runs in the end is stopped."""
    for name in ("home", "temporary"):
        (tmp_path / name).mkdir()
    settings = {
        "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "COMPANION_HOME": str(tmp_path / "home"),
        "TMPDIR": str(tmp_path / "temporary"),
    }  # fmt: skip
    environment = {name: value for name, value in os.environ.items() if not name.startswith("KIVY_")} | settings
    programs = []

    def start(*words: str) -> Program:
        programs.append(
            subprocess.Popen(
                [sys.executable, "-m", "companion", *words], cwd=ROOT, env=environment,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
            )
        )  # fmt: skip
        return programs[-1]

    yield start
    for program in programs:
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)
        program.wait()


def glasses(program: Program, folder: Path, wanted: int) -> list[Path]:
    """The glasses of the virtual screens, once there are as many as wanted."""
    deadline = time.monotonic() + PATIENCE_S
    found: list[Path] = []
    while len(found) < wanted and time.monotonic() < deadline:
        with suppress(subprocess.TimeoutExpired):
            program.wait(timeout=0.05)
            break
        found = list((folder / "temporary").glob("duet-screens-*/*.glass"))
    return found


@pytest.mark.parametrize("camera", ["virtual", f"file:{PHOTOGRAPH}", str(PHOTOGRAPH)])
def test_without_hardware_two_virtual_screens_light_up_and_nothing_is_left_behind(started, tmp_path, camera):
    program = started("--camera", camera)
    lit = glasses(program, tmp_path, 2)
    program.send_signal(signal.SIGTERM)
    said, complaints = program.communicate(timeout=PATIENCE_S)
    assert sorted(glass.name for glass in lit) == ["VIRTUAL-A.glass", "VIRTUAL-B.glass"]
    assert (program.returncode, said, complaints) == (0, "", "")
    assert list((tmp_path / "temporary").iterdir()) == []


@pytest.fixture
def signals_as_before() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.usefixtures("signals_as_before")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_while_the_window_is_made_a_signal_is_noted_and_raises_nothing_whichever_thread_it_comes_to(number):
    told = note_endings()
    other = threading.Thread(target=signal.raise_signal, args=(number,))
    other.start()
    other.join()
    assert list(told) == [number]


def test_the_glasses_are_seen_by_their_owner_alone(started, tmp_path):
    program = started("--camera", "virtual")
    lit = glasses(program, tmp_path, 2)
    modes = [glass.parent.stat().st_mode & 0o777 for glass in lit]
    program.send_signal(signal.SIGTERM)
    program.communicate(timeout=PATIENCE_S)
    assert modes == [0o700, 0o700]


def test_a_camera_that_is_not_plugged_in_yet_keeps_nobody_from_playing(started):
    program = started("--camera", "usb:96")
    with pytest.raises(subprocess.TimeoutExpired):
        program.wait(timeout=8)
    program.send_signal(signal.SIGTERM)
    said, complaints = program.communicate(timeout=PATIENCE_S)
    assert (program.returncode, said) == (0, "")
    assert "Traceback" not in complaints


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["--camera", "file:gone.jpg"], 1, "gone.jpg: no such file"),
        (["--camera", "usb:left"], 1, "usb"),
        (["--camera", str(PHOTOGRAPH), "--language", "xyz"], 1, "tesseract-ocr-xyz"),
        (["--camera", str(PHOTOGRAPH), "--words", "gone.txt"], 1, "gone.txt"),
        (["--size", "huge"], 2, "800x480"),
        (["--density", "9"], 2, "0.5 to 4"),
    ],
)
def test_a_start_that_cannot_be_served_says_why(started, words, status, told):
    program = started(*words)
    said, complaints = program.communicate(timeout=PATIENCE_S)
    assert (program.returncode, said) == (status, "")
    assert told in complaints.splitlines()[-1]
    assert "Traceback" not in complaints
    assert status == 2 or complaints.count("\n") == 1
