"""What to say of cards that can't be found: which ones, why as far as the picture tells, and what to do."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game.position import ALL_POSITIONS, COUNT, SIZE
from companion.vision.board import CardPlace
from companion.vision.covers import washed_out
from companion.vision.plane import Floats

DARK, BLACK = 40.0, 25.0
"""Below this light (0 to 255) a card, or the whole picture, shows nothing."""
WHITE, MOSTLY = 253.0, 40.0
"""A picture of which all but so many hundredths are as light as can be is overexposed."""
MORE_SEEN = 0.1
"""So much more of one of two rows must be in the picture for it to be the one that is cut off."""
MOST_NAMED = 4
"""So many single cards are named, more are counted."""
SAMPLE_PX = (32, 20)


class Why(Enum):
    """Why a card is not found; the value says what to do about it."""

    OUTSIDE = "outside the picture: move the camera back"
    DARK = "too dark: give light"
    GLARE = "washed out by glare: turn the lamp or move the camera"
    HIDDEN = "not to be seen: uncover, push cards apart or give light"


def is_inside(corners: Floats, width: int, height: int) -> bool:
    """Whether the middle of a card and the strip with its word lie in a picture of this size."""
    strip = corners[2:].mean(axis=0) * 0.8 + corners[:2].mean(axis=0) * 0.2
    spots = np.array([corners.mean(axis=0), strip])
    return bool((spots >= 0).all() and (spots < (width, height)).all())


def why_missing(picture: NDArray[np.uint8], corners: Floats) -> Why:
    """Why nothing can be made out at a place, corners (4, 2) in pixels of the picture."""
    height, width = picture.shape[:2]
    if not is_inside(corners, width, height):
        return Why.OUTSIDE
    size = np.array([(0, 0), (SAMPLE_PX[0], 0), SAMPLE_PX, (0, SAMPLE_PX[1])], np.float32)
    plane = cv2.getPerspectiveTransform(corners.astype(np.float32), size)
    sample = cv2.warpPerspective(picture, plane, SAMPLE_PX, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    bright = np.asarray(sample).max(axis=2)
    if float(np.percentile(bright, 95)) < DARK:
        return Why.DARK
    return Why.GLARE if washed_out(picture, corners) else Why.HIDDEN


def named(lost: Collection[int]) -> str:
    """Name places 0 to 24: whole rows and columns first, then single cards, many cards only by their number."""
    left = set(lost)
    rows = [row for row in range(SIZE) if left >= set(range(row * SIZE, row * SIZE + SIZE))]
    columns = [column for column in range(SIZE) if left >= set(range(column, COUNT, SIZE))]
    for row in rows:
        left -= set(range(row * SIZE, row * SIZE + SIZE))
    for column in columns:
        left -= set(range(column, COUNT, SIZE))
    parts = [_list("row", [chr(ord("A") + row) for row in rows])] if rows else []
    parts += [_list("column", [str(column + 1) for column in columns])] if columns else []
    if left:
        cards = [str(ALL_POSITIONS[index]) for index in sorted(left)]
        parts.append(_list("card", cards) if len(cards) <= MOST_NAMED else f"{len(cards)} cards")
    return _joined(parts)


def refusal(picture: NDArray[np.uint8], places: Sequence[CardPlace], lost: Collection[int]) -> str:
    """One line for a board of which some cards can't be found.

    Args:
        picture: what was looked at: uint8, shape (height, width, 3).
        places: the 25 places A1 to E5.
        lost: indexes of those at which there is nothing to be made out, or which are guesses.
    """
    found = f"found {COUNT - len(lost)} of {COUNT} cards"
    whys = {index: why_missing(picture, places[index].due) for index in lost}
    kinds = [why for why in Why if why in whys.values()]
    # More than two reasons at once make no advice that anyone could follow: the first ones help the others as well.
    line = _outer_line(picture, places, whys)
    if line:
        return f"{found}: {line} is {Why.OUTSIDE.value}"
    said = [f"{named([i for i in lost if whys[i] is kind])} {_be(kind, whys)} {kind.value}" for kind in kinds[:2]]
    return f"{found}: " + "; ".join(said)


def _outer_line(picture: NDArray[np.uint8], places: Sequence[CardPlace], whys: dict[int, Why]) -> str:
    """The outer row or column that lies outside: the one of which more may be seen; "" where other cards are missing.

    Of four rows alone nobody can tell which the fifth is, if there is room for it at neither end.
    """
    if set(whys.values()) != {Why.OUTSIDE}:
        return ""
    dues = np.array([place.due for place in places]).reshape(SIZE, SIZE, 4, 2)
    numbers = np.arange(COUNT).reshape(SIZE, SIZE)
    for kind, lines, cells, names in (("row", dues, numbers, "AE"), ("column", dues.swapaxes(0, 1), numbers.T, "15")):
        for lost, last, before in ((0, -1, -2), (-1, 0, 1)):
            if set(whys) != set(cells[lost].tolist()):
                continue
            own, other = _seen(picture, lines[lost]), _seen(picture, 2 * lines[last] - lines[before])
            name, beyond = (names[0], names[1]) if lost == 0 else (names[1], names[0])
            certain = abs(own - other) >= MORE_SEEN
            return f"{kind} {(name if own > other else beyond) if certain else f'{names[0]} or {names[1]}'}"
    return ""


def _seen(picture: NDArray[np.uint8], outlines: Floats) -> float:
    """How much of some cards lies in the picture: 0 none, 1 all."""
    shares = np.linspace(0.0, 1.0, 9)
    left = outlines[:, None, 0] + (outlines[:, None, 3] - outlines[:, None, 0]) * shares[:, None]
    right = outlines[:, None, 1] + (outlines[:, None, 2] - outlines[:, None, 1]) * shares[:, None]
    spots = left[:, :, None] + (right - left)[:, :, None] * shares[:, None]
    return float(((spots >= 0) & (spots < picture.shape[1::-1])).all(axis=-1).mean())


def no_board(picture: NDArray[np.uint8], found: int = 0) -> str:
    """One line for a picture in which there is no board, or too little of one."""
    if float(np.percentile(picture, 99)) < BLACK:
        return "found 0 of 25 cards: the picture is black, give light or uncover the camera"
    if found < 3:
        return "found no board of 5 by 5 word cards: show all 25 cards"
    if float(np.percentile(picture.max(axis=2), MOSTLY)) >= WHITE:
        return f"found {found} of {COUNT} cards: the picture is too bright, turn the lamp away or let less light in"
    return f"found {found} of {COUNT} cards: show the whole board, move the camera back or give more light"


def _be(kind: Why, whys: dict[int, Why]) -> str:
    lost = [index for index, why in whys.items() if why is kind]
    one_line = len(lost) == SIZE and (len({i // SIZE for i in lost}) == 1 or len({i % SIZE for i in lost}) == 1)
    return "is" if len(lost) == 1 or one_line else "are"


def _list(kind: str, names: list[str]) -> str:
    return f"{kind}{'s' if len(names) > 1 else ''} {_joined(names)}"


def _joined(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
