"""Tells the letters of one line of writing apart: their boxes, how far the line reaches, what stands above letters."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.blobs import Gray
from companion.vision.marks import Mark, gaps_before, shape_above, stroke_before, stroke_through
from companion.vision.plane import Floats
from companion.vision.ranks import median, percentile

CAP_PX = 20
"""Height of the capitals in the region that is searched, pixels."""
TAIL = 0.16
"""How far a tail reaches below the line at least, in heights of its capitals."""
WORD_GAP = 1.3
"""The widest gap within a line, in heights of its capitals: between two words."""


@dataclass(frozen=True, slots=True)
class Letters:
    """The letters of a line. ``boxes``: (n, 4) left, top, right, bottom in pixels of the region.

    ``left``, ``right``: where the line ends; smudges that may be letters count. ``cut``: letters run out of the region.
    ``accents``: how many letters carry something above them. ``tails``: how many reach below the line. ``marks``: what
    stands above each letter, from left to right.
    """

    boxes: Floats
    left: float
    right: float
    cut: bool
    accents: int
    tails: int
    marks: tuple[Mark, ...] = ()

    def __len__(self) -> int:
        return len(self.boxes)


NO_LETTERS = Letters(np.zeros((0, 4)), 0.0, 0.0, cut=False, accents=0, tails=0)


def find_letters(region: Gray, line_y: float, *, with_marks: bool = True) -> Letters:
    """Look for letters.

    Args:
        region: the surroundings of a line, its capitals about ``CAP_PX`` high.
        line_y: where the middle of the line should run.
        with_marks: look what stands above each letter and what reaches below; else they count as plain.
    """
    boxes, areas, depth = _strokes(region, line_y)
    if not len(boxes):
        return NO_LETTERS
    left, top, right, bottom = boxes.T
    height = bottom - top
    crosses = (top < line_y + 0.35 * CAP_PX) & (bottom > line_y - 0.35 * CAP_PX)
    whole = crosses & (top > 0) & (bottom < region.shape[0])
    ends = (left <= 0) | (right >= region.shape[1])
    alike = whole & (height > 0.55 * CAP_PX) & (height < 1.9 * CAP_PX) & (areas > 0.04 * CAP_PX**2)
    found = boxes[alike & ~ends]
    cut = bool((alike & ends).any())
    if not len(found):
        return Letters(found, 0.0, 0.0, cut, 0, 0)
    middle, typical = (found[:, 1] + found[:, 3]) / 2, median(found[:, 3] - found[:, 1])
    level = np.abs(middle - median(middle)) < 0.6 * typical
    found = found[level & (found[:, 3] - found[:, 1] > 0.7 * typical)]
    if not len(found):
        return Letters(found, 0.0, 0.0, cut, 0, 0)
    smudges = boxes[whole & ~ends & (height > 0.3 * CAP_PX) & (right - left < 6 * CAP_PX)]
    reach = _reach(found, smudges)
    marks = _marks(found[np.argsort(found[:, 0])], boxes, areas, depth) if with_marks else ()
    accents = marks.count(Mark.ONE) + marks.count(Mark.TWO)
    return Letters(found, *reach, cut, accents, _tails(found) if with_marks else 0, marks)


def _strokes(region: Gray, line_y: float) -> tuple[Floats, NDArray[np.int32], Gray]:
    """Boxes and areas of all dark strokes, if there is writing at all, and how dark everything is."""
    width = round(0.9 * CAP_PX) | 1
    ground = cv2.morphologyEx(region, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width)))
    depth = np.asarray(cv2.subtract(ground, region), np.uint8)
    band = depth[max(0, round(line_y - CAP_PX)) : round(line_y + CAP_PX)]
    if not band.size or int(percentile(band, 98)) < 10:
        return np.zeros((0, 4)), np.zeros(0, np.int32), depth
    level, _ = cv2.threshold(band, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    mask = (depth > max(0.8 * level, 6)).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    left, top, wide, high, area = stats[1:].T
    boxes = np.column_stack([left, top, left + wide, top + high]).astype(np.float64)
    return boxes, np.asarray(area, np.int32), depth


def _reach(letters: Floats, smudges: Floats) -> tuple[float, float]:
    """Where the line ends on the left and on the right, smudges within a word's gap of it included."""
    left, right = float(letters[:, 0].min()), float(letters[:, 2].max())
    for box in sorted(smudges.tolist(), key=lambda box: -box[2]):
        if left - WORD_GAP * CAP_PX < box[2] and box[0] < left:
            left = box[0]
    for box in sorted(smudges.tolist()):
        if box[0] < right + WORD_GAP * CAP_PX and box[2] > right:
            right = box[2]
    return left, right


def _marks(letters: Floats, boxes: Floats, areas: NDArray[np.int32], depth: Gray) -> tuple[Mark, ...]:
    """What the letters carry above them: apart from them, or grown together with them.

    Args:
        letters: their boxes, from left to right.
        boxes: of all strokes.
        areas: of all strokes.
        depth: how much darker than the paper each pixel is.
    """
    slope, heights = _slope(letters), letters[:, 3] - letters[:, 1]
    run = slope * letters[:, [0, 2]].mean(axis=1)
    tops = letters[:, 1] - run
    # Short words may carry marks on most of their letters: the plain ones are the lower and the shorter.
    short = len(letters) <= 3
    top, cap = percentile(tops, 100 if short else 70), percentile(heights, 0 if short else 30)
    joined = (tops < top - 0.14 * cap) & (heights > 1.13 * cap)
    small = (areas > 0.008 * cap**2) & (areas < 0.25 * cap**2) & (boxes[:, 2] - boxes[:, 0] < 0.9 * cap)
    little = small & (boxes[:, 2] - boxes[:, 0] < 0.4 * cap)
    raised = boxes - slope * boxes[:, [0, 2]].mean(axis=1, keepdims=True)
    above = small & (raised[:, 3] < top + 0.15 * cap) & (raised[:, 1] > top - 0.75 * cap)
    owners = _owners(boxes, letters)
    reach = (boxes[:, None, 0] < letters[None, :, 2] + 0.1 * cap) & (
        boxes[:, None, 2] > letters[None, :, 0] - 0.1 * cap
    )
    found: list[Mark] = []
    for index, (letter, gap) in enumerate(zip(letters, gaps_before(letters, cap), strict=True)):
        found += [Mark.GAP] if gap else []
        apart = above & (owners == index) & reach[:, index]
        if joined[index] or apart.any():
            found.append(shape_above(depth, letters, index, top + run[index], cap))
        else:
            before = stroke_before(boxes[little], letters, index, top + run[index], cap)
            through = not before and stroke_through(depth, letter, cap)
            found.append(Mark.BEFORE if before else Mark.THROUGH if through else Mark.NONE)
    return tuple(found)


def _owners(boxes: Floats, letters: Floats) -> NDArray[np.intp]:
    """Which letter each stroke would stand above: an acute leans over the next one, the dots of Ï over both others."""
    middles = boxes[:, [0, 2]].mean(axis=1)[:, None]
    outside = np.maximum(np.maximum(letters[:, 0] - middles, middles - letters[:, 2]), 0.0)
    return np.asarray((outside + 0.5 * np.abs(middles - letters[:, [0, 2]].mean(axis=1))).argmin(axis=1))


def _slope(letters: Floats) -> float:
    """How the line runs: by the feet of its letters or by their tops, whichever tails and marks tilt the less."""
    if len(letters) < 3:
        return 0.0
    first, second = np.triu_indices(len(letters), 1)
    across = letters[second, 0] - letters[first, 0]
    apart = np.abs(across) > 0.5 * CAP_PX
    if not apart.any():
        return 0.0
    by_tops, by_feet = (
        median((letters[second, side] - letters[first, side])[apart] / across[apart]) for side in (1, 3)
    )
    slope = min(by_tops, by_feet, key=abs)
    # Among few letters one may tilt them all; cards and their words lie parallel.
    return float(np.clip(slope, -0.04, 0.04)) if len(letters) < 5 else slope


def _tails(letters: Floats) -> int:
    """How many letters reach below the feet of the others, as Q and Ç do."""
    cap, middles = percentile(letters[:, 3] - letters[:, 1], 40), letters[:, [0, 2]].mean(axis=1)
    feet = letters[:, 3] - _slope(letters) * middles
    return int((feet > median(feet) + TAIL * cap).sum())
