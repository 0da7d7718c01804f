"""The window of a virtual screen, on a desktop of its own: shows the glass, goes dark with it, ends with its owner."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import ImageGrab

from companion.game.position import Seat
from companion.simulator.window import BEZEL_PX, SCALE, close_window, open_window, window_size_px

PATIENCE_S = 120.0
GREEN565 = b"\x2d\xcf"


@pytest.fixture
def desktop(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """An X server without a screen."""
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", "1", "-screen", "0", "900x700x24", "-nolisten", "tcp", "-noreset"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert server.stdout is not None
    name = f":{server.stdout.readline().decode().strip()}"
    monkeypatch.setenv("DISPLAY", name)
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    yield name
    server.terminate()
    server.wait(10)
    server.stdout.close()


def glass_of(path: Path, left565: bytes, right565: bytes) -> None:
    """A glass file with two halves."""
    row = left565 * 160 + right565 * 160
    path.with_suffix(".new").write_bytes(b"GLS1" + bytes((1, 64, 0, 240, 200, 1, 0, 0, 0, 0, 0, 1)) + row * 240)
    path.with_suffix(".new").rename(path)


def pixel(desktop: str, x: int, y: int) -> tuple[int, int, int]:
    """Red, green, blue of one point of the glass, in its own pixels."""
    place = (20 + BEZEL_PX + SCALE * x, 30 + BEZEL_PX + SCALE * y)
    red, green, blue = ImageGrab.grab(xdisplay=desktop).convert("RGB").getpixel(place)
    return red, green, blue


def comes_true(condition: Callable[[], bool], window: subprocess.Popen[bytes]) -> bool:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline and window.poll() is None:
        if condition():
            return True
    return False


def test_window_shows_the_glass_follows_it_and_closes_with_its_starter(desktop: str, tmp_path: Path) -> None:
    path = tmp_path / "screen.glass"
    glass_of(path, GREEN565, b"\x00\x00")
    window = open_window(path, Seat.A, place_px=(20, 30))
    try:
        assert comes_true(lambda: pixel(desktop, 40, 120) == (41, 186, 123), window)
        assert pixel(desktop, 280, 120) == (0, 0, 0)
        glass_of(path, b"\x00\x00", GREEN565)
        assert comes_true(lambda: pixel(desktop, 280, 120) == (41, 186, 123), window)
        path.unlink()
        assert comes_true(lambda: pixel(desktop, 280, 120) == (0, 0, 0), window)
        picture = np.asarray(ImageGrab.grab(xdisplay=desktop).convert("RGB")).astype(int)
        width, height = window_size_px()
        sticker = picture[30 + height - 40 : 30 + height - 15, 20 : 20 + width]
        assert (np.abs(sticker - (69, 158, 255)).max(axis=2) < 12).sum() > 500
    finally:
        close_window(window)
    assert window.returncode == 0


def test_a_condition_that_never_comes_true_is_noticed() -> None:
    ended = subprocess.Popen(["true"])
    ended.wait()
    assert not comes_true(lambda: True, ended)
