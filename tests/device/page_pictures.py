"""What the program shows on a screen, on one sheet for docs/hardware.md: ``python -m tests.device.page_pictures``.

Drawn by the renderer itself. The key on it is no secret: it is that of the tests.
"""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from companion.device.render import draw
from companion.game.board import Board
from companion.game.keycard import KeyCard
from companion.game.position import Seat
from companion.table.views import ScreenView, face_view, seat_view, words_view
from tests.device.faces import MIDWAY, SETUP, SIZE, state
from tests.device.keys import KEY_LATE, KEY_SETUP, spymaster

SHEET = Path(__file__).parents[2] / "docs" / "pictures" / "on_screens.png"
ACROSS, GAP = 3, 8
BOARD: Board = KEY_SETUP.board
KEY: KeyCard = SETUP.key


def _face(seat: Seat) -> ScreenView:
    """A face in the middle of a mission, with the words of the base game of the tests."""
    return face_view(seat, BOARD, KEY, state(Seat.A, **MIDWAY))


PICTURES: tuple[tuple[ScreenView, bool], ...] = (
    (seat_view(Seat.A), True),
    (words_view(Seat.A, BOARD), True),
    (_face(Seat.A), False),
    (_face(Seat.A), True),
    (_face(Seat.B), True),
    (spymaster(Seat.A, KEY_LATE), True),
)
"""A view, and whether it is drawn with words."""


def sheet() -> Image.Image:
    """All of them, three in a row, on grey."""
    down = -(-len(PICTURES) // ACROSS)
    whole = Image.new("RGB", (ACROSS * (SIZE[0] + GAP) + GAP, down * (SIZE[1] + GAP) + GAP), (96, 96, 96))
    for number, (view, words) in enumerate(PICTURES):
        row, column = divmod(number, ACROSS)
        place = (GAP + column * (SIZE[0] + GAP), GAP + row * (SIZE[1] + GAP))
        whole.paste(draw(view, SIZE, words).image(), place)
    return whole


if __name__ == "__main__":
    sheet().quantize(32).save(SHEET, optimize=True)
