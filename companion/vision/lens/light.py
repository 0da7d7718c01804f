"""A camera that is held, until the light is no longer that which it was held in."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from companion.table.ports import Picture
from companion.vision.lens.held import LiveDevice

DARK, BLINDING = 70.0, 0.35
"""The lightest fiftieth of a table with white cards is above the first; less than the second is wholly white."""
WHOLLY_WHITE = 250
EVERY = 10
"""The light is looked at in the first picture and in each tenth after it."""


def is_lit_well(picture: Picture) -> bool:
    """Whether a picture was taken with an exposure that suits its light."""
    light = picture[::16, ::16].mean(axis=2)
    return bool(np.percentile(light, 98) >= DARK and (light >= WHOLLY_WHITE).mean() <= BLINDING)


class LightWatch:
    """``CameraFeed`` over a device that is held: in other light the device sets exposure and colour by itself again."""

    def __init__(self, device: LiveDevice, on_freed: Callable[[], None]) -> None:
        """``on_freed``: called when that happens, in the thread that uses the device."""
        self._device = device
        self._on_freed = on_freed
        self._pictures = 0
        self._held = True

    def frame(self) -> Picture:
        """The newest picture.

        Raises:
            CompanionError: what the device raises.
        """
        picture = self._device.frame()
        if self._held and self._pictures % EVERY == 0 and not is_lit_well(picture):
            self._held = False
            self._device.free_light()
            self._on_freed()
        self._pictures += 1
        return picture

    def still(self) -> Picture:
        """A picture as large as the device can give.

        Raises:
            CompanionError: what the device raises.
        """
        return self._device.still()

    def leave(self) -> None:
        """Nobody waits for a picture any longer."""
        self._device.leave()

    def close(self) -> None:
        """Let the device go. Safe to call twice."""
        self._device.close()
