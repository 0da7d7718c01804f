"""How a spymaster's eyes read the key of a base game from a virtual screen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.game.classic import Card, Team
from companion.game.position import Seat
from companion.simulator.art import Bgr
from companion.simulator.glass import Sign, UnclearFace, cells_of, filled, near

_SHAPE_PX = (4, 25)
"""Rows of a cell that hold the shape, a margin left out: below stands the word, which is white too."""
_MIDDLE_PX = (15, 48)
"""Columns of the shape; right of them is the badge of a card that is not the one on the key."""
_LEAST_PX = 100
_TICK_PX = 12
_BADGE_PX = 25
_STRIP_PX, _LETTER_PX = 15, 24
_LIT_SHARE = 0.5

KEY_SIGNS: dict[Card, Sign] = {
    Card.RED: Sign((239, 40, 41), (115, 20, 16), (0.40, 0.66)),
    Card.BLUE: Sign((74, 121, 255), (24, 44, 132), (0.92, 1.0)),
    Card.BYSTANDER: Sign((247, 211, 115), (115, 93, 57), (0.66, 0.90)),
    Card.ASSASSIN: Sign((255, 255, 255), (173, 170, 173), (0.92, 1.0)),
}
"""The signs of firmware/README.md as a spymaster knows them: diamond, square, circle, a cross on white."""
_COLOURS = {Team.RED: KEY_SIGNS[Card.RED].open, Team.BLUE: KEY_SIGNS[Card.BLUE].open}


@dataclass(frozen=True, slots=True, repr=False)
class KeySight:
    """One cell of a key: what the key says, and what lies on the word (None for a free one)."""

    card: Card
    laid: Card | None = None


@dataclass(frozen=True, slots=True, repr=False)
class KeyGlass:
    """A key on a screen.

    Attributes:
        seat: The letter in the corner.
        team: Whose turn the strip names.
        giving: The strip says that this screen's spymaster is to give the clue.
        cells: 25, in seat A's frame.
    """

    seat: Seat
    team: Team | None
    giving: bool
    cells: tuple[KeySight, ...]


def read_key(picture: Bgr, side: Seat) -> KeyGlass | None:
    """What a screen says to a spymaster who sits at ``side``; None for a picture without the cards of a key.

    Raises:
        UnclearFace: some cells show a card, others none, or a shape and its colour do not belong together.
    """
    parts = cells_of(picture)
    if parts[0][0].any():
        return None  # A frame around the words alone, or the ground of the big letter.
    found = [_read_cell(cell) for cell in parts]
    cells = [sight for sight in found if sight is not None]
    if not cells:
        return None
    if len(cells) < len(found):
        raise UnclearFace(f"a screen shows a card of the key in {len(cells)} of {len(found)} cells")
    team, giving = _turn(picture)
    # The cells stand as they are seen from that side: B's first cell is A's last.
    return KeyGlass(_letter(picture), team, giving, tuple(cells if side is Seat.A else reversed(cells)))


def _read_cell(cell: Bgr) -> KeySight | None:
    shape = cell[_SHAPE_PX[0] - 2 : _SHAPE_PX[1]]
    middle = shape[:, _MIDDLE_PX[0] : _MIDDLE_PX[1]]
    found = [
        (card, dimmed, mask)
        for card, sign in KEY_SIGNS.items()
        for dimmed, colour in ((False, sign.open), (True, sign.dimmed))
        if int((mask := near(middle, colour)).sum()) >= _LEAST_PX
    ]
    if not found:
        return None
    if len(found) > 1:
        raise UnclearFace("a cell of a screen shows two cards of the key at once")
    card, dimmed, mask = found[0]
    least, most = KEY_SIGNS[card].fills
    if not least <= filled(mask) <= most:
        raise UnclearFace("a cell of a screen shows a shape that does not belong to its colour")
    return KeySight(card, _laid(card, shape) if dimmed else None)


def _laid(card: Card, shape: Bgr) -> Card:
    """The colour of the tick; a badge beside the shape has to say the same, and is there for another card only."""
    ticks = [c for c, sign in KEY_SIGNS.items() if near(shape[:, slice(*_MIDDLE_PX)], sign.open).sum() >= _TICK_PX]
    badges = [c for c, sign in KEY_SIGNS.items() if near(shape[:, _MIDDLE_PX[1] :], sign.open).sum() >= _BADGE_PX]
    if len(ticks) != 1 or badges != [other for other in ticks if other is not card]:
        raise UnclearFace("a cell of a screen does not say what lies on its word")
    return ticks[0]


def _turn(picture: Bgr) -> tuple[Team | None, bool]:
    strip = picture[:_STRIP_PX, _LETTER_PX:]
    shares = {team: float(near(strip, colour).mean()) for team, colour in _COLOURS.items()}
    shown = [team for team, share in shares.items() if share > 0]
    if len(shown) > 1:
        raise UnclearFace("the strip of a screen shows both teams")
    return (shown[0], shares[shown[0]] > _LIT_SHARE) if shown else (None, False)


def _letter(picture: Bgr) -> Seat:
    """B has an upright line at its left edge, A has not."""
    corner = picture[1 : _STRIP_PX - 1, :_LETTER_PX].astype(np.int16)
    ink = np.abs(corner - corner[0, 0]).max(axis=2) > 60
    rows, columns = np.nonzero(ink)
    if not len(rows):
        raise UnclearFace("a screen shows a key without the letter of its seat")
    upright = ink[rows.min() : rows.max() + 1, columns.min() : columns.min() + 2].any(axis=1).mean()
    return Seat.B if upright > 0.9 else Seat.A
