"""Orders word blobs into a lattice: which blob may be the word of which row and column."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.vision.blobs import WordBlobs
from companion.vision.plane import Floats, apply, fitted, steps_at

Cell = tuple[int, int]
"""Row and column of a lattice, counted from where it was begun: may be negative."""

MAX_SPAN = 7
"""Rows and columns that are looked at: the board's five and one beside it on either side."""
BOARD = 25
SMALLEST_STEP = 50.0
"""A step to the right and one down span at least so many pixels, or there is no lattice."""
TRIES, BEGINNINGS = 6, 80
"""How many different beginnings are grown, and how many are looked at."""
BESIDE, ALONG, AS_DARK = 3.2, 5.0, 0.65
"""So near above, below and along a word, in heights of its text, nothing stands that is so dark against it."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """Word blobs in rows and columns.

    ``plane``: 3x3 homography from (column, row) to pixels of the picture. ``nodes``: which blob stands in which cell,
    25 at most.
    ``score``: for choosing between lattices.
    """

    plane: Floats
    nodes: dict[Cell, int]
    score: float

    def with_between(self, rows: bool, columns: bool) -> Lattice:
        """The same lattice with a row between each two, or a column, or both."""
        down, right = 1 + rows, 1 + columns
        nodes = {(row * down, column * right): blob for (row, column), blob in self.nodes.items()}
        return Lattice(self.plane @ np.diag([1.0 / right, 1.0 / down, 1.0]), nodes, self.score)


def grow_lattices(blobs: WordBlobs) -> list[Lattice]:
    """Different lattices that may be the board, most promising first."""
    leads = with_copies(blobs)
    grown: list[Lattice] = []
    for origin, right, down in _beginnings(blobs, leads)[:BEGINNINGS]:
        if len(grown) == TRIES:
            break
        if any(_continues(lattice, origin, right, down) for lattice in grown):
            continue
        lattice = _grow(blobs, leads, origin, right, down)
        grown.append(lattice)
        if len(lattice.nodes) == BOARD and leads[list(lattice.nodes.values())].mean() > 0.7:
            break
    return sorted(grown, key=lambda lattice: -lattice.score)


def _continues(lattice: Lattice, origin: int, right: Floats, down: Floats) -> bool:
    """Whether a beginning would only grow a lattice that is there already."""
    for cell, blob in lattice.nodes.items():
        if blob == origin:
            steps = steps_at(lattice.plane, cell)
            apart = np.abs(steps - np.column_stack([right, down])) / np.linalg.norm(steps, axis=0)
            return bool((apart < 0.3).all())
    return False


def with_copies(blobs: WordBlobs) -> NDArray[np.bool_]:
    """Which blobs have a paler parallel line of text near by, as the bold word has its grey copy."""
    along, across = _in_own_frame(blobs)
    near = (np.abs(across) > 1.8) & (np.abs(across) < 4.5) & (np.abs(along) < 6)
    turn = np.abs(blobs.angle_rad[:, None] - blobs.angle_rad[None, :])
    near &= (np.minimum(turn, np.pi - turn) < 0.4) & (blobs.dark[None, :] < blobs.dark[:, None])
    return np.asarray(near.any(axis=1))


def alone_on_paper(blobs: WordBlobs) -> NDArray[np.bool_]:
    """Which blobs have nothing as dark beside them: around a word there is paper, beside a stripe are more stripes."""
    along, across = _in_own_frame(blobs)
    turn = np.abs(blobs.angle_rad[:, None] - blobs.angle_rad[None, :])
    beside = (np.abs(across) > 0.8) & (np.abs(across) < BESIDE) & (np.abs(along) < ALONG)
    beside &= np.minimum(turn, np.pi - turn) < 0.4
    beside &= blobs.dark[None, :] > AS_DARK * blobs.dark[:, None]
    return np.asarray(~beside.any(axis=1))


def _in_own_frame(blobs: WordBlobs) -> tuple[Floats, Floats]:
    """Offsets from blob i to blob j along and across the text of i, in text heights of i; two (n, n) arrays."""
    offset = (blobs.centre[None, :, :] - blobs.centre[:, None, :]) / blobs.height[:, None, None]
    cos, sin = np.cos(blobs.angle_rad)[:, None], np.sin(blobs.angle_rad)[:, None]
    return offset[..., 0] * cos + offset[..., 1] * sin, offset[..., 1] * cos - offset[..., 0] * sin


def _beginnings(blobs: WordBlobs, leads: NDArray[np.bool_]) -> list[tuple[int, Floats, Floats]]:
    """Blobs with a step to the right and a step down that many other blobs agree with, best first."""
    along, across = _in_own_frame(blobs)
    ratio = blobs.height[None, :] / blobs.height[:, None]
    alike = (ratio > 0.6) & (ratio < 1.6)
    beside = alike & (along > 9.5) & (along < 32) & (np.abs(across) < 0.35 * along)
    below = alike & (across > 7.5) & (across < 24) & (np.abs(along) < 0.45 * across)
    found: list[tuple[float, int, Floats, Floats]] = []
    for origin in range(len(blobs)):
        offsets = blobs.centre - blobs.centre[origin]
        rights = sorted(np.nonzero(beside[origin])[0], key=lambda j: along[origin, j])[:4]
        downs = sorted(np.nonzero(below[origin])[0], key=lambda j: across[origin, j])[:5]
        others = offsets[alike[origin]]
        for right in rights:
            for down in downs:
                votes = _votes(others, offsets[right], offsets[down])
                weight = votes + 0.5 * blobs.dark[origin] + 0.5 * leads[origin]
                found.append((weight, origin, offsets[right], offsets[down]))
    found.sort(key=lambda item: -item[0])
    return [item[1:] for item in found]


def _votes(offsets: Floats, right: Floats, down: Floats) -> int:
    """How many cells of the 5x5 around an origin hold one of the blobs."""
    (a, c), (b, d) = right.tolist(), down.tolist()
    area = a * d - b * c
    if abs(area) < 1.0:
        return 0
    steps = offsets @ (np.array([(d, -c), (-b, a)]) / area)
    nearest = np.rint(steps)
    good = ((np.abs(nearest) <= 2) & (np.abs(steps - nearest) < 0.22)).all(axis=1)
    return len(set(map(tuple, nearest[good].tolist())))


def _grow(blobs: WordBlobs, leads: NDArray[np.bool_], origin: int, right: Floats, down: Floats) -> Lattice:
    nodes: dict[Cell, int] = {(0, 0): origin}
    plane = np.array([[right[0], down[0], 0.0], [right[1], down[1], 0.0], [0.0, 0.0, 1.0]])
    plane[:2, 2] = blobs.centre[origin]
    for _ in range(2 * MAX_SPAN):
        before = len(nodes)
        used = set(nodes.values())
        for _, cell, blob in sorted(_offers(blobs, leads, nodes, plane)):
            if cell not in nodes and blob not in used:
                nodes[cell] = blob
                used.add(blob)
        if len(nodes) == before:
            break
        plane = _fit(blobs, nodes, plane)
    window = _best_window(blobs, leads, nodes)
    inside = [nodes[cell] for cell in window]
    score = len(window) + 3.0 * float(blobs.dark[inside].mean()) + 4.0 * float(leads[inside].mean())
    kept = {cell: nodes[cell] for cell in window}
    return Lattice(_robust(blobs, kept, plane), kept, score)


def _frontier(nodes: dict[Cell, int]) -> list[Cell]:
    """Empty cells next to filled ones that keep the lattice within its span."""
    rows, columns = [cell[0] for cell in nodes], [cell[1] for cell in nodes]
    found = {
        (row + down, column + right) for row, column in nodes for down in (-1, 0, 1) for right in (-1, 0, 1)
    } - nodes.keys()
    return [
        cell
        for cell in sorted(found)
        if max(*rows, cell[0]) - min(*rows, cell[0]) < MAX_SPAN
        and max(*columns, cell[1]) - min(*columns, cell[1]) < MAX_SPAN
    ]


def _offers(
    blobs: WordBlobs, leads: NDArray[np.bool_], nodes: dict[Cell, int], plane: Floats
) -> list[tuple[float, Cell, int]]:
    """Blobs that may stand in the empty cells beside the filled ones, with their cost."""
    empty = _frontier(nodes)
    if not empty:
        return []
    cells, filled = np.array(empty), np.array(list(nodes))
    blob_of = list(nodes.values())
    stray = blobs.centre[blob_of] - apply(plane, filled[:, ::-1])
    near = np.abs(cells[:, None, :] - filled[None, :, :]).max(axis=2) <= 1
    drift = near @ stray / near.sum(axis=1, keepdims=True)
    off = blobs.centre[None, :, :] - (apply(plane, cells[:, ::-1]) + 0.7 * drift)[:, None, :]
    (a, b), (c, d) = _steps_at_all(plane, cells)
    area = a * d - b * c
    area[np.abs(area) < SMALLEST_STEP] = np.nan
    across = np.abs(off[..., 0] * d[:, None] - off[..., 1] * b[:, None]) / np.abs(area)[:, None]
    along = np.abs(off[..., 1] * a[:, None] - off[..., 0] * c[:, None]) / np.abs(area)[:, None]
    ratio = np.abs(np.log(blobs.height / np.median(blobs.height[blob_of])))
    extra = 0.3 * ratio - 0.3 * blobs.dark - 0.15 * leads
    fits = zip(*np.nonzero((across < 0.3) & (along < 0.33) & (ratio < 0.6)), strict=True)
    return [(float(np.hypot(across[i, j], along[i, j]) + extra[j]), empty[i], int(j)) for i, j in fits]


def _steps_at_all(plane: Floats, cells: NDArray[np.int64]) -> Floats:
    """The local steps of a lattice at many cells (n, 2): shape (2, 2, n), as ``steps_at`` gives them for one."""
    halves = np.array([(0.5, 0.0), (-0.5, 0.0), (0.0, 0.5), (0.0, -0.5)])
    ends = apply(plane, (cells[None, :, ::-1] + halves[:, None, :]).reshape(-1, 2)).reshape(4, -1, 2)
    return np.stack([ends[0] - ends[1], ends[2] - ends[3]]).transpose(2, 0, 1)


def _fit(blobs: WordBlobs, nodes: dict[Cell, int], fallback: Floats) -> Floats:
    """Least squares: a homography once the nodes span enough, before that an affine map."""
    grid = np.array([(column, row) for row, column in nodes], np.float64)
    points = blobs.centre[list(nodes.values())]
    if len(nodes) >= 8 and np.ptp(grid, axis=0).min() >= 2:
        found = fitted(grid, points)
        return fallback if found is None else found[0]
    if len(nodes) < 3 or np.ptp(grid, axis=0).min() < 1:
        return fallback
    solved, _, rank, _ = np.linalg.lstsq(np.column_stack([grid, np.ones(len(grid))]), points, rcond=None)
    return np.vstack([solved.T, [0.0, 0.0, 1.0]]) if rank == 3 else fallback


def _robust(blobs: WordBlobs, nodes: dict[Cell, int], plane: Floats) -> Floats:
    """Fit again without the few nodes that are no words."""
    grid = np.array([(column, row) for row, column in nodes], np.float64)
    if len(nodes) < 9 or np.ptp(grid, axis=0).min() < 2:
        return plane
    centre = grid.mean(axis=0)
    reach = 0.2 * float(np.linalg.norm(steps_at(plane, (centre[1], centre[0])), axis=0).min())
    found = fitted(grid, blobs.centre[list(nodes.values())], max(reach, 2.0))
    return plane if found is None else found[0]


def _best_window(blobs: WordBlobs, leads: NDArray[np.bool_], nodes: dict[Cell, int]) -> list[Cell]:
    """The filled cells of the 5x5 that holds the most nodes, the darkest and those with a copy before others."""
    rows = range(min(cell[0] for cell in nodes), max(cell[0] for cell in nodes) + 1)
    columns = range(min(cell[1] for cell in nodes), max(cell[1] for cell in nodes) + 1)
    windows = [
        [cell for cell in nodes if row <= cell[0] < row + 5 and column <= cell[1] < column + 5]
        for row in rows
        for column in columns
    ]
    return max(windows, key=lambda window: sum(0.4 + blobs.dark[nodes[c]] + 0.4 * leads[nodes[c]] for c in window))
