"""Several pictures of one table: the first is read whole, further ones only where a word is still open.

A card that stays open is read from all its pictures together, laid upon each other: see ``fusion``.
"""

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
from companion.vision.blobs import Gray
from companion.vision.fusion import CardPictures
from companion.vision.outlines import scaled, shifted
from companion.vision.surface import reading_gray

THUMBNAIL_PX = 640
"""Longer side of the pictures that are compared."""
PATCH_PX = (48, 32)
"""Width and height of a card in the comparison."""
SAME_PLACE = 0.85
"""From this correlation on, of the middle one of all cards, a card is taken to lie where it lay."""
TREMBLE = 0.012
"""So far, as a share of the picture's longer side, a camera may tremble and still be where it was."""
SAME_SHAPE = 0.01
"""So far may the shapes of two pictures of one camera differ for an outline to be carried over."""
UNMARKED = frozenset({"eng", "heb"})
"""Languages whose cards carry no marks on letters; see ``Votes``."""
Patches = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _View:
    """What is kept of a picture: width and height, a number that changes with its pixels, all in small, its cards."""

    size_px: tuple[int, int]
    mark: int
    small: Gray
    patches: Patches


class FrameReader:
    """``TableReader`` over a ``BoardReader``. Keeps the last picture in small, and cards still open."""

    def __init__(self, reader: BoardReader, language: str) -> None:
        """``language``: of the cards; Tesseract codes, joined with ``+``."""
        self._reader = reader
        self._unmarked = languages_of(language) <= UNMARKED
        self._last: _View | None = None
        self._seen = CardPictures()
        self._left = Votes()

    def take(self, picture: Picture, votes: Votes, on_words: OnWords, *, whole: bool = False) -> Votes:
        """See ``TableReader``. The very same picture again tells nothing new and ends the vote."""
        votes = replace(votes, unmarked=self._unmarked)
        here = None
        if votes.scan is not None and self._last is not None:
            if self._last.mark == _mark(picture):
                return votes.with_nothing(PATIENCE)
            here = _carried_over(votes.scan, self._last, picture)
        if here is None or whole:
            self._seen = CardPictures()
        if here is None or whole or votes.rival is not None:
            scan = self._reader.read(picture, lambda early: on_words(_shown(votes.with_scan(early))))
            votes = votes.with_scan(scan)
            if votes.rival is None:
                self._add(reading_gray(picture), _shown(votes), votes.open)
            return self._noted(picture, votes)
        self._seen.forget([p for p in votes.open if votes.ballots[p.index] != self._left.ballots[p.index]])
        return self._noted(picture, votes.with_scan(self._read_again(picture, here, votes.open), votes.open))

    def _read_again(self, picture: Picture, scan: BoardScan, positions: Collection[Position]) -> BoardScan:
        """Read some cards, each by all its pictures, in no more of this one than they take: a still may be large."""
        left, top, right, bottom = _around(picture, [scan.cards[p.index].outline_px for p in positions])
        clear = reading_gray(picture)
        self._add(clear, scan, positions)
        for position in positions:
            self._seen.clear_up(position, clear)
        part = cv2.cvtColor(np.ascontiguousarray(clear[top:bottom, left:right]), cv2.COLOR_GRAY2BGR)
        anew = self._reader.read_again(np.asarray(part, np.uint8), shifted(scan, -left, -top), positions)
        return shifted(anew, left, top)

    def _add(self, gray: Gray, scan: BoardScan, positions: Collection[Position]) -> None:
        for position in positions:
            outline = scan.cards[position.index].outline_px
            if outline:
                self._seen.add(position, gray, outline)

    def _noted(self, picture: Picture, votes: Votes) -> Votes:
        small, factor = _in_small(picture)
        self._last = _View(_size_px(picture), _mark(picture), small, _patches(small, factor, _shown(votes)))
        self._left = votes
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
    small, factor = _in_small(picture)
    right, low = _trembled(last.small, small)
    here = shifted(scaled(scan, across, down), right / factor, low / factor)
    now = _patches(small, factor, here)
    if now.shape != last.patches.shape or not now.size:
        return None
    # Where the seats were exchanged meanwhile, the same cards are named the other way round.
    alike = max(float(np.median((before * now).mean(axis=(1, 2)))) for before in (last.patches, last.patches[::-1]))
    return here if alike >= SAME_PLACE else None


def _trembled(before: Gray, now: Gray) -> tuple[float, float]:
    """How far right and down all has moved from one small picture to the next; nothing where it was no trembling."""
    if before.shape != now.shape:
        return 0.0, 0.0
    window = cv2.createHanningWindow(now.shape[::-1], cv2.CV_32F)
    (right, down), _ = cv2.phaseCorrelate(before.astype(np.float32), now.astype(np.float32), window)
    return (right, down) if max(abs(right), abs(down)) <= TREMBLE * max(now.shape) else (0.0, 0.0)


def _in_small(picture: Picture) -> tuple[Gray, float]:
    """A picture, small and grey, and how much smaller it is."""
    factor = min(1.0, THUMBNAIL_PX / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), 1.0), np.uint8), factor


def _patches(small: Gray, factor: float, scan: BoardScan) -> Patches:
    """All cards in small, each brought to mean 0 and deviation 1: float32, shape (25, 32, 48)."""
    outlines: list[Outline] = [card.outline_px for card in scan.cards if card.outline_px]
    return np.array([_patch(small, outline, factor) for outline in outlines], np.float32)


def _patch(gray: NDArray[np.uint8], outline: Outline, factor: float) -> NDArray[np.float32]:
    width, height = PATCH_PX
    corners = (np.array(outline, np.float32) + 0.5) * factor - 0.5
    target = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    patch = np.asarray(cv2.warpPerspective(gray, matrix, PATCH_PX, borderMode=cv2.BORDER_REPLICATE), np.float32)
    return np.asarray((patch - patch.mean()) / max(float(patch.std()), 1.0), np.float32)
