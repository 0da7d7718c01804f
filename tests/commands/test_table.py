"""The app where it cannot be shown."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOWHERE = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "XDG_RUNTIME_DIR": ""}


def companion(*words, **settings):
    own = {name: value for name, value in os.environ.items() if not name.startswith(("KIVY_", "SDL_"))}
    return subprocess.run(
        [sys.executable, "-m", "companion", *words], cwd=ROOT, env={**own, **NOWHERE, **settings},
        capture_output=True, check=False, timeout=60,
    )  # fmt: skip


@pytest.mark.parametrize("words", [("--camera", "none"), ("demo",)])
def test_without_a_screen_the_app_says_so_and_ends(words):
    done = companion(*words, SDL_VIDEODRIVER="x11")
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (1, b"", 1)
    assert b"no window can be opened" in done.stderr


def test_the_demonstration_that_cannot_be_shown_ends_as_one_that_differs():
    done = companion("demo", "--auto", SDL_VIDEODRIVER="x11")
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.splitlines()[-1].startswith(b"differs: no window can be opened")


def test_no_window_opens_that_nobody_can_see():
    ask = "import os; from companion.ui.prepare import prepare; prepare(); print(os.environ['SDL_VIDEODRIVER'])"
    own = {name: value for name, value in os.environ.items() if not name.startswith(("KIVY_", "SDL_"))}
    done = subprocess.run([sys.executable, "-c", ask], cwd=ROOT, env=own, capture_output=True, check=True, text=True)
    ways = done.stdout.strip().split(",")
    assert "x11" in ways
    assert not {"offscreen", "dummy"} & set(ways)
