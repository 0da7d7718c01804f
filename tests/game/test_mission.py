import pytest

from companion.game.duet import IllegalMove, Outcome, Phase, SetupError, may_guess, side_complete, start
from companion.game.keycard import Identity
from companion.game.mission import Mission
from companion.game.moves import Clue, Guess, NameWord, Stop, Undo
from companion.game.position import Position, Seat
from tests.game.boards import A_COMPLETE, played, setup


def test_a_mission_begins_in_the_state_of_its_setup():
    mission = Mission(setup())
    assert (mission.state, mission.moves, mission.board) == (start(setup()), (), setup().board)
    assert not mission.can_undo


def test_replaying_the_moves_gives_the_same_mission():
    mission = played("A clue OCEAN 2", "B guess STADIUM", "undo", "name E5 COURTS", "B guess LOCK", "undo", "undo")
    again = Mission.replayed(mission.setup, mission.moves)
    assert again == mission
    assert (again.state, again.board, again.can_undo) == (mission.state, mission.board, mission.can_undo)


def test_missions_with_other_moves_differ():
    assert played("A clue OCEAN 2") != played("A clue OCEAN 3")
    assert played("A clue OCEAN 2", "undo") != Mission(setup())


def test_a_record_that_cannot_have_been_is_refused():
    with pytest.raises(IllegalMove):
        Mission.replayed(setup(), [Undo()])
    with pytest.raises(IllegalMove):
        Mission.replayed(setup(), [Stop(Seat.B)])


def test_check_answers_like_apply_and_changes_nothing():
    mission = played("A clue OCEAN 2")
    before = mission.state
    answer = mission.check(Guess(Seat.B, Position(0)))
    assert mission.state is before
    assert len(mission.moves) == 1
    assert mission.apply(Guess(Seat.B, Position(0))) == answer
    assert answer.verdict is Identity.AGENT


def test_check_refuses_what_apply_refuses():
    mission = played("A clue OCEAN 2")
    for move in (Stop(Seat.B), NameWord(Position(0), "LOCK"), NameWord(Position(0), " "), Clue(Seat.A)):
        with pytest.raises(IllegalMove):
            mission.check(move)
        with pytest.raises(IllegalMove):
            mission.apply(move)
    assert len(mission.moves) == 1


def test_undo_returns_every_state_back_to_the_start():
    lines = ["A clue OCEAN 2", "B guess STADIUM", "B guess LOCK", "B clue WAVE 1", "A guess SOLDIER"]
    states = [played(*lines[:n]).state for n in range(len(lines) + 1)]
    mission = played(*lines)
    assert mission.state.outcome is Outcome.LOST_ASSASSIN
    for state in reversed(states[:-1]):
        assert mission.undo() == state == mission.state
    with pytest.raises(IllegalMove):
        mission.undo()
    assert mission.moves[-len(lines) :] == (Undo(),) * len(lines)


def test_a_name_stays_when_moves_are_taken_back():
    mission = played("name A1 STADION", "A clue OCEAN 2", "name A2 PUPILS", "undo")
    assert mission.board.words[:2] == ("STADION", "PUPILS")
    assert not mission.can_undo
    assert mission.setup.board.words[:2] == ("STADIUM", "PUPIL")


def test_an_ended_mission_takes_no_name():
    mission = played("A clue OCEAN 2", "B guess SOLDIER")
    with pytest.raises(IllegalMove):
        mission.apply(NameWord(Position(0), "STADION"))


@pytest.mark.parametrize(
    ("lines", "numbers", "first"),
    [
        ((), {}, None),
        ((), {"first": Seat.B}, Seat.B),
        (("B clue WAVE 1",), {}, Seat.B),
        (("B clue WAVE 1", "A guess LOCK", "A clue OCEAN 1"), {}, Seat.B),
        (("B clue WAVE 1", "undo"), {}, None),
        (("B clue WAVE 1", "undo", "A clue OCEAN 1"), {}, Seat.A),
        (("B clue invalid WAVE 1",), {"turns": 1, "mistakes": 1}, Seat.B),
        (("B clue invalid WAVE 1", "undo", "A clue invalid - -"), {"turns": 1, "mistakes": 1}, Seat.A),
        (("B clue invalid WAVE 1", "A guess DOG"), {"turns": 1, "mistakes": 1}, Seat.B),
    ],
)
def test_the_first_clue_decides_who_is_first(lines, numbers, first):
    assert played(*lines, **numbers).first is first


def test_a_void_clue_is_none_of_the_clues():
    assert played("B clue invalid WAVE 1", turns=1, mistakes=0).state.clues == ()
    assert played("B clue invalid WAVE 1").state.clues == (Clue(Seat.B, "WAVE", 1, invalid=True),)


def test_the_clues_are_kept_in_order():
    mission = played("A clue NEW  MOON 2", "B guess LOCK", "B clue - -", "undo", "B clue WAVE -")
    assert mission.state.clues == (Clue(Seat.A, "NEW MOON", 2), Clue(Seat.B, "WAVE", None))


@pytest.mark.parametrize(("turns", "mistakes"), [(0, 0), (12, 12), (-1, 0), (9, 10), (9, -1), (5, 9)], ids=str)
def test_numbers_that_make_no_mission_are_refused(turns, mistakes):
    with pytest.raises(SetupError):
        setup(turns=turns, mistakes=mistakes)


@pytest.mark.parametrize("word", ["", "  ", "-", "#", "#1 fan", "the #1", "invalid passport", "INVALID x"])
def test_a_clue_that_no_transcript_could_hold_is_refused(word):
    with pytest.raises(IllegalMove):
        Mission(setup()).apply(Clue(Seat.A, word, 1))


@pytest.mark.parametrize("word", ["C#", "- -", "invalid", "x:1", "ÆTHER"])
def test_an_unusual_clue_is_accepted(word):
    mission = Mission(setup())
    mission.apply(Clue(Seat.A, word, 1))
    assert mission.state.phase is Phase.GUESSING


@pytest.mark.parametrize("number", [-1, 26])
def test_a_clue_number_out_of_range_is_refused(number):
    with pytest.raises(IllegalMove):
        Mission(setup()).apply(Clue(Seat.A, "OCEAN", number))


def test_who_may_guess():
    def now(*lines, **numbers):
        mission = played(*lines, **numbers)
        return may_guess(mission.setup, mission.state)

    assert now() == ()
    assert now("A clue OCEAN 2") == (Seat.B,)
    assert now("A clue OCEAN 2", "B guess LOCK", turns=1, mistakes=1) == (Seat.A, Seat.B)
    assert now(*A_COMPLETE, turns=1, mistakes=1) == (Seat.A,)
    assert now("A clue OCEAN 2", "B guess SOLDIER") == ()


def test_a_side_is_complete_with_its_ninth_agent():
    for count, complete in ((len(A_COMPLETE) - 1, False), (len(A_COMPLETE), True)):
        mission = played(*A_COMPLETE[:count])
        assert side_complete(mission.setup, mission.state, Seat.A) is complete
        assert not side_complete(mission.setup, mission.state, Seat.B)


def test_the_key_shows_in_no_text_form():
    mission = played("A clue OCEAN 2")
    assert "Identity" not in repr(mission)
    assert "hidden" in repr(mission)
