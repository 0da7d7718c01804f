"""Finds squares that touch each other without a line between them: by the corners where their colours meet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game.position import SIZE
from companion.vision.keycards_squares import (
    LARGEST_SHARE,
    LEAST_SIDE_PX,
    Lattice,
    Patches,
    grown,
    masks_of,
    windows,
)
from companion.vision.plane import Floats

BEND = 0.02
"""An outline is straightened by so much of its length."""
MOST_CORNERS = 30
NEAR_PX, FEWEST_TOGETHER = 3.0, 3
"""So near, and so many, are the corners that several ways to cut a picture show at one place."""
MOST_PLACES = 2500
FEWEST_NODES = 20
"""Of the 36 corners of five by five squares; where four squares are alike, there is none to be seen."""
MOST_QUADS = 40
OFF_SQUARE = 0.3


def corner_lattices(picture: NDArray[np.uint8]) -> list[Lattice]:
    """Lattices of five by five squares by the corners of what has one colour, those with most corners first."""
    corners, quads = _outlined(picture)
    if len(corners) < FEWEST_NODES:
        return []
    found: list[tuple[int, Lattice]] = []
    used = np.zeros(len(corners), bool)
    for quad in quads[:MOST_QUADS]:
        seed = int(np.argmin(np.hypot(*(corners - quad[0]).T)))
        if used[seed]:
            continue
        right, down = (quad[1] - quad[0] + quad[2] - quad[3]) / 2, (quad[3] - quad[0] + quad[2] - quad[1]) / 2
        area = np.full(len(corners), float(np.hypot(*right) * np.hypot(*down)))
        nodes = Patches(corners, np.zeros((len(corners), 2, 2)), area)
        places = grown(nodes, seed, np.column_stack([right, down]))
        if len(places) < FEWEST_NODES:
            continue
        used[list(places.values())] = True
        found += [(len(lattice.seen), lattice) for lattice in windows(nodes, places, SIZE + 1)]
    found.sort(key=lambda entry: -entry[0])
    return [_squares(lattice) for count, lattice in found if count >= FEWEST_NODES]


def _squares(nodes: Lattice) -> Lattice:
    """From a lattice of six by six corners to that of the squares between them: seen are those with two corners."""
    shift = np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5], [0.0, 0.0, 1.0]])
    seen = frozenset(
        (row, column)
        for row in range(SIZE)
        for column in range(SIZE)
        if sum((row + y, column + x) in nodes.seen for y in (0, 1) for x in (0, 1)) >= 2
    )
    outer = all(sum(node[axis] == line for node in nodes.seen) >= 2 for axis in (0, 1) for line in (0, SIZE))
    return replace(nodes, plane=np.asarray(nodes.plane @ shift), seen=seen, alone=nodes.alone and outer)


def _outlined(picture: NDArray[np.uint8]) -> tuple[Floats, list[Floats]]:
    """The corners of all outlines, each once, and the four corners of what may be a single square, in order."""
    points: list[NDArray[np.int32]] = []
    quads: list[tuple[float, Floats]] = []
    most = (LARGEST_SHARE * min(picture.shape[:2])) ** 2
    for mask in masks_of(picture):
        outlines, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for outline in outlines:
            area = cv2.contourArea(outline)
            if not LEAST_SIDE_PX**2 <= area <= SIZE**2 * most:
                continue
            straight = cv2.approxPolyDP(outline, BEND * cv2.arcLength(outline, True), True).reshape(-1, 2)
            if 4 <= len(straight) <= MOST_CORNERS:
                points.append(np.asarray(straight, np.int32))
            if len(straight) == 4 and area <= most and cv2.isContourConvex(straight):
                quads += [(area, quad) for quad in _square_quad(straight.astype(np.float64))]
    corners = np.array(list(_apart(np.concatenate(points)))) if points else np.zeros((0, 2))
    quads.sort(key=lambda entry: -entry[0])
    single = {(*(quad[0] // 6).astype(int), *(quad[2] // 6).astype(int)): quad for _, quad in quads}
    return corners, list(single.values())


def _square_quad(corners: Floats) -> Iterator[Floats]:
    """The corners clockwise from the top left, if the sides are about as long as each other."""
    x, y = corners.T
    if float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1))) < 0:
        corners = corners[::-1]
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    if sides.max() < (1 + OFF_SQUARE) * 1.3 * sides.min():
        yield np.roll(corners, -int(np.argmin(corners.sum(axis=1))), axis=0)


def _apart(points: NDArray[np.int32]) -> Iterator[Floats]:
    """Points that lie together are one: their middle."""
    cells: dict[tuple[int, int], list[NDArray[np.int32]]] = {}
    for point in points:
        cells.setdefault((int(point[0] // NEAR_PX), int(point[1] // NEAR_PX)), []).append(point)
    taken: set[tuple[int, int]] = set()
    for cell in sorted(cells, key=lambda cell: -len(cells[cell]))[:MOST_PLACES]:
        if cell in taken:
            continue
        around = [(cell[0] + x, cell[1] + y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
        taken.update(around)
        together = [point for near in around for point in cells.get(near, ())]
        if len(together) >= FEWEST_TOGETHER:
            yield np.mean(together, axis=0)
