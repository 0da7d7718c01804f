"""What is done with the outlines of the cards: brought to another size of picture, used to black out all else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np

from companion.table.ports import Outline, Picture
from companion.table.scan import BoardScan


def scaled(scan: BoardScan, across: float, down: float) -> BoardScan:
    """The same reading with its outlines in a picture so many times as wide and high.

    A pixel's middle is whole: the point (0, 0) lies half a pixel inside the picture.
    """
    cards = tuple(
        replace(
            card,
            outline_px=tuple(((x + 0.5) * across - 0.5, (y + 0.5) * down - 0.5) for x, y in card.outline_px),
        )
        for card in scan.cards
    )
    return BoardScan(cards, scan.rotation_deg)


def shifted(scan: BoardScan, right: float, down: float) -> BoardScan:
    """The same reading with its outlines so many pixels further right and down, as in a part of the picture."""
    cards = tuple(
        replace(card, outline_px=tuple((x + right, y + down) for x, y in card.outline_px)) for card in scan.cards
    )
    return BoardScan(cards, scan.rotation_deg)


def black_outside(picture: Picture, outlines: Iterable[Outline]) -> Picture:
    """A copy of a picture in which everything beyond the outlines is black.

    Once keys are on, the small screens lie in the camera's view: no picture may show what lies beside the cards.
    """
    mask = np.zeros(picture.shape[:2], np.uint8)
    for outline in outlines:
        if outline:
            cv2.fillConvexPoly(mask, np.round(np.array(outline)).astype(np.int32), 255)
    return cv2.bitwise_and(picture, picture, mask=mask)


def cut_to_cards(picture: Picture, scan: BoardScan) -> Picture:
    """A copy of a picture in which only the 25 cards are left, all else is black."""
    return black_outside(picture, [card.outline_px for card in scan.cards])
