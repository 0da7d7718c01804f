"""Word lists and learnt words in the store."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, nullcontext

import pytest

from companion.errors import CompanionError
from companion.storage import SCHEMA, SqliteStore
from companion.storage.files import open_file
from companion.storage.schema import KEYS, MISSIONS
from companion.table.word_lists import (
    LONGEST_WORD,
    MOST_LEARNT,
    MOST_WORDS,
    KnownWords,
    ListSummary,
    WordList,
    WordListError,
    learnt_words,
    plain_words,
)


@pytest.fixture
def store(tmp_path):
    with closing(SqliteStore(tmp_path)) as opened:
        yield opened


def opened_again(store, tmp_path):
    store.close()
    return closing(SqliteStore(tmp_path))


def test_lists_are_kept_with_their_words_and_letters(store, tmp_path):
    store.words.import_list(WordList("My box", "deu", ("BÄR", "BAR", "STRAẞE", "BAR ")))
    store.words.import_list(WordList("a second", "swe+fin", ("HÄST",)))
    with opened_again(store, tmp_path) as again:
        assert again.words.lists() == [ListSummary("My box", "deu", 3), ListSummary("a second", "swe+fin", 1)]
        assert again.words.known_words("deu") == KnownWords(("BÄR", "BAR", "STRAẞE"))
        assert again.words.known_words("fin+deu").listed == ("BÄR", "BAR", "STRAẞE", "HÄST")
        assert again.words.known_words("eng") == KnownWords()


def test_a_list_of_the_same_name_takes_the_place_of_the_other_and_can_be_forgotten(store):
    store.words.import_list(WordList("box", "eng", ("NAIL",)))
    store.words.import_list(WordList("box", "eng", ("MAIL", "TREE")))
    assert store.words.known_words("eng").listed == ("MAIL", "TREE")
    store.words.drop_list(" box ")
    assert store.words.lists() == []
    with pytest.raises(CompanionError, match="no word list box: `companion words list`"):
        store.words.drop_list("box")


def test_learnt_words_are_kept_by_language_and_can_be_forgotten(store, tmp_path):
    store.words.learn("eng", ["NAIL", "New York"])
    store.words.learn("eng", ["tree", "NAIL"])
    store.words.learn("deu", ["BÄR"])
    with opened_again(store, tmp_path) as again:
        assert again.words.known_words("eng").learnt == ("New York", "TREE", "NAIL")
        assert again.words.learnt() == [ListSummary("deu", "deu", 1), ListSummary("eng", "eng", 3)]
        again.words.forget_learnt("eng")
        assert again.words.known_words("eng+deu").learnt == ("BÄR",)
        with pytest.raises(CompanionError, match="nothing was learnt for eng"):
            again.words.forget_learnt("eng")


def test_so_many_words_are_learnt_and_no_more():
    kept = learnt_words([f"W{n}" for n in range(MOST_LEARNT)], ["NEW", "W5", "X" * (LONGEST_WORD + 1)])
    assert len(kept) == MOST_LEARNT
    assert kept[-2:] == ("NEW", "W5")
    assert kept[0] == "W1"


def test_words_are_brought_into_one_form_and_their_letters_stay():
    assert plain_words([" NEW  YORK", "BA\u0308R", "", "BÄR", "BAR"]) == ("NEW YORK", "BÄR", "BAR")


@pytest.mark.parametrize(
    ("name", "language", "words", "told"),
    [
        ("", "eng", ("A",), "needs a name"),
        ("a\nb", "eng", ("A",), "needs a name"),
        ("box", " + ", ("A",), "for which language"),
        ("box", "eng", (), "holds no words"),
        ("box", "eng", ("A",) * (MOST_WORDS + 1), "more than"),
        ("box", "eng", ("A" * (LONGEST_WORD + 1),), "one word a line"),
    ],
)
def test_what_is_no_word_list_is_refused(name, language, words, told):
    with pytest.raises(WordListError, match=told):
        WordList(name, language, words)


def test_damaged_words_are_left_out_told_and_can_be_forgotten(store, tmp_path):
    store.words.import_list(WordList("box", "eng", ("NAIL",)))
    store.words.learn("eng", ["TREE"])
    with closing(sqlite3.connect(tmp_path / "missions.sqlite3")) as file, file:
        file.execute("UPDATE word_lists SET words = '[\"MAIL\"]'")
        file.execute("UPDATE learnt_words SET words = 'x'")
    assert store.words.known_words("eng") == KnownWords()
    assert store.words.lists() == [ListSummary("box", "eng", 0, damaged=True)]
    assert store.words.learnt() == [ListSummary("eng", "eng", 0, damaged=True)]
    store.words.learn("eng", ["HORSE"])
    assert store.words.known_words("eng").learnt == ("HORSE",)
    store.words.drop_list("box")


def test_words_that_cannot_be_written_change_nothing(store, tmp_path):
    store.words.learn("eng", ["TREE"])
    store.words.import_list(WordList("box", "eng", ("NAIL",)))
    with closing(sqlite3.connect(tmp_path / "missions.sqlite3")) as file:
        file.execute("BEGIN EXCLUSIVE")
        for refused in (
            lambda: store.words.learn("eng", ["HORSE"]),
            lambda: store.words.import_list(WordList("box", "eng", ("MAIL",))),
        ):
            with pytest.raises(CompanionError, match="in use"):
                refused()
    assert store.words.known_words("eng") == KnownWords(("NAIL",), ("TREE",))


@pytest.mark.parametrize(("name", "steps"), [("missions.sqlite3", MISSIONS), ("keys.sqlite3", KEYS)])
def test_a_store_of_version_2_gets_room_for_words_whenever_the_power_goes(tmp_path, name, steps):
    old = tmp_path / "old"
    old.mkdir()
    for each, all_steps in (("missions.sqlite3", MISSIONS), ("keys.sqlite3", KEYS)):
        with closing(open_file(old / each, all_steps[:2], nullcontext)) as file:
            assert file.execute("PRAGMA user_version").fetchone() == (2,)
    copies = []

    def traced(connection):
        connection.set_trace_callback(lambda _: copies.append(shutil.copytree(old, tmp_path / str(len(copies)))))
        steps[2](connection)

    with closing(open_file(old / name, (*steps[:2], traced), nullcontext)):
        pass
    assert copies
    for folder in (*copies, old):
        with closing(SqliteStore(folder)) as store:
            store.words.learn("eng", ["TREE"])
            assert store.words.known_words("eng").learnt == ("TREE",)
        with closing(sqlite3.connect(folder / name)) as file:
            assert file.execute("PRAGMA user_version").fetchone() == (SCHEMA,)
