"""What the play page shows, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.game.keycard import Identity
from companion.game.position import Position, Seat
from companion.table.ports import Link
from companion.ui.presenters.consent import ConsentView
from companion.ui.presenters.following import FollowView, TableStrip
from companion.ui.presenters.laying import Laid
from companion.ui.presenters.setting import HandView
from companion.ui.presenters.table_cards import PlayCard
from companion.ui.presenters.typing import Typed
from companion.ui.presenters.undoing import UndoView


@dataclass(frozen=True, slots=True)
class BankView:
    """The time bank as it lies: bystander side up, checkmark side up, gone; and what each seat has taken.

    ``discarded``: so many of those that are gone lie back in the box.
    """

    bystander: int
    checkmark: int
    gone: int
    caption: str
    taken: tuple[int, int]
    discarded: int = 0


class Ask(Enum):
    """What the strip is for at the moment."""

    FIRST = "who gives the first clue"
    CLUE = "a clue is awaited"
    GUESS = "a guess is awaited"
    CONFIRM = "is this the guess"
    LAY = "what to lay on the table"
    TELL = "why not"


@dataclass(frozen=True, slots=True)
class Strip:
    """The strip. ``seats``: who can confirm the selected word, each with a button of its own.

    ``names``: what the sides at A and at B are called.
    """

    ask: Ask
    text: str
    detail: str = ""
    seats: tuple[Seat, ...] = ()
    verdict: Identity | None = None
    laid: tuple[Laid, ...] = ()
    can_name: bool = False
    names: tuple[str, str] = ("A", "B")


class Over(Enum):
    """What lies over the page."""

    NOTHING = "nothing"
    MENU = "menu"
    CLUES = "clues"
    CLUE_KEYS = "clue keys"
    FLAGS = "what is to be said about the clue"
    INVALID = "an invalid clue"
    CORRECT = "correct a word"
    NAME_KEYS = "name keys"
    FOLLOW = "the camera and the table"


@dataclass(frozen=True, slots=True)
class FlagsView:
    """What is to be said about a clue before it counts: the clue, and the reasons, the weightiest first."""

    clue: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class InvalidView:
    """How an invalid clue is told. ``who``: the seats that may have given it (one, or both while that is open).

    ``given``: the clue of this turn, if it is that one which turned out to be invalid; else "".
    """

    sentence: str
    who: tuple[Seat, ...]
    given: str


@dataclass(frozen=True, slots=True)
class PlayView:
    """Everything the page shows; nothing here depends on a face beyond the verdicts."""

    cards: tuple[PlayCard, ...]
    bank: BankView
    headline: str
    headline_seat: Seat | None
    clue: str
    earlier: tuple[str, ...]
    announcement: str
    can_stop: bool
    strip: Strip | TableStrip
    sudden_death: bool
    keys_hidden: bool
    links: tuple[Link, Link]
    over: Over
    undo_text: str
    unnamed: tuple[Position, ...]
    typed: Typed
    number: str
    facing: Seat
    invalid_typed: bool
    """The clue that is typed was invalid."""
    all_clues: tuple[str, ...]
    names: tuple[str, str]
    can_invalid: bool
    follow: FollowView
    consent: ConsentView | None = None
    undo: UndoView | None = None
    hand: HandView | None = None
    flags: FlagsView | None = None
    invalid: InvalidView | None = None
    can_look: bool = False
    """A seat without a screen may look at its key on this page."""
    look_first: bool = False
    """No seat has a screen that hiding could darken: looking takes the button that hides the keys."""
