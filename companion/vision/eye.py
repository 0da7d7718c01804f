"""What the pages ask of a picture besides its words: where the cards lie, one card cut out, everything else black."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.errors import CompanionError
from companion.game.position import COUNT, SIZE
from companion.table.ports import Outline, Picture
from companion.vision.board import CardPlace, find_board
from companion.vision.missing import is_inside, no_board, refusal
from companion.vision.outlines import black_outside
from companion.vision.window import GOOD

CARDLIKE = 0.38
CARD_PX = (308, 200)
"""Width and height of a card that is cut out: 1.54 to 1, as the printed ones are."""
MOST_DOUBTFUL = 3
"""So many places may look little like a card (glare, a piece on it): the reader looks at them more closely."""
FEWEST = 8
"""With fewer word cards than this a picture is not taken for a board."""


class BoardNotSeen(CompanionError):
    """No whole board is in the live picture."""


class Eye:
    """``BoardEye`` over the finder of the reader. Holds nothing; any thread."""

    def find(self, picture: Picture) -> tuple[Outline, ...]:
        """The 25 cards A1 to E5, unread.

        Raises:
            BoardNotSeen: no whole board; says which cards are missing, as far as can be told, and what to do.
        """
        board = find_board(picture)
        if board is None or sum(place.likeness > GOOD for place in board.places) < FEWEST:
            raise BoardNotSeen(no_board(picture))
        if board.more:
            raise BoardNotSeen("found more than 25 cards in rows: take away the cards that are not of the board")
        lost = _lost(board.places, picture)
        if lost:
            raise BoardNotSeen(refusal(picture, board.places, lost))
        return tuple(tuple((float(x), float(y)) for x, y in place.corners) for place in board.places)

    def card(self, picture: Picture, outline: Outline) -> Picture:
        """One card cut out and upright: uint8, shape (200, 308, 3)."""
        width, height = CARD_PX
        target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        matrix = cv2.getPerspectiveTransform(np.array(outline, np.float32), target)
        return cv2.warpPerspective(picture, matrix, CARD_PX, flags=cv2.INTER_AREA)

    def cards_only(self, picture: Picture, outlines: Sequence[Outline]) -> Picture:
        """A copy with everything black that lies outside the cards."""
        return black_outside(picture, outlines)


def _lost(places: Sequence[CardPlace], picture: Picture) -> list[int]:
    """Which of the 25 places can't be vouched for.

    A few places that show little of a card are left to the reader, but for a whole outer row or column: without it
    nobody knows that it is one of the board.
    """
    height, width = picture.shape[:2]
    inside = np.array([is_inside(place.due, width, height) for place in places])
    seen = np.array([place.likeness > CARDLIKE for place in places]) & inside
    grid = np.arange(COUNT).reshape(SIZE, SIZE)
    outer = [line for line in (grid[0], grid[-1], grid[:, 0], grid[:, -1]) if not seen[line].any()]
    if inside.all() and not outer and int((~seen).sum()) <= MOST_DOUBTFUL:
        return []
    if not inside.all():
        return [int(i) for i in np.nonzero(~inside)[0]]
    return sorted({int(i) for line in outer for i in line}) or [int(i) for i in np.nonzero(~seen)[0]]
