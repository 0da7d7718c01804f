"""What players do: the moves of a Duet mission."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game.position import Position, Seat


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
class Undo:
    """Takes back the last accepted move that still stands."""


Move = Clue | Guess | Stop | NameWord
