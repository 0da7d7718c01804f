"""What players do: the moves of a Duet mission, and what holds for a clue in any game."""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import CompanionError
from companion.game.position import Position, Seat
from companion.game.tokens import Bank, Cover

MAX_NUMBER = 25
"""The greatest number of a clue; none stands in the rules (A4), and there are 25 words."""


class IllegalMove(CompanionError):
    """The rules or the moment do not allow the move; the state is unchanged."""


def check_clue(word: str | None, number: int | None, *, invalid: bool) -> None:
    """What the transcript format has no way to write is no clue: the record holds every clue as it was given.

    Raises:
        IllegalMove: the number is out of range, or the word could not be read back; says what to write instead.
    """
    if number is not None and not 0 <= number <= MAX_NUMBER:
        raise IllegalMove(f"the number of a clue is 0 to {MAX_NUMBER}, not {number}")
    if word is None:
        return
    parts = word.split()
    if parts in ([], ["-"]):
        raise IllegalMove("the clue has no word: type it, or leave it out when it was only spoken")
    if any(part.startswith("#") for part in parts):
        raise IllegalMove("a word of a clue cannot begin with the sign #: leave the sign out")
    if not invalid and len(parts) > 1 and parts[0].casefold() == "invalid":
        raise IllegalMove("a clue of several words cannot begin with the word invalid: join them with a hyphen")


def check_allowed(word: str) -> None:
    """A clue word that both sides let pass can be written down and read back.

    Raises:
        IllegalMove: it could not.
    """
    parts = word.split()
    if not parts:
        raise IllegalMove("no word is named that is allowed: say which")
    if any(part.startswith("#") for part in parts):
        raise IllegalMove("a word of a clue cannot begin with the sign #: leave the sign out")


@dataclass(frozen=True, slots=True)
class Clue:
    """A clue by ``seat``. ``word`` or ``number`` is None where nobody wrote it down (it was spoken).

    ``word`` is kept with single spaces; ``number`` is 0 to 25; ``invalid`` is an accidental fault (rules A4).
    """

    seat: Seat
    word: str | None = None
    number: int | None = None
    invalid: bool = False

    def __post_init__(self) -> None:
        if self.word is not None:
            object.__setattr__(self, "word", " ".join(self.word.split()))


@dataclass(frozen=True, slots=True)
class Guess:
    """The official guess of ``seat``: a touch of the card at ``position``."""

    seat: Seat
    position: Position


@dataclass(frozen=True, slots=True)
class Stop:
    """``seat`` ends its guessing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class NameWord:
    """A card is named later, or a misread word is corrected. No rule looks at it and ``undo`` passes over it.

    ``word`` is kept with single spaces.
    """

    position: Position
    word: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "word", " ".join(self.word.split()))


@dataclass(frozen=True, slots=True)
class Allow:
    """Both sides let a clue word pass to which something was objected. No rule looks at it; ``undo`` passes over it.

    ``word`` is kept with single spaces.
    """

    word: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "word", " ".join(self.word.split()))


@dataclass(frozen=True, slots=True)
class SetTable:
    """Both players set the record to what lies on the table (a lost token, a card that was bumped).

    Only what is given changes. ``covers``: positions and what lies on them now. ``taken``: tokens before A and B.
    ``discarded``: tokens out of play. ``giver``: who gives the clue of the turn.
    """

    covers: tuple[tuple[Position, Cover], ...] = ()
    bank: Bank | None = None
    taken: tuple[int, int] | None = None
    discarded: int | None = None
    giver: Seat | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Takes back the last accepted move that still stands."""


Move = Clue | Guess | Stop | NameWord | Allow | SetTable
