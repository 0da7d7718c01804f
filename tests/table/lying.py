"""What lies on a table, as values: states of both games, and what a camera that sees all of it would say."""

from __future__ import annotations

from dataclasses import replace

from companion.game.classic import Card, ClassicPhase, ClassicState, Team
from companion.game.duet import DuetState, Phase
from companion.game.position import COUNT, Position, Seat
from companion.game.tokens import FREE, Bank, Cover
from companion.simulator.table import TableTruth
from companion.table.check import CARDS, due
from companion.table.observation import Lies, Observation
from companion.table.scan import SeenCover

A, B = Seat.A, Seat.B


def at(name: str) -> Position:
    return Position.parse(name)


def token(*to: Seat) -> Cover:
    """Tokens on a word by the seats that their arrows point to; two of one seat are a stack."""
    givers = [seat.other for seat in to]
    return Cover(tokens=frozenset(givers), stacked=frozenset(giver for giver in givers if givers.count(giver) > 1))


AGENT, ASSASSIN = Cover(agent=True), Cover(assassin=True)


def duet(covers: dict[str, Cover], bank: Bank, taken: tuple[int, int] = (0, 0)) -> DuetState:
    """A mission in which somebody guesses."""
    lying = [FREE] * COUNT
    for name, cover in covers.items():
        lying[at(name).index] = cover
    return DuetState(
        phase=Phase.GUESSING, giver=A, bank=bank, taken=taken, discarded=0, covers=tuple(lying), clues=(),
        guesses_this_turn=1, turns_used=0, sudden_death_used=False, outcome=None,
    )  # fmt: skip


def classic(covers: dict[str, Card]) -> ClassicState:
    """A base game in which red guesses."""
    lying: list[Card | None] = [None] * COUNT
    for name, card in covers.items():
        lying[at(name).index] = card
    return ClassicState(ClassicPhase.GUESSING, Team.RED, tuple(lying), (9, 8))


def truly(state: DuetState | ClassicState) -> Observation:
    """All that lies there as it should, and all of it seen."""
    should = due(state)
    return Observation(should.cells, should.bank, should.taken)


def lying(seen: Observation, name: str, *arrows: Seat, cover: SeenCover | None = None) -> Observation:
    """The same with something else on one card."""
    return on_card(seen, name, Lies(cover, tuple(sorted(arrows, key=lambda seat: seat.value))))


def on_card(seen: Observation, name: str, lies: Lies | None) -> Observation:
    cells = list(seen.cells)
    cells[at(name).index] = lies
    return replace(seen, cells=tuple(cells))


def seen_truly(truth: TableTruth, tokens: bool = True) -> Observation:
    """What a camera would say that misses nothing of a virtual table."""
    cells = tuple(
        _card(card) if card is not None else _cover(cover)
        for cover, card in zip(truth.covers, truth.cards, strict=True)
    )  # fmt: skip
    return Observation(cells, truth.bank if tokens else None, truth.taken if tokens else None)


def _card(card: Card) -> Lies:
    return Lies(CARDS[card])


def _cover(cover: Cover) -> Lies:
    large = SeenCover.AGENT if cover.agent else SeenCover.ASSASSIN if cover.assassin else None
    arrows = [giver.other for giver in (*cover.tokens, *cover.stacked)]
    return Lies(large, tuple(sorted(arrows, key=lambda seat: seat.value)))
