"""What the play page of a base game shows, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.game.classic import Card, Team
from companion.game.position import Position
from companion.table.ports import Link
from companion.ui.presenters.badges import Badge
from companion.ui.presenters.consent import ConsentView
from companion.ui.presenters.following import FollowView, TableStrip
from companion.ui.presenters.play_view import FlagsView
from companion.ui.presenters.turn_clock import ClockView
from companion.ui.presenters.typing import Typed
from companion.ui.presenters.undoing import UndoView


@dataclass(frozen=True, slots=True)
class TeamCard:
    """A word card as it lies. ``double``: the agent card on it is the double agent.

    ``badge``: what the camera sees there, where that is in question.
    """

    position: Position
    word: str
    laid: Card | None
    double: bool = False
    selected: bool = False
    unnamed: bool = False
    badge: Badge | None = None


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card to be laid onto a word. ``done``: the camera has seen that it lies there."""

    word: str
    card: Card
    double: bool
    sentence: str
    done: bool = False


@dataclass(frozen=True, slots=True)
class Stack:
    """The agent cards of a team that wait to be laid: ``left`` of ``whole``. ``double``: one of them is the double."""

    team: Team
    left: int
    whole: int
    double: bool


class Ask(Enum):
    """What the strip is for at the moment."""

    CLUE = "a clue is awaited"
    INVALID = "was the clue invalid"
    GUESS = "a guess is awaited"
    CONFIRM = "is this the guess"
    COVER = "a word is to be covered"
    CONFIRM_COVER = "is this the word to cover"
    LAY = "what to lay on the table"
    TELL = "why not"


@dataclass(frozen=True, slots=True)
class Strip:
    """The strip. ``yes`` and ``other`` are what its buttons say, empty for none."""

    ask: Ask
    text: str
    detail: str = ""
    yes: str = ""
    other: str = ""
    verdict: Card | None = None
    laid: tuple[LaidCard, ...] = ()
    can_name: bool = False


class Over(Enum):
    """What lies over the page."""

    NOTHING = "nothing"
    MENU = "menu"
    CLUES = "clues"
    CLUE_KEYS = "clue keys"
    NAME_KEYS = "name keys"
    CORRECT = "correct"
    UNDO = "undo"
    BY_HAND = "by hand"
    FLAGS = "flags"
    FOLLOW = "the camera and the table"


@dataclass(frozen=True, slots=True)
class ByHandView:
    """The table as the players set it. ``teams`` says whose turn it can be made; ``ask`` is empty without a change."""

    cards: tuple[TeamCard, ...]
    teams: tuple[Team, ...]
    team: Team | None
    ask: str


@dataclass(frozen=True, slots=True)
class ClassicView:
    """Everything the page shows; nothing here depends on the key beyond what was laid.

    ``team`` is whose turn it is. ``clues`` of red and of blue, the newest first. ``action`` is the button beside the
    board: ``Stop``, ``Invalid clue`` or empty.
    """

    cards: tuple[TeamCard, ...]
    stacks: tuple[Stack, Stack]
    team: Team | None
    headline: str
    names: str
    clue: str
    guesses: str
    clues: tuple[tuple[str, ...], tuple[str, ...]]
    action: str
    clock: ClockView | None
    strip: Strip | TableStrip
    keys_hidden: bool
    links: tuple[Link, ...]
    over: Over
    undo: UndoView | None
    consent: ConsentView | None
    by_hand: ByHandView | None
    flags: FlagsView | None
    can_undo: bool
    typed: Typed
    number: str
    naming: Position | None
    follow: FollowView
    can_look: bool = False
    """A seat without a screen may look at the key on this page."""
    look_first: bool = False
    """No seat has a screen that hiding could darken: looking takes the button that hides the key."""
