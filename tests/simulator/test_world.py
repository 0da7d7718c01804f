"""The virtual table that keeps up with the app."""

from __future__ import annotations

import numpy as np

from companion.game.mission import Mission
from companion.game.moves import Undo
from companion.simulator.world import VirtualWorld
from tests.simulator.bare_game import played

SMALL = (640, 360)


def test_pieces_lie_as_the_state_says_and_are_taken_off_again() -> None:
    source = played(5).mission
    world, mission = VirtualWorld(5, SMALL), Mission(source.setup)
    bare = world.frame().astype(int)
    for move in source.moves:
        assert not isinstance(move, Undo)
        mission.apply(move)
    world.follow(mission.board.words, mission.state)
    assert np.abs(world.frame() - bare).mean() > 8
    while mission.can_undo:
        mission.undo()
    world.follow(mission.board.words, mission.state)
    fresh = VirtualWorld(5, SMALL)
    fresh.follow(mission.board.words, mission.state)
    assert np.abs(world.frame().astype(int) - fresh.frame()).mean() < 3


def test_new_cards_lie_there_after_a_mission_and_not_before_one() -> None:
    world = VirtualWorld(5, SMALL)
    words = world.words
    world.follow(None, None)
    assert world.words == words
    mission = played(5).mission
    world.follow(mission.board.words, mission.state)
    assert world.words == words
    world.follow(None, None)
    assert set(words) != set(world.words)
    world.close()
    world.close()


def test_cards_of_an_older_mission_lie_there_again_when_it_goes_on() -> None:
    world, mission = VirtualWorld(5, SMALL), played(9).mission
    world.follow(mission.board.words, mission.state)
    assert world.words == mission.board.words


def test_card_that_a_player_names_otherwise_keeps_its_print() -> None:
    world, mission = VirtualWorld(5, SMALL), played(5).mission
    named = ("C3", *mission.board.words[1:24], "Something Else")
    world.follow(named, mission.state)
    assert world.words == mission.board.words
