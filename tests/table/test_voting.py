"""Several pictures of one table vote: whatever their order, and never for what only a minority saw."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game.position import ALL_POSITIONS, Position
from companion.table.scan import BoardScan, CardReading, Certainty, SeenCover
from companion.table.voting import OUTVOTED, PATIENCE, Votes

WORDS = (
    "EAGLE", "PUPIL", "DOG", "LOCK", "GENIUS", "SUPERHERO", "CALF", "SPELL", "CHINA", "FILM", "TRACK", "PLATYPUS",
    "AFRICA", "SOLDIER", "HEAD", "HOOD", "ORANGE", "BERMUDA", "TAP", "TRAIN", "ICE CREAM", "ROBOT", "APPLE", "PIT",
    "NEW YORK",
)  # fmt: skip
OTHERS = tuple(f"{word}ISH" for word in reversed(WORDS))
A1, B3 = Position.parse("A1"), Position.parse("B3")


def sure(word: str, position: Position = A1, confidence: float = 0.95) -> CardReading:
    return CardReading(position, word, Certainty.SURE, confidence, (word,))


def doubtful(*words: str, position: Position = A1, confidence: float = 0.5) -> CardReading:
    return CardReading(position, words[0], Certainty.DOUBTFUL, confidence, words)


def unread(position: Position = A1, cover: SeenCover | None = None) -> CardReading:
    return CardReading(position, None, Certainty.UNREAD, 0.0, (), cover)


def board(*cards: CardReading, words=WORDS, outline=()) -> BoardScan:
    """All words sure but for these cards."""
    given_cards = {card.position: card for card in cards}
    whole = [given_cards.get(p, sure(word, p)) for p, word in zip(ALL_POSITIONS, words, strict=True)]
    return BoardScan(tuple(replace(card, outline_px=outline) for card in whole))


def voted(*scans: BoardScan, unmarked: bool = True) -> Votes:
    votes = Votes(unmarked=unmarked)
    for scan in scans:
        votes = votes.with_scan(scan)
    return votes


def first(*cards: CardReading, unmarked: bool = True) -> CardReading:
    """A1 after these readings of it."""
    return voted(*(board(card) for card in cards), unmarked=unmarked).scan.cards[0]


def test_before_the_first_picture_all_is_open_and_nothing_is_over():
    assert (Votes().scan, Votes().open, Votes().over) == (None, ALL_POSITIONS, False)


def test_one_picture_in_which_all_is_sure_is_enough():
    votes = voted(board())
    assert (votes.settled, votes.over, votes.frames) == (True, True, 1)
    assert votes.scan == board()


def test_a_sure_reading_settles_a_card_that_was_doubtful():
    assert first(doubtful("EAGIE", "EAGLE"), sure("EAGLE")) == sure("EAGLE")


def test_a_sure_reading_of_another_word_makes_a_sure_card_doubtful_with_both_offered():
    card = first(sure("EAGLE"), sure("BEAGLE"))
    assert card.certainty is Certainty.DOUBTFUL
    assert set(card.candidates) == {"EAGLE", "BEAGLE"}
    assert card.confidence < 0.9


def test_many_pictures_outvote_one():
    card = first(*[sure("EAGLE")] * OUTVOTED, sure("BEAGLE"))
    assert (card.word, card.certainty) == ("EAGLE", Certainty.SURE)
    card = first(*[sure("EAGLE")] * (OUTVOTED - 1), sure("BEAGLE"))
    assert (card.word, card.certainty) == ("EAGLE", Certainty.DOUBTFUL)


@pytest.mark.parametrize("unmarked", [True, False])
def test_however_many_doubtful_readings_agree_they_prove_nothing(unmarked):
    assert first(*[doubtful("CANOLE", confidence=0.89)] * 9, unmarked=unmarked).certainty is Certainty.DOUBTFUL


@pytest.mark.parametrize("unmarked", [True, False])
def test_a_mark_that_only_some_pictures_show_is_a_doubt(unmarked):
    card = first(doubtful("SÄGE"), *[sure("SAGE")] * 3, unmarked=unmarked)
    assert (card.certainty, set(card.candidates)) == (Certainty.DOUBTFUL, {"SAGE", "SÄGE"})


def test_of_the_same_letters_those_with_marks_come_first_if_they_were_read_often_enough():
    often = [doubtful("RATTA", "KATTA", confidence=0.7)] * 2 + [doubtful("RÅTTA", confidence=0.5)]
    assert first(*often, unmarked=False).word == "RÅTTA"
    assert first(*often, unmarked=True).word == "RATTA"
    seldom = [doubtful("RATTA", confidence=0.7)] * 3 + [doubtful("RATTA", "RÅTTA", confidence=0.5)]
    assert first(*seldom, unmarked=False).candidates == ("RATTA", "RÅTTA")


def test_marks_that_no_picture_showed_best_replace_none():
    assert first(*[doubtful("BOK", "BÖK", confidence=0.89)] * 5, unmarked=False).candidates == ("BOK", "BÖK")


def test_one_sure_reading_does_not_outweigh_two_doubtful_ones_of_something_else():
    assert first(sure("EAGLE"), *[doubtful("BEAGLE", confidence=0.2)] * 2).certainty is Certainty.DOUBTFUL


@pytest.mark.parametrize("other", [doubtful("EACLE", confidence=0.3), sure("BEAGLE")])
def test_doubtful_readings_do_not_become_sure_where_one_picture_says_otherwise(other):
    assert first(*[doubtful("EAGLE", confidence=0.8)] * 3, other).certainty is Certainty.DOUBTFUL


def test_many_doubtful_readings_of_another_word_unsettle_a_sure_one():
    assert first(sure("EAGLE"), doubtful("BEAGLE")).certainty is Certainty.SURE
    assert first(sure("EAGLE"), *[doubtful("BEAGLE", confidence=0.8)] * 3).certainty is Certainty.DOUBTFUL


def test_a_picture_that_shows_no_word_takes_none_away():
    card = first(sure("EAGLE"), unread(cover=SeenCover.HAND))
    assert (card.word, card.certainty, card.cover) == ("EAGLE", Certainty.SURE, SeenCover.HAND)
    assert first(unread(), unread()).word is None


def test_outlines_are_those_of_the_newest_picture():
    new = ((1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 2.0))
    assert voted(board(), board(outline=new)).scan.cards[7].outline_px == new


def test_a_board_that_was_turned_round_is_brought_back():
    turned = BoardScan(
        tuple(replace(card, position=p) for p, card in zip(ALL_POSITIONS, reversed(board().cards), strict=True)), 180
    )
    votes = voted(board(doubtful("EAGIE")), turned)
    assert [card.word for card in votes.scan.cards] == list(WORDS)
    assert (votes.settled, votes.scan.rotation_deg) == (True, 0)


def test_cards_that_have_changed_places_begin_anew():
    swapped = (WORDS[1], WORDS[0], *WORDS[2:])
    votes = voted(board(), board(), board(words=swapped))
    assert [card.word for card in votes.scan.cards] == list(swapped)
    assert votes.settled


def test_a_word_that_is_read_twice_has_not_moved():
    votes = voted(board(), board(sure("EAGLE", B3)))
    assert votes.scan.cards[B3.index].certainty is Certainty.DOUBTFUL
    assert votes.scan.cards[0].certainty is Certainty.SURE


def test_another_board_begins_anew():
    votes = voted(board(), board(), board(words=OTHERS))
    assert [card.word for card in votes.scan.cards] == list(OTHERS)
    assert votes.frames == 1


def moved_down(words=WORDS) -> BoardScan:
    """The board misplaced by a row: what is read lies a row further up than it is said to lie."""
    places = [f"STRANGE{p}" for p in ALL_POSITIONS[:5]] + list(words[:20])
    return board(
        *[doubtful(word, position=p) for p, word in list(zip(ALL_POSITIONS, places, strict=True))[:5]], words=places
    )


def test_a_board_that_one_picture_shows_a_row_off_wins_over_no_other():
    votes = voted(board(doubtful("EAGIE")), moved_down())
    assert [card.word for card in votes.scan.cards][1:] == list(WORDS[1:])
    assert not votes.over
    assert voted(board(), moved_down()).over is False
    votes = votes.with_scan(board())
    assert [card.word for card in votes.scan.cards] == list(WORDS)
    assert (votes.settled, votes.rival) == (True, None)


def test_a_board_that_only_the_first_picture_showed_a_row_off_is_put_right_by_two_others():
    votes = voted(moved_down(), board(), board())
    assert [card.word for card in votes.scan.cards] == list(WORDS)
    assert (votes.settled, votes.frames) == (True, 2)


def test_of_two_rivals_only_the_one_that_is_confirmed_replaces_the_board():
    turned_over = moved_down(WORDS[::-1])
    votes = voted(board(), moved_down(), turned_over)
    assert [card.word for card in votes.scan.cards] == list(WORDS)
    votes = votes.with_scan(turned_over)
    assert [card.word for card in votes.scan.cards][5:] == list(WORDS[::-1][:20])


def test_junk_that_one_picture_shows_replaces_nothing_and_asking_for_it_ends():
    junk = BoardScan(tuple(doubtful("IIO", position=p) for p in ALL_POSITIONS))
    votes = voted(board(), board(), junk)
    assert [card.word for card in votes.scan.cards] == list(WORDS)
    for sign in "ABCDEFGH"[: PATIENCE - 2]:
        assert not votes.over
        votes = votes.with_scan(BoardScan(tuple(doubtful(2 * sign, position=p) for p in ALL_POSITIONS)))
    assert votes.over


def test_a_board_of_which_every_card_is_read_again_where_it_lay_is_no_other():
    junk = BoardScan(tuple(doubtful("IIO", position=p) for p in ALL_POSITIONS))
    votes = voted(junk).with_scan(board(), ALL_POSITIONS)
    assert ([card.word for card in votes.scan.cards], votes.frames, votes.rival) == (list(WORDS), 2, None)


def test_a_blurred_picture_is_no_other_board():
    blurred = BoardScan(
        tuple(doubtful(word[:-1] + "I", position=p) for p, word in zip(ALL_POSITIONS, WORDS, strict=True))
    )
    votes = voted(blurred, board(), board())
    assert (votes.frames, votes.settled) == (3, True)


def test_only_the_cards_that_were_read_again_vote():
    votes = voted(board(doubtful("EAGLE"))).with_scan(board(sure("BEAGLE"), sure("OTHER", B3)), [A1])
    assert votes.scan.cards[0].word == "BEAGLE"
    assert votes.scan.cards[B3.index].word == WORDS[B3.index]


def test_it_ends_when_nothing_gets_better():
    votes = voted(board(doubtful("EAGLE", "BEAGLE")))
    for number in range(PATIENCE):
        assert (votes.over, votes.idle) == (False, number)
        votes = votes.with_scan(board(doubtful("BEAGLE", "EAGLE")))
    assert votes.over
    assert votes.open == (A1,)
    assert not votes.asked_again().over


def test_pictures_without_a_board_count_as_nothing_better():
    votes = voted(board(doubtful("EAGLE")))
    assert not votes.with_nothing().over
    assert votes.with_nothing(PATIENCE).over
    assert not Votes().with_nothing(PATIENCE).over


def test_exchanged_seats_exchange_what_was_voted():
    votes = voted(board(doubtful("EAGIE", "EAGLE"))).turned()
    assert votes.open == (Position.parse("E5"),)
    assert votes.with_scan(board(sure("EAGLE", Position.parse("E5")), words=WORDS[::-1])).settled


def test_when_all_is_forgotten_the_next_picture_is_still_turned_the_same_way_round():
    votes = voted(board()).turned().without(*ALL_POSITIONS)
    assert votes.open == ALL_POSITIONS
    votes = votes.with_scan(board(sure("BEAGLE")))
    assert votes.scan.cards[24].word == "BEAGLE"
    assert [card.word for card in votes.scan.cards][:24] == list(WORDS[:0:-1])
    assert Votes().turned() == Votes()


def test_a_card_that_is_forgotten_is_decided_by_what_comes_next():
    votes = voted(board(), board(), board()).without(A1)
    assert votes.open == (A1,)
    votes = votes.with_scan(board(sure("BEAGLE")), [A1])
    assert votes.scan.cards[0] == sure("BEAGLE")
    assert Votes().without(A1) == Votes()


readings = st.one_of(
    st.builds(sure, st.sampled_from(["EAGLE", "BEAGLE"]), confidence=st.floats(0.9, 1.0)),
    st.builds(
        lambda words, confidence: doubtful(*words, confidence=confidence),
        st.permutations(["EAGLE", "BEAGLE", "EACLE"]),
        st.floats(0.01, 0.89),
    ),
    st.just(unread()),
)


@given(
    st.lists(readings, min_size=1, max_size=9).flatmap(lambda cards: st.tuples(st.just(cards), st.permutations(cards)))
)
def test_the_order_of_the_pictures_makes_no_difference(orders):
    one, other = (first(*cards) for cards in orders)
    assert one == other


@given(st.integers(1, 8), st.integers(0, 8), st.lists(st.floats(0.9, 1.0), min_size=16, max_size=16))
def test_a_sure_minority_never_wins(right, wrong, confidences):
    wrong = min(wrong, right - 1)
    spoken = iter(confidences)
    card = first(
        *(sure("BEAGLE", confidence=next(spoken)) for _ in range(wrong)),
        *(sure("EAGLE", confidence=next(spoken)) for _ in range(right)),
    )
    assert card.word == "EAGLE"


@given(st.lists(readings, min_size=1, max_size=9))
def test_where_two_words_are_sure_the_rarer_is_never_settled(cards):
    card = first(*cards)
    counts = {w: sum(c.certainty is Certainty.SURE and c.word == w for c in cards) for w in ("EAGLE", "BEAGLE")}
    if card.certainty is Certainty.SURE and max(counts.values()):
        assert counts[card.word] >= OUTVOTED * (sum(counts.values()) - counts[card.word])
        assert counts[card.word] == max(counts.values())
    assert card.candidates[:1] == (() if card.word is None else (card.word,))
