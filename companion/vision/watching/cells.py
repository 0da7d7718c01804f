"""What lies on one word card, judged by a close view beside the card as it lay free."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import numpy as np

from companion.vision.layout import COPY_CENTRE, WORD_CENTRE
from companion.vision.watching.places import FINE, FINE_PX, INNER, Picture
from companion.vision.watching.unlike import Mask, View, likeness, marked, opened, unlike

SAME, MOSTLY = 0.02, 0.72
"""Up to that share of a card may look otherwise on a free one; from the second on, of it or
of what is drawn on it, it is covered by a large card."""
AT_ALL = 0.30
"""A card that is so much like itself is there, whatever lies on a part of it."""
THIN_MM = 7.0
"""What is narrower than this is no piece: the edge of a neighbour, a shadow, a hair."""
FAR_PX = 1.0
"""A card that lies farther beside its place than this is compared at its new place."""


class Covering(Enum):
    """What a close view shows in general."""

    FREE = "free"
    PARTLY = "partly covered"
    COVERED = "covered"


@dataclass(frozen=True, slots=True)
class Seen:
    """A close view judged.

    Attributes:
        covering: In general.
        view: The close view, at the card's own place.
        other: Where it differs from the free card, without what is too thin for a piece.
        whole: The same with what is thin.
        beside_mm: How far the card lies beside its place.
        share: How much of the card looks otherwise.
    """

    covering: Covering
    view: View
    other: Mask
    whole: Mask
    beside_mm: tuple[float, float] = (0.0, 0.0)
    share: float = 0.0


@dataclass(frozen=True, slots=True)
class FreeCard:
    """A word card as it looks when nothing lies on it.

    Attributes:
        view: Its close view.
        marks: Where that has structure.
        written: The part that is not compared, where another card stands for it whose word is another one.
    """

    view: View
    marks: Mask
    written: Mask | None = None


def free_card(view: View, written: Mask | None = None) -> FreeCard:
    """A free card from its close view."""
    marks = marked(view)
    marks[: INNER[0].start] = marks[INNER[0].stop :] = False
    marks[:, : INNER[1].start] = marks[:, INNER[1].stop :] = False
    return FreeCard(view, marks if written is None else marks & ~written, written)


def written_part(turned: bool) -> Mask:
    """Where the two words of a card stand, of any length; ``turned``: the card lies upside down."""
    mask = np.zeros((FINE_PX[1], FINE_PX[0]), bool)
    card = mask[INNER]
    height, width = card.shape
    for (x, y), half_width, half_height in ((WORD_CENTRE, 0.40, 0.10), (COPY_CENTRE, 0.34, 0.09)):
        rows = slice(round((y - half_height) * height), round((y + half_height) * height))
        card[rows, max(0, round((x - half_width) * width)) : round((x + half_width) * width)] = True
    return mask[::-1, ::-1] if turned else mask


def usual_card(free: list[View]) -> Picture | None:
    """The middle of several upright word cards, in the light of the first; None without any."""
    if not free:
        return None
    tones = np.array([np.median(view.picture[INNER].reshape(-1, 3), axis=0) for view in free])
    gains = tones[0] / np.maximum(tones, 1.0)
    lit = [view.picture * gain for view, gain in zip(free, gains, strict=True)]
    return np.asarray(np.clip(np.median(np.array(lit, np.float32), axis=0), 0, 255), np.uint8)


def seen_at(view: View, card: FreeCard) -> Seen:
    """Judge a close view at exactly the place of the free card."""
    other = unlike(view, card.view, card.written)
    piece = opened(other, THIN_MM)
    share = float(np.mean(piece[INNER]))
    gone = float(np.mean(other[card.marks])) if card.marks.any() else 0.0
    covering = Covering.FREE if share < SAME else Covering.COVERED if max(share, gone) > MOSTLY else Covering.PARTLY
    return Seen(covering, view, piece, other, share=share)


def shift_of(view: View, card: FreeCard) -> tuple[float, float] | None:
    """How far the card lies beside its place in millimetres; None where it isn't seen, or lies well."""
    alike, (x, y) = likeness(view, card.view)
    if alike < AT_ALL or np.hypot(x, y) < FAR_PX:
        return None
    return x / FINE, y / FINE
