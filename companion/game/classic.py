"""The rules engine of base Codenames: two teams, one key (rules B1 to B4, B6). Shares only values with Duet."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum
from typing import assert_never

from companion.errors import CompanionError
from companion.game.board import Board
from companion.game.moves import Allow, IllegalMove, NameWord, check_clue
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
    """A clue of a team's spymaster. ``word`` or ``number`` is None where nobody wrote it down."""

    team: Team
    word: str | None = None
    number: int | None = None
    unlimited: bool = False
    invalid: bool = False


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
    """Words that are not covered yet: (red, blue)."""
    guesses_left: int | None = None
    guesses_this_turn: int = 0
    may_cover: bool = False
    turns_used: int = 0
    clues: tuple[TeamClue, ...] = ()
    winner: Team | None = None
    by_assassin: bool = False

    def left_of(self, team: Team) -> int:
        """Words of a team that are not covered yet."""
        return self.agents_left[0 if team is Team.RED else 1]


@dataclass(frozen=True, slots=True)
class ClassicApplied:
    """A move that was accepted: the state after it and, for a guess, what lay under the word."""

    state: ClassicState
    verdict: Card | None


def start(setup: ClassicSetup) -> ClassicState:
    """The state before the first clue."""
    left = (STARTING_AGENTS, OTHER_AGENTS) if setup.first is Team.RED else (OTHER_AGENTS, STARTING_AGENTS)
    return ClassicState(ClassicPhase.CLUE, setup.first, (None,) * COUNT, left)


def apply(setup: ClassicSetup, state: ClassicState, move: ClassicMove) -> ClassicApplied:
    """Judge one move.

    Raises:
        IllegalMove: the rules or the moment do not allow it; the message says why.
    """
    if state.phase is ClassicPhase.OVER:
        raise IllegalMove("the game is over: all that can still be done is undo")
    match move:
        case TeamClue():
            return ClassicApplied(_clue(setup, state, move), None)
        case TeamGuess():
            return _guess(setup, state, move)
        case TeamStop():
            return ClassicApplied(_stop(setup, state, move), None)
        case TeamCover():
            return ClassicApplied(_cover(setup, state, move), None)
        case NameWord():
            return ClassicApplied(state, None)
        case _:
            assert_never(move)


def _clue(setup: ClassicSetup, state: ClassicState, clue: TeamClue) -> ClassicState:
    """A clue opens the guessing; an invalid one ends the turn at once (B2, B4)."""
    if state.phase is ClassicPhase.COVER:
        raise IllegalMove("a word of the other team is to be covered first")
    if state.phase is ClassicPhase.GUESSING:
        raise IllegalMove("this turn has its clue already: guess or stop")
    if clue.team is not state.team:
        raise IllegalMove(f"it is not the turn of {clue.team.value}")
    check_clue(clue.word, clue.number, invalid=clue.invalid)
    if clue.invalid:
        return _turn_over(setup, state, invalid=True)
    limited = clue.number is not None and clue.number > 0 and not clue.unlimited
    return replace(
        state,
        phase=ClassicPhase.GUESSING,
        guesses_left=clue.number + 1 if limited and clue.number is not None else None,
        guesses_this_turn=0,
        may_cover=False,
        clues=(*state.clues, clue),
    )


def _guess(setup: ClassicSetup, state: ClassicState, guess: TeamGuess) -> ClassicApplied:
    _check_guessing(state, guess.team)
    card = setup.key.cards[guess.position.index]
    after = _laid(state, guess.position, card)
    if card is Card.ASSASSIN:
        return ClassicApplied(_over(_counted(after), guess.team.other, by_assassin=True), card)
    if card.team is not None and after.left_of(card.team) == 0:
        return ClassicApplied(_over(_counted(after), card.team), card)
    left = None if state.guesses_left is None else state.guesses_left - 1
    if card.team is not guess.team or left == 0:
        return ClassicApplied(_turn_over(setup, after), card)
    return ClassicApplied(replace(after, guesses_left=left, guesses_this_turn=state.guesses_this_turn + 1), card)


def _stop(setup: ClassicSetup, state: ClassicState, stop: TeamStop) -> ClassicState:
    _check_guessing(state, stop.team)
    if state.guesses_this_turn == 0:
        raise IllegalMove("at least one guess belongs to every turn: touch a word first")
    return _turn_over(setup, state)


def _cover(setup: ClassicSetup, state: ClassicState, cover: TeamCover) -> ClassicState:
    """One of the team's own words after an invalid clue (B4); one of the other team's for two players (B6)."""
    if state.phase is ClassicPhase.COVER:
        # The one spymaster acts for both teams, so the line may name either.
        whose = setup.first.other
    elif state.phase is ClassicPhase.CLUE and state.may_cover and cover.team is state.team:
        whose = cover.team
    else:
        raise IllegalMove("no word is to be covered now")
    if setup.key.cards[cover.position.index].team is not whose:
        raise IllegalMove(f"{cover.position} is no word of {whose.value}: the word to be covered is one of theirs")
    card = setup.key.cards[cover.position.index]
    after = replace(_laid(state, cover.position, card), may_cover=False, phase=ClassicPhase.CLUE)
    return _over(after, whose) if after.left_of(whose) == 0 else after


def _check_guessing(state: ClassicState, team: Team) -> None:
    if state.phase is not ClassicPhase.GUESSING:
        raise IllegalMove("no clue has been given in this turn: the clue comes first")
    if team is not state.team:
        raise IllegalMove(f"it is not the turn of {team.value}")


def _laid(state: ClassicState, position: Position, card: Card) -> ClassicState:
    if state.covers[position.index] is not None:
        raise IllegalMove(f"{position} is covered: choose another word")
    covers = list(state.covers)
    covers[position.index] = card
    red, blue = state.agents_left
    left = (red - (card is Card.RED), blue - (card is Card.BLUE))
    return replace(state, covers=tuple(covers), agents_left=left)


def _counted(state: ClassicState) -> ClassicState:
    return replace(state, turns_used=state.turns_used + 1)


def _turn_over(setup: ClassicSetup, state: ClassicState, *, invalid: bool = False) -> ClassicState:
    """The other team's turn; for two players the same team's again, after a word of the other team is covered."""
    ended = replace(_counted(state), guesses_left=None, guesses_this_turn=0)
    if setup.players == 2:
        return replace(ended, phase=ClassicPhase.COVER)
    return replace(ended, phase=ClassicPhase.CLUE, team=state.team.other if state.team else None, may_cover=invalid)


def _over(state: ClassicState, winner: Team, *, by_assassin: bool = False) -> ClassicState:
    return replace(
        state, phase=ClassicPhase.OVER, team=None, guesses_left=None, guesses_this_turn=0, winner=winner,
        by_assassin=by_assassin,
    )  # fmt: skip
