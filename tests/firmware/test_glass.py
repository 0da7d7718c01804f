"""The stand-in for the panel: shows what an ST7789 shows and refuses what it refuses."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.device.picture import Picture
from companion.device.render import draw
from companion.game.position import Seat
from tests.device.faces import SIZE, view
from tests.firmware.loading import FIRMWARE, FirmwareScreen

glass, panel = FIRMWARE["glass"], FIRMWARE["panel"]


def awake(path: str | None = None):
    """A glass that is ready for pixels, selected."""
    made = glass.Glass(path)
    panel.ST7789(made, 320, 240, glass.UPRIGHT)
    made.select()
    return made


def window(made, columns=(0, 1), rows=(0, 1)) -> None:
    for code, (first, last) in ((panel.CASET, columns), (panel.RASET, rows)):
        made.command(code)
        made.data(bytes((first >> 8, first & 255, last >> 8, last & 255)))


def asleep(made) -> None:
    made.command(panel.SWRESET)
    window(made)
    made.command(panel.RAMWR)


def wrong_colours(made) -> None:
    made.command(panel.COLMOD)
    made.data(b"\x66")
    window(made)
    made.command(panel.RAMWR)


def too_many(made) -> None:
    window(made)
    made.command(panel.RAMWR)
    made.data(bytes(12))


def too_few(made) -> None:
    window(made)
    made.command(panel.RAMWR)
    made.data(bytes(4))
    made.release()


def half_rows(made) -> None:
    window(made)
    made.command(panel.RAMWR)
    made.data(bytes(6))


def no_window(made) -> None:
    made.command(panel.RAMWR)


REFUSED: dict[str, Callable] = {
    "sleeps": asleep,
    "16-bit colour": wrong_colours,
    "more pixels": too_many,
    "for a window of 8": too_few,
    "whole rows": half_rows,
    "before a window": no_window,
    "no such command": lambda made: made.command(0x99),
    "on a glass of 320": lambda made: window(made, columns=(0, 320)),
    "on a glass of 240": lambda made: window(made, rows=(0, 240)),
    "from 5 to 4": lambda made: window(made, columns=(5, 4)),
    "does not take these 2": lambda made: (made.command(panel.CASET), made.data(b"\0\0")),
    "does not take these 1": lambda made: (made.command(panel.MADCTL), made.data(b"\x01")),
    "without its data": lambda made: (made.command(panel.COLMOD), made.release()),
    "selected twice": lambda made: made.select(),
    "data without a command": lambda made: made.data(b"\0"),
}


@pytest.mark.parametrize("why", REFUSED)
def test_what_no_panel_takes_is_refused(why):
    with pytest.raises(glass.GlassError, match=why):
        REFUSED[why](awake())


def test_a_panel_that_was_not_selected_takes_no_data():
    made = glass.Glass(None)
    with pytest.raises(glass.GlassError, match="without a command"):
        made.data(b"\0")


def shown(path) -> tuple[bytes, bytes]:
    data = path.read_bytes()
    return data[:16], data[16:]


def test_the_file_shows_what_the_glass_shows(tmp_path):
    path = tmp_path / "a.glass"
    screen = FirmwareScreen(path=str(path))
    picture = draw(view(Seat.A), SIZE)
    screen.canvas.pixels[:] = picture.pixels
    screen.canvas.spoil()
    screen.canvas.show(picture.palette565)
    head, pixels = shown(path)
    assert head[:10] == b"GLS1" + bytes((1, 64, 0, 240, 255, 1))
    assert pixels == picture.as_rgb565()
    before = head[12:]
    screen.canvas.blank()
    head, pixels = shown(path)
    assert (head[8], pixels) == (0, bytes(len(pixels)))
    assert head[12:] > before
    assert {p.name for p in tmp_path.iterdir()} == {"a.glass", "a.glass.ram"}


class Recording:
    """A panel that remembers the windows it was given and how much went into each."""

    width, height = 320, 240

    def __init__(self) -> None:
        self.windows: list[tuple[int, int, int, int]] = []
        self.bytes: list[int] = []

    def begin(self, *area: int) -> None:
        self.windows.append(area)
        self.bytes.append(0)

    def pixels(self, data) -> None:
        self.bytes[-1] += len(data)

    def end(self) -> None:
        pass

    def light(self, level: int) -> None:
        pass


def test_only_the_spoilt_part_is_painted():
    panel = Recording()
    canvas = FIRMWARE["canvas"].Canvas(panel)
    white = bytes((0xFF, 0xFF)) * 16
    canvas.clear()
    canvas.show(white)
    canvas.spoil(10, 20, 30, 40)
    canvas.spoil(20, 50, 40, 5)
    canvas.show(white)
    canvas.show(white)
    assert panel.windows == [(0, 0, 320, 240), (10, 20, 50, 40)]
    assert panel.bytes == [320 * 240 * 2, 50 * 40 * 2]


def test_a_picture_mounted_upside_down_is_turned(tmp_path):
    path = tmp_path / "a.glass"
    made = glass.Glass(str(path))
    display = panel.ST7789(made, 320, 240, glass.TURNED)
    display.begin(0, 0, 2, 1)
    display.pixels(b"\x12\x34\x56\x78")
    display.end()
    _, pixels = shown(path)
    assert pixels[-4:] == b"\x56\x78\x12\x34"


def test_colours_are_wrong_without_inversion(tmp_path):
    path = tmp_path / "a.glass"
    made = awake(str(path))
    made.inverted = False
    window(made, columns=(0, 0), rows=(0, 0))
    made.command(panel.RAMWR)
    made.data(b"\x12\x34")
    made.release()
    assert shown(path)[1][:2] == b"\xed\xcb"


def test_memory_of_a_panel_is_noise_until_it_is_written(tmp_path):
    glass.Glass(str(tmp_path / "a.glass"))
    ram = (tmp_path / "a.glass.ram").read_bytes()
    assert len(ram) == 320 * 240 * 2
    assert ram != Picture.black(SIZE).as_rgb565()
