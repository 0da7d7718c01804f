"""Simulated players: each knows its own screen and what everybody at the table can see and hear, and nothing else.

A player is given no key, no state of the engine and no partner; what it cannot see has no way in.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from companion.game.board import same_word
from companion.game.keycard import Identity
from companion.game.moves import Clue
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.game.tokens import Cover
from companion.simulator.clues import decode, encode
from companion.simulator.glass import Sight


@dataclass(frozen=True, slots=True)
class PublicTable:
    """What everybody at the table sees: the words and what lies on them, in seat A's frame, and the time bank."""

    words: tuple[str, ...]
    covers: tuple[Cover, ...]
    tokens_left: int

    def free_for(self, seat: Seat) -> list[Position]:
        """Where ``seat`` could lay a finger without being told that it is none of its guesses."""
        return [p for p in ALL_POSITIONS if self.covers[p.index].guessable_by(seat)]


@dataclass(frozen=True, slots=True)
class Skill:
    """How well a player plays; chances 0 to 1.

    Attributes:
        names: Most words that it puts into one clue.
        errs: Chance that a guess goes to a card that it did not mean.
        tires: Chance to stop after each right guess though words of the clue are left.
        dares: Chance to go on to older clues when those of this clue are found.
        slips: Chance that a clue turns out to be invalid (rules A4, B4).
    """

    names: int
    errs: float
    tires: float
    dares: float
    slips: float = 0.0


_TEMPER = 16
"""Chosen so that the seeds 1 to 20 hold every ending that a standard mission can have (its test says which)."""


def skill_of(seed: int, seat: Seat) -> Skill:
    """The skill that a seed gives to a seat; some seeds make careful players, some careless ones."""
    rng = random.Random(f"skill {_TEMPER} {seed} {seat.value}")
    return Skill(
        names=rng.choice((2, 2, 3, 3, 4)),
        errs=rng.choice((0.0, 0.1, 0.2, 0.4)),
        tires=rng.choice((0.0, 0.1, 0.3, 0.6)),
        dares=rng.choice((0.1, 0.5, 0.9)),
    )


class Player:
    """One simulated player."""

    def __init__(self, seat: Seat, skill: Skill, seed: int) -> None:
        self.seat = seat
        self._skill = skill
        self._random = random.Random(f"player {seed} {seat.value}")
        self._face: tuple[Sight, ...] = ()
        self._named: set[Position] = set()
        self._heard: list[Position] = []
        self._right_this_turn = 0
        self._latest: frozenset[Position] = frozenset()

    def see(self, face: Sequence[Sight]) -> None:
        """Look at the own screen: 25 cells in seat A's frame."""
        self._face = tuple(face)

    # --- giving --------------------------------------------------------------------------------------------------

    def think_of_clue(self, table: PublicTable) -> Clue:
        """A clue for words of the own face that nobody has found; fresh ones first."""
        open_agents = [
            p for p in ALL_POSITIONS
            if self._face[p.index].identity is Identity.AGENT and not table.covers[p.index].covered
        ]  # fmt: skip
        fresh = [p for p in open_agents if p not in self._named] or open_agents
        wanted = len(fresh) if table.tokens_left <= 2 else self._random.randint(1, self._skill.names)
        meant = self._random.sample(fresh, min(wanted, len(fresh)))
        self._named.update(meant)
        word = encode(meant)
        assert same_word(word) not in {same_word(w) for w in table.words}
        # Chance is asked only where it can matter: a player that never slips plays on as before.
        slip = self._skill.slips > 0 and self._random.random() < self._skill.slips
        return Clue(self.seat, word, len(meant), invalid=slip)

    # --- guessing ------------------------------------------------------------------------------------------------

    def hear_clue(self, clue: Clue) -> None:
        """The partner's clue: remembered, this turn's words before older ones."""
        assert clue.word is not None
        self._latest = frozenset(decode(clue.word))
        self._heard = [*decode(clue.word), *(p for p in self._heard if p not in self._latest)]
        self._right_this_turn = 0

    def hear_verdict(self, verdict: Identity) -> None:
        """What the own guess was."""
        self._right_this_turn += verdict is Identity.AGENT

    def next_guess(self, table: PublicTable) -> Position | None:
        """The next card to touch in a turn, or None to stop."""
        known = self._known(table)
        if self._right_this_turn and not self._goes_on(known):
            return None
        return self._touch(known, table)

    def last_guess(self, table: PublicTable) -> Position | None:
        """The next card to touch in sudden death."""
        return self._touch(self._known(table), table)

    def sureness(self, table: PublicTable) -> int:
        """How many words this player still knows of; in sudden death whoever knows more begins."""
        return len(self._known(table))

    def _known(self, table: PublicTable) -> list[Position]:
        free = set(table.free_for(self.seat))
        return [p for p in self._heard if p in free]

    def _goes_on(self, known: list[Position]) -> bool:
        if not known or self._random.random() < self._skill.tires:
            return False
        return known[0] in self._latest or self._random.random() < self._skill.dares

    def _touch(self, known: list[Position], table: PublicTable) -> Position | None:
        free = table.free_for(self.seat)
        if not free:
            return None
        if not known or self._random.random() < self._skill.errs:
            return self._random.choice([p for p in free if p not in known] or free)
        return known[0]
