"""What lies on each card: judged where something changed, beside what lay there before and beside the free card."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from companion.game.position import Seat
from companion.table.observation import FREE, Lies
from companion.table.scan import SeenCover
from companion.vision.watching import arrows
from companion.vision.watching.cells import SAME, Covering, FreeCard, Seen, seen_at, shift_of
from companion.vision.watching.kinds import cover_kind
from companion.vision.watching.laid import agreed, tokens_on, tokens_over, told_arrows, too_small
from companion.vision.watching.places import INNER, Picture, Places
from companion.vision.watching.tokens import Looks, Token
from companion.vision.watching.unlike import Mask, View, marked, opened, unlike, view_of

SMOOTH = 0.6
"""A bystander is drawn with more lines than this share of those of a word card."""
RING_PX, LIMB_PX = 4, 18
"""The outermost part of a close view, beyond every piece; what crosses it for so many pixels is a limb."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One place in one frame.

    Attributes:
        frame: The picture.
        places: Where the cards lie in it.
        index: Which one.
        glimpse: The place at one pixel to the millimetre.
        gain: What brings it to neutral light.
        limb_near: What crosses its rim may be a limb.
    """

    frame: Picture
    places: Places
    index: int
    glimpse: NDArray[np.uint8]
    gain: NDArray[np.float64]
    limb_near: bool = False

    def view(self, beside_mm: tuple[float, float] = (0.0, 0.0)) -> View:
        """Its close view, prepared."""
        return view_of(self.places.close(self.frame, self.index, beside_mm), self.gain)

    def closer(self, beside_mm: tuple[float, float] = (0.0, 0.0)) -> Picture:
        """The same closer still, for arrows."""
        return self.places.close(self.frame, self.index, beside_mm, arrows.PX_PER_MM)


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict on one place.

    Attributes:
        lies: What lies there; None if it can't be told.
        view: The close view it rests on.
        limb: Something reaches into the place from outside.
        beside_mm: How far the word card lies beside its place.
        tokens: The tokens found.
    """

    lies: Lies | None
    view: View
    limb: bool = False
    beside_mm: tuple[float, float] = (0.0, 0.0)
    tokens: tuple[Token, ...] = ()


@dataclass(slots=True)
class Judge:
    """Judges places; learns the looks of tokens on the way.

    Attributes:
        cards: The word cards as they look free.
        settled: The close views at the last verdicts.
    """

    cards: list[FreeCard | None]
    settled: list[View]
    looks: Looks

    def look(self, spot: Spot, before: Lies | None) -> Judged:
        """Judge one place; ``before``: what lay there, None if nobody knows."""
        view, settled = spot.view(), self.settled[spot.index]
        fresh = unlike(view, settled)
        piece = opened(fresh, 5.0)
        if before is not None and float(np.mean(piece[INNER])) < SAME:
            return Judged(before, view)
        limb = spot.limb_near and reaches_in(opened(fresh, 2.5))
        card = self.cards[spot.index]
        seen = None if card is None else _beside(spot, seen_at(view, card), card)
        if seen is not None and seen.covering is Covering.FREE:
            return Judged(FREE, view, limb, seen.beside_mm)
        if limb:
            return Judged(None, view, limb)
        if before is not None and before.cover is not None and float(np.mean(piece[INNER])) < 0.5:
            return self._on_cover(spot, before, Seen(Covering.PARTLY, view, piece, fresh))
        if seen is None or seen.covering is Covering.COVERED:
            return self._covered(spot, view)
        return self._partly(spot, seen)

    def agree(self, index: int, lies: Lies, view: View) -> None:
        """The players agreed what lies in a close view: learn the looks of its tokens."""
        card = self.cards[index]
        if not lies.arrows or card is None or lies.cover is not None:
            return
        found = tokens_on(seen_at(view, card), self.looks)
        if found:
            agreed(found, lies.arrows, view.picture, self.looks)

    def _covered(self, spot: Spot, view: View) -> Judged:
        cover = cover_kind(spot.glimpse, spot.gain)
        # An arm that rests is as light as a bystander, but it is smooth.
        arm = cover is SeenCover.BYSTANDER and self._is_smooth(spot.index, view)
        if cover is None or cover is SeenCover.UNKNOWN or arm:
            return Judged(None, view)
        found = tokens_over(view.picture, self.looks)
        seats = sorted((Seat.B if token.up else Seat.A for token in found), key=lambda seat: seat.value)
        return Judged(Lies(cover, tuple(seats)), view, tokens=tuple(found))

    def _is_smooth(self, index: int, view: View) -> bool:
        """Whether what covers a card shows less than the card itself."""
        card = self.cards[index]
        if card is None:
            return False
        shown, own = (float(np.mean(marked(one)[INNER])) for one in (view, card.view))
        return shown < SMOOTH * own

    def _on_cover(self, spot: Spot, before: Lies, seen: Seen) -> Judged:
        """A token was laid on a large card, or taken away from it."""
        found = tokens_on(seen, self.looks)
        if not found or before.arrows:
            return Judged(None, seen.view)
        told = told_arrows(found, spot.closer, seen.view.picture, self.looks)
        return Judged(None if told is None else Lies(before.cover, told), seen.view, tokens=tuple(found))

    def _partly(self, spot: Spot, seen: Seen) -> Judged:
        found = tokens_on(seen, self.looks)
        if found is None:
            return Judged(None, seen.view)
        if not found:
            lies = FREE if too_small(seen.other[INNER]) else None
            return Judged(lies, seen.view, beside_mm=seen.beside_mm)
        told = told_arrows(found, partial(spot.closer, seen.beside_mm), seen.view.picture, self.looks)
        lies = None if told is None else Lies(arrows=told)
        return Judged(lies, seen.view, beside_mm=seen.beside_mm, tokens=tuple(found))


def _beside(spot: Spot, seen: Seen, card: FreeCard) -> Seen:
    """The same where the card itself lies now."""
    beside = None if seen.covering is Covering.FREE else shift_of(seen.view, card)
    if beside is None:
        return seen
    there = replace(seen_at(spot.view(beside), card), beside_mm=beside)
    return there if there.share < seen.share else seen


def reaches_in(fresh: Mask) -> bool:
    """Whether something new crosses the rim of a close view."""
    sides = (fresh[:RING_PX].T, fresh[-RING_PX:].T, fresh[:, :RING_PX], fresh[:, -RING_PX:])
    return any(_longest_run(np.asarray(side.all(axis=1))) >= LIMB_PX for side in sides)


def _longest_run(line: NDArray[np.bool_]) -> int:
    """How many neighbours in a row are set at most."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(np.int8), [0]])))
    return int((edges[1::2] - edges[::2]).max()) if len(edges) else 0
