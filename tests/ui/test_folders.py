"""Nothing that the tests of the window make stays behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAKES = "from tests.ui.folders import passing_folder; print((passing_folder('passing-') / 'file').write_text('x'))"


def test_a_passing_folder_goes_with_its_program(tmp_path):
    ended = subprocess.run(
        [sys.executable, "-c", MAKES], cwd=ROOT, env={**os.environ, "TMPDIR": str(tmp_path)}, capture_output=True,
        text=True, check=True,
    )  # fmt: skip
    assert ended.stdout == "1\n"
    assert list(tmp_path.iterdir()) == []


def test_pictures_of_pages_leave_nothing_behind_but_themselves(tmp_path):
    """A scene of each game, the window's own folder and that of the program."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    environment = {name: value for name, value in os.environ.items() if name not in ("COMPANION_HOME", "KIVY_HOME")}
    subprocess.run(
        [sys.executable, "-m", "tests.ui.screenshots", str(tmp_path / "pictures"), "start", "classic_clue",
         "--size=800x480"],
        cwd=ROOT, env={**environment, "TMPDIR": str(temporary)}, capture_output=True, check=True,
    )  # fmt: skip
    assert list((tmp_path / "pictures" / "800x480").glob("*.png"))
    assert list(temporary.iterdir()) == []
