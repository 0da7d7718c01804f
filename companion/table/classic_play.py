"""A base game on the table: what two teams (or one) do in it (rules B1 to B6)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.game.classic import (
    BYSTANDERS,
    OTHER_AGENTS,
    STARTING_AGENTS,
    Card,
    ClassicKey,
    ClassicMove,
    ClassicPhase,
    ClassicState,
    Team,
    TeamClue,
    TeamCover,
    TeamGuess,
    TeamStop,
)
from companion.game.classic_mission import ClassicMission
from companion.game.keycard import Shuffler
from companion.game.moves import Allow, Undo
from companion.game.position import Position, Seat
from companion.table.errors import SessionError, refuse_without_both
from companion.table.instruct import Instruction
from companion.table.options import Game, Options
from companion.table.views import SPYMASTERS, ScreenView, blank_view, key_view

ONE_TEAM = 2
"""The number of players of the variant with a single team (rules B6); three can play it as well."""


@dataclass(frozen=True, slots=True)
class ClassicReport:
    """What a move of a base game led to: what lay under the word, and what is to be laid on the table."""

    move: ClassicMove
    verdict: Card | None
    instructions: tuple[Instruction, ...]


def draw_key(shuffler: Shuffler, first: Team | None) -> tuple[ClassicKey, Team]:
    """Deal a key; without a team that begins, chance names it too (as the lights of the printed key do, rules B1)."""
    team = first or shuffler.shuffled(list(Team))[0]
    cards = {Team.RED: Card.RED, Team.BLUE: Card.BLUE}
    deck = [cards[team]] * STARTING_AGENTS + [cards[team.other]] * OTHER_AGENTS
    deck += [Card.BYSTANDER] * BYSTANDERS + [Card.ASSASSIN]
    return ClassicKey(tuple(shuffler.shuffled(deck))), team


def key_seats(players: int) -> tuple[Seat, ...]:
    """The seats whose screens show the key: of both spymasters, or of the only one (seat A's)."""
    return (Seat.A,) if players == ONE_TEAM else tuple(Seat)


def seats_with_key(options: Options) -> tuple[Seat, ...]:
    """The seats whose screens show a key, in either game."""
    return tuple(Seat) if options.game is Game.DUET else key_seats(options.players)


def teams_at(options: Options) -> Mapping[Seat, Team]:
    """Whose spymaster looks at the screen of which seat; nobody's in Duet and where one team plays alone."""
    two_teams = options.game is Game.CLASSIC and options.players != ONE_TEAM
    return SPYMASTERS if two_teams else {}


class ClassicPlay:
    """The intents of a base game. ``play`` judges, stores and shows moves, all or none; it refuses with one sentence.

    Attributes:
        mission: The game and its record.
        side: The seat at which the spymasters sit.
    """

    def __init__(
        self, mission: ClassicMission, side: Seat, play: Callable[[Sequence[ClassicMove | Undo]], None]
    ) -> None:
        self.mission = mission
        self.side = side
        self._play = play
        self.report: ClassicReport | None = None

    @property
    def state(self) -> ClassicState:
        """The state now; public."""
        return self.mission.state

    @property
    def over(self) -> bool:
        """The game has ended."""
        return self.state.phase is ClassicPhase.OVER

    def visible(self, position: Position) -> bool:
        """Nothing lies on the word (rules B5)."""
        return self.state.covers[position.index] is None

    @property
    def one_team(self) -> bool:
        """Only one team plays (rules B6)."""
        return self.mission.setup.players == ONE_TEAM

    def may_stop(self) -> bool:
        """At least one guess was made in this turn (rules B2)."""
        return self.state.phase is ClassicPhase.GUESSING and self.state.guesses_this_turn > 0

    def covers_for(self) -> Team | None:
        """The team one of whose words may or must be covered without a guess now; None if nobody's (rules B4, B6)."""
        if self.state.phase is ClassicPhase.COVER:
            return self.mission.setup.first.other
        if self.state.phase is ClassicPhase.CLUE and self.state.may_cover:
            return self.state.team
        return None

    def give_clue(
        self,
        team: Team,
        word: str | None = None,
        number: int | None = None,
        *,
        unlimited: bool = False,
        invalid: bool = False,
        allowed: Collection[Seat] | None = None,
    ) -> None:
        """A clue of the spymaster of ``team``; it may be only spoken, but its number limits the guesses (rules B2).

        ``allowed``: who let it pass, where something was objected to it; the record says so.

        Raises:
            SessionError: the number is missing, or it was objected to and a side has not agreed.
        """
        if number is None and not unlimited and not invalid:
            raise SessionError("the number of the clue says how many guesses there are: choose it, or unlimited")
        clue = TeamClue(team, word, number, unlimited, invalid)
        if allowed is not None:
            refuse_without_both(allowed)
        self._play([clue] if allowed is None or word is None else [Allow(word), clue])

    def clue_was_invalid(self, consents: Collection[Seat]) -> None:
        """The clue of this turn turned out to be invalid: it is taken back and given as such (rules B4).

        Raises:
            SessionError: a side has not agreed, or the last move is no clue.
        """
        refuse_without_both(consents)
        clue = self.mission.standing[-1] if self.mission.can_undo else None
        if not isinstance(clue, TeamClue):
            raise SessionError("only a clue after which nobody has guessed can become invalid: take moves back first")
        self._play([Undo(), replace(clue, invalid=True)])

    def guess(self, team: Team, position: Position) -> None:
        """The field operatives of ``team`` touch a word."""
        self._play([TeamGuess(team, position)])

    def stop(self, team: Team) -> None:
        """``team`` ends its guessing."""
        self._play([TeamStop(team)])

    def cover(self, position: Position) -> None:
        """A spymaster covers a word of ``covers_for``.

        Raises:
            SessionError: no word is to be covered now.
        """
        team = self.covers_for()
        if team is None:
            raise SessionError("no word is to be covered now")
        self._play([TeamCover(team, position)])

    def key(self) -> ClassicKey:
        """The key, once it is no secret any more.

        Raises:
            SessionError: the game still runs.
        """
        if not self.over:
            raise SessionError("the key stays hidden until the game has ended")
        return self.mission.setup.key

    def view(self, seat: Seat) -> ScreenView:
        """What the screen of a seat shows: the key to a spymaster, nothing to an operative."""
        setup = self.mission.setup
        if self.over or seat not in key_seats(setup.players):
            return blank_view(seat)
        own = setup.first if self.one_team else None
        return key_view(seat, self.side, self.mission.board, setup.key, self.state, own=own)

    @staticmethod
    def seat_of(team: Team) -> Seat:
        """The seat whose screen is that of a team's spymaster."""
        return next(seat for seat, its in SPYMASTERS.items() if its is team)
