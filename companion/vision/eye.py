"""What the pages ask of a picture besides its words: where the cards lie, one card cut out, everything else black."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CompanionError
from companion.game.position import COUNT, SIZE
from companion.table.ports import Outline, Picture
from companion.vision.board import FoundBoard, find_board
from companion.vision.outlines import black_outside

LIVE_PX = 1280
"""Longer side of the picture in which the live view looks for cards."""
CARDLIKE = 0.38
CARD_PX = (308, 200)
"""Width and height of a card that is cut out: 1.54 to 1, as the printed ones are."""
MOST_DOUBTFUL = 3
"""So many places may look little like a card (glare, a piece on it): the reader looks at them more closely."""
EDGES = ("far row", "near row", "left column", "right column")


class BoardNotSeen(CompanionError):
    """No whole board is in the live picture."""


class Eye:
    """``BoardEye`` over the finder of the reader. Holds nothing; any thread."""

    def find(self, picture: Picture) -> tuple[Outline, ...]:
        """The 25 cards A1 to E5, unread.

        Raises:
            BoardNotSeen: no whole board; says which side is missing, as far as can be told, and what to do.
        """
        factor = min(1.0, LIVE_PX / max(picture.shape[:2]))
        small = picture
        if factor < 1:
            small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        board = find_board(np.asarray(small, np.uint8))
        if board is None:
            raise BoardNotSeen("no board is to be seen: show all 25 cards and give them light")
        outlines = [(place.corners + 0.5) / factor - 0.5 for place in board.places]
        _refuse_partial(board, outlines, picture.shape[1], picture.shape[0])
        return tuple(tuple((float(x), float(y)) for x, y in corners) for corners in outlines)

    def card(self, picture: Picture, outline: Outline) -> Picture:
        """One card cut out and upright: uint8, shape (200, 308, 3)."""
        width, height = CARD_PX
        target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        matrix = cv2.getPerspectiveTransform(np.array(outline, np.float32), target)
        return cv2.warpPerspective(picture, matrix, CARD_PX, flags=cv2.INTER_AREA)

    def cards_only(self, picture: Picture, outlines: Sequence[Outline]) -> Picture:
        """A copy with everything black that lies outside the cards."""
        return black_outside(picture, outlines)


def _refuse_partial(board: FoundBoard, outlines: Sequence[NDArray[np.floating]], width: int, height: int) -> None:
    seen = np.array([place.likeness > CARDLIKE for place in board.places]).reshape(SIZE, SIZE)
    inside = np.array([_is_inside(corners, width, height) for corners in outlines]).reshape(SIZE, SIZE)
    good = seen & inside
    if inside.all() and int((~seen).sum()) <= MOST_DOUBTFUL:
        return
    lost = [good[0], good[-1], good[:, 0], good[:, -1]]
    missing = [name for name, line in zip(EDGES, lost, strict=True) if not line.any()]
    found = f"found {int(good.sum())} of {COUNT} cards"
    if not inside.all():
        raise BoardNotSeen(f"{found}: part of the board lies outside the picture, move the camera back")
    if missing:
        raise BoardNotSeen(f"{found}: the {missing[0]} is not to be seen, move the camera or give light")
    raise BoardNotSeen(f"{found}: uncover the others or give more light")


def _is_inside(corners: NDArray[np.floating], width: int, height: int) -> bool:
    middle = corners.mean(axis=0)
    return bool(0 <= middle[0] < width and 0 <= middle[1] < height)
