"""Which large card lies on a word card, told by its colours in the light of the word cards around it."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.game.position import COUNT, SIZE
from companion.table.scan import SeenCover
from companion.vision.covers import PANEL_LAB
from companion.vision.watching.places import CARD_MM, MARGIN_MM

Glimpses = NDArray[np.uint8]
CARD = (
    slice(round(MARGIN_MM + 2), round(MARGIN_MM + CARD_MM[1] - 2)),
    slice(round(MARGIN_MM + 2), round(MARGIN_MM + CARD_MM[0] - 2)),
)
COLOURED, OF_A_TEAM = 15.0, 0.16
"""From this distance from grey on something is coloured; so much of a card is, if it is an agent of that colour."""
DARK, NIGHT = 72.0, 0.42
"""An assassin is dark: so much of it is darker than this."""
BRIGHT = 105.0
BURNT, BURNT_SHARE = 251, 0.5
NEAR = 1.2
"""How fast the light of cards farther away counts less, in cards."""
_SPOTS = np.array([(i // SIZE, i % SIZE) for i in range(COUNT)], np.float64)


def gains(now: Glimpses, then: Glimpses, free: NDArray[np.bool_]) -> NDArray[np.float64]:
    """What brings each place to the neutral light in which the word cards have their colour: (25, 3), BGR.

    Args:
        now: Glimpses.
        then: Glimpses of the first photograph, whose cards lay free.
        free: Which lie free now.
    """
    wanted = cv2.cvtColor(np.array([[PANEL_LAB]], np.uint8), cv2.COLOR_LAB2BGR)[0, 0].astype(np.float64)
    if not free.any():
        return np.tile(wanted / np.maximum(np.median(then[:, *CARD].reshape(-1, 3), axis=0), 8.0), (COUNT, 1))
    tones = np.median(now[free][:, *CARD].reshape(int(free.sum()), -1, 3), axis=1)
    own = np.clip(wanted / np.maximum(tones, 8.0), 0.3, 8.0)
    away = np.linalg.norm(_SPOTS[:, None] - _SPOTS[None, free], axis=2)
    weight = np.exp(-away / NEAR)
    return np.asarray(weight @ own / weight.sum(axis=1, keepdims=True))


def cover_kind(glimpse: NDArray[np.uint8], gain: NDArray[np.float64]) -> SeenCover | None:
    """What large card a place shows that is covered all over; None where glare hides it."""
    patch = glimpse[CARD]
    if float(np.mean(patch.max(axis=2) >= BURNT)) > BURNT_SHARE:
        return None
    lit = np.clip(patch * gain, 0, 255).astype(np.uint8)
    lab = cv2.cvtColor(cv2.GaussianBlur(lit, (0, 0), 1.0), cv2.COLOR_BGR2LAB).astype(np.float32)
    light, a, b = lab[..., 0], lab[..., 1] - 128, lab[..., 2] - 128
    strong = np.hypot(a, b) > COLOURED
    shares = {
        SeenCover.AGENT: np.mean(strong & (a < -8)),
        SeenCover.RED_AGENT: np.mean(strong & (a > 18) & (a > 0.55 * b)),
        SeenCover.BLUE_AGENT: np.mean(strong & (b < -10)),
    }
    best = max(shares, key=lambda cover: shares[cover])
    if shares[best] > OF_A_TEAM and shares[best] > 1.6 * (sum(shares.values()) - shares[best]):
        return best
    if float(np.mean(light < DARK)) > NIGHT and float(np.median(light)) < BRIGHT:
        return SeenCover.ASSASSIN
    return SeenCover.BYSTANDER if float(np.median(light)) > BRIGHT else SeenCover.UNKNOWN
