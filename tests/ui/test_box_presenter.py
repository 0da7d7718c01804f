"""What the page of the box says and does, without a window."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.table.box import FoundFile
from companion.ui.presenters.box import OFFERS, BoxPresenter
from companion.ui.presenters.desk import Page
from companion.ui.presenters.table import TablePresenter
from tests.ui.box import LANGUAGES, HandBox
from tests.ui.table import HandEyes, PlainDesk


class AtBox:
    def __init__(self, table, eyes=None):
        self.desk = PlainDesk(table.session, eyes or HandEyes())
        self.box = self.desk.box = HandBox()
        self.desk.page = Page.BOX
        self.page = BoxPresenter(self.desk)
        self.page.enter()

    @property
    def view(self):
        return self.page.view()

    def do(self, intent, *values):
        """A touch, some time after the last."""
        self.desk.later()
        getattr(self.page, intent)(*values)


@pytest.fixture
def at_box(table):
    return AtBox(table)


def names(offers):
    return [offer.text for offer in offers.offers]


def test_it_says_what_lies_in_the_box(at_box):
    view = at_box.view
    assert view.language == "English"
    assert [(line.name, line.note, line.on) for line in view.lines] == [
        ("Codenames", "400 words, English", True), ("Duet", "200 words, English", True),
    ]  # fmt: skip
    assert view.learnt == "125 words learnt from boards that you confirmed"
    assert view.about_lists == "2 word lists: touch one to switch it on or off"


def test_it_is_reached_from_the_table_page_only_where_there_is_a_box(at_box, desk):
    assert TablePresenter(at_box.desk).view().box == "The box"
    assert TablePresenter(desk).view().box == ""


@pytest.mark.parametrize(("available", "page"), [(True, Page.TABLE), (False, Page.WORDS)])
def test_back_leads_to_where_a_board_comes_from(table, available, page):
    at_box = AtBox(table, HandEyes(available))
    at_box.page.back()
    assert at_box.desk.page is page


# --- the language ----------------------------------------------------------------------------------------------------


def test_another_language_is_chosen_with_two_touches_and_kept_when_its_reader_is_there(at_box):
    at_box.do("show_languages")
    assert names(at_box.view.offers)[:3] == ["English", "German", "Swedish"]
    assert [offer.chosen for offer in at_box.view.offers.offers][:2] == [True, False]
    at_box.do("choose", 1)
    assert at_box.view.offers is None
    assert at_box.view.busy == "Getting ready to read German ..."
    assert at_box.box.language == "eng"
    at_box.desk.eyes.make_reader()
    assert (at_box.view.busy, at_box.view.language) == ("", "German")
    assert (at_box.box.language, at_box.box.made) == ("deu", ["deu"])
    assert at_box.view.learnt.startswith("0 words")
    assert not at_box.view.can_forget


def test_a_reader_that_cannot_be_made_leaves_the_language_as_it_is(at_box):
    at_box.do("show_languages")
    at_box.do("choose", 2)
    at_box.desk.eyes.refuse_reader("the model is damaged: install it again")
    assert (at_box.view.busy, at_box.view.language) == ("", "English")
    assert at_box.desk.notice == "The model is damaged: install it again"


def test_a_missing_language_names_the_package_that_installs_it(at_box):
    at_box.do("show_languages")
    offer = at_box.view.offers.offers[3]
    assert (offer.text, offer.note, offer.possible) == ("Czech", "apt install tesseract-ocr-ces", False)
    at_box.do("choose", 3)
    assert at_box.desk.notice == "Czech cannot be read yet: install it with: apt install tesseract-ocr-ces"
    assert at_box.view.offers is not None


def test_without_a_camera_no_reader_is_made(table):
    at_box = AtBox(table, HandEyes(available=False))
    at_box.do("show_languages")
    at_box.do("choose", 1)
    assert (at_box.box.language, at_box.box.made) == ("deu", [])


def test_the_language_of_now_again_changes_nothing(at_box):
    at_box.do("show_languages")
    at_box.do("choose", 0)
    assert (at_box.view.offers, at_box.view.busy) == (None, "")


def test_many_languages_stand_on_several_leaves(at_box):
    at_box.do("show_languages")
    assert (at_box.view.offers.can_earlier, at_box.view.offers.can_later) == (False, True)
    for _ in range(3):
        at_box.do("later")
    assert names(at_box.view.offers) == [language.name for language in LANGUAGES[OFFERS:]]
    assert (at_box.view.offers.can_earlier, at_box.view.offers.can_later) == (True, False)
    at_box.do("choose", 0)
    assert LANGUAGES[OFFERS].package in at_box.desk.notice
    at_box.do("earlier")
    assert names(at_box.view.offers)[0] == "English"
    at_box.do("close")
    assert at_box.view.offers is None


def test_the_second_half_of_a_touch_chooses_nothing(at_box):
    at_box.do("show_languages")
    at_box.page.choose(1)
    assert at_box.view.offers is not None


def test_two_languages_are_both_named(at_box):
    at_box.box.language = "deu+swe"
    assert at_box.view.language == "German + Swedish"


def test_without_tesseract_it_says_what_to_install_and_what_each_language_needs(at_box):
    none = tuple(replace(language, package=f"tesseract-ocr-{language.code}") for language in LANGUAGES)
    at_box.box.languages = lambda: none
    at_box.page.enter()
    assert at_box.view.language == "English"
    at_box.do("show_languages")
    assert at_box.view.offers.title.endswith("install Tesseract first, with: apt install tesseract-ocr")
    assert at_box.view.offers.offers[1].note == "apt install tesseract-ocr-deu"


@pytest.mark.parametrize("sheet", ["show_languages", None])
def test_a_touch_that_comes_twice_turns_one_leaf(at_box, sheet):
    for number in range(8):
        at_box.box.on[f"list {number}"], at_box.box.words[f"list {number}"] = True, 5
    at_box.page.enter()
    if sheet:
        at_box.do(sheet)

    def leaf():
        return at_box.page._offer_leaf if sheet else at_box.page._leaf

    at_box.do("later")
    at_box.page.later()
    assert leaf() == 1
    at_box.page.earlier()
    assert leaf() == 1
    at_box.do("earlier")
    assert leaf() == 0


def test_a_touch_that_comes_twice_on_the_last_list_forgets_it_once(at_box):
    at_box.do("forget_list", 1)
    at_box.do("forget_list", 1)
    at_box.page.forget_list(1)
    at_box.page.switch(1)
    assert list(at_box.box.on) == ["Codenames"]


# --- word lists ------------------------------------------------------------------------------------------------------


def test_a_list_is_switched_off_and_on(at_box):
    at_box.do("switch", 1)
    assert at_box.box.on == {"Codenames": True, "Duet": False}
    assert [line.on for line in at_box.view.lines] == [True, False]
    at_box.do("switch", 1)
    assert at_box.box.on["Duet"]


def test_a_touch_that_comes_twice_switches_a_list_once(at_box):
    at_box.desk.later()
    at_box.page.switch(0)
    at_box.page.switch(0)
    assert not at_box.view.lines[0].on


def test_a_list_is_forgotten_with_a_second_touch(at_box):
    at_box.do("forget_list", 0)
    assert [line.sure for line in at_box.view.lines] == [True, False]
    at_box.page.forget_list(0)  # the second half of the same touch
    assert "Codenames" in at_box.box.on
    at_box.do("forget_list", 1)
    assert [line.sure for line in at_box.view.lines] == [False, True]
    at_box.do("forget_list", 1)
    assert list(at_box.box.on) == ["Codenames"]
    assert [line.name for line in at_box.view.lines] == ["Codenames"]


def test_what_was_learnt_is_forgotten_with_a_second_touch(at_box):
    at_box.do("forget_learnt")
    assert at_box.view.sure_to_forget
    at_box.do("forget_learnt")
    assert (at_box.view.learnt, at_box.view.can_forget) == ("0 words learnt from boards that you confirmed", False)


def test_a_file_is_imported(at_box):
    at_box.do("show_files")
    assert at_box.view.offers.title == "Which file? One word a line"
    assert (names(at_box.view.offers), at_box.view.offers.offers[0].note) == (["pictures"], "memory stick BLUE")
    at_box.do("choose", 0)
    assert at_box.view.offers is None
    assert [line.name for line in at_box.view.lines] == ["Codenames", "Duet", "pictures"]


def test_a_file_without_words_is_refused_in_one_line(at_box):
    at_box.box.found = [FoundFile("/stick/empty.txt", "empty", "memory stick BLUE")]
    at_box.do("show_files")
    at_box.do("choose", 0)
    assert at_box.desk.notice == "Word list empty: holds no words"
    assert len(at_box.view.lines) == 2


def test_where_no_file_is_found_it_says_where_to_put_one(at_box):
    at_box.box.found = []
    at_box.do("show_files")
    assert at_box.view.offers.title.startswith("No text file (.txt) was found")
    at_box.do("later")
    assert at_box.view.offers.offers == ()


def test_a_damaged_list_can_only_be_forgotten(at_box):
    at_box.box.damaged.add("Duet")
    at_box.page.enter()
    assert at_box.view.lines[1].note == "damaged: forget it and import it again"
    at_box.do("switch", 1)
    assert at_box.box.on["Duet"]


def test_many_lists_stand_on_several_leaves_and_the_last_one_empties(at_box):
    for number in range(3):
        at_box.box.on[f"list {number}"], at_box.box.words[f"list {number}"] = True, 5
    at_box.page.enter()
    assert (len(at_box.view.lines), at_box.view.can_later) == (4, True)
    at_box.do("later")
    at_box.do("later")
    assert ([line.name for line in at_box.view.lines], at_box.view.can_earlier) == (["list 2"], True)
    for _ in range(2):
        at_box.do("forget_list", 0)
    assert (len(at_box.view.lines), at_box.view.can_earlier) == (4, False)
    at_box.do("earlier")
    assert len(at_box.view.lines) == 4


def test_what_cannot_be_kept_is_said_and_changes_nothing(at_box):
    at_box.box.broken = "the disk is full"
    at_box.do("switch", 0)
    assert at_box.desk.notice == "The disk is full"
    assert at_box.view.lines[0].on


def test_without_lists_it_says_what_they_are_for(at_box):
    at_box.box.on.clear()
    at_box.page.enter()
    assert at_box.view.about_lists == "No word list yet. The app reads without one; with one it is surer."
