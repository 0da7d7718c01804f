"""Simulated players of a base game: spymasters who see the key on a screen, operatives who see the table alone.

As in Duet, what a player cannot see has no way in: an operative is given no key, a spymaster no partner's thoughts.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from companion.game.board import same_word
from companion.game.classic import Card, Team, TeamClue
from companion.game.position import ALL_POSITIONS, Position
from companion.simulator.clues import decode, encode
from companion.simulator.key_glass import KeySight

OWN = {Team.RED: Card.RED, Team.BLUE: Card.BLUE}


@dataclass(frozen=True, slots=True)
class PublicCards:
    """What everybody at the table sees: the words and the cards that lie on them, in seat A's frame."""

    words: tuple[str, ...]
    cards: tuple[Card | None, ...]

    @property
    def free(self) -> list[Position]:
        """The words that nothing lies on."""
        return [p for p in ALL_POSITIONS if self.cards[p.index] is None]


@dataclass(frozen=True, slots=True)
class TeamSkill:
    """How well a team plays; chances 0 to 1.

    Attributes:
        names: Most words that its spymaster puts into one clue.
        errs: Chance that a guess goes to a word that was not meant.
        tires: Chance to stop after each right guess though words of the clue are left.
        slips: Chance that a clue turns out to be invalid (rules B4).
        odd: Chance of a clue for zero or with unlimited guesses (rules B2).
    """

    names: int
    errs: float
    tires: float
    slips: float = 0.0
    odd: float = 0.15


def team_skill(seed: int, team: Team, slips: float = 0.0) -> TeamSkill:
    """The skill that a seed gives to a team; some seeds make careful players, some careless ones."""
    rng = random.Random(f"team skill {seed} {team.value}")
    return TeamSkill(rng.choice((2, 2, 3, 4)), rng.choice((0.05, 0.1, 0.2, 0.35)), rng.choice((0.0, 0.1, 0.3)), slips)


class Spymaster:
    """Gives the clues of one team."""

    def __init__(self, team: Team, skill: TeamSkill, seed: int) -> None:
        self.team = team
        self._skill = skill
        self._random = random.Random(f"spymaster {seed} {team.value}")
        self._key: tuple[KeySight, ...] = ()
        self._named: set[Position] = set()

    def see(self, key: Sequence[KeySight]) -> None:
        """Look at the key on the own screen: 25 cells in seat A's frame."""
        self._key = tuple(key)

    def think_of_clue(self, table: PublicCards) -> TeamClue:
        """A clue for words of the own team that nobody has found, fresh ones first."""
        open_words = self._open(self.team, table)
        fresh = [p for p in open_words if p not in self._named] or open_words
        meant = self._random.sample(fresh, min(self._random.randint(1, self._skill.names), len(fresh)))
        odd = self._random.random() < self._skill.odd
        zero = odd and self._random.random() < 0.5
        meant = [] if zero else meant
        self._named.update(meant)
        word = encode(meant)
        assert same_word(word) not in {same_word(w) for w in table.words}
        invalid = self._random.random() < self._skill.slips
        unlimited = odd and not zero
        return TeamClue(self.team, word, None if unlimited else len(meant), unlimited, invalid)

    def word_to_cover(self, whose: Team, table: PublicCards) -> Position:
        """A word of that team, covered without a guess (rules B4, B6)."""
        return self._random.choice(self._open(whose, table))

    def wants_to_cover(self) -> bool:
        """Whether to use the right after the opponents' invalid clue; mostly."""
        return self._random.random() < 0.8

    def _open(self, team: Team, table: PublicCards) -> list[Position]:
        return [p for p in table.free if self._key[p.index].card is OWN[team]]


class Operative:
    """Guesses for a team, or for both where three people play (rules B6)."""

    def __init__(self, skill: TeamSkill, seed: int, name: str) -> None:
        self._skill = skill
        self._random = random.Random(f"operative {seed} {name}")
        self._heard: dict[Team, list[Position]] = {team: [] for team in Team}
        self._latest: frozenset[Position] = frozenset()
        self._guesses = 0

    def hear_clue(self, clue: TeamClue) -> None:
        """A clue of the spymaster: remembered, this turn's words before older ones."""
        assert clue.word is not None
        self._latest = frozenset(decode(clue.word))
        older = [p for p in self._heard[clue.team] if p not in self._latest]
        self._heard[clue.team] = [*decode(clue.word), *older]
        self._guesses = 0

    def made_a_guess(self) -> None:
        """The own guess was right, or the turn is over."""
        self._guesses += 1

    def next_guess(self, team: Team, table: PublicCards) -> Position | None:
        """The next word to touch for a team, or None to stop."""
        free = table.free
        known = [p for p in self._heard[team] if p in free]
        if self._guesses and (not known or self._random.random() < self._skill.tires):
            return None
        if not known or self._random.random() < self._skill.errs:
            return self._random.choice([p for p in free if p not in known] or free)
        return known[0]
