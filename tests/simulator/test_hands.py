"""The hands lay what they are told, and can put the whole table as a state says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.game.keycard import Identity
from companion.game.mission import Mission
from companion.game.moves import Clue, Guess, Undo
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.game.tokens import Bank, Cover
from companion.simulator.hands import Hands, NothingToLay
from companion.simulator.table import VirtualTable
from companion.table.instruct import Instruction, Piece, instructions
from tests.simulator.bare_game import played, setup_of


def hands_of(mission: Mission) -> Hands:
    setup = mission.setup
    return Hands(VirtualTable(mission.board.words, 1), Bank(setup.mistakes, setup.turns - setup.mistakes))


def agrees(hands: Hands, mission: Mission) -> bool:
    """The table lies as the state says."""
    state = mission.state
    lies = hands.table.truth().covers
    tokens = (hands.bank, tuple(hands.taken.values()), hands.discarded)
    return (lies, *tokens) == (state.covers, state.bank, state.taken, state.discarded)


@pytest.mark.parametrize(
    ("seed", "turns", "mistakes"), [(5, 9, 9), (8, 9, 9), (14, 9, 9), (4, 11, 2), (7, 9, 0), (5, 10, 10), (3, 2, 1)]
)
def test_following_every_instruction_leads_to_the_state(seed: int, turns: int, mistakes: int) -> None:
    setup = replace(setup_of(seed), turns=turns, mistakes=mistakes)
    mission = Mission(setup)
    hands = hands_of(mission)
    for move in played(seed, setup, slips=0.3).mission.moves:
        assert not isinstance(move, Undo)
        before = mission.state
        after = mission.apply(move).state
        for step in instructions(before, move, after):
            hands.follow(step)
        assert agrees(hands, mission)


def test_one_forgotten_piece_is_a_difference() -> None:
    mission = Mission(setup_of(8))
    hands = hands_of(mission)
    assert agrees(hands, mission)
    target = next(p for p in ALL_POSITIONS if mission.setup.key.identity(Seat.B, p) is Identity.BYSTANDER)
    for move in (Clue(Seat.B, "BABA", 1), Guess(Seat.A, target)):
        mission.apply(move)
    assert not agrees(hands, mission)


def test_arranging_follows_a_mission_back_and_forth() -> None:
    source = played(5).mission
    mission = Mission(source.setup)
    hands = hands_of(mission)
    for move in source.moves:
        assert not isinstance(move, Undo)
        mission.apply(move)
    hands.arrange(mission.state)
    assert agrees(hands, mission)
    for _ in range(12):
        mission.undo()
        hands.arrange(mission.state)
        assert agrees(hands, mission)


def test_penalty_token_leaves_the_bank() -> None:
    hands = Hands(VirtualTable(setup_of(1).board.words, 1))
    hands.follow(Instruction(Piece.TOKEN_DISCARDED))
    assert hands.bank == Bank(8, 0)
    assert hands.table.truth().bank == Bank(8, 0)


def test_tokens_leave_a_mixed_bank_by_the_side_that_is_due() -> None:
    hands = Hands(VirtualTable(setup_of(1).board.words, 1), Bank(1, 5))
    for step, bank in (
        (Instruction(Piece.TOKEN_TAKEN, to=Seat.A), Bank(1, 4)),
        (Instruction(Piece.TOKEN, Position(3), Seat.A), Bank(0, 4)),
        (Instruction(Piece.TWO_TOKENS, Position(4), Seat.B), Bank(0, 2)),
        (Instruction(Piece.TOKEN_DISCARDED), Bank(0, 1)),
        (Instruction(Piece.TOKEN, Position(5), Seat.B), Bank(0, 0)),
    ):
        hands.follow(step)
        assert hands.bank == hands.table.truth().bank == bank
    truth = hands.table.truth()
    assert truth.covers[4] == Cover(tokens=frozenset({Seat.A}), stacked=frozenset({Seat.A}))
    assert truth.covers[3] == Cover(tokens=frozenset({Seat.B}))
    assert (truth.taken, hands.discarded) == ((1, 0), 1)
    with pytest.raises(NothingToLay, match="no token lies in the bank"):
        hands.follow(Instruction(Piece.TOKEN_TAKEN, to=Seat.B))


def test_stacks_and_mixed_banks_are_arranged() -> None:
    mission = Mission(replace(setup_of(4), turns=11, mistakes=2))
    hands = hands_of(mission)
    both = Cover(tokens=frozenset(Seat), stacked=frozenset({Seat.B}))
    covers = (both, *mission.state.covers[1:])
    state = replace(mission.state, covers=covers, bank=Bank(1, 3), taken=(2, 1), discarded=1)
    hands.arrange(state)
    truth = hands.table.truth()
    assert (truth.covers, truth.bank, truth.taken, hands.discarded) == (covers, Bank(1, 3), (2, 1), 1)


def test_a_step_of_another_game_is_refused() -> None:
    hands = Hands(VirtualTable(setup_of(1).board.words, 1))
    with pytest.raises(NothingToLay, match="no such step"):
        hands.follow(Instruction(Piece.RED_AGENT_CARD, Position(3)))
