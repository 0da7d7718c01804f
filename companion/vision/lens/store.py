"""Lens profiles as files: one for each camera, in a folder of their own."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.vision.lens.held import Held
from companion.vision.lens.profile import LensProfile
from companion.vision.written import write_whole

FORMAT, VERSION = "companion lens profile", 1
LARGEST_BYTES = 100_000
FOLDER = "lenses"
AGAIN = "make it anew with `companion calibrate`"


class ProfileUnusable(CompanionError):
    """A lens profile cannot be read or is damaged; says which and what to do."""


class ProfileNewer(ProfileUnusable):
    """A lens profile of a version that is not known; it is not ours to judge."""


def profile_file(folder: Path, camera: str) -> Path:
    """Where the profile of a camera lies. ``camera``: its specification, such as ``usb:0``."""
    return folder / FOLDER / (re.sub(r"[^a-z0-9]+", "-", camera.lower()).strip("-") + ".json")


def save_profile(file: Path, profile: LensProfile) -> None:
    """Write a profile, whole or not at all. Its folder is made if need be.

    Raises:
        FileNotWritten: it can't be written.
        ProfileUnusable: its folder can't be made.
    """
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ProfileUnusable(
            f"{file.parent}: the folder cannot be made ({error.strerror}): check the rights"
        ) from error
    write_whole(file, (json.dumps(_object(profile), indent=1) + "\n").encode("utf-8"))


def load_profile(file: Path) -> LensProfile:
    """Read a profile.

    Raises:
        ProfileUnusable: no such file, not readable, or damaged.
        ProfileNewer: it is of a newer version.
    """
    try:
        with file.open("rb") as opened:
            data = opened.read(LARGEST_BYTES + 1)
    except FileNotFoundError as error:
        raise ProfileUnusable(f"{file}: no such lens profile: {AGAIN}") from error
    except OSError as error:
        raise ProfileUnusable(f"{file}: the lens profile cannot be read ({error.strerror})") from error
    try:
        return _profile(json.loads(data.decode("utf-8")), file)
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise ProfileUnusable(f"{file}: the lens profile is damaged: {AGAIN}") from error


def profile_for(folder: Path, camera: str, say: Callable[[str], None]) -> LensProfile | None:
    """The profile of a camera, if there is one that can be used; whatever is wrong is said, and things go on without.

    Args:
        folder: where the program keeps its files.
        camera: the specification of the camera.
        say: takes one sentence for people.
    """
    file = profile_file(folder, camera)
    if not file.exists():
        return None
    try:
        return load_profile(file)
    except ProfileNewer as error:
        say(f"{error}; until then the pictures are used as they come")
    except ProfileUnusable as error:
        say(f"{error}{_set_aside(file)}; until then the pictures are used as they come")
    return None


def profile_of_device(folder: Path, device: str) -> LensProfile | None:
    """The profile that was made with a device of this name under whatever number; None if there is none.

    USB cameras change their numbers with the order in which they are found. What is damaged is passed over here: it is
    named when its own camera is opened.
    """
    for file in sorted((folder / FOLDER).glob("*.json")):
        try:
            profile = load_profile(file)
        except ProfileUnusable:
            continue
        if profile.device == device:
            return profile
    return None


def _set_aside(file: Path) -> str:
    """Move a damaged profile out of the way; says where it is now."""
    aside = file.with_suffix(".damaged")
    try:
        file.replace(aside)
    except OSError:
        return ""
    return f"; it was set aside as {aside.name}"


def _object(profile: LensProfile) -> dict[str, Any]:
    held = profile.held
    return {
        "format": FORMAT,
        "version": VERSION,
        "camera": profile.camera,
        "device": profile.device,
        "size_px": list(profile.size_px),
        "focal_px": list(profile.focal_px),
        "centre_px": list(profile.centre_px),
        "distortion": list(profile.distortion),
        "error_px": profile.error_px,
        "error_mm": profile.error_mm,
        "worst_mm": profile.worst_mm,
        "views": profile.views,
        "made": profile.made,
        "held": None
        if held is None
        else {
            "focus": held.focus,
            "exposure": held.exposure,
            "gain": held.gain,
            "colour": None if held.colour is None else list(held.colour),
        },
    }


def _profile(kept: dict[str, Any], file: Path) -> LensProfile:
    """Check and take over what was read; whatever is wrong is one of the kinds that ``load_profile`` expects."""
    if kept["format"] != FORMAT:
        raise ValueError("another format")
    (version,) = _numbers([kept["version"]], 1, 1, 1e6)
    if version > VERSION:
        raise ProfileNewer(f"{file}: the lens profile is of a newer version of the companion: update the companion")
    width, height = (int(side) for side in _numbers(kept["size_px"], 2, 16, 100_000))
    reach = 20.0 * max(width, height)
    fx, fy = _numbers(kept["focal_px"], 2, 1.0, reach)
    cx, cy = _numbers(kept["centre_px"], 2, 0.0, reach)
    k1, k2, p1, p2, k3 = _numbers(kept["distortion"], 5, -100.0, 100.0)
    error_px, error_mm, worst_mm = _numbers([kept["error_px"], kept["error_mm"], kept["worst_mm"]], 3, 0.0, 1000.0)
    names = kept["camera"], kept["device"], kept["made"]
    if not all(isinstance(name, str) and name.isprintable() and len(name) < 500 for name in names):
        raise ValueError("no name")
    (views,) = _numbers([kept["views"]], 1, 1, 10_000)
    return LensProfile(
        *names[:2], (width, height), (fx, fy), (cx, cy), (k1, k2, p1, p2, k3), error_px, error_mm, worst_mm,
        int(views), names[2], _held(kept["held"]),
    )  # fmt: skip


def _held(kept: dict[str, Any] | None) -> Held | None:
    if kept is None:
        return None
    focus, exposure, gain = (
        None if kept[name] is None else _numbers([kept[name]], 1, -1e9, 1e9)[0]
        for name in ("focus", "exposure", "gain")
    )
    colour = kept["colour"]
    if colour is None:
        return Held(focus, exposure, gain)
    # Two gains of the Pi's camera, or one temperature.
    return Held(focus, exposure, gain, tuple(_numbers(colour, min(max(len(colour), 1), 2), 0.0, 1e6)))


def _numbers(kept: Any, count: int, least: float, most: float) -> list[float]:
    """So many numbers within these limits."""
    numbers = [float(number) for number in kept if not isinstance(number, bool | str)]
    if len(numbers) != count or not all(math.isfinite(number) and least <= number <= most for number in numbers):
        raise ValueError("not the numbers of a lens")
    return numbers
