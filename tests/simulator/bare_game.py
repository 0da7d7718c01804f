"""The players' game on the bare rules: no picture, no screen, no store. What each sees is handed to it directly."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.game.board import Board
from companion.game.duet import DuetSetup, Phase, may_guess, side_complete
from companion.game.keycard import Identity, KeyCard
from companion.game.mission import Mission
from companion.game.moves import Clue, Guess, Stop
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.simulator.chance import SeededShuffler
from companion.simulator.glass import Sight
from companion.simulator.play import play
from companion.simulator.players import Player, PublicTable, skill_of
from companion.simulator.words import deal_words


@dataclass
class BareGame:
    """``Game`` over the rules engine."""

    mission: Mission
    seen_by: list[Seat] = field(default_factory=list)
    complete_before_the_end: bool = False

    def phase(self) -> Phase:
        return self.mission.state.phase

    def giver(self) -> Seat | None:
        return self.mission.state.giver

    def guessers(self) -> tuple[Seat, ...]:
        return may_guess(self.mission.setup, self.mission.state)

    def public(self) -> PublicTable:
        state = self.mission.state
        return PublicTable(self.mission.board.words, state.covers, state.bank.total)

    def look(self, player: Player) -> None:
        self.seen_by.append(player.seat)
        state, key = self.mission.state, self.mission.setup.key
        player.see([Sight(key.identity(player.seat, p), state.covers[p.index].covered) for p in ALL_POSITIONS])

    def clue(self, clue: Clue) -> None:
        self.mission.apply(clue)

    def guess(self, seat: Seat, position: Position) -> Identity:
        verdict = self.mission.apply(Guess(seat, position)).verdict
        assert verdict is not None
        state = self.mission.state
        if state.phase is not Phase.OVER and any(side_complete(self.mission.setup, state, s) for s in Seat):
            self.complete_before_the_end = True
        return verdict

    def stop(self, seat: Seat) -> None:
        self.mission.apply(Stop(seat))


def setup_of(seed: int) -> DuetSetup:
    """The mission that the demonstration plays with this seed."""
    first = Seat.A if seed % 2 else Seat.B
    return DuetSetup(Board(deal_words(seed)), KeyCard.draw(SeededShuffler(seed)), first=first)


def played(seed: int, setup: DuetSetup | None = None, slips: float = 0.0) -> BareGame:
    """Play a whole mission."""
    game = BareGame(Mission(setup or setup_of(seed)))
    play(game, {seat: Player(seat, replace(skill_of(seed, seat), slips=slips), seed) for seat in Seat})
    return game
