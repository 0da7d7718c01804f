"""Draws strips on which nothing can be read: python nothing.py SEED SHARDS. Their text is empty."""

from __future__ import annotations

import cv2
import numpy as np
from words import ABOVE, Sample, Strip, Words, draw_shards

from bench.drawn.grounds import GROUNDS
from companion.vision.rectify import capitals_strip, cut_writing
from companion.vision.textline import TextLine

A_SHARD = 1500
LIKE_OTHERS_OVER = set("HINOSXZМОИНХЖФΗΙΝΟΧΖΘΞ -'.")
"""Words of these letters alone read well upside down."""


def picture(words: Words) -> Strip:
    """Cloth, shapes, or bare paper."""
    lot, kind = words.lot, words.lot.random()
    cap_px, half = lot.uniform(7, 24), lot.uniform(1.2, 6)
    width, height = int(2 * (half + 3) * cap_px * 1.2) + 20, int(8 * cap_px) + 20
    if kind < 0.45:
        ground = lot.choice(GROUNDS["tuning"])((height * 2, width * 2), words.noise)
        light = ground.mean(axis=2)[:height, :width] * lot.uniform(0.4, 1)
    else:
        light = np.full((height, width), lot.uniform(30, 250), np.float32)
        for _ in range(lot.randint(3, 14) if kind < 0.8 else 0):
            _shape(words, light, cap_px)
    light = words.photograph(light, max(0.4, lot.uniform(0.02, 0.22) * cap_px), cap_px)
    turn = np.deg2rad(lot.gauss(0, 6))
    plane = np.eye(3)
    plane[:2, :2] = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * cap_px
    plane[:2, 2] = width / 2, height / 2
    return capitals_strip(cut_writing(light, TextLine(plane, half, 0, cap_px, ABOVE)))


def _shape(words: Words, light: np.ndarray, cap_px: float) -> None:
    lot, (height, width) = words.lot, light.shape
    one, other = ((lot.randrange(width), lot.randrange(height)) for _ in range(2))
    tone, kind = lot.uniform(10, 240), lot.random()
    if kind < 0.4:
        cv2.line(light, one, other, tone, lot.randint(1, int(cap_px * 0.6) + 1), cv2.LINE_AA)
    elif kind < 0.7:
        axes = lot.randint(2, int(2 * cap_px)), lot.randint(2, int(2 * cap_px))
        cv2.ellipse(light, one, axes, lot.uniform(0, 180), 0, 360, tone, -1, cv2.LINE_AA)
    else:
        cv2.rectangle(
            light, one, (one[0] + lot.randint(2, int(4 * cap_px)), one[1] + lot.randint(2, int(2 * cap_px))), tone, -1
        )


def missed(words: Words) -> Strip | None:
    """A word upside down, or cut above or below itself."""
    text = words.word(words.language())
    wrongly = np.diag([-1.0, -1.0, 1.0])
    if words.lot.random() < 0.3:
        wrongly = np.eye(3)
        wrongly[1, 2] = words.lot.choice([-1, 1]) * words.lot.uniform(0.7, 1.6)
    elif len(text) < 3 or set(text) <= LIKE_OTHERS_OVER:
        return None
    return words.cut(words.scene(text), text, wrongly)


def sample(words: Words) -> Sample | None:
    """A strip without text; None where what was drawn may be read after all."""
    strip = picture(words) if words.lot.random() < 0.5 else missed(words)
    return None if strip is None else (strip, "", words.language())


if __name__ == "__main__":
    draw_shards("nothing", A_SHARD, sample)
