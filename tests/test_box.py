"""The words of the box: given, imported, learnt in play, and what the reader then knows."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from companion.box import Box
from companion.errors import CompanionError
from companion.game.position import ALL_POSITIONS, Position
from companion.storage import SqliteStore
from companion.table.session import Session
from companion.table.word_lists import ListSummary
from tests.stand_ins import SeededShuffler
from tests.table.playing import WORDS, Table


class LearningTable(Table):
    """A table whose session teaches a box of German cards."""

    def __init__(self, folder):
        super().__init__(folder)
        self.box = Box(self.store.words, "deu")
        self.session = Session(
            self.store, self.screens, SeededShuffler(1), lambda: "2026-11-30T20:00:00Z", learn=self.box.learn
        )


@pytest.fixture
def table(tmp_path):
    return LearningTable(tmp_path)


@pytest.fixture
def words(tmp_path):
    with closing(SqliteStore(tmp_path)) as store:
        yield store.words


def test_a_board_is_learnt_when_its_mission_begins_and_not_before(table):
    session = table.lay_out(["BÄR", *WORDS[1:]])
    assert table.box.learnt() == []
    session.begin()
    lexicon = table.box.lexicon()
    assert [lexicon.weight(word) for word in ("BÄR", "WORDB", "BAR")] == [0.95, 0.95, 0.0]
    assert table.box.learnt() == [ListSummary("deu", "deu", 25)]


def test_a_card_that_is_named_later_is_learnt_then_and_its_place_is_no_word(table):
    session = table.lay_out()
    session.set_word(Position(24), "")
    table.session.show_words()
    for seat in session.seats_with_key():
        session.confirm_view(seat)
    session.begin()
    assert "E5" not in table.box.lexicon()
    assert len(table.box.lexicon()) == 24
    session.set_word(ALL_POSITIONS[24], "LATE")
    assert "LATE" in table.box.lexicon()


def test_what_cannot_be_learnt_stops_no_game(table, tmp_path):
    with closing(sqlite3.connect(tmp_path / "missions.sqlite3")) as file, file:
        file.execute("DROP TABLE learnt_words")
    session = table.begin()
    assert session.running
    assert table.store.missions()[0].words == tuple(WORDS)


def test_the_reader_is_told_of_every_change(words, tmp_path):
    file = tmp_path / "my box.txt"
    file.write_text("BÄR\nNEW YORK\n", encoding="utf-8")
    box, told = Box(words, "deu"), []
    box.on_change = told.append
    assert box.import_file(str(file)) == ListSummary("my box", "deu", 2)
    box.learn(["HAUS"])
    assert [len(lexicon) for lexicon in told] == [2, 3]
    assert told[-1].weight("NEW YORK") == 1.0
    box.drop_list("my box")
    box.forget_learnt("deu")
    assert [len(lexicon) for lexicon in told] == [2, 3, 1, 0]
    assert box.lists() == box.learnt() == []


def test_words_of_another_language_are_kept_and_do_not_count(words):
    Box(words, "eng").learn(["TREE"])
    assert len(Box(words, "deu").lexicon()) == 0
    assert "TREE" in Box(words, "deu+eng").lexicon()


def test_files_named_at_the_start_count_and_are_not_kept(words, tmp_path):
    file = tmp_path / "words.txt"
    file.write_text("BÄR\n", encoding="utf-8")
    box = Box(words, "deu", [file])
    assert box.lexicon().weight("BÄR") == 1.0
    assert box.lists() == []


@pytest.mark.parametrize("content", [None, b"\xff\xfe", b"", b"X" * 100])
def test_a_file_that_is_no_list_is_refused_in_one_line_and_changes_nothing(words, tmp_path, content):
    file = tmp_path / "words.txt"
    if content is not None:
        file.write_bytes(content)
    box = Box(words, "eng")
    box.on_change = lambda _: pytest.fail("nothing has changed")
    with pytest.raises(CompanionError, match=r"words.*:") as refused:
        box.import_file(str(file))
    assert "\n" not in str(refused.value)
    assert box.lists() == []
