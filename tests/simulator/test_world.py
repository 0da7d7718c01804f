"""The virtual table keeps up with the app."""

from __future__ import annotations

import numpy as np

from companion.game.board import Board
from companion.game.duet import DuetSetup
from companion.game.keycard import Identity, KeyCard
from companion.game.mission import Mission
from companion.game.moves import Clue, Guess
from companion.game.position import ALL_POSITIONS, Seat
from companion.simulator.world import VirtualWorld
from tests.stand_ins import SeededShuffler

SMALL = (640, 360)


def begun(words):
    return Mission(DuetSetup(Board(tuple(words)), KeyCard.draw(SeededShuffler(1)), first=Seat.A))


def test_a_found_agent_appears_in_the_picture_and_undo_takes_it_away():
    world = VirtualWorld(1, SMALL)
    mission = begun(world.words)
    place = next(p for p in ALL_POSITIONS if mission.setup.key.identity(Seat.A, p) is Identity.AGENT)
    world.follow(mission.board.words, mission.state)
    empty = world.frame().astype(int)
    mission.apply(Clue(Seat.A))
    mission.apply(Guess(Seat.B, place))
    world.follow(mission.board.words, mission.state)
    assert np.abs(world.frame() - empty).mean() > 1
    mission.undo()
    world.follow(mission.board.words, mission.state)
    assert np.abs(world.frame() - empty).mean() < 3


def test_new_cards_are_dealt_after_a_mission_and_not_before():
    world = VirtualWorld(1, SMALL)
    words = world.words
    world.follow(None, None)
    assert world.words == words
    mission = begun(words)
    world.follow(words, mission.state)
    world.follow(None, None)
    assert world.words != words


def test_a_mission_of_another_day_brings_its_own_cards():
    world = VirtualWorld(1, SMALL)
    words = tuple(f"WORD{i}" for i in range(25))
    world.follow(words, begun(words).state)
    assert world.words == words
