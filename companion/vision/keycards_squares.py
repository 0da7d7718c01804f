"""Finds the squares of a key card: even patches, and lattices of five by five that they lie on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game.position import SIZE
from companion.vision.blobs import Gray
from companion.vision.plane import Floats, apply, fitted
from companion.vision.surface import reading_gray

LEAST_SIDE_PX, LARGEST_SHARE = 7.0, 0.22
"""A square is at least so long in the picture as worked on, and at most this share of its shorter side."""
LEAST_FILL = 0.8
"""How much of its hull a patch fills; and of the parallelogram that its moments describe."""
FEWEST = 7
"""Patches of one lattice; a Duet face has twelve squares that no card ground hides."""
WHITE_SIDE = 12.0**0.5
"""Side of an even square whose second moments were made 1."""
PITCH = (0.95, 1.75)
"""From square to square, in sides of a square."""
SAME_AREA = (0.5, 2.0)
REACHES = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1), (2, 0), (-2, 0), (0, 2), (0, -2))
"""Where the next patch of a lattice may lie: beside the last one, or behind a square that does not stand out."""
MOST_FOUND = 12000
"""The smallest patches beyond so many are left out: a square is found several times, noise makes tens of thousands."""
MOST_SEEDS = 40
MOST_AROUND, CLEAR_LEAD = 6, 3
"""More patches than the first on the same lattice beyond five by five are a pattern and no key card, unless the window
holds so many more than any other."""


@dataclass(frozen=True, slots=True)
class Patches:
    """Even patches of a picture, as parallel arrays: ``centre`` (n, 2), ``moments`` (n, 2, 2), ``area`` (n,)."""

    centre: Floats
    moments: Floats
    area: Floats

    def __len__(self) -> int:
        return len(self.area)


@dataclass(frozen=True, slots=True)
class Lattice:
    """Five by five squares. ``plane``: homography from (column, row) of square centres to the picture.

    Columns run to the right of rows that run down, as seen from the front; which of the four ways is up is open.
    ``seen``: (row, column) of the squares that were found as patches. ``alone``: no other window of the same lattice
    holds as many.
    """

    plane: Floats
    seen: frozenset[tuple[int, int]]
    alone: bool

    @property
    def settled(self) -> bool:
        """Each outer row and column was seen: it is clear where the squares end."""
        rows, columns = {row for row, _ in self.seen}, {column for _, column in self.seen}
        return self.alone and {0, SIZE - 1} <= rows and {0, SIZE - 1} <= columns


def patches_of(picture: NDArray[np.uint8]) -> tuple[Patches, list[NDArray[np.int32]]]:
    """All patches that may be squares, each once, and the outlines of everything larger (a card, a panel)."""
    found: list[tuple[float, ...]] = []
    large: list[NDArray[np.int32]] = []
    most = (LARGEST_SHARE * min(picture.shape[:2])) ** 2
    for mask in masks_of(picture):
        outlines, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for outline in outlines:
            if len(outline) < 4:
                continue
            area = cv2.contourArea(outline)
            if LEAST_SIDE_PX**2 <= area <= most:
                found += _patch(np.asarray(outline, np.int32), area)
            elif area > most / 4:
                large.append(np.asarray(outline.reshape(-1, 2), np.int32))
    return _once(np.array(found).reshape(-1, 6)), large


def masks_of(picture: NDArray[np.uint8]) -> Iterator[Gray]:
    """The picture cut into light and dark, and into more and less coloured, in several ways."""
    smooth = cv2.bilateralFilter(picture, 5, 30, 5)
    gray = reading_gray(np.asarray(smooth, np.uint8))
    blue, green, red = cv2.split(smooth)
    short = min(gray.shape)
    for channel in (gray, red, green, blue, _coloured(np.asarray(smooth, np.uint8))):
        for share in (0.04, 0.12):
            reach = max(9, round(share * short) | 1)
            for sign in (-4, 4):
                kind = cv2.THRESH_BINARY_INV if sign > 0 else cv2.THRESH_BINARY
                yield np.asarray(
                    cv2.adaptiveThreshold(channel, 255, cv2.ADAPTIVE_THRESH_MEAN_C, kind, reach, sign), np.uint8
                )
    for channel in (gray, red, green, blue):
        edges = cv2.dilate(cv2.Canny(channel, 25, 60), np.ones((2, 2), np.uint8))
        yield np.asarray(255 - edges, np.uint8)


def _coloured(picture: NDArray[np.uint8]) -> Gray:
    parts = picture.astype(np.int16)
    return np.asarray(parts.max(axis=2) - parts.min(axis=2), np.uint8)


def _patch(outline: NDArray[np.int32], area: float) -> list[tuple[float, ...]]:
    """Centre, second moments and area of a patch, if it is as even as a square seen from anywhere."""
    hull = cv2.convexHull(outline)
    if area < LEAST_FILL * cv2.contourArea(hull):
        return []
    sums = cv2.moments(hull)
    whole = sums["m00"]
    x, y = sums["m10"] / whole, sums["m01"] / whole
    xx, xy, yy = sums["mu20"] / whole, sums["mu11"] / whole, sums["mu02"] / whole
    spread = xx * yy - xy * xy
    if spread <= 0:
        return []
    # A parallelogram has the area 12 sqrt(det); a disc has 1.05 of that, a triangle 1.15.
    if not LEAST_FILL < whole / (12 * spread**0.5) < 1.06:
        return []
    middle, half = (xx + yy) / 2, (((xx - yy) / 2) ** 2 + xy * xy) ** 0.5
    return [(x, y, xx, xy, yy, whole)] if middle + half < 9 * (middle - half) else []


def _once(rows: Floats) -> Patches:
    """The same patch found in several ways counts once: the largest of them."""
    rows = rows[np.argsort(-rows[:, 5], kind="stable")][:MOST_FOUND]
    kept: list[int] = []
    taken: dict[tuple[int, int], list[int]] = {}
    for number, (x, y, *_, area) in enumerate(rows):
        side = area**0.5
        cell = (int(x // 8), int(y // 8))
        near = [n for dx in (-1, 0, 1) for dy in (-1, 0, 1) for n in taken.get((cell[0] + dx, cell[1] + dy), ())]
        if any(np.hypot(*(rows[n, :2] - (x, y))) < 0.3 * side and rows[n, 5] < 2.2 * area for n in near):
            continue
        taken.setdefault(cell, []).append(number)
        kept.append(number)
    rows = rows[kept]
    moments = rows[:, [2, 3, 3, 4]].reshape(-1, 2, 2)
    return Patches(rows[:, :2], moments, rows[:, 5])


def lattices_of(patches: Patches) -> list[Lattice]:
    """Lattices of five by five that enough patches lie on, those with most patches first."""
    found: list[Lattice] = []
    used = np.zeros(len(patches), bool)
    seeds = 0
    for seed, steps in _seeds(patches):
        if used[seed]:
            continue
        if seeds == MOST_SEEDS:
            break
        seeds += 1
        places = grown(patches, seed, steps)
        if len(places) >= FEWEST:
            used[list(places.values())] = True
            found += windows(patches, places)
    return sorted(found, key=lambda lattice: -len(lattice.seen))


def _seeds(patches: Patches) -> Iterator[tuple[int, Floats]]:
    """Patches with neighbours across two sides, and the steps to these (2x2: right, down), best surrounded first."""
    ranked = []
    for seed in range(len(patches)):
        whiten = np.linalg.inv(np.linalg.cholesky(patches.moments[seed]))
        apart = patches.centre - patches.centre[seed]
        far = np.hypot(*(apart @ whiten.T).T) / WHITE_SIDE
        alike = patches.area / patches.area[seed]
        near = np.flatnonzero((far > PITCH[0]) & (far < PITCH[1]) & (alike > SAME_AREA[0]) & (alike < SAME_AREA[1]))
        steps = _square_steps((apart[near] @ whiten.T), apart[near])
        if steps is not None:
            ranked.append((len(near) if len(near) <= 8 else 0, seed, steps))
    ranked.sort(key=lambda entry: -entry[0])
    for _, seed, steps in ranked:
        yield seed, steps


def _square_steps(white: Floats, apart: Floats) -> Floats | None:
    """Of the ways to neighbours the two shortest that stand square on each other where the patch is a square."""
    order = np.argsort(np.hypot(*white.T))
    for number, one in enumerate(order):
        for other in order[number + 1 :]:
            lengths = np.hypot(*white[[one, other]].T)
            cos = abs(float(white[one] @ white[other])) / float(lengths.prod())
            if cos < 0.3 and lengths.max() < 1.3 * lengths.min():
                u, v = apart[one], apart[other]
                right, down = (u, v) if abs(u[0]) * abs(v[1]) >= abs(u[1]) * abs(v[0]) else (v, u)
                right, down = (right if right[0] >= 0 else -right), (down if down[1] >= 0 else -down)
                if right[0] * down[1] - right[1] * down[0] < 0:
                    down = -down
                return np.column_stack([right, down])
    return None


def grown(patches: Patches, seed: int, steps: Floats) -> dict[tuple[int, int], int]:
    """Which patch lies at which (column, row) of the lattice, from the seed at (0, 0) outwards."""
    places = {(0, 0): seed}
    local = {(0, 0): steps}
    waiting = [(0, 0)]
    alike = patches.area / patches.area[seed]
    fitting = (alike > 0.35) & (alike < 2.8)
    while waiting:
        at = waiting.pop(0)
        here, ways = patches.centre[places[at]], local[at]
        for dx, dy in REACHES:
            there = (at[0] + dx, at[1] + dy)
            if there in places or max(map(abs, there)) > 2 * SIZE:
                continue
            way = ways @ (dx, dy)
            off = np.hypot(*(patches.centre - here - way).T)
            off[~fitting] = np.inf
            best = int(np.argmin(off))
            pitch = np.hypot(*way) / np.hypot(dx, dy)
            if off[best] > 0.22 * pitch or not 0.5 < patches.area[best] / patches.area[places[at]] < 2.0:
                continue
            places[there] = best
            local[there] = ways.copy()
            if not dx * dy:
                column = 0 if dx else 1
                local[there][:, column] = 0.5 * ways[:, column] + 0.5 * (patches.centre[best] - here) / (dx + dy)
            waiting.append(there)
    return _filled(patches, places, fitting)


def _filled(
    patches: Patches, places: dict[tuple[int, int], int], fitting: NDArray[np.bool_]
) -> dict[tuple[int, int], int]:
    """Add the patches that no neighbour leads to, by the lattice as a whole; drop those that lie beside it."""
    if len(places) < FEWEST:
        return places
    index = np.array(list(places), float)
    found = fitted(index, patches.centre[list(places.values())], reach=0.12 * _pitch_px(patches, places))
    if found is None or np.count_nonzero(found[1]) < FEWEST:
        return {}
    plane, _ = found
    low, high = index.min(axis=0).astype(int) - 3, index.max(axis=0).astype(int) + 3
    whole: dict[tuple[int, int], int] = {}
    for row in range(low[1], high[1] + 1):
        for column in range(low[0], high[0] + 1):
            spot = apply(plane, [(column, row), (column + 1, row)])
            off = np.hypot(*(patches.centre - spot[0]).T)
            off[~fitting] = np.inf
            best = int(np.argmin(off))
            if off[best] < 0.15 * np.hypot(*(spot[1] - spot[0])):
                whole[(column, row)] = best
    return whole


def _pitch_px(patches: Patches, places: dict[tuple[int, int], int]) -> float:
    return float(np.sqrt(np.median([patches.area[number] for number in places.values()])))


def windows(patches: Patches, places: dict[tuple[int, int], int], size: int = SIZE) -> Iterator[Lattice]:
    """The window of five by five (``size``) that holds most of the patches, or several that hold as many."""
    columns, rows = ([place[axis] for place in places] for axis in (0, 1))
    counted = []
    for top in range(min(rows) - size + 1, max(rows) + 1):
        for left in range(min(columns) - size + 1, max(columns) + 1):
            inside = {
                (column - left, row - top): number
                for (column, row), number in places.items()
                if 0 <= column - left < size and 0 <= row - top < size
            }
            counted.append(inside)
    sizes = sorted((len(inside) for inside in counted), reverse=True)
    most, next_most = sizes[0], (*sizes, 0)[1]
    if most < FEWEST or (len(places) > most + MOST_AROUND and next_most > most - CLEAR_LEAD):
        return
    best = [inside for inside in counted if len(inside) == most]
    for inside in best:
        found = fitted(np.array(list(inside), float), patches.centre[list(inside.values())])
        if found is not None:
            yield Lattice(found[0], frozenset((row, column) for column, row in inside), alone=len(best) == 1)
