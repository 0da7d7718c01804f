"""What a link tells of its screen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.device.messages import Button, Glass, Introduction
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
class Adjusted:
    """The player has set the screen otherwise: turned it, dimmed it, hidden its picture or looked at it."""

    glass: Glass


@dataclass(frozen=True, slots=True)
class Leaving:
    """The screen's firmware ends as it was asked to; its port goes away."""


@dataclass(frozen=True, slots=True)
class Restarting:
    """The screen was told to start anew: let the port go, at once. It comes back, perhaps under another name."""


Event = Greeted | Shown | Blanked | Lost | Refused | Pressed | Adjusted | Leaving | Restarting
