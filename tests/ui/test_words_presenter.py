"""What the words page says and does, without a window."""

from __future__ import annotations

import pytest

from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.ui.presenters.desk import Page
from companion.ui.presenters.typing import MOST_LETTERS, Typed
from companion.ui.presenters.words import Mark, WordsPresenter
from tests.ui.seeing import LabelReader
from tests.ui.table import WORDS, HandEyes, PlainDesk


def at(name):
    return Position.parse(name)


class Words:
    def __init__(self, table, eyes=None):
        self.table = table
        self.eyes = eyes or HandEyes()
        self.desk = PlainDesk(table.session, self.eyes)
        self.desk.page = Page.WORDS
        self.page = WordsPresenter(self.desk)

    @property
    def view(self):
        return self.page.view()

    def cell(self, name):
        return next(cell for cell in self.view.cells if cell.position == at(name))

    def open(self, position):
        self.desk.later()
        self.page.open(position)

    def type(self, word):
        self.page.type(Typed(word))
        self.page.finish_typing()


@pytest.fixture
def words(table):
    return Words(table)


@pytest.fixture
def read(words):
    """A board with two doubtful cards and one unread."""
    reader = LabelReader("easy.jpg")
    reader.doubt("B2", "SUNSET", "SUNLIT")
    reader.doubt("C5", "NEEDLE", "NOODLE")
    reader.miss("D3")
    words.table.session.take_scan(reader.scan)
    return words


def test_an_empty_board_says_where_to_begin(words):
    assert words.view.sentence == "Touch a card to type its word"
    assert not words.view.ready
    assert not words.view.can_turn
    assert {cell.mark for cell in words.view.cells} == {Mark.UNREAD}


def test_doubtful_cards_are_marked_and_counted(read):
    assert read.cell("B2").mark is Mark.DOUBTFUL
    assert read.cell("A1").mark is Mark.SETTLED
    assert read.cell("D3").mark is Mark.UNREAD
    assert read.view.sentence.startswith("2 words to look at")


def test_a_candidate_settles_a_card_with_two_touches(read):
    read.open(at("B2"))
    assert read.view.editor.candidates == ("SUNSET", "SUNLIT")
    assert read.view.editor.typed is None
    assert read.cell("B2").open
    read.page.choose("SUNLIT")
    assert read.cell("B2").word == "SUNLIT"
    assert read.cell("B2").mark is Mark.SETTLED
    assert read.view.editor is None


def test_one_unread_card_may_stay(read):
    for name, word in (("B2", "SUNSET"), ("C5", "NEEDLE")):
        read.open(at(name))
        read.page.choose(word)
    assert read.view.ready
    assert "D3" in read.view.sentence
    read.desk.later()
    read.page.accept()
    assert read.desk.page is Page.MISSION


def test_all_right_waits_for_doubtful_words(read):
    read.desk.later()
    read.page.accept()
    assert read.desk.page is Page.WORDS


def test_a_card_with_a_picture_is_looked_at_before_it_is_typed(read):
    read.open(at("D3"))
    assert read.view.editor.typed == Typed()
    read.page.close()
    read.eyes.cards[at("D3")] = "picture"
    read.open(at("D3"))
    assert read.view.editor.typed is None
    assert read.page.card_picture() == "picture"
    read.page.start_typing()
    assert read.view.editor.typed == Typed()


def test_a_whole_board_is_typed_card_after_card(table):
    words = Words(table, HandEyes(available=False))
    words.open(at("A1"))
    for number, word in enumerate(WORDS):
        editor = words.view.editor
        if editor is None:  # the last one may stay open: the keys have gone
            words.open(ALL_POSITIONS[number])
        else:
            assert editor.position == ALL_POSITIONS[number]
        words.type(word)
    assert words.view.ready
    assert words.view.sentence == "Are these the words on the table?"
    assert words.view.editor is None


def test_the_second_half_of_a_touch_opens_no_other_card(read):
    read.open(at("B2"))
    read.page.choose("SUNLIT")
    read.page.open(at("C2"))
    assert read.view.editor is None


def test_the_letters_on_the_keys_stay_for_the_next_card(words):
    words.open(at("A1"))
    words.page.type(Typed("BJÖRN", 1))
    words.page.finish_typing()
    assert words.view.editor.typed == Typed("", 1)


def test_an_empty_text_is_no_word(words):
    words.open(at("A1"))
    words.type("  ")
    assert words.view.editor.position == at("A1")


def test_the_same_word_twice_is_said_with_both_places(read):
    read.open(at("A1"))
    read.page.start_typing()
    read.type("ceiling")
    assert read.view.sentence == "CEILING stands at A1 and A2: one of them is misread"
    assert read.cell("A1").mark is Mark.TWICE
    assert not read.view.ready


def test_a_word_can_be_left_for_later(read):
    read.open(at("A1"))
    read.page.leave_open()
    assert read.cell("A1").mark is Mark.UNREAD


def test_reading_again_keeps_what_was_settled_by_hand(read):
    read.open(at("B2"))
    read.page.choose("SUNLIT")
    read.desk.later()
    read.page.read_again()
    assert read.view.reading
    read.eyes.finish(LabelReader("easy.jpg").scan)
    assert read.cell("B2").word == "SUNLIT"
    assert read.cell("D3").mark is Mark.SETTLED
    assert read.eyes.kept == [None]


def test_one_card_is_read_again_and_the_others_stay(read):
    read.open(at("D3"))
    read.page.read_card()
    read.desk.clock.seconds = 100.5
    assert read.view.editor.question == "Reading this card ..."
    read.desk.clock.seconds = 102.0
    assert read.view.editor.question == "Reading this card ...  2 s"
    assert read.view.editor.reading
    reader = LabelReader("easy.jpg")
    reader.doubt("A1", "OTHER", "WORDS")
    read.eyes.finish(reader.scan)
    assert read.cell("D3").word == "CIRCUS"
    assert read.cell("A1").word == "BLOSSOM"
    assert read.eyes.kept == [at("D3")]
    assert read.view.editor is None


def test_closing_the_card_gives_its_reading_up(read):
    read.open(at("D3"))
    read.page.read_card()
    read.page.close()
    assert read.eyes.reading_since is None
    assert read.view.editor is None


def test_a_reading_that_fails_is_a_notice(read):
    read.page.read_again()
    read.eyes.fail("found 18 of 25 cards: move the camera back")
    assert "18 of 25" in read.desk.notice
    assert not read.view.reading


def test_a_reading_can_be_given_up(read):
    read.page.read_again()
    read.page.give_up()
    assert read.view.reading  # the second half of a double touch
    read.desk.later()
    read.page.give_up()
    assert not read.view.reading


def test_turning_the_board_exchanges_the_seats(read):
    read.page.turn_board()
    assert read.cell("E5").word == "BLOSSOM"
    assert read.eyes.turned == 1


def test_turning_the_page_moves_no_card(read):
    read.desk.turn_page()
    assert [cell.position for cell in read.view.cells] == list(reversed(ALL_POSITIONS))
    assert read.desk.facing is Seat.B
    assert read.cell("A1").word == "BLOSSOM"


def test_back_leads_to_the_camera_or_to_the_start(table):
    for available, page in ((True, Page.TABLE), (False, Page.START)):
        words = Words(table, HandEyes(available))
        words.open(at("A1"))
        words.page.back()
        assert words.desk.page is page
        assert words.view.editor is None


def test_letters_are_pressed_rubbed_out_and_limited():
    typed = Typed()
    for letter in "ICE  CREAM ":
        typed = typed.press(letter)
    assert (typed.text, typed.word) == ("ICE CREAM ", "ICE CREAM")
    assert typed.press(" ").text == "ICE CREAM "
    assert Typed().press(" ").text == ""
    assert Typed("AB").rub_out().text == "A"
    assert len(Typed("A" * MOST_LETTERS).press("B").text) == MOST_LETTERS


def test_every_alphabet_is_reached_and_its_key_says_so():
    typed, seen = Typed(), []
    for _ in range(5):
        seen.append(typed.other_letters)
        typed = typed.next_alphabet()
    assert seen == ["ÄÉŠ", "АБВ", "ΑΒΓ", "אבג", "ABC"]
    assert typed == Typed()
