"""What a demonstration plays: which game, with which numbers, and how often its players slip."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.game.position import Seat
from companion.table.options import STANDARD_TOKENS, Game, Options

QUIET_SEEDS = 20
"""In standard missions of the seeds up to this one no clue is invalid: they show what a usual evening shows."""
SLIPS = 0.12


@dataclass(frozen=True, slots=True)
class Plan:
    """What is agreed before play; the fields are those of ``Options``."""

    game: Game = Game.DUET
    turns: int = STANDARD_TOKENS
    mistakes: int = STANDARD_TOKENS
    players: int = 4

    @property
    def standard(self) -> bool:
        """A mission of Duet with nine tokens, all bystander side up."""
        return self.game is Game.DUET and (self.turns, self.mistakes) == (STANDARD_TOKENS, STANDARD_TOKENS)

    def slips(self, seed: int) -> float:
        """How often a clue is invalid, 0 to 1."""
        return 0.0 if self.standard and seed <= QUIET_SEEDS else SLIPS

    def agreed(self, seed: int, options: Options) -> Options:
        """The options of a session for this plan; who begins and where the spymasters sit is up to the seed."""
        return replace(
            options, game=self.game, turns=self.turns, mistakes=self.mistakes, players=self.players,
            first=Seat.A if seed % 2 else Seat.B, team=None, side=Seat.B if seed % 4 == 2 else Seat.A,
        )  # fmt: skip


STANDARD = Plan()
