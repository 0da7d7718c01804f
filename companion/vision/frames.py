"""Several pictures of one table: the first is read whole, further ones only where a word is still open."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game.position import Position
from companion.table.ports import BoardReader, OnWords, Outline, Picture
from companion.table.scan import BoardScan
from companion.table.voting import PATIENCE, Votes
from companion.table.word_lists import languages_of
from companion.vision.outlines import scaled, shifted

THUMBNAIL_PX = 640
"""Longer side of the pictures that are compared."""
PATCH_PX = (48, 32)
"""Width and height of a card in the comparison."""
SAME_PLACE = 0.85
"""From this correlation on, of the middle one of all cards, a card is taken to lie where it lay."""
SAME_SHAPE = 0.01
"""So far may the shapes of two pictures of one camera differ for an outline to be carried over."""
UNMARKED = frozenset({"eng", "heb"})
"""Languages whose cards carry no marks on letters; see ``Votes``."""
Patches = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _View:
    """What is kept of a picture: width and height, a number that changes with its pixels, its cards in small."""

    size_px: tuple[int, int]
    mark: int
    patches: Patches


class FrameReader:
    """``TableReader`` over a ``BoardReader``. Keeps no picture, only small patches of the last one."""

    def __init__(self, reader: BoardReader, language: str) -> None:
        """``language``: of the cards; Tesseract codes, joined with ``+``."""
        self._reader = reader
        self._unmarked = languages_of(language) <= UNMARKED
        self._last: _View | None = None

    def take(self, picture: Picture, votes: Votes, on_words: OnWords, *, whole: bool = False) -> Votes:
        """See ``TableReader``. The very same picture again tells nothing new and ends the vote."""
        votes = replace(votes, unmarked=self._unmarked)
        if votes.scan is not None and self._last is not None:
            if self._last.mark == _mark(picture):
                return votes.with_nothing(PATIENCE)
            here = _carried_over(votes.scan, self._last, picture)
            if here is not None and not whole:
                return self._noted(picture, votes.with_scan(self._read_again(picture, here, votes.open), votes.open))
        scan = self._reader.read(picture, lambda early: on_words(_shown(votes.with_scan(early))))
        return self._noted(picture, votes.with_scan(scan))

    def _read_again(self, picture: Picture, scan: BoardScan, positions: Collection[Position]) -> BoardScan:
        """Read some cards, in no more of the picture than they take: a still may be large."""
        left, top, right, bottom = _around(picture, [scan.cards[p.index].outline_px for p in positions])
        part = np.ascontiguousarray(picture[top:bottom, left:right])
        anew = self._reader.read_again(part, shifted(scan, -left, -top), positions)
        return shifted(anew, left, top)

    def _noted(self, picture: Picture, votes: Votes) -> Votes:
        self._last = _View(_size_px(picture), _mark(picture), _patches(picture, _shown(votes)))
        return votes


def _around(picture: Picture, outlines: Collection[Outline]) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what holds these cards and a card's breadth about them."""
    width, height = _size_px(picture)
    corners = np.array([corner for outline in outlines for corner in outline]).reshape(-1, 2)
    if not len(corners):
        return 0, 0, width, height
    breadth = max(float(np.ptp(np.array(outline), axis=0).max()) for outline in outlines if outline)
    left, top = np.floor(np.maximum(corners.min(axis=0) - breadth, 0)).astype(int)
    right, bottom = np.ceil(np.minimum(corners.max(axis=0) + breadth, (width, height))).astype(int)
    return int(left), int(top), int(right), int(bottom)


def _shown(votes: Votes) -> BoardScan:
    assert votes.scan is not None, "at least one picture has voted"
    return votes.scan


def _size_px(picture: Picture) -> tuple[int, int]:
    return int(picture.shape[1]), int(picture.shape[0])


def _mark(picture: Picture) -> int:
    return crc32(np.ascontiguousarray(picture[::3, ::3]).tobytes())


def _carried_over(scan: BoardScan, last: _View, picture: Picture) -> BoardScan | None:
    """The scan with its outlines in this picture; None if camera or cards seem to have moved."""
    width, height = _size_px(picture)
    across, down = width / last.size_px[0], height / last.size_px[1]
    if abs(across / down - 1) > SAME_SHAPE:
        return None
    here = scaled(scan, across, down)
    now = _patches(picture, here)
    if now.shape != last.patches.shape or not now.size:
        return None
    # Where the seats were exchanged meanwhile, the same cards are named the other way round.
    alike = max(float(np.median((before * now).mean(axis=(1, 2)))) for before in (last.patches, last.patches[::-1]))
    return here if alike >= SAME_PLACE else None


def _patches(picture: Picture, scan: BoardScan) -> Patches:
    """All cards in small, grey, each brought to mean 0 and deviation 1: float32, shape (25, 32, 48)."""
    factor = min(1.0, THUMBNAIL_PX / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    gray = np.asarray(cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), 1.0), np.uint8)
    outlines: list[Outline] = [card.outline_px for card in scan.cards if card.outline_px]
    return np.array([_patch(gray, outline, factor) for outline in outlines], np.float32)


def _patch(gray: NDArray[np.uint8], outline: Outline, factor: float) -> NDArray[np.float32]:
    width, height = PATCH_PX
    corners = (np.array(outline, np.float32) + 0.5) * factor - 0.5
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    patch = np.asarray(cv2.warpPerspective(gray, matrix, PATCH_PX, borderMode=cv2.BORDER_REPLICATE), np.float32)
    return np.asarray((patch - patch.mean()) / max(float(patch.std()), 1.0), np.float32)
