"""What the words page says and does, without a window."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.table.options import KeySource
from companion.table.scan import BoardScan, Certainty, SeenCover
from companion.ui.presenters.desk import Page
from companion.ui.presenters.typing import MOST_LETTERS, Typed
from companion.ui.presenters.words import WordsPresenter
from companion.ui.presenters.words_view import Mark
from tests.ui.box import HandBox
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
        self.desk.later()

    def choose(self, word):
        self.desk.later()
        self.page.choose(word)

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
    read.choose("SUNLIT")
    assert read.cell("B2").word == "SUNLIT"
    assert read.cell("B2").mark is Mark.SETTLED


def test_the_next_card_in_doubt_is_offered_by_itself_and_after_the_last_none(read):
    read.open(at("B2"))
    read.choose("SUNLIT")
    assert (read.view.editor.position, read.view.editor.candidates) == (at("C5"), ("NEEDLE", "NOODLE"))
    read.choose("NEEDLE")
    assert read.view.editor is None
    assert read.view.ready


def test_after_the_last_card_in_doubt_the_first_one_follows(read):
    read.open(at("C5"))
    read.choose("NOODLE")
    assert read.view.editor.position == at("B2")


def test_a_touch_that_comes_twice_opens_and_chooses_once(read):
    read.desk.later()
    read.page.open(at("B2"))
    read.page.choose("SUNLIT")
    assert read.cell("B2").word == "SUNSET"
    read.choose("SUNLIT")
    read.page.choose("NOODLE")
    assert read.cell("C5").word == "NEEDLE"
    assert read.view.editor.position == at("C5")


def test_one_unread_card_may_stay(read):
    for name, word in (("B2", "SUNSET"), ("C5", "NEEDLE")):
        read.open(at(name))
        read.choose(word)
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
    read.choose("SUNLIT")
    read.page.close()
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


# --- while it reads --------------------------------------------------------------------------------------------------


@pytest.fixture
def reading(read):
    """The board is being read again; ``reader`` says what the next picture shows."""
    read.desk.later()
    read.page.read_again()
    read.reader = LabelReader("easy.jpg")
    return read


def test_while_more_pictures_are_read_doubtful_cards_are_looked_at_calmly(reading):
    assert reading.cell("B2").mark is Mark.LOOKING
    reading.desk.clock.seconds = 100.5
    assert reading.view.sentence == "Still looking at B2, C5, D3 ..."
    reading.desk.clock.seconds = 102.0
    assert reading.view.sentence == "Still looking at B2, C5, D3 ...  2\N{NO-BREAK SPACE}s"
    reading.reader.doubt("C5", "NEEDLE", "NOODLE")
    reading.eyes.hear(reading.reader.scan)
    assert reading.view.sentence.startswith("Still looking at C5 ...")
    assert reading.cell("B2").mark is Mark.SETTLED
    reading.eyes.finish(LabelReader("easy.jpg").scan)
    assert reading.view.sentence == "Are these the words on the table?"


def test_when_nothing_gets_better_it_says_so_and_names_the_cards(reading):
    for name in ("B2", "C5"):
        reading.reader.doubt(name, "NEEDLE", "NOODLE")
    reading.reader.doubt("C5", "OTHER", "NOODLE")
    reading.eyes.hear(reading.reader.scan)
    reading.eyes.finish(reading.reader.scan)
    assert reading.view.sentence == "2 pictures leave a doubt at B2, C5: touch the amber cards"
    assert reading.cell("B2").mark is Mark.DOUBTFUL


def test_of_many_cards_only_some_are_named(words):
    reader = LabelReader("easy.jpg")
    for position in ALL_POSITIONS[:7]:
        reader.doubt(str(position), f"NEEDLE {position}", "NOODLE")
    words.page.read_again()
    words.eyes.hear(reader.scan)
    assert words.view.sentence.startswith("Still looking at A1, A2, A3, A4 and 3 more")


def test_what_is_offered_stays_while_more_is_read(reading):
    reading.open(at("B2"))
    reading.reader.doubt("B2", "SUN SET", "SUNSET", "SUNLIT")
    reading.eyes.hear(reading.reader.scan)
    assert reading.view.editor.candidates == ("SUNSET", "SUNLIT")
    reading.eyes.finish(LabelReader("easy.jpg").scan)
    assert reading.view.editor.candidates == ("SUNSET", "SUNLIT")
    reading.choose("SUNLIT")
    assert reading.cell("B2").word == "SUNLIT"


def test_what_a_player_has_decided_no_picture_changes(reading):
    reading.open(at("B2"))
    reading.choose("SUNLIT")
    reading.reader.sure("B2", "SUNSET")  # the player saw this word and took the other
    reading.eyes.finish(reading.reader.scan)
    assert (reading.cell("B2").word, reading.cell("B2").mark) == ("SUNLIT", Mark.SETTLED)
    assert reading.cell("D3").mark is Mark.SETTLED


def test_another_word_on_a_confirmed_place_is_a_question_until_it_is_answered(reading):
    reading.open(at("B2"))
    reading.choose("SUNLIT")
    reading.page.close()
    reading.reader.sure("B2", "BEAGLE")
    reading.eyes.hear(reading.reader.scan)
    assert (reading.cell("B2").word, reading.cell("B2").mark) == ("SUNLIT", Mark.DOUBTFUL)
    assert not reading.view.ready
    reading.eyes.finish(reading.reader.scan)
    assert reading.view.sentence == "B2 was SUNLIT, now BEAGLE is read there: touch it and say which it is"
    reading.open(at("B2"))
    assert reading.view.editor.question == "B2 was SUNLIT, now BEAGLE is read: which is it?"
    assert reading.view.editor.candidates[:2] == ("SUNLIT", "BEAGLE")
    reading.choose("SUNLIT")
    reading.desk.later()
    reading.page.read_again()
    assert at("B2") in reading.eyes.anew
    reading.eyes.finish(reading.reader.scan)
    assert reading.cell("B2").mark is Mark.SETTLED


def test_a_question_goes_when_the_camera_agrees_after_all(reading):
    reading.open(at("A1"))
    reading.choose("BLOSSOM")
    reading.reader.sure("A1", "BEAGLE")
    reading.eyes.hear(reading.reader.scan)
    reading.reader.sure("A1", "BLOSSOM")
    reading.eyes.hear(reading.reader.scan)
    assert reading.cell("A1").mark is Mark.SETTLED


def test_all_right_confirms_every_word_and_ends_the_reading(reading):
    reading.eyes.hear(LabelReader("easy.jpg").scan)
    reading.desk.later()
    reading.page.accept()
    assert (reading.desk.page, reading.eyes.reading.active) == (Page.MISSION, False)
    reading.desk.page = Page.WORDS
    reading.desk.later()
    reading.page.read_again()
    assert reading.eyes.anew == ALL_POSITIONS
    reading.reader.sure("C1", "BEAGLE")
    reading.eyes.finish(reading.reader.scan)
    assert reading.cell("C1").word != "BEAGLE"
    assert reading.cell("C1").mark is Mark.DOUBTFUL


def test_a_word_left_for_later_is_filled_by_a_sure_reading_alone(reading):
    reading.open(at("B2"))
    reading.page.leave_open()
    reading.reader.doubt("B2", "SUNSET", "SUNLIT")
    reading.eyes.hear(reading.reader.scan)
    assert reading.cell("B2").mark is Mark.UNREAD
    reading.eyes.hear(LabelReader("easy.jpg").scan)
    assert reading.cell("B2").mark is Mark.SETTLED


def test_a_hand_over_a_card_takes_no_word_away_and_is_named_where_there_is_none(reading):
    hidden = replace(reading.reader.scan.cards[0], word=None, certainty=Certainty.UNREAD, cover=SeenCover.HAND)
    cards = [hidden, *reading.reader.scan.cards[1:]]
    for index in (at("B2").index, at("D3").index):
        cards[index] = replace(hidden, position=ALL_POSITIONS[index])
    reading.eyes.finish(BoardScan(tuple(cards)))
    assert reading.cell("A1").word == "BLOSSOM"
    assert reading.cell("B2").word == "SUNSET"
    assert reading.cell("D3").word == "D3 hand"
    reading.open(at("B2"))
    reading.choose("SUNSET")
    assert reading.view.sentence == "On D3 lies a hand: take it away and read again, or touch it to type"
    reading.open(at("A2"))
    reading.page.leave_open()
    cards[1] = replace(hidden, position=at("A2"), cover=SeenCover.TOKEN)
    reading.table.session.take_scan(BoardScan(tuple(cards)))
    assert reading.view.sentence == "A2, D3 are covered: uncover them and read again, or touch them to type"


def test_a_camera_in_trouble_is_said_while_it_is_waited_for(reading):
    reading.eyes.reading = replace(reading.eyes.reading, trouble="camera usb:0 does not answer: check its cable")
    assert reading.view.sentence == "Camera usb:0 does not answer: check its cable. Or type what is missing."
    reading.open(at("B2"))
    assert reading.view.editor.question == "Camera usb:0 does not answer: check its cable"
    reading.eyes.hear(LabelReader("easy.jpg").scan)
    reading.page.close()
    assert reading.view.sentence.startswith("Looking once more")


def test_one_card_is_read_again_and_the_others_stay(read):
    read.open(at("D3"))
    read.page.read_card()
    assert (read.view.editor.reading, read.eyes.only) == (True, at("D3"))
    reader = LabelReader("easy.jpg")
    reader.doubt("A1", "OTHER", "WORDS")
    reader.doubt("D3", "CIRCUS", "CITRUS")
    read.eyes.hear(reader.scan)
    assert read.view.editor.candidates == ("CIRCUS", "CITRUS")
    reader.sure("D3", "CIRCUS")
    read.eyes.finish(reader.scan)
    assert read.cell("D3").word == "CIRCUS"
    assert read.cell("A1").word == "BLOSSOM"
    assert read.view.editor is None


def test_a_card_that_is_read_again_says_so_for_how_long_and_what_keeps_the_camera(read):
    read.open(at("B2"))
    read.page.read_card()
    read.desk.clock.seconds = 100.5
    assert read.view.editor.question == "Reading B2 again ..."
    read.desk.clock.seconds = 102.0
    assert read.view.editor.question == "Reading B2 again ...  2\N{NO-BREAK SPACE}s"
    read.eyes.reading = replace(read.eyes.reading, trouble="camera usb:0 does not answer: check its cable")
    assert read.view.editor.question == "Camera usb:0 does not answer: check its cable"
    read.eyes.fail("found 18 of 25 cards")
    assert read.view.editor.question == "Which word is it, at B2?"


@pytest.mark.parametrize("intent", ["start_typing", "read_card", "leave_open", "back"])
def test_the_second_half_of_the_touch_that_opened_a_card_does_nothing_to_it(read, intent):
    read.desk.later()
    read.page.open(at("B2"))
    before = read.view
    getattr(read.page, intent)()
    assert read.view == before
    assert read.desk.page is not Page.TABLE


def test_a_touch_on_the_cross_that_comes_twice_opens_no_card_below(read):
    read.open(at("B2"))
    read.page.close()
    read.page.open(at("E1"))
    assert read.view.editor is None


def test_a_confirmed_card_that_is_read_again_as_another_asks(read):
    read.open(at("B2"))
    read.choose("SUNLIT")
    read.open(at("B2"))
    read.page.read_card()
    reader = LabelReader("easy.jpg")
    reader.sure("B2", "BEAGLE")
    read.eyes.finish(reader.scan)
    assert read.cell("B2").word == "SUNLIT"
    assert read.view.editor.candidates[:2] == ("SUNLIT", "BEAGLE")


def test_a_card_that_is_closed_is_not_read_into(read):
    read.open(at("D3"))
    read.page.read_card()
    read.page.close()
    read.eyes.finish(LabelReader("easy.jpg").scan)
    assert read.cell("D3").mark is Mark.UNREAD


@pytest.mark.parametrize("away", [lambda words: words.page.close(), lambda words: words.choose("SUNSET")])
def test_a_card_that_is_left_or_settled_while_it_is_read_changes_no_other_card(read, away):
    read.open(at("B2"))
    read.page.read_card()
    away(read)
    assert not read.eyes.reading.active


def test_a_card_that_is_closed_leaves_the_reading_of_the_board_alone(reading):
    reading.open(at("B2"))
    reading.page.close()
    assert reading.eyes.reading.active


def test_what_is_read_anew_under_a_finger_is_not_chosen_by_it(read):
    read.open(at("B2"))
    read.page.read_card()
    read.desk.later()
    reader = LabelReader("easy.jpg")
    reader.doubt("B2", "OTHER", "WORDS")
    read.eyes.hear(reader.scan)
    read.page.choose("OTHER")
    assert not read.table.session.draft.card(at("B2")).settled
    read.choose("OTHER")
    assert read.cell("B2").word == "OTHER"


def test_with_a_key_card_under_the_camera_nothing_is_read_and_it_says_why(read):
    session = read.table.session
    session.options = replace(session.options, key=KeySource.PHOTOGRAPHED)
    session.printed.lay()
    read.desk.later()
    read.page.read_again()
    assert not read.eyes.reading.active
    assert "type the word" in read.desk.notice
    read.open(at("B2"))
    read.page.read_card()
    assert not read.eyes.reading.active


def test_a_reading_that_fails_is_a_notice(read):
    read.page.read_again()
    read.eyes.fail("found 18 of 25 cards: move the camera back")
    assert "18 of 25" in read.desk.notice
    assert not read.view.reading


def test_a_reading_that_comes_in_the_midst_of_a_mission_changes_nothing(table):
    words = Words(table)
    words.page.read_again()
    table.begin()
    words.eyes.hear(LabelReader("easy.jpg").scan)
    assert table.session.board.words == WORDS
    assert not words.eyes.reading.active
    assert "a mission is on the table" in words.desk.notice.lower()


def test_a_reading_can_be_ended(read):
    read.page.read_again()
    read.page.give_up()
    assert read.view.reading  # the second half of a double touch
    read.desk.later()
    read.page.give_up()
    assert not read.view.reading
    assert read.cell("B2").mark is Mark.DOUBTFUL


# --- turned round ----------------------------------------------------------------------------------------------------


def test_turning_the_board_exchanges_the_seats(read):
    read.page.turn_board()
    assert read.cell("E5").word == "BLOSSOM"
    assert read.eyes.turned == 1


def test_a_touch_that_comes_twice_exchanges_the_seats_once(read):
    read.desk.later()
    read.page.turn_board()
    read.page.turn_board()
    assert (read.cell("E5").word, read.eyes.turned) == ("BLOSSOM", 1)


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


@pytest.mark.parametrize(("language", "letter"), [("eng", "Q"), ("deu", "Q"), ("rus", "Й"), ("ell", "Ε"), ("heb", "ק")])
def test_the_keys_begin_with_the_letters_of_the_cards(words, language, letter):
    words.desk.box = HandBox()
    words.desk.box.language = language
    words.open(at("A1"))
    assert words.view.editor.typed.rows[0][0] == letter
