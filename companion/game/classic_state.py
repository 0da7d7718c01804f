"""The values of a base game: teams, cards, key, setup, moves, and what it is between two moves (rules B1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum

from companion.errors import CompanionError
from companion.game.board import Board
from companion.game.moves import Allow, NameWord
from companion.game.position import COUNT, Position

STARTING_AGENTS = 9
OTHER_AGENTS = 8
BYSTANDERS = 7


class Team(Enum):
    """A team; the value is its name in the transcript format."""

    RED = "red"
    BLUE = "blue"

    @property
    def other(self) -> Team:
        """The opponents."""
        return Team.BLUE if self is Team.RED else Team.RED


class Card(Enum):
    """What a position is on the key, and what lies on the word once it is known; the value is the letter of a key."""

    RED = "R"
    BLUE = "B"
    BYSTANDER = "T"
    ASSASSIN = "X"

    @property
    def team(self) -> Team | None:
        """Whose agent it is; None for a bystander or the assassin."""
        return {Card.RED: Team.RED, Card.BLUE: Team.BLUE}.get(self)


class ClassicPhase(Enum):
    """What is awaited; the value is the word of the transcript format."""

    CLUE = "clue"
    GUESSING = "guessing"
    COVER = "cover"
    OVER = "over"


class ClassicSetupError(CompanionError):
    """The key or the number of players make no game."""


@dataclass(frozen=True, slots=True)
class TeamClue:
    """A clue of a team's spymaster. ``word`` or ``number`` is None where nobody wrote it down.

    ``word`` is kept with single spaces; a clue that is ``unlimited`` has no number.
    """

    team: Team
    word: str | None = None
    number: int | None = None
    unlimited: bool = False
    invalid: bool = False

    def __post_init__(self) -> None:
        if self.word is not None:
            object.__setattr__(self, "word", " ".join(self.word.split()))
        if self.unlimited:
            object.__setattr__(self, "number", None)


@dataclass(frozen=True, slots=True)
class TeamGuess:
    """The touch of a word by a team's field operatives."""

    team: Team
    position: Position


@dataclass(frozen=True, slots=True)
class TeamStop:
    """A team ends its guessing."""

    team: Team


@dataclass(frozen=True, slots=True)
class TeamCover:
    """A spymaster covers a word without a guess: after the opponents' invalid clue (B4), or for two players (B6)."""

    team: Team
    position: Position


@dataclass(frozen=True, slots=True)
class SetCards:
    """Both teams set the record to what lies on the table. Only what is given changes.

    ``covers``: positions and what lies on them now, None for a free card. ``team``: whose turn it is.
    """

    covers: tuple[tuple[Position, Card | None], ...] = ()
    team: Team | None = None


ClassicMove = TeamClue | TeamGuess | TeamStop | TeamCover | NameWord | Allow | SetCards


@dataclass(frozen=True, slots=True, repr=False)
class ClassicKey:
    """The 25 cards of one key in the common frame. The text form never shows them."""

    cards: tuple[Card, ...]

    def __repr__(self) -> str:
        return "ClassicKey(hidden)"


@dataclass(frozen=True, slots=True)
class ClassicSetup:
    """All that is fixed before the first clue. ``players`` 4 stands for any greater number too.

    Raises:
        ClassicSetupError: the key is not that of the starting team, or the number of players is not 2 to 4.
    """

    board: Board
    key: ClassicKey
    first: Team
    players: int = 4

    def __post_init__(self) -> None:
        if self.players not in (2, 3, 4):
            raise ClassicSetupError(f"players is {self.players}: it has to be 2, 3 or 4 (for 4 and more)")
        if len(self.key.cards) != COUNT:
            raise ClassicSetupError(f"the key has {len(self.key.cards)} positions instead of {COUNT}")
        mine, theirs = (Card.RED, Card.BLUE) if self.first is Team.RED else (Card.BLUE, Card.RED)
        due = {mine: STARTING_AGENTS, theirs: OTHER_AGENTS, Card.BYSTANDER: BYSTANDERS, Card.ASSASSIN: 1}
        counts = Counter(self.key.cards)
        wrong = [f"{card.value} {counts[card]} instead of {n}" for card, n in due.items() if counts[card] != n]
        if wrong:
            raise ClassicSetupError(f"the key is none where {self.first.value} begins ({', '.join(wrong)}): check both")


@dataclass(frozen=True, slots=True)
class ClassicState:
    """A game between two moves; public. ``team`` is whose turn it is, None after the end.

    ``guesses_left`` is None where nothing limits the guesses and outside guessing. ``winner`` is set when it is over;
    ``by_assassin`` says that the other team touched the assassin. ``may_cover``: the opponents' clue was invalid and
    the team has not yet used its right (B4).
    """

    phase: ClassicPhase
    team: Team | None
    covers: tuple[Card | None, ...]
    agents_left: tuple[int, int]
    """Agent cards that do not lie on the table yet: (red, blue). In play these are the words not covered yet."""
    guesses_left: int | None = None
    guesses_this_turn: int = 0
    may_cover: bool = False
    turns_used: int = 0
    clues: tuple[TeamClue, ...] = ()
    winner: Team | None = None
    by_assassin: bool = False

    def left_of(self, team: Team) -> int:
        """Agent cards of a team that do not lie on the table yet."""
        return self.agents_left[0 if team is Team.RED else 1]


def start(setup: ClassicSetup) -> ClassicState:
    """The state before the first clue."""
    covers = (None,) * COUNT
    return ClassicState(ClassicPhase.CLUE, setup.first, covers, agents_left(setup, covers))


def agents_left(setup: ClassicSetup, covers: tuple[Card | None, ...]) -> tuple[int, int]:
    """Agent cards (red, blue) that do not lie on the table: counted by what lies there, so it tells nothing of the key.

    One set by hand may lie on a word that is none of its team's; a tenth card in its stead leaves 0 as well.
    """
    red, blue = (STARTING_AGENTS, OTHER_AGENTS) if setup.first is Team.RED else (OTHER_AGENTS, STARTING_AGENTS)
    return max(0, red - covers.count(Card.RED)), max(0, blue - covers.count(Card.BLUE))


def complete(setup: ClassicSetup, covers: tuple[Card | None, ...], team: Team) -> bool:
    """All words of a team are covered with its cards (rules B3); never by the count of cards."""
    return all(key is cover for key, cover in zip(setup.key.cards, covers, strict=True) if key.team is team)
