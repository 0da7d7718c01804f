"""The app as a program: it ends when it is told to, tidily and without a word on standard error."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.simulator.faults import LONGEST_HANG_S

ROOT = Path(__file__).resolve().parent.parent.parent


def ended(tmp_path: Path, number: signal.Signals, *how: str) -> float:
    """Tell the running app to end, and see that it does so tidily; seconds that it took."""
    home = tmp_path / "kivy"
    home.mkdir()
    settings = {
        "SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "KIVY_HOME": str(home), "PYTHONPATH": str(ROOT),
    }  # fmt: skip
    program = subprocess.Popen(
        [sys.executable, "-m", "tests.ui.running_app", str(tmp_path), *how],
        cwd=ROOT, env={**os.environ, **settings}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert program.stdout is not None
    assert program.stdout.readline() == "up True\n"
    program.send_signal(number)
    begun = time.monotonic()
    said, complaints = program.communicate(timeout=60)
    assert said == "blank True None camera closed True\n"
    assert complaints == ""
    assert program.returncode == 0
    assert not [file for file in home.rglob("*.txt") if file.parent.name == "logs"]
    return time.monotonic() - begun


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_blanks_the_screens_and_ends_the_app(tmp_path, number):
    assert ended(tmp_path, number) < 60


def test_a_camera_that_hangs_does_not_keep_the_app_from_ending(tmp_path):
    assert ended(tmp_path, signal.SIGTERM, "hangs") < LONGEST_HANG_S / 2
