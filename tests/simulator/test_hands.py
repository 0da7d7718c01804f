"""The hands lay what they are told, and can put the whole table as a state says."""

from __future__ import annotations

import pytest

from companion.game.keycard import Identity
from companion.game.mission import Mission
from companion.game.moves import Clue, Guess, Undo
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.simulator.hands import Hands, NothingToLay
from companion.simulator.table import VirtualTable
from companion.table.instruct import Instruction, Piece, instructions
from tests.simulator.bare_game import played, setup_of


def hands_of(mission: Mission) -> Hands:
    return Hands(VirtualTable(mission.board.words, 1))


def agrees(hands: Hands, mission: Mission) -> bool:
    """The table lies as the state says."""
    state = mission.state
    lies = hands.table.truth().covers
    return (lies, hands.bank, tuple(hands.taken.values())) == (state.covers, state.bank.total, state.taken)


@pytest.mark.parametrize("seed", [5, 8, 14])
def test_following_every_instruction_leads_to_the_state(seed: int) -> None:
    mission = Mission(setup_of(seed))
    hands = hands_of(mission)
    for move in played(seed).mission.moves:
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
    assert hands.bank == 8


def test_a_step_of_another_game_is_refused() -> None:
    hands = Hands(VirtualTable(setup_of(1).board.words, 1))
    with pytest.raises(NothingToLay, match="no such step"):
        hands.follow(Instruction(Piece.TWO_TOKENS, Position(3), Seat.A))
