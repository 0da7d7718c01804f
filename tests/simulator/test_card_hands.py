"""The base box on the virtual table: the cards lie as the app says, and the reader still reads the free words."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from companion.game.classic import Card, ClassicState, Team, start
from companion.game.position import ALL_POSITIONS, Position
from companion.simulator.card_hands import CardHands, team_that_began
from companion.simulator.hands import NothingToLay
from companion.simulator.pieces import NO_PILES, NO_TOKENS, Piles
from companion.simulator.table import VirtualTable
from companion.simulator.words import deal_words
from companion.simulator.world import VirtualWorld
from companion.table.instruct import Instruction, Piece
from companion.table.scan import Certainty
from companion.vision.scanner import Scanner
from tests.device.keys import classic_setup
from tests.simulator.test_table import SMALL, flat_card

PIECES = {
    Card.RED: Piece.RED_AGENT_CARD, Card.BLUE: Piece.BLUE_AGENT_CARD,
    Card.BYSTANDER: Piece.BYSTANDER_CARD, Card.ASSASSIN: Piece.ASSASSIN_CARD,
}  # fmt: skip


def hands(first: Team = Team.RED, seed: int = 6) -> CardHands:
    return CardHands(VirtualTable(deal_words(seed), seed), first)


def covered(seed: int, number: int, first: Team = Team.RED) -> ClassicState:
    """A state with that many words covered."""
    setup = classic_setup(seed, first)
    places = set(random.Random(seed).sample(range(25), number))
    covers = tuple(card if i in places else None for i, card in enumerate(setup.key.cards))
    left = tuple(setup.key.cards.count(c) - covers.count(c) for c in (Card.RED, Card.BLUE))
    return replace(start(setup), covers=covers, agents_left=(left[0], left[1]))


@pytest.mark.parametrize("card", list(Card))
def test_each_card_is_laid_and_seen_on_its_word_only(card: Card) -> None:
    at = Position.parse("C3")
    player = hands()
    truth = player.table.truth(SMALL)
    before = player.table.photograph(SMALL)
    player.follow(Instruction(PIECES[card], at))
    after = player.table.photograph(SMALL)
    assert [c for c in player.table.truth().cards if c] == [player.table.truth().cards[at.index]] == [card]
    changed = [p for p in ALL_POSITIONS if np.abs(flat_card(after, truth, p) - flat_card(before, truth, p)).mean() > 8]
    assert changed == [at]
    blue, green, red = (np.median(flat_card(after, truth, at)[..., channel]) for channel in range(3))
    looks = {
        Card.RED: red > 1.5 * max(blue, green), Card.BLUE: blue > 1.5 * max(red, green),
        Card.BYSTANDER: min(red, green) > 120, Card.ASSASSIN: max(red, green, blue) < 110,
    }  # fmt: skip
    assert [c for c, so in looks.items() if so] == [card]


@pytest.mark.parametrize("first", list(Team))
def test_the_ninth_agent_is_the_double_agent_and_there_is_no_tenth(first: Team) -> None:
    mine = Card.RED if first is Team.RED else Card.BLUE
    player = hands(first)
    for index in range(8):
        player.follow(Instruction(PIECES[mine], Position(index)))
    with pytest.raises(NothingToLay, match="left in the box"):
        player.follow(Instruction(PIECES[mine], Position(8)))
    plain = player.table.photograph(SMALL).astype(int)
    player.follow(Instruction(Piece.DOUBLE_AGENT, Position(8)))
    assert player.table.truth().cards[:9] == (mine,) * 9
    assert np.abs(player.table.photograph(SMALL) - plain).mean() > 0.5
    with pytest.raises(NothingToLay, match="double agent card is left"):
        player.follow(Instruction(Piece.DOUBLE_AGENT, Position(9)))


def test_the_double_agent_looks_otherwise_than_the_card_of_its_number() -> None:
    one, other = (VirtualTable(deal_words(6), 6) for _ in range(2))
    one.lay_card(Position(3), Card.RED)
    other.lay_card(Position(3), Card.RED, double=True)
    assert not np.array_equal(one.photograph(SMALL), other.photograph(SMALL))
    assert one.truth().cards == other.truth().cards


@pytest.mark.parametrize(("first", "seed"), [(Team.RED, 1), (Team.BLUE, 2)])
def test_arranging_follows_a_state_back_and_forth(first: Team, seed: int) -> None:
    player = hands(first)
    for number in (5, 25, 12, 0, 9):
        state = covered(seed, number, first)
        player.arrange(state)
        truth = player.table.truth()
        assert truth.cards == state.covers
        assert team_that_began(state) is first
        in_the_piles = {Card.RED: truth.piles.red, Card.BLUE: truth.piles.blue, Card.BYSTANDER: truth.piles.bystanders}
        for card, pile in in_the_piles.items():
            double = 1 if state.covers.count(card) == 9 else 0
            assert pile == {Card.BYSTANDER: 7}.get(card, 8) - state.covers.count(card) + double


def test_a_step_of_duet_is_refused() -> None:
    for step in (Instruction(Piece.AGENT_CARD, Position(1)), Instruction(Piece.RED_AGENT_CARD)):
        with pytest.raises(NothingToLay, match="no such step"):
            hands().follow(step)


def test_piles_lie_beside_the_board() -> None:
    table = VirtualTable(deal_words(6), 6)
    truth, bare = table.truth(SMALL), table.photograph(SMALL).astype(int)
    table.set_piles(Piles(3, 8, 1))
    changed = np.abs(table.photograph(SMALL) - bare).sum(axis=2) > 60
    right_edge = max(x for outline in truth.outlines_px for x, _ in outline)
    assert changed[:, int(right_edge) :].sum() > 5000
    assert changed[:, : int(right_edge)].sum() < 100
    table.set_piles(NO_PILES)
    assert np.abs(table.photograph(SMALL) - bare).mean() < 3


@pytest.mark.parametrize(("seed", "number"), [(6, 4), (7, 11)])
def test_the_free_words_of_a_base_game_are_read(seed: int, number: int) -> None:
    state, player = covered(seed, number), hands(seed=seed)
    player.arrange(state)
    words = player.table.truth().words
    scan = Scanner().read(player.table.photograph())
    for card, word, laid in zip(scan.cards, words, state.covers, strict=True):
        if laid is None:
            assert card.word == word
        else:
            assert card.certainty is not Certainty.SURE or card.word == word


def test_the_world_lays_the_box_of_the_game_that_is_played() -> None:
    world = VirtualWorld(6, SMALL)
    words, bare = world.words, world.frame().astype(int)
    state = covered(3, 9)
    world.follow(words, state)
    truth = world.table.truth()
    assert (truth.cards, truth.bank, world.words) == (state.covers, NO_TOKENS, words)
    assert np.abs(world.frame() - bare).mean() > 5
    world.follow(None, None)
    assert world.words != words
    assert world.table.truth().cards == (None,) * 25
