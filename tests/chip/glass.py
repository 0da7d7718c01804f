"""What the tests on the chip compare."""

from __future__ import annotations

import numpy as np

from companion.device.picture import Picture
from companion.simulator.art import Bgr
from companion.simulator.glass import to_bgr

PART_BYTES = 16


def golden(picture: Picture) -> Bgr:
    """What a panel makes of a picture of the host."""
    return to_bgr(np.frombuffer(picture.as_rgb565(), ">u2").reshape(picture.size_px[::-1]))


def same(seen: Bgr, wanted: Bgr) -> bool:
    """Every pixel is equal."""
    return seen.shape == wanted.shape and bool((seen == wanted).all())


def remains(picture: Picture, memory: bytes) -> list[bytes]:
    """The parts of a picture, each with something to be seen, that lie in a memory."""
    parts = {picture.pixels[at : at + PART_BYTES] for at in range(0, len(picture.pixels), PART_BYTES)}
    return [part for part in parts if len(set(part)) > 3 and part in memory]
