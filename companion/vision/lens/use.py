"""What a live camera gets from its lens profile when it is opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.table.ports import CameraFeed
from companion.vision.camera import device_name, open_camera
from companion.vision.lens.feed import StraightFeed
from companion.vision.lens.held import LiveDevice
from companion.vision.lens.light import LightWatch
from companion.vision.lens.profile import LensProfile
from companion.vision.lens.store import AGAIN, profile_for, profile_of_device

Say = Callable[[str], None]


def open_with_profile(spec: str, folder: Path, say: Say, name_of: Callable[[str], str] = device_name) -> CameraFeed:
    """Open a camera as its lens profile says: held where it was held, its pictures straightened; as it is without one.

    Args:
        spec: specification of the camera, see ``open_camera``.
        folder: where the program keeps its files.
        say: takes one sentence for people, from any thread; nothing that is wrong with a profile keeps the camera from
            being used.
        name_of: what the system calls the device of a specification, "" if it does not tell.

    Raises:
        CompanionError: what ``open_camera`` raises.
    """
    profile, device = profile_for(folder, spec, say), name_of(spec)
    if device and (profile is None or profile.device not in ("", device)):
        profile = profile_of_device(folder, device) or profile
    if profile is None:
        return open_camera(spec)
    opening = Opening(profile, say)
    return StraightFeed(open_camera(spec, opening), profile, say, opening.is_that_camera)


class Opening:
    """Called each time the device is opened, the first time and after it was away."""

    def __init__(self, profile: LensProfile, say: Say) -> None:
        self._profile, self._say = profile, say
        self._said: set[str] = set()
        self._that_camera = True

    def is_that_camera(self) -> bool:
        """Whether the camera that is open now is the one that the profile was made with."""
        return self._that_camera

    def __call__(self, camera: LiveDevice) -> CameraFeed:
        """Hold the camera as the profile says, if it is that camera; what is to be used from then on."""
        made_with = self._profile.device
        # Pictures that were given as files do not tell what took them.
        self._that_camera = not made_with or camera.device == made_with
        if not self._that_camera:
            self._say_once(
                f"the lens profile of {self._profile.camera} was made with {made_with}, this is "
                f"{camera.device or 'another camera'}: its pictures are used as they come; {AGAIN}"
            )
        elif self._profile.held is not None:
            refused = camera.hold(self._profile.held)[1]
            if refused:
                self._say_once(f"{self._profile.camera} does not hold its {', '.join(refused)}: it sets that by itself")
            return LightWatch(camera, self._freed)
        return camera

    def _freed(self) -> None:
        self._say_once(
            f"the light is not that in which {self._profile.camera} was calibrated: it sets its exposure by itself"
        )

    def _say_once(self, sentence: str) -> None:
        if sentence not in self._said:
            self._said.add(sentence)
            self._say(sentence)
