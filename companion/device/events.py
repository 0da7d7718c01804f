"""What a link tells of its screen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.device.messages import Button, Introduction
from companion.device.picture import Picture


class State(Enum):
    """How far the link is."""

    GREETING = "greeting"
    READY = "ready"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Greeted:
    """The screen answered; its buffer is black. Say again what it is to show."""

    introduction: Introduction


@dataclass(frozen=True, slots=True)
class Shown:
    """The newest picture is on the glass, acknowledged."""

    picture: Picture


@dataclass(frozen=True, slots=True)
class Blanked:
    """The screen acknowledged that it is black and its buffer overwritten."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The screen does not answer, or it started anew. The link greets it again; pictures are forgotten."""

    reason: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The screen answers but cannot be used; ``reason`` is one sentence with what to do."""

    reason: str


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button of the screen changed."""

    button: Button


@dataclass(frozen=True, slots=True)
class Restarting:
    """The screen was told to start anew: let the port go, at once. It comes back, perhaps under another name."""


Event = Greeted | Shown | Blanked | Lost | Refused | Pressed | Restarting
