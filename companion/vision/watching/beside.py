"""What lies beside the cards: the tokens of the time bank and those that were taken; their looks are learnt here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game.position import COUNT, SIZE
from companion.game.tokens import Bank
from companion.vision.plane import Floats, apply
from companion.vision.watching import arrows
from companion.vision.watching.places import CARD_MM, FINE, Picture, Places
from companion.vision.watching.tokens import LEAST_MM, MOST_MM, Look, Looks, Token, cut_out
from companion.vision.watching.unlike import LOGARITHMS, Mask

REACH_MM = 85.0
"""So far beyond the cards tokens are looked for."""
CLEAR_MM = 4.0
"""So far beside a card nothing is looked at: large cards overlap word cards."""
OTHER, NOISY = 0.16, 2.5
"""The logarithm of a ratio from which on something is not the bare table, and so many times the table's own pattern."""
FILLED = 0.84
ALIKE = 0.55
"""From this likeness on two tokens show the same face."""
GREEN, GREEN_SHARE = -9.0, 0.35
"""Checkmark sides are of the green of the agents."""
EDGE = 1.1
"""So many lengths of a token between it and the edge of the picture leave no room for another one that is not seen."""
CUT_MM = 17.0
"""A token so near to the edge of the picture may be cut off."""
STEP, STILL_S = 30, 0.45
"""What has changed by so much, and then for so long not again, is counted anew."""
LOOSE, HEAP, NEAR_MM = 0.3, 6.0, 12.0
"""What is larger than the first and smaller than the second, in tokens, may be tokens against each other; something
larger is a box or a pile of cards, unless it lies so near to a token or there is no other token."""
FEWEST = 2
"""Things that lie beside the cards are tokens if so many are of one size and look."""


@dataclass(frozen=True, slots=True)
class Found:
    """A thing beside the cards.

    Attributes:
        token: Where it lies in the view; None if it has not the shape of a token.
        middle_mm: Where it lies from the board's middle.
        face: The thing cut out.
        area_mm2: How large it is.
        reach_mm: From its middle to its farthest corner.
    """

    token: Token | None
    middle_mm: tuple[float, float]
    face: Picture
    area_mm2: float
    reach_mm: float


@dataclass(slots=True)
class Beside:
    """Counts tokens.

    Attributes:
        looks: Shared with the judge of the cards.
        gain: What brings the light of the first photograph to neutral.
    """

    looks: Looks
    gain: Floats
    _size_mm: tuple[float, float] | None = None
    _board: tuple[Places, Floats, tuple[float, float]] | None = None

    def count(self, frame: Picture, places: Places) -> tuple[Bank | None, tuple[int, int] | None]:
        """The bank, and the tokens taken before A and before B; None for what can't be counted."""
        if self._board is None or self._board[0] is not places:
            self._board = (places, *board_plane(places))
        view = _view(frame, places, *self._board[1:])
        if self._size_mm is None:
            self._learn(
                [one for one in _things(view) if not _at_edge(view, one, CUT_MM)],
                lambda: _from_above(frame, view.plane, view.board_mm, arrows.PX_PER_MM),
            )
        if self._size_mm is None:
            return None, None
        things = _things(view)
        found = [one for one in things if one.token is not None and _sized(one.token, self._size_mm)]
        room = self._size_mm[0] * self._size_mm[1]
        # Tokens that lie against each other, or perhaps beyond the edge of the picture.
        doubtful = any(may_be_tokens(one, found, room) for one in things if one not in found)
        doubtful |= any(_at_edge(view, one, EDGE * max(self._size_mm)) for one in found)
        half_wide, half_high = view.board_mm[0] / 2, view.board_mm[1] / 2
        bank, taken = [0, 0], [0, 0]
        for one in found:
            green = self._green(one.face)
            x, y = one.middle_mm
            if abs(y) > half_high and abs(x) < half_wide + 4 and green:
                taken[0 if y > 0 else 1] += 1
            else:
                bank[1 if green else 0] += 1
        if doubtful:
            return None, None
        return Bank(bank[0], bank[1]), (taken[0], taken[1])

    def _green(self, face: Picture) -> bool:
        lit = np.clip(face * self.gain, 0, 255).astype(np.uint8)
        lab = cv2.cvtColor(lit, cv2.COLOR_BGR2LAB).astype(np.float32)
        return float(np.mean(lab[..., 1] - 128 < GREEN)) > GREEN_SHARE

    def _learn(self, found: list[Found], closer: Callable[[], Picture]) -> None:
        """Find those of one size and look; learn it with its arrow."""
        best: list[Found] = []
        for one in found:
            if one.token is None:
                continue
            size = one.token.size_px[0] / FINE, one.token.size_px[1] / FINE
            alike = [other for other in found if other.token is not None and _sized(other.token, size)]
            if len(alike) > len(best):
                best = alike
        plain = [one for one in best if not self._green(one.face)]
        if len(plain) < FEWEST:
            return
        sizes = _usual_size(plain)
        wide, high = round(float(sizes[0])), round(float(sizes[1]))
        faces = _same_way([_resized(one.face, (wide, high)) for one in plain])
        if len(faces) < FEWEST:
            return
        self._size_mm = wide / FINE, high / FINE
        face = np.clip(np.mean(faces, axis=0), 0, 255).astype(np.uint8)
        up = arrows.arrow_up(_enlarged(plain, closer()))
        self.looks.learn(Look(face, up))


@dataclass(frozen=True, slots=True)
class _View:
    """The table from above at two pixels to the millimetre, without the cards.

    Attributes:
        bare: Where neither card nor the picture's outside is.
        plane: From millimetres about the board's middle to the picture.
        board_mm: Width and height of the 25 cards.
    """

    picture: Picture
    bare: Mask
    plane: Floats
    board_mm: tuple[float, float]


def _view(frame: Picture, places: Places, plane: Floats, board_mm: tuple[float, float]) -> _View:
    whole = np.full(frame.shape[:2], 255, np.uint8)
    for quad in places.corners:
        middle = quad.mean(axis=0)
        grown = middle + (quad - middle) * (1 + 2 * CLEAR_MM / CARD_MM[1])
        cv2.fillConvexPoly(whole, np.rint(grown).astype(np.int32), 0)
    bare = _from_above(whole, plane, board_mm, FINE) > 0
    return _View(_from_above(frame, plane, board_mm, FINE), np.asarray(bare), plane, board_mm)


def _from_above(picture: Picture, plane: Floats, board_mm: tuple[float, float], scale: int) -> Picture:
    """The table from above, black beyond the picture."""
    wide, high = board_mm[0] + 2 * REACH_MM, board_mm[1] + 2 * REACH_MM
    to_mm = np.array([[1 / scale, 0, -wide / 2], [0, 1 / scale, -high / 2], [0, 0, 1.0]])
    size = (round(wide * scale), round(high * scale))
    seen = cv2.warpPerspective(picture, plane @ to_mm, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return np.asarray(seen, np.uint8)


def board_plane(places: Places) -> tuple[Floats, tuple[float, float]]:
    """From millimetres about the board's middle to pixels, and the width and height of the 25 cards."""
    half = np.array(CARD_MM) / 2
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half
    cells = np.array([(i % SIZE - 2, i // SIZE - 2) for i in range(COUNT)], np.float64)
    seen = places.corners.reshape(-1, 2)
    best: tuple[float, Floats, Floats] | None = None
    pitch, step = np.array([78.0, 53.0]), 4.0
    while step > 0.4:
        for across in (-2, -1, 0, 1, 2):
            for down in (-2, -1, 0, 1, 2):
                tried = pitch + np.array([across, down]) * step
                flat = ((cells * tried)[:, None] + corners).reshape(-1, 2)
                plane = np.asarray(cv2.findHomography(flat, seen)[0], np.float64)
                off = float(np.mean(np.linalg.norm(apply(plane, flat) - seen, axis=1)))
                if best is None or off < best[0]:
                    best = (off, tried, plane)
        assert best is not None
        pitch, step = best[1], step / 2.5
    assert best is not None
    wide, high = best[1] * (SIZE - 1) + CARD_MM
    return best[2], (float(wide), float(high))


def _things(view: _View) -> list[Found]:
    """What lies on the bare table."""
    tones = np.asarray(cv2.LUT(cv2.GaussianBlur(view.picture, (3, 3), 0.7), LOGARITHMS), np.float32)
    bare = view.bare & (view.picture.max(axis=2) > 0)
    away = tones - _table_tones(tones, bare)
    low, high = away.min(axis=2), away.max(axis=2)
    most = np.maximum(high, -low)
    usual = float(np.median(most[bare])) if bare.any() else 0.0
    # Between tokens that lie close together there is only shadow: it darkens all colours alike.
    shadow = (high < 0) & (low > -1.2) & (high - low < 0.12)
    other = ((most > max(OTHER, NOISY * usual)) & bare & ~shadow).astype(np.uint8)
    contours, _ = cv2.findContours(other, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(other, contours, -1, 1, -1)
    other = np.asarray(cv2.morphologyEx(other, cv2.MORPH_OPEN, np.ones((13, 13), np.uint8)), np.uint8)
    found: list[Found] = []
    height, width = other.shape
    for contour in cv2.findContours(other, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]:
        area = cv2.contourArea(contour) / FINE**2
        if area < 0.3 * LEAST_MM**2:
            continue
        token = _rectangle(np.asarray(contour))
        (x, y), sides, _ = cv2.minAreaRect(contour)
        spot = ((x + 0.5 - width / 2) / FINE, (y + 0.5 - height / 2) / FINE)
        face = view.picture[:1, :1] if token is None else cut_out(view.picture, token)
        found.append(Found(token, spot, face, area, float(np.linalg.norm(sides)) / 2 / FINE))
    return found


def _table_tones(tones: NDArray[np.float32], bare: Mask) -> NDArray[np.float32]:
    """How bright the bare table would be everywhere: a curved surface through most of what is bare."""
    height, width = bare.shape
    ys, xs = np.mgrid[0:height:6, 0:width:6].astype(np.float32)
    x, y = (xs / width - 0.5).ravel(), (ys / height - 0.5).ravel()
    terms = np.column_stack([np.ones_like(x), x, y, x * y, x * x, y * y])
    seen, use = tones[::6, ::6].reshape(-1, 3), bare[::6, ::6].ravel()
    for _ in range(4):
        if np.count_nonzero(use) < 50:
            break
        fitted = np.linalg.lstsq(terms[use], seen[use], rcond=None)[0]
        off = np.abs(seen - terms @ fitted).max(axis=1)
        use = bare[::6, ::6].ravel() & (off < max(0.1, 1.6 * float(np.median(off[use]))))
    small = (terms @ fitted).reshape(*ys.shape, 3).astype(np.float32)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _rectangle(contour: NDArray[np.int32]) -> Token | None:
    """A thing of a token's shape and size."""
    hull = cv2.convexHull(contour)
    (x, y), (wide, high), turn = cv2.minAreaRect(hull)
    while turn > 45:
        wide, high, turn = high, wide, turn - 90
    while turn < -45:
        wide, high, turn = high, wide, turn + 90
    if min(wide, high) < LEAST_MM * FINE or max(wide, high) > MOST_MM * FINE:
        return None
    if cv2.contourArea(contour) < FILLED * wide * high:
        return None
    return Token((x, y), (wide, high), turn, None)


def _at_edge(view: _View, one: Found, reach_mm: float) -> bool:
    """Whether the edge of the picture is so near to the middle of a thing."""
    reach = round(reach_mm * FINE)
    x, y = (round(v * FINE + side / 2) for v, side in zip(one.middle_mm, view.bare.shape[::-1], strict=True))
    around = view.picture[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]
    return bool((around.max(axis=2) == 0).any())


def may_be_tokens(thing: Found, found: list[Found], room_mm2: float) -> bool:
    """Whether something that is no token by itself may be several that lie against each other."""
    if thing.area_mm2 < LOOSE * room_mm2:
        return False
    if thing.area_mm2 < HEAP * room_mm2 or not found:
        return True
    middles = np.array([one.middle_mm for one in found]) - thing.middle_mm
    return bool((np.linalg.norm(middles, axis=1) - [one.reach_mm for one in found] < thing.reach_mm + NEAR_MM).any())


def _sized(token: Token, size_mm: tuple[float, float]) -> bool:
    """Whether a thing has the size of a token, lying either way."""
    sides, wanted = sorted(token.size_px), sorted(side * FINE for side in size_mm)
    return all(abs(side - due) < max(0.14 * due, 3.0) for side, due in zip(sides, wanted, strict=True))


def _same_way(faces: list[NDArray[np.uint8]]) -> list[NDArray[np.float32]]:
    """Those that show the face most of them show, all the same way up."""
    best: list[NDArray[np.float32]] = []
    for first in faces:
        turned: list[NDArray[np.float32]] = []
        for face in faces:
            ways = (face, np.ascontiguousarray(face[::-1, ::-1]))
            scores = [float(cv2.matchTemplate(way, first, cv2.TM_CCOEFF_NORMED)[0, 0]) for way in ways]
            if max(scores) > ALIKE:
                turned.append(ways[int(np.argmax(scores))].astype(np.float32))
        if len(turned) > len(best):
            best = turned
    return best


def _resized(face: Picture, size: tuple[int, int]) -> Picture:
    return np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8)


def _usual_size(found: list[Found]) -> Floats:
    return np.asarray(np.median([one.token.size_px for one in found if one.token is not None], axis=0))


def _enlarged(found: list[Found], closer: Picture) -> Picture:
    """The mean of several tokens, the same way up as the first, with a rim around them, for looking for the arrow."""
    by = arrows.PX_PER_MM / FINE
    rim = 2 * arrows.RIM_MM * arrows.PX_PER_MM
    sizes = _usual_size(found) * by + rim
    cuts = []
    for token in (one.token for one in found if one.token is not None):
        x, y = (v * by + (by - 1) / 2 for v in token.middle)
        cuts.append(cut_out(closer, replace(token, middle=(x, y), size_px=(float(sizes[0]), float(sizes[1])))))
    return np.asarray(np.clip(np.mean(_same_way(cuts), axis=0), 0, 255), np.uint8)


@dataclass(slots=True)
class Counting:
    """Counts anew when something beside the cards has changed and lies still.

    Attributes:
        beside: What counts.
        last: The small picture that was counted last, or compared with last.
        counted: What came of it.
    """

    beside: Beside
    last: Picture
    counted: tuple[Bank | None, tuple[int, int] | None] = (None, None)
    _due: bool = True
    _still_s: float = -1e9

    @property
    def due(self) -> bool:
        """Whether something has changed since."""
        return self._due

    def take(self, frame: Picture, small: Picture, places: Places, calm: bool, at_s: float) -> None:
        """Note a frame and its small picture; ``calm``: nothing moves over the cards."""
        apart = cv2.inRange(cv2.absdiff(small, self.last), (0, 0, 0), (STEP, STEP, STEP))
        if apart.size - cv2.countNonZero(apart) > LEAST_MM**2 * (places.px_per_mm / places.coarseness) ** 2 / 4:
            self._due, self._still_s, self.last = True, at_s, small
        if self._due and calm and (at_s - self._still_s >= STILL_S or at_s < 0):
            self.counted, self._due, self.last = self.beside.count(frame, places), False, small
