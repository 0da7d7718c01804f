"""Medians and percentiles, against numpy's own; patterns compared to a view, against OpenCV's own."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.likeness import Comparison
from companion.vision.ranks import median, median_view, percentile

SHARES = (0, 2, 40, 50, 97.5, 100)


@pytest.mark.parametrize("kind", [np.uint8, np.float32, np.float64])
@pytest.mark.parametrize("count", [1, 2, 3, 10, 999])
def test_percentiles_are_those_of_numpy(kind, count):
    values = (np.random.default_rng(count).random(count) * 255).astype(kind)
    assert [percentile(values, share) for share in SHARES] == pytest.approx(np.percentile(values, SHARES), abs=1e-4)
    assert median(values) == pytest.approx(float(np.median(values)), abs=1e-4)


@pytest.mark.parametrize("count", [1, 6, 25])
def test_the_median_of_views_is_that_of_each_pixel(count):
    views = [np.random.default_rng(seed).random((7, 9)) for seed in range(count)]
    assert median_view(views) == pytest.approx(np.median(views, axis=0).astype(np.float32), abs=1e-6)


def test_many_patterns_are_compared_as_each_alone():
    random = np.random.default_rng(3)
    view = random.integers(0, 256, (60, 90)).astype(np.uint8)
    compared = Comparison(view, (12, 20))
    for pattern in (random.random((12, 20)).astype(np.float32), view[5:17, 30:50].astype(np.float32)):
        alone = cv2.matchTemplate(view.astype(np.float32), pattern, cv2.TM_CCOEFF_NORMED)
        assert compared.likeness(pattern) == pytest.approx(alone, abs=1e-4)


def test_a_place_without_contrast_is_like_nothing():
    view = np.full((40, 60), 130, np.uint8)
    view[:, 40:] = np.random.default_rng(1).integers(0, 256, (40, 20))
    like = Comparison(view, (10, 10)).likeness(np.random.default_rng(2).random((10, 10)).astype(np.float32))
    assert np.abs(like[:, :30]).max() == 0.0
    assert np.abs(like).max() > 0.1
