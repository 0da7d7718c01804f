"""Setting the record by hand: what becomes of the table, and what is refused. ``docs/rules.md`` names the policies."""

import pytest

from companion.game.board import Board
from companion.game.classic import Card, ClassicKey, ClassicPhase, ClassicSetup, SetCards, Team
from companion.game.classic_mission import ClassicMission
from companion.game.classic_moves import parse_move as parse_classic
from companion.game.duet import IllegalMove, Outcome, Phase, Scoring
from companion.game.history import MOST_MOVES
from companion.game.moves import Allow, Clue, SetTable, Undo
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.game.scoring import score
from companion.game.tokens import FREE, Bank, Cover
from tests.game.boards import A_COMPLETE, WIN, WORDS, played, setup

AGENTS_A = ["A1", "A2", "B1", "B2", "B3", "C3", "D1", "D3", "E2"]
AGENTS_B = ["A3", "A5", "B2", "B4", "C1", "C2", "D1", "D3", "D5"]
A_LIES = "set " + ", ".join(f"{place} agent" for place in AGENTS_A)
ALL_LIE = "set " + ", ".join(f"{place} agent" for place in sorted({*AGENTS_A, *AGENTS_B}))


def _refused(*lines, **numbers):
    with pytest.raises(IllegalMove) as caught:
        played(*lines, **numbers)
    return str(caught.value)


def test_only_what_is_given_changes():
    lines = ("A clue invalid OCEAN 2", "B guess STADIUM", "B stop")
    before, after = played(*lines).state, played(*lines, "set C3 A>B").state
    assert after.covers[12] == Cover(tokens=frozenset({Seat.A}))
    assert [c for i, c in enumerate(after.covers) if i != 12] == [c for i, c in enumerate(before.covers) if i != 12]
    assert (after.phase, after.giver, after.bank, after.taken) == (
        before.phase,
        before.giver,
        before.bank,
        before.taken,
    )
    assert (after.clues, after.turns_used) == (before.clues, before.turns_used)


@pytest.mark.parametrize(
    ("line", "discarded"),
    [("set bank 7 0", 2), ("set bank 9 0", 0), ("set bank 5 2, taken 1 1", 0), ("set bank 6 0, C3 A>B A>B", 1),
     ("set bank 8 0, discarded 1", 1), ("set bank 7 0, C3 agent B>A, E5 A>B", 0)],
)  # fmt: skip
def test_what_lies_nowhere_is_discarded(line, discarded):
    state = played(line).state
    assert state.discarded == discarded
    assert state.bank.total + sum(state.taken) + state.on_cards + state.discarded == 9


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("set bank 10 0", "that makes 10 tokens and the mission began with 9"),
        ("set bank 9 0, C3 A>B", "that makes 10 tokens"),
        ("set C3 A>B", "that makes 10 tokens"),
        ("set discarded 1", "that makes 10 tokens"),
        ("set bank 7 0, discarded 1", "that makes 8 tokens"),
        ("set bank 999999999999 0", "tokens and the mission began with 9"),
        ("set C3 assassin, bank 8 0", "no assassin card"),
        ("set C3 agent assassin", "no assassin card"),
        ("set bank 0 0, giver A", "nobody gives a clue"),
        ("set " + ", ".join(f"{place} agent" for place in ALL_POSITIONS[:16]), "that makes 16 agent cards"),
    ],
)
def test_what_cannot_lie_on_a_table_is_refused(line, says):
    assert says in _refused(line)


@pytest.mark.parametrize(
    "move",
    [SetTable(), SetTable(bank=Bank(-1, 2)), SetTable(taken=(-1, 1)), SetTable(discarded=-1),
     SetTable(((Position(0), FREE), (Position(0), FREE)))],
)  # fmt: skip
def test_what_no_line_can_say_is_refused_too(move):
    with pytest.raises(IllegalMove):
        played().apply(move)


def test_an_agent_card_may_lie_anywhere_and_no_answer_tells_the_face():
    answers = set()
    for position in ALL_POSITIONS:
        state = played("A clue OCEAN 2", f"set {position} agent").state
        answers.add((state.phase, state.giver, state.agents_found, state.outcome, state.guesses_this_turn))
    assert answers == {(Phase.GUESSING, Seat.A, 1, None, 0)}


def test_a_mission_is_won_with_both_sides_and_not_with_fifteen_cards():
    fifteen = "set C4 agent, " + ", ".join(f"{place} agent" for place in sorted({*AGENTS_A, *AGENTS_B})[:-1])
    mission = played(fifteen)
    assert (mission.state.agents_found, mission.state.outcome) == (15, None)
    mission = played(fifteen, "A clue OCEAN 1", "B guess E2")
    assert (mission.state.agents_found, mission.state.outcome) == (16, Outcome.WON)


def test_a_set_never_lays_a_sixteenth_card_but_may_take_one_of_sixteen_away():
    sixteen = ("set C4 agent, D4 agent", "B clue WAVE 6", *WIN[11:], "A stop", "A clue OCEAN 9", *WIN[1:9])
    state = played(*sixteen).state
    assert (state.agents_found, state.outcome) == (16, None)
    assert "17 agent cards" in _refused(*sixteen, "set B5 agent")
    assert played(*sixteen, "set bank 2 0, C4 free, B5 agent").state.agents_found == 16
    assert played(*sixteen, "set C4 free").state.agents_found == 15


def test_both_sides_complete_by_hand_is_won_and_pays_nothing():
    state = played("A clue OCEAN 1", "B guess STADIUM", ALL_LIE).state
    assert (state.phase, state.outcome, state.giver) == (Phase.OVER, Outcome.WON, None)
    assert (state.bank, state.taken, state.turns_used) == (Bank(9, 0), (0, 0), 0)
    assert score(setup(), state).total == 27


def test_a_win_by_hand_with_an_empty_bank_is_no_sudden_death_unless_it_had_come():
    assert not played(f"{ALL_LIE}, bank 0 0").state.sudden_death_used
    assert played("set bank 0 0", ALL_LIE).state.sudden_death_used
    assert not played("set bank 0 0", f"{ALL_LIE}, bank 1 0").state.sudden_death_used


@pytest.mark.parametrize("lines", [(), ("A clue OCEAN 2",), ("A clue OCEAN 2", "B guess STADIUM")], ids=len)
def test_an_empty_bank_is_sudden_death(lines):
    state = played(*lines, "set bank 0 0").state
    assert (state.phase, state.giver, state.sudden_death_used, state.turns_used) == (
        Phase.SUDDEN_DEATH, None, True, 0,
    )  # fmt: skip


def test_out_of_sudden_death_somebody_gives_a_clue():
    assert "say who gives" in _refused("set bank 0 0", "set bank 1 0")
    state = played("set bank 0 0", "set bank 1 0, giver B").state
    assert (state.phase, state.giver, state.sudden_death_used) == (Phase.CLUE, Seat.B, False)
    state = played(f"{A_LIES}, bank 0 0", "set bank 1 0").state
    assert (state.phase, state.giver) == (Phase.CLUE, Seat.B)


def test_in_sudden_death_it_stays_while_the_bank_is_empty():
    state = played("set bank 0 0", "set C3 agent").state
    assert (state.phase, state.agents_found) == (Phase.SUDDEN_DEATH, 1)


def test_a_running_turn_goes_on():
    state = played("A clue OCEAN 2", "B guess STADIUM", "set bank 8 0").state
    assert (state.phase, state.giver, state.guesses_this_turn) == (Phase.GUESSING, Seat.A, 1)
    assert played("A clue OCEAN 2", "B guess STADIUM", "set bank 8 0", "B stop").state.bank == Bank(7, 0)


def test_a_side_that_is_complete_by_hand_gives_no_more_clues():
    for lines in ((), ("A clue OCEAN 2",), ("A clue OCEAN 2", "B guess PUPIL")):
        state = played(*lines, A_LIES).state
        assert (state.phase, state.giver, state.guesses_this_turn) == (Phase.CLUE, Seat.B, 0)
        assert (state.bank.total, state.turns_used) == (9, 0)
    assert played("B clue OCEAN 2", A_LIES).state.phase is Phase.GUESSING


def test_a_giver_that_is_given_begins_with_a_clue():
    for lines in ((), ("A clue OCEAN 2",), ("B clue OCEAN 2", "A guess DOG")):
        state = played(*lines, "set giver A").state
        assert (state.phase, state.giver, state.guesses_this_turn) == (Phase.CLUE, Seat.A, 0)
    assert "seat B gives the clues" in _refused(*A_COMPLETE, "set giver A")
    assert "seat B gives the clues" in _refused(f"{A_LIES}, giver A")
    assert played(*A_COMPLETE, "set E2 free, giver A").state.giver is Seat.A


def test_who_was_first_is_known_after_a_set():
    assert played("set bank 8 0").first is None
    assert played("set giver B").first is Seat.B
    assert played("set giver B", first=Seat.A).first is Seat.B
    assert played("set bank 8 0", "A clue OCEAN 1").first is Seat.A
    assert played("set bank 0 0", first=Seat.A).first is Seat.A


def test_one_undo_takes_a_set_back_whole():
    lines = ("A clue OCEAN 2", "B guess STADIUM")
    mission = played(*lines, "set bank 1 2, taken 3 0, C3 agent B>A, A1 free, giver B", "undo")
    assert mission.state == played(*lines).state
    assert mission.moves[-1] == Undo()
    assert played(ALL_LIE, "undo").state == played().state


@pytest.mark.parametrize("line", ["set bank 8 0", "set giver A", "allow OCEANS"])
def test_an_ended_mission_takes_no_set_and_nothing_that_is_allowed(line):
    assert "the mission is over" in _refused(*WIN, line)


def test_a_word_that_is_allowed_changes_nothing_and_undo_passes_over_it():
    mission = played("A clue OCEAN 2", "allow  oceans   deep", "B guess STADIUM", "allow -", "undo", "undo")
    assert mission.moves[1] == Allow("oceans deep")
    assert (mission.state, mission.can_undo) == (played().state, False)
    assert played("A clue OCEAN 2", "allow x").standing == (Clue(Seat.A, "OCEAN", 2),)


@pytest.mark.parametrize("word", ["", " ", "#", "deep #1"])
def test_what_no_transcript_could_hold_is_not_allowed(word):
    for mission in (played(), _game()):
        with pytest.raises(IllegalMove):
            mission.apply(Allow(word))


def test_two_checkmarks_for_a_mistake_are_a_stack():
    state = played("A clue OCEAN 2", "B guess LOCK", turns=9, mistakes=0).state
    lies = state.covers[3]
    assert (lies.tokens, lies.stacked, lies.count) == (frozenset({Seat.A}), frozenset({Seat.A}), 2)
    assert not lies.covered
    last = played("A clue OCEAN 2", "B guess LOCK", turns=1, mistakes=0).state
    assert (last.outcome, last.covers[3].count, last.covers[3].stacked) == (Outcome.LOST_TOKENS, 1, frozenset())


def test_a_stack_of_a_direction_without_tokens_cannot_be():
    with pytest.raises(ValueError, match="stacked"):
        Cover(stacked=frozenset({Seat.A}))


def test_scorings_see_the_table_as_it_was_set():
    state = played(f"{ALL_LIE}, bank 4 0, taken 2 1", scoring=Scoring.ONE_PER_TOKEN).state
    assert score(setup(scoring=Scoring.ONE_PER_TOKEN), state).total == 7


def test_a_record_holds_so_many_moves():
    mission = played(*("A clue - -", "set giver A") * (MOST_MOVES // 2))
    assert len(mission.standing) == MOST_MOVES
    with pytest.raises(IllegalMove, match="undo some"):
        mission.check(Clue(Seat.A))
    mission.apply(Allow("OCEAN"))
    mission.undo()
    mission.apply(SetTable(giver=Seat.A))
    assert len(mission.standing) == MOST_MOVES


KEY = "RRRRRRRRRBBBBBBBBTTTTTTTX"
RED_LIES = "set " + ", ".join(f"{place} red" for place in ALL_POSITIONS[:9])
BLUE_LIES = "set " + ", ".join(f"{place} blue" for place in ALL_POSITIONS[9:17])
BOTH_LIE = f"{RED_LIES}, {BLUE_LIES.removeprefix('set ')}"


def _game(*lines, **more):
    mission = ClassicMission(ClassicSetup(Board(WORDS), ClassicKey(tuple(map(Card, KEY))), Team.RED, **more))
    for line in lines:
        move = parse_classic(line, mission.board)
        if isinstance(move, Undo):
            mission.undo()
        else:
            mission.apply(move)
    return mission


def test_cards_count_as_they_lie_and_win_where_the_key_agrees():
    state = _game("set A1 red, A2 blue, B5 blue, D5 red, E5 bystander").state
    assert state.agents_left == (7, 6)
    wrong = _game(f"{RED_LIES.replace('A1 red', 'E5 red')}, E4 red").state
    assert (wrong.agents_left, wrong.winner) == ((0, 8), None)
    last = _game(f"{RED_LIES.replace('A1 red', 'E5 red')}, E4 red", "red clue X 1", "red guess STADIUM").state
    assert (last.agents_left, last.winner) == ((0, 8), Team.RED)
    assert [state.covers[i] for i in (0, 1, 9, 19, 24)] == [Card.RED, Card.BLUE, Card.BLUE, Card.RED, Card.BYSTANDER]
    assert _game("set A1 red", "set A1 free").state.agents_left == (9, 8)
    with pytest.raises(IllegalMove, match="covered"):
        _game("set A2 blue", "red clue X 1", "red guess PUPIL")


@pytest.mark.parametrize("card", ["red", "blue", "bystander", "free"])
def test_no_card_that_is_set_tells_what_its_word_is(card):
    told = {(s.agents_left, s.phase, s.winner) for s in (_game(f"set {p} {card}").state for p in ALL_POSITIONS)}
    assert len(told) == 1


def test_a_turn_goes_on_when_only_cards_are_set():
    state = _game("red clue X 2", "red guess STADIUM", "set E1 bystander").state
    assert (state.phase, state.team, state.guesses_left, state.guesses_this_turn) == (
        ClassicPhase.GUESSING, Team.RED, 2, 1,
    )  # fmt: skip


def test_a_turn_that_is_given_begins_with_a_clue():
    for lines in ((), ("red clue X 2", "red guess STADIUM"), ("red clue invalid X 2",)):
        state = _game(*lines, "set turn blue").state
        assert (state.phase, state.team, state.guesses_left, state.may_cover) == (
            ClassicPhase.CLUE, Team.BLUE, None, False,
        )  # fmt: skip
    state = _game("red clue X 1", "red guess STADIUM", "red stop", "set turn red", players=2).state
    assert (state.phase, state.team, state.turns_used) == (ClassicPhase.CLUE, Team.RED, 1)
    with pytest.raises(IllegalMove, match="only red"):
        _game("set turn blue", players=2)


@pytest.mark.parametrize(
    ("line", "winner"),
    [(RED_LIES, Team.RED), (BLUE_LIES, Team.BLUE), (BOTH_LIE, Team.RED), (f"{BOTH_LIE}, turn blue", Team.BLUE)],
    ids=["red", "blue", "both in red's turn", "both in blue's turn"],
)
def test_a_team_wins_by_hand(line, winner):
    mission = _game(line)
    assert (mission.state.winner, mission.state.by_assassin, mission.is_over) == (winner, False, True)
    assert mission.state.turns_used == 0
    mission.undo()
    assert mission.state == _game().state


@pytest.mark.parametrize(
    "move",
    [SetCards(), SetCards(((Position(3), Card.ASSASSIN),)), SetCards(((Position(3), None), (Position(3), None)))],
)
def test_what_cannot_lie_on_the_table_of_a_base_game_is_refused(move):
    with pytest.raises(IllegalMove):
        _game().apply(move)


def test_an_ended_base_game_takes_no_set_and_nothing_that_is_allowed():
    for line in ("set turn red", "set A1 free", "allow OCEANS"):
        with pytest.raises(IllegalMove, match="the game is over"):
            _game(RED_LIES, line)


def test_a_word_that_is_allowed_changes_nothing_in_a_base_game():
    mission = _game("red clue X 1", "allow OCEANS", "undo")
    assert (mission.state, mission.can_undo, mission.moves[1]) == (_game().state, False, Allow("OCEANS"))
