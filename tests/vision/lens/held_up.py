"""Views of the sheet by a lens that is known: rendered once for all tests of this folder."""

from __future__ import annotations

from functools import cache, lru_cache

import numpy as np

from calibration.rendered import Lens, Pose, good_poses, photographed
from companion.vision.lens.view import View, view_of
from companion.vision.lens.views import Views

LENS = Lens((1280, 720), (1000.0, 1004.0), (648.0, 352.0), (-0.28, 0.09, 0.0008, -0.0006, 0.0))
"""As bent as a cheap webcam's."""
FLAT = Pose((0, 0, 330), turn_deg=90)


@lru_cache(maxsize=1)
def pictures() -> tuple[np.ndarray, ...]:
    """Twelve good pictures by ``LENS``."""
    return tuple(photographed(LENS, pose, seed=number) for number, pose in enumerate(good_poses()))


@lru_cache(maxsize=1)
def good_views() -> Views:
    """The views of ``pictures``, named from 0. Not to be changed: see ``some_views``."""
    return some_views(range(len(pictures())))


def some_views(numbers) -> Views:
    """New views of some of ``pictures``."""
    views = Views()
    for number in numbers:
        views.add(str(number), _seen(number))
    return views


@cache
def _seen(number: int) -> View:
    return view_of(pictures()[number])
