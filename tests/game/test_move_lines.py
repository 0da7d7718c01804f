"""Lines of play: every move of either mode reads back as it was written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import CompanionError
from companion.game import classic_moves, duet_moves
from companion.game.board import Board
from companion.game.classic import Card, SetCards, Team, TeamClue, TeamCover, TeamGuess, TeamStop
from companion.game.duet import MAX_TURNS
from companion.game.moves import Allow, Clue, Guess, NameWord, SetTable, Stop, Undo, check_allowed, check_clue
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.game.tokens import Bank, Cover
from companion.game.transcript import Malformed, cleaned
from tests.game.boards import WORDS

BOARDS = (
    Board(WORDS),
    Board(tuple(str(p) for p in ALL_POSITIONS)),
    Board((*WORDS[:20], "A1", "SET", "A>B", "-", "e 5")),
)
POSITIONS = st.sampled_from(ALL_POSITIONS)
COUNTS = st.integers(0, MAX_TURNS)
DIRECTIONS = st.frozensets(st.sampled_from(Seat))
COVERS = st.tuples(st.booleans(), st.booleans(), DIRECTIONS, DIRECTIONS).map(
    lambda lies: Cover(lies[0], lies[1], lies[2], lies[2] & lies[3])
)
SHARED = st.one_of(
    st.just(Undo()),
    st.builds(Allow, st.text(min_size=1)),
    st.builds(NameWord, POSITIONS, st.text(min_size=1)),
)
NUMBERS = st.none() | st.integers(0, 25)


def _writable(move):
    """Only what the engine would let into a record."""
    try:
        if isinstance(move, Allow):
            check_allowed(move.word)
        elif isinstance(move, Clue | TeamClue):
            check_clue(move.word, move.number, invalid=move.invalid)
        elif isinstance(move, NameWord):
            Board(WORDS).with_word(move.position, move.word)
    except CompanionError:
        return False
    return True


DUET = st.one_of(
    SHARED,
    st.builds(Clue, st.sampled_from(Seat), st.none() | st.text(), NUMBERS, st.booleans()),
    st.builds(Guess, st.sampled_from(Seat), POSITIONS),
    st.builds(Stop, st.sampled_from(Seat)),
    st.builds(
        SetTable,
        st.dictionaries(POSITIONS, COVERS, max_size=6).map(lambda covers: tuple(covers.items())),
        st.none() | st.builds(Bank, COUNTS, COUNTS),
        st.none() | st.tuples(COUNTS, COUNTS),
        st.none() | COUNTS,
        st.none() | st.sampled_from(Seat),
    ).filter(lambda move: move != SetTable()),
)
CLASSIC = st.one_of(
    SHARED,
    st.builds(TeamClue, st.sampled_from(Team), st.none() | st.text(), NUMBERS, st.booleans(), st.booleans()),
    st.builds(TeamGuess, st.sampled_from(Team), POSITIONS),
    st.builds(TeamCover, st.sampled_from(Team), POSITIONS),
    st.builds(TeamStop, st.sampled_from(Team)),
    st.builds(
        SetCards,
        st.dictionaries(POSITIONS, st.none() | st.sampled_from(Card), max_size=6).map(lambda c: tuple(c.items())),
        st.none() | st.sampled_from(Team),
    ).filter(lambda move: move != SetCards()),
)


@given(DUET.filter(_writable), st.sampled_from(BOARDS))
def test_a_move_of_duet_reads_back(move, board):
    line = duet_moves.move_text(move, board)
    assert cleaned(line) == line
    assert duet_moves.parse_move(line, board) == move
    assert duet_moves.parse_move(line, board) == duet_moves.parse_move(line.replace(" ", "  \t"), board)


@given(CLASSIC.filter(_writable), st.sampled_from(BOARDS))
def test_a_move_of_a_base_game_reads_back(move, board):
    line = classic_moves.move_text(move, board)
    assert cleaned(line) == line
    assert classic_moves.parse_move(line, board) == move


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("set bank 2 7", SetTable(bank=Bank(2, 7))),
        ("SET Taken 1 0, Discarded 02, Giver b", SetTable(taken=(1, 0), discarded=2, giver=Seat.B)),
        ("set c3 Agent a>b", SetTable(((Position(12), Cover(agent=True, tokens=frozenset({Seat.A}))),))),
        ("set C3 A>B agent,D1 free", SetTable(
            ((Position(12), Cover(agent=True, tokens=frozenset({Seat.A}))), (Position(15), Cover())))),
        ("set C3 A>B B>A A>B", SetTable(
            ((Position(12), Cover(tokens=frozenset(Seat), stacked=frozenset({Seat.A}))),))),
        ("allow  Deep   sea", Allow("Deep sea")),
    ],
)  # fmt: skip
def test_what_a_line_of_duet_says(line, move):
    assert duet_moves.parse_move(line, BOARDS[0]) == move


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("set turn Blue", SetCards(team=Team.BLUE)),
        ("set a1 RED, e5 free", SetCards(((Position(0), Card.RED), (Position(24), None)))),
        ("set A2 bystander, turn red", SetCards(((Position(1), Card.BYSTANDER),), Team.RED)),
        ("allow Deep sea", Allow("Deep sea")),
    ],
)
def test_what_a_line_of_a_base_game_says(line, move):
    assert classic_moves.parse_move(line, BOARDS[0]) == move


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("set", "set needs parts"), ("set C3 free,", "set needs parts"), ("set frog 1", "`frog` is no part of set"),
        ("set bank 1", "bank is followed by 2 numbers"), ("set discarded x", "discarded is followed by 1 number:"),
        ("set giver", "giver A or giver B"), ("set C3", "`C3` says nothing"), ("set C3 free agent", "says nothing"),
        ("set C3 A>B A>B A>B", "more than two tokens"), ("set C3 free, C3 agent", "C3 twice"),
        ("set bank 1 1, BANK 1 1", "bank twice"), ("allow", "allow needs the word"), ("undo 2", "nothing follows undo"),
        ("A", "seat A does nothing: say clue, guess and stop"), ("A jump", "`jump` is no verb: a seat has clue"),
        ("red stop", "`red` is no seat: a move begins with A, B, name, allow, set or undo"),
    ],
)  # fmt: skip
def test_what_is_no_move_of_duet_is_told(line, says):
    with pytest.raises(Malformed) as caught:
        duet_moves.parse_move(line, BOARDS[0])
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("set C3 green", "`C3 green` says nothing"), ("set C3 red, C3 blue", "C3 twice"), ("set F9 red", "no position"),
        ("set turn", "turn red or turn blue"), ("set turn red, turn red", "turn comes once"),
        ("A stop", "`A` is no team: a move begins with red, blue, name"), ("red cover", "no card is named"),
    ],
)  # fmt: skip
def test_what_is_no_move_of_a_base_game_is_told(line, says):
    with pytest.raises(Malformed) as caught:
        classic_moves.parse_move(line, BOARDS[0])
    assert says in str(caught.value)
