"""The witness of a base game: knows the key, counts for itself and says where the product differs from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.game.classic import Card, ClassicKey, ClassicPhase, ClassicState, Team, TeamClue
from companion.game.position import Position, Seat
from companion.simulator.key_glass import KeyGlass, KeySight
from companion.simulator.pieces import Piles
from companion.simulator.witness import agree

_CARD = {Team.RED: Card.RED, Team.BLUE: Card.BLUE}
_SCREEN = {Team.RED: Seat.A, Team.BLUE: Seat.B}
ONE_TEAM = 2


@dataclass
class TeamWitness:
    """Counts a base game by the cards on the table, with rules of its own and not the engine's (rules B1 to B6).

    Attributes:
        key: The key of the game; the witness shows it to nobody.
        first: The team that begins.
        players: 4, 3 or 2.
        awaits: ``clue``, ``guess``, ``cover`` or ``nothing``.
    """

    key: ClassicKey
    first: Team
    players: int = 4
    covers: list[Card | None] = field(default_factory=lambda: [None] * 25)
    awaits: str = "clue"
    limit: int | None = None
    made: int = 0
    right_to_cover: bool = False
    winner: Team | None = None
    by_assassin: bool = False
    moves: int = 0

    def __post_init__(self) -> None:
        self.team = self.first

    # --- what happens ---------------------------------------------------------------------------------------------

    def clue_given(self, clue: TeamClue) -> None:
        """A clue was given."""
        self.moves += 1
        agree(self.awaits == "clue" and clue.team is self.team, f"{clue.team.value} gave a clue out of turn")
        self.right_to_cover, self.made = False, 0
        if clue.invalid:
            self._end_turn()
            self.right_to_cover = self.players != ONE_TEAM
            return
        self.awaits = "guess"
        self.limit = clue.number + 1 if clue.number and not clue.unlimited else None

    def guessed(self, team: Team, position: Position, verdict: Card | None) -> None:
        """``team`` touched a word and was told what lies under it."""
        self.moves += 1
        agree(self.awaits == "guess" and team is self.team, f"{team.value} guessed out of turn")
        card = self.key.cards[position.index]
        agree(verdict is card, f"the verdict on {position} is not what the key says")
        self._lay(position)
        self.made += 1
        if card is Card.ASSASSIN:
            self.winner, self.by_assassin, self.awaits = self._other(team), True, "nothing"
        elif self.winner is None and (card is not _CARD[team] or self.made == self.limit):
            self._end_turn()

    def stopped(self, team: Team) -> None:
        """``team`` ended its turn."""
        self.moves += 1
        agree(self.awaits == "guess" and team is self.team and self.made > 0, f"{team.value} stopped out of turn")
        self._end_turn()

    def covered(self, position: Position) -> None:
        """A spymaster covered a word."""
        self.moves += 1
        due = self.awaits == "cover" or (self.awaits == "clue" and self.right_to_cover)
        agree(due, "a word was covered out of turn")
        whose = self._other(self.first) if self.awaits == "cover" else self.team
        agree(self.key.cards[position.index] is _CARD[whose], "a word of the wrong team was covered")
        self.right_to_cover, self.awaits = False, "clue"
        self._lay(position)

    def _lay(self, position: Position) -> None:
        agree(self.covers[position.index] is None, f"a second card was laid onto {position}")
        self.covers[position.index] = self.key.cards[position.index]
        for team, card in _CARD.items():
            if self.left(team) == 0 and self.covers[position.index] is card:
                self.winner, self.awaits = team, "nothing"

    def _end_turn(self) -> None:
        self.limit = None
        if self.players == ONE_TEAM:
            self.awaits = "cover"
        else:
            self.team, self.awaits = self._other(self.team), "clue"

    @staticmethod
    def _other(team: Team) -> Team:
        return Team.BLUE if team is Team.RED else Team.RED

    def left(self, team: Team) -> int:
        """Words of a team that are not covered."""
        return self.key.cards.count(_CARD[team]) - self.covers.count(_CARD[team])

    # --- what must agree ------------------------------------------------------------------------------------------

    def key_seen(self, seat: Seat, glass: KeyGlass | None) -> None:
        """What the glass of a spymaster was decoded to."""
        agree(glass is not None, f"the screen of seat {seat.value} shows no key")
        assert glass is not None
        agree(glass.seat is seat, f"the screen of seat {seat.value} has another letter")
        true = tuple(map(KeySight, self.key.cards, self.covers))
        cards = [sight.card for sight in glass.cells]
        agree(cards == list(self.key.cards), f"the screen of seat {seat.value} shows another key")
        agree(glass.cells == true, f"the screen of seat {seat.value} shows other covers than those on the table")
        agree(glass.team is self.team, f"the screen of seat {seat.value} names another team")
        own = self.players == ONE_TEAM or _SCREEN[self.team] is seat
        agree(glass.giving == (self.awaits == "clue" and own), f"the screen of seat {seat.value} asks the wrong people")

    def state_is(self, state: ClassicState) -> None:
        """The state of the engine after the move."""
        phases = {"clue": ClassicPhase.CLUE, "guess": ClassicPhase.GUESSING, "cover": ClassicPhase.COVER}
        agree(state.phase is phases.get(self.awaits, ClassicPhase.OVER), "the state awaits something else")
        agree(state.team is (None if self.winner else self.team), "the state has another team's turn")
        agree(list(state.covers) == self.covers, "the state has other covers than the moves led to")
        agree(state.agents_left == (self.left(Team.RED), self.left(Team.BLUE)), "the state has other agents left")
        left = None if self.limit is None or self.awaits != "guess" else self.limit - self.made
        agree(state.guesses_left == left, "the state has another number of guesses left")
        agree((state.winner, state.by_assassin) == (self.winner, self.by_assassin), "the state has another winner")

    def table_is(self, cards: Sequence[Card | None], piles: Piles) -> None:
        """What lies on the table after the players did what they were told."""
        agree(list(cards) == self.covers, "other cards lie on the words than the moves led to")
        waiting = [max(0, 8 - self.covers.count(card)) for card in (Card.RED, Card.BLUE)]
        waiting.append(7 - self.covers.count(Card.BYSTANDER))
        agree([piles.red, piles.blue, piles.bystanders] == waiting, "other cards wait beside the board")

    def outcome(self) -> str:
        """The end in the words of the transcript format."""
        assert self.winner is not None
        return f"{self.winner.value} won: {'assassin' if self.by_assassin else 'agents'}"

    def own_score(self) -> int | None:
        """The score of a won game of one team: the other team's cards that still wait (rules B6)."""
        won = self.players == ONE_TEAM and self.winner is self.first
        return self.left(self._other(self.first)) if won else None
