"""How a word card lies, seen from above: found by the drawing of a card, settled by the look of the board's own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.vision.blobs import Gray
from companion.vision.grid import Cell
from companion.vision.layout import COPY_CENTRE, WORD_CENTRE, Pattern, burnt_patterns, ink_pattern, light_pattern
from companion.vision.likeness import Comparison
from companion.vision.plane import Floats
from companion.vision.ranks import median_view
from companion.vision.surface import Overhead

RING = 0.14
"""How much of the surroundings belongs to the typical card, in card heights."""
COARSE_DEG = (-13.0, -6.5, 0.0, 6.5, 13.0)
ANY_DEG = (-26.0, -19.5, *COARSE_DEG, 19.5, 26.0)
FINE_DEG = (-3.5, -1.2, 1.2, 3.5)
REACH = 0.38
"""How far a card may lie from its place in the lattice, in steps of the lattice."""
STRAY = 0.8
"""What it costs to lie away from the place, per square of steps."""
FAR_COST, CROOKED_COST = 0.08, 0.02
"""What it costs a card that is looked for again to lie away from its place, per square of ``reach``, and to lie
crooked, per square of 10 degrees."""
SLACK_PX = 5
COPY_WEIGHT, COPY_LIMIT = 4.0, 0.5
TURNED_COST = 0.6
"""Single cards that lie the other way are rare."""
FEWEST_FOR_TYPICAL = 5
_ALONG, _ACROSS = np.linspace(-0.2, 0.2, 24), np.linspace(-0.05, 0.05, 6)
"""Where a line of writing is looked at, in shares of the card from its middle."""
Patterns = tuple[Pattern, Pattern]
"""Light and ink."""


@dataclass(frozen=True, slots=True)
class Pose:
    """How a card may lie, as seen from above.

    ``x``, ``y``: its centre, pixels. ``angle_deg``: clockwise, 180 more if it is ``turned`` against the board.
    ``light`` and ``ink``: likeness to the drawing of a word card. ``fit``: to the typical card of this board.
    ``copy``: what the small copy of the word says to this way of lying. All -1 to 1. ``lead``: by how much this way of
    lying is likelier than the opposite one. ``strokes``: how much writing there is where the word should stand.
    """

    x: float
    y: float
    angle_deg: float
    turned: bool
    light: float = -1.0
    ink: float = -1.0
    fit: float = -1.0
    copy: float = 0.0
    lead: float = 0.0
    strokes: float = 0.0

    @property
    def likeness(self) -> float:
        """To a word card, -1 to 1."""
        return (self.light + self.ink) / 2


def weight_for(table: Overhead, cell: Cell) -> Callable[[Pose], float]:
    """How well a pose serves as the card of a cell."""
    x, y = table.centre(cell)

    def weight(pose: Pose) -> float:
        stray = ((pose.x - x) / table.step[0]) ** 2 + ((pose.y - y) / table.step[1]) ** 2
        return pose.light + pose.ink + 2 * pose.fit + pose.copy - STRAY * stray - TURNED_COST * pose.turned

    return weight


def coarse_poses(table: Overhead) -> dict[Cell, tuple[Pose, Pose]]:
    """Compare the drawing of a card with every place of the table; for each cell the best upright and turned pose."""
    patterns = burnt_patterns(*table.card) if table.burnt else (light_pattern(*table.card), ink_pattern(*table.card))
    views = [Comparison(view, patterns[0].shape) for view in _views(table)]
    near = {cell: _near(table, cell, patterns[0].shape) for cell in table.cells()}
    found = {}
    for turned in (False, True):
        for angle in COARSE_DEG:
            turn = angle + 180.0 * turned
            light, ink = (view.likeness(_spun(pattern, turn)) for view, pattern in zip(views, patterns, strict=True))
            for cell in table.cells():
                found[cell, turned, angle] = _peak(near[cell], (light, ink), turn)
    best = {
        (cell, turned): max((found[cell, turned, angle] for angle in COARSE_DEG), key=weight_for(table, cell))
        for cell in table.cells()
        for turned in (False, True)
    }
    return {cell: (best[cell, False], best[cell, True]) for cell in table.cells()}


def _spun(pattern: Pattern, angle_deg: float) -> Pattern:
    height, width = pattern.shape
    spin = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -angle_deg, 1.0)
    return np.asarray(cv2.warpAffine(pattern, spin, (width, height), borderMode=cv2.BORDER_REPLICATE), np.float32)


@dataclass(frozen=True, slots=True)
class _Near:
    """Where in the likeness maps of a pattern the card of a cell may be found.

    ``place``: due, x and y in pixels. ``half``: of the pattern, x and y. ``cost``: of lying away from the place.
    """

    place: tuple[float, float]
    half: tuple[float, float]
    rows: slice
    columns: slice
    cost: Floats


def _near(table: Overhead, cell: Cell, size: tuple[int, ...]) -> _Near:
    """The surroundings of a cell in maps of a pattern of a size (rows, columns)."""
    (half_y, half_x), (x, y) = (length / 2 for length in size), table.centre(cell)
    reach_x, reach_y = REACH * table.step[0], REACH * table.step[1]
    shape = table.surface.light.shape
    rows, columns = (
        slice(max(0, round(at - half - reach)), min(max(0, round(at - half + reach) + 1), whole - length + 1))
        for at, half, reach, whole, length in zip(
            (y, x), (half_y, half_x), (reach_y, reach_x), shape, size, strict=True
        )
    )
    ys = (np.arange(rows.start, rows.stop) + half_y - y) / table.step[1]
    xs = (np.arange(columns.start, columns.stop) + half_x - x) / table.step[0]
    return _Near((x, y), (half_x, half_y), rows, columns, STRAY * (ys[:, None] ** 2 + xs[None, :] ** 2))


def _peak(near: _Near, maps: Patterns, turn: float) -> Pose:
    """The best place for a cell in a pair of likeness maps."""
    turned = abs(turn) > 90
    if not near.cost.size:
        return Pose(*near.place, turn, turned)
    light, ink = (view[near.rows, near.columns] for view in maps)
    row, column = divmod(int(np.argmax(light + ink - near.cost)), near.cost.shape[1])
    x, y = column + near.columns.start + near.half[0], row + near.rows.start + near.half[1]
    return Pose(x, y, turn, turned, float(light[row, column]), float(ink[row, column]))


def typical_card(table: Overhead, poses: list[Pose]) -> Patterns | None:
    """Median light and mean ink of the cards found so far, each turned upright; None if there are too few."""
    if len(poses) < FEWEST_FOR_TYPICAL:
        return None
    margin = round(RING * table.card[1])
    size = (table.card[0] + 2 * margin, table.card[1] + 2 * margin)
    lights, inks = [], []
    for pose in poses:
        spin = cv2.getRotationMatrix2D((pose.x - 0.5, pose.y - 0.5), pose.angle_deg, 1.0)
        spin[0, 2] += size[0] / 2 - pose.x
        spin[1, 2] += size[1] / 2 - pose.y
        light = np.asarray(cv2.warpAffine(table.surface.light, spin, size, borderMode=cv2.BORDER_REPLICATE), np.float32)
        lights.append((light - light.mean()) / (light.std() + 1.0))
        inks.append(cv2.warpAffine(table.surface.ink, spin, size, borderMode=cv2.BORDER_REPLICATE))
    return median_view(lights), np.mean(inks, axis=0).astype(np.float32)


def settled(table: Overhead, pose: Pose, typical: Patterns, spun: dict[float, Patterns] | None = None) -> Pose:
    """Slide and turn the board's own typical card around a pose.

    Args:
        table: the table from above.
        pose: where to begin.
        typical: light and ink of this board's cards.
        spun: the same as turned for other poses, by the angle in degrees; what is turned for this one is added.
    """
    spun = {} if spun is None else spun
    height, width = typical[0].shape
    left, top = round(pose.x - width / 2) - SLACK_PX, round(pose.y - height / 2) - SLACK_PX
    if left < 0 or top < 0:
        return pose
    field = slice(top, top + height + 2 * SLACK_PX), slice(left, left + width + 2 * SLACK_PX)
    near = [view[field].astype(np.float32) for view in (table.surface.light, table.surface.ink)]
    if near[0].shape != (height + 2 * SLACK_PX, width + 2 * SLACK_PX):
        return pose
    best = pose
    for turn in FINE_DEG:
        angle = pose.angle_deg + turn
        if angle not in spun:
            spun[angle] = _spun(typical[0], angle), _spun(typical[1], angle)
        light, ink = (
            cv2.matchTemplate(view, pattern, cv2.TM_CCOEFF_NORMED)
            for view, pattern in zip(near, spun[angle], strict=True)
        )
        _, fit, _, (x, y) = cv2.minMaxLoc((light + ink) / 2)
        if fit > best.fit:
            best = replace(pose, x=left + x + width / 2, y=top + y + height / 2, angle_deg=angle, fit=float(fit))
    return best


def worth_near(
    table: Overhead,
    place: tuple[float, float],
    typical: Patterns,
    reach: float,
    spun: dict[float, Patterns],
) -> list[Pose]:
    """The best upright and the best turned pose of the board's typical card near a place, any crooked way it may lie.

    Args:
        table: the table from above.
        place: x and y, pixels.
        typical: light and ink of this board's cards.
        reach: how far from the place the poses are likely to be, in steps of the lattice.
        spun: as for ``settled``.
    """
    height, width = typical[0].shape
    slack = round(1.5 * reach * table.step[0]), round(1.5 * reach * table.step[1])
    left, top = round(place[0] - width / 2) - slack[0], round(place[1] - height / 2) - slack[1]
    near = [
        Comparison(_cut(view, left, top, width + 2 * slack[0], height + 2 * slack[1]), typical[0].shape)
        for view in _views(table)
    ]
    begin = left + width / 2 - place[0], top + height / 2 - place[1]
    far = _far_cost(begin, slack, (table.step[0] * reach, table.step[1] * reach))
    found = []
    for turned in (False, True):
        best = Pose(0.0, 0.0, 0.0, turned), -np.inf
        for crooked in ANY_DEG:
            angle = crooked + 180.0 * turned
            if angle not in spun:
                spun[angle] = _spun(typical[0], angle), _spun(typical[1], angle)
            light, ink = (view.likeness(pattern) for view, pattern in zip(near, spun[angle], strict=True))
            fits = (light + ink) / 2
            merit = fits - far - CROOKED_COST * (crooked / 10.0) ** 2
            y, x = (int(v) for v in np.unravel_index(int(np.argmax(merit)), merit.shape))
            if merit[y, x] > best[1]:
                pose = Pose(left + x + width / 2, top + y + height / 2, angle, turned, fit=float(fits[y, x]))
                best = pose, float(merit[y, x])
        found.append(likened(table, settled(table, best[0], typical, spun)))
    return found


def _views(table: Overhead) -> tuple[Gray, Gray]:
    return table.surface.light, table.surface.ink


def _cut(view: Gray, left: int, top: int, width: int, height: int) -> Gray:
    """A part of a view; beyond its edges they go on as they are."""
    ys = np.clip(np.arange(top, top + height), 0, view.shape[0] - 1)
    xs = np.clip(np.arange(left, left + width), 0, view.shape[1] - 1)
    return np.ascontiguousarray(view[np.ix_(ys, xs)])


def likened(table: Overhead, pose: Pose) -> Pose:
    """The same pose with its likeness to the drawing of a card."""
    width, height = table.card
    drawn = (light_pattern(width, height), ink_pattern(width, height))
    left, top = round(pose.x - width / 2) - 1, round(pose.y - height / 2) - 1
    likes = [
        float(cv2.matchTemplate(_cut(view, left, top, width + 2, height + 2).astype(np.float32),
                                _spun(pattern, pose.angle_deg), cv2.TM_CCOEFF_NORMED).max())
        for view, pattern in zip(_views(table), drawn, strict=True)
    ]  # fmt: skip
    return replace(pose, light=likes[0], ink=likes[1])


def with_copy(table: Overhead, pose: Pose, usual: float = 0.0) -> Pose:
    """Add how far the small copy of the word speaks for this way of lying rather than for the opposite one.

    Both ways share the bold word. The copy stands above it; below there is only the card's edge. Letters are told from
    edges by how their darkness changes along the line.

    Args:
        table: the table from above.
        pose: how the card may lie.
        usual: the strokes of the words on this table; where no word stands, what lies around it is not its copy.
    """
    away = COPY_CENTRE[0] - WORD_CENTRE[0], COPY_CENTRE[1] - WORD_CENTRE[1]
    above, below, word = _strokes(table, pose, (away, (-away[0], -away[1]), (0.0, 0.0)))
    evidence = COPY_WEIGHT * (above - below) / (max(word, usual) + 5.0)
    return replace(pose, copy=min(max(evidence, -COPY_LIMIT), COPY_LIMIT), strokes=word)


def _strokes(table: Overhead, pose: Pose, spots: Sequence[tuple[float, float]]) -> list[float]:
    """Mean change of ink along the line in boxes at ``spots``, in shares of the card from the word's centre."""
    width, height = table.card
    at = np.array(spots)
    right = (_ALONG + at[:, :1] + WORD_CENTRE[0] - 0.5)[:, None, :] * width
    down = (_ACROSS + at[:, 1:] + WORD_CENTRE[1] - 0.5)[:, :, None] * height
    cos, sin = np.cos(np.deg2rad(pose.angle_deg)), np.sin(np.deg2rad(pose.angle_deg))
    x = (pose.x - 0.5 + cos * right - sin * down).astype(np.float32)
    y = (pose.y - 0.5 + sin * right + cos * down).astype(np.float32)
    lines = x.reshape(-1, len(_ALONG)), y.reshape(-1, len(_ALONG))
    ink = cv2.remap(table.surface.ink, *lines, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).reshape(x.shape)
    return [float(change) for change in np.abs(np.diff(ink.astype(np.float32), axis=2)).mean(axis=(1, 2))]


def _far_cost(begin: tuple[float, float], slack: tuple[int, int], likely: tuple[float, float]) -> Floats:
    """Cost of a pose away from its place, for all that are tried, the first at ``begin`` from it, x and y."""
    xs, ys = ((np.arange(2 * slack[axis] + 1) + begin[axis]) / likely[axis] for axis in (0, 1))
    return np.asarray(FAR_COST * (ys[:, None] ** 2 + xs[None, :] ** 2), np.float64)
