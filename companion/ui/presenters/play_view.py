"""What the play page shows, as plain values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.game.keycard import Identity
from companion.game.position import Position, Seat
from companion.table.ports import Link
from companion.ui.presenters.laying import Laid
from companion.ui.presenters.typing import Typed


@dataclass(frozen=True, slots=True)
class PlayCard:
    """A word card as it lies. ``arrows``: for each token, whether it points to whoever the page is turned to."""

    position: Position
    word: str
    agent: bool
    assassin: bool
    arrows: tuple[bool, ...]
    covered: bool
    selected: bool
    unnamed: bool


@dataclass(frozen=True, slots=True)
class BankView:
    """The time bank as it lies: bystander side up, checkmark side up, gone; and what each seat has taken."""

    bystander: int
    checkmark: int
    gone: int
    caption: str
    taken: tuple[int, int]


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
    """The strip. ``seats``: who can confirm the selected word, each with a button of its own."""

    ask: Ask
    text: str
    detail: str = ""
    seats: tuple[Seat, ...] = ()
    verdict: Identity | None = None
    laid: tuple[Laid, ...] = ()
    can_name: bool = False


class Over(Enum):
    """What lies over the page."""

    NOTHING = "nothing"
    MENU = "menu"
    CLUES = "clues"
    CLUE_KEYS = "clue keys"
    NAME_KEYS = "name keys"


@dataclass(frozen=True, slots=True)
class PlayView:
    """Everything the page shows; nothing here depends on a face beyond the verdicts."""

    cards: tuple[PlayCard, ...]
    bank: BankView
    headline: str
    clue: str
    earlier: tuple[str, ...]
    announcement: str
    can_stop: bool
    strip: Strip
    sudden_death: bool
    keys_hidden: bool
    links: tuple[Link, Link]
    over: Over
    undo_text: str
    unnamed: tuple[Position, ...]
    typed: Typed
    number: str
    facing: Seat
