"""Positions, boards, key cards, tokens: the values that everything else is made of."""

import random
from collections import Counter

import pytest

from companion.game.board import Board, BoardError
from companion.game.keycard import PRINTED_COMPOSITION, Identity, KeyCard, KeyCardError
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.game.tokens import FREE, Bank, Cover
from tests.game.boards import FACE_A, FACE_B, WORDS, face
from tests.game.test_state_machine import Chance

G, T, X = Identity.AGENT, Identity.BYSTANDER, Identity.ASSASSIN


def test_positions_have_names_row_by_row():
    names = [str(position) for position in ALL_POSITIONS]
    assert names[:6] == ["A1", "A2", "A3", "A4", "A5", "B1"]
    assert names[-1] == "E5"
    assert [Position.parse(name.lower()) for name in names] == list(ALL_POSITIONS)
    assert (Position.parse("B4").row, Position.parse("B4").column) == (1, 3)


@pytest.mark.parametrize("text", ["", "A", "A0", "A6", "F1", "AA1", "A11", "1A", " A1"])
def test_other_text_is_no_position(text):
    with pytest.raises(ValueError, match="no position"):
        Position.parse(text)


@pytest.mark.parametrize("index", [-1, 25])
def test_there_are_25_positions(index):
    with pytest.raises(ValueError, match="outside"):
        Position(index)


def test_seat_b_sees_the_table_turned_by_half_a_turn():
    for position in ALL_POSITIONS:
        row, column = 4 - position.row, 4 - position.column
        assert position.seen_from(Seat.A) == position.index
        assert position.seen_from(Seat.B) == row * 5 + column


def test_a_board_finds_words_in_any_case_and_form():
    board = Board(("BJÖRN", "NEW YORK", *WORDS[2:]))
    assert board.find("bjo\N{COMBINING DIAERESIS}rn") == Position(0)
    assert board.find(" New\N{NO-BREAK SPACE}  york ") == Position(1)
    assert board.find("STADIUM") is None
    assert board.word(Position(1)) == "NEW YORK"


@pytest.mark.parametrize(
    "words",
    [WORDS[:24], (*WORDS, "MORE"), ("", *WORDS[1:]), ("  ", *WORDS[1:]), ("pupil", *WORDS[1:]), ("A, B", *WORDS[1:]),
     ("#1", *WORDS[1:]), ("THE #1", *WORDS[1:])],
)  # fmt: skip
def test_words_that_make_no_board_are_refused(words):
    with pytest.raises(BoardError):
        Board(words)


def test_a_card_without_a_name_is_named_later():
    board = Board((*WORDS[:12], "C3", *WORDS[13:]))
    assert board.is_unnamed(Position(12))
    named = board.with_word(Position(12), " AFRICA ")
    assert (named.words, named.is_unnamed(Position(12))) == (WORDS, False)
    assert board.find("AFRICA") is None
    with pytest.raises(BoardError):
        named.with_word(Position(12), "pupil")


def test_a_drawn_key_has_the_printed_composition():
    for seed in range(20):
        key = KeyCard.draw(Chance(seed))
        assert Counter(key.pairs) == PRINTED_COMPOSITION
        assert [Counter(key.face(seat)) for seat in Seat] == [Counter({G: 9, T: 13, X: 3})] * 2
    assert sum(G in pair for pair in key.pairs) == 15


def test_b_reads_its_face_turned_by_half_a_turn():
    key = KeyCard.from_faces(face(FACE_A), face(FACE_B))
    as_seen = list(reversed(key.face(Seat.B)))
    for position in ALL_POSITIONS:
        assert as_seen[position.seen_from(Seat.B)] is key.pairs[position.index][1] is key.identity(Seat.B, position)


def test_a_wrong_composition_is_refused_with_the_counts():
    with pytest.raises(KeyCardError, match=r"G/G \d instead of 3"):
        KeyCard.from_faces(face(FACE_A), list(reversed(face(FACE_B))))
    with pytest.raises(KeyCardError, match=r"T/T 6 instead of 7"):
        KeyCard.from_faces(face(FACE_A), [G if i == 3 else identity for i, identity in enumerate(face(FACE_B))])


@pytest.mark.parametrize("length", [0, 24, 26])
def test_a_face_has_25_positions(length):
    with pytest.raises(KeyCardError):
        KeyCard.from_faces([T] * length, [T] * 25)
    with pytest.raises(KeyCardError):
        KeyCard(((T, T),) * length)


def test_a_key_does_not_show_itself():
    key = KeyCard.draw(Chance(1))
    assert repr(key) == str(key) == "KeyCard(hidden)"


@pytest.mark.parametrize(
    ("cover", "covered", "for_a", "for_b"),
    [
        (FREE, False, True, True),
        (Cover(agent=True), True, False, False),
        (Cover(assassin=True), True, False, False),
        (Cover(tokens=frozenset({Seat.A})), False, True, False),
        (Cover(tokens=frozenset({Seat.B})), False, False, True),
        (Cover(tokens=frozenset(Seat)), True, False, False),
        (Cover(agent=True, tokens=frozenset({Seat.B})), True, False, False),
    ],
)
def test_what_covers_a_word_and_for_whom(cover, covered, for_a, for_b):
    assert (cover.covered, cover.guessable_by(Seat.A), cover.guessable_by(Seat.B)) == (covered, for_a, for_b)


@pytest.mark.parametrize(
    ("bank", "turn", "mistake", "paid"),
    [
        (Bank(9, 0), Bank(8, 0), Bank(8, 0), True),
        (Bank(2, 9), Bank(2, 8), Bank(1, 9), True),
        (Bank(1, 1), Bank(1, 0), Bank(0, 1), True),
        (Bank(1, 0), Bank(0, 0), Bank(0, 0), True),
        (Bank(0, 9), Bank(0, 8), Bank(0, 7), True),
        (Bank(0, 2), Bank(0, 1), Bank(0, 0), True),
        (Bank(0, 1), Bank(0, 0), Bank(0, 0), False),
    ],
)
def test_how_the_bank_pays(bank, turn, mistake, paid):
    assert (bank.pay_turn(), bank.pay_penalty(), bank.pay_mistake()) == (turn, turn, (mistake, paid))


def test_an_empty_bank_pays_nothing():
    for pay in (Bank(0, 0).pay_turn, Bank(0, 0).pay_penalty, Bank(0, 0).pay_mistake):
        with pytest.raises(ValueError, match="empty"):
            pay()


def test_the_dealer_of_the_tests_keeps_every_item():
    items = list(range(25))
    assert sorted(Chance(3).shuffled(items)) == items != Chance(3).shuffled(items)
    assert Chance(3).shuffled(items) == random.Random(3).sample(items, 25)
