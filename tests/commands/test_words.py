"""``companion words`` over the real store."""

from __future__ import annotations

import sqlite3
import unicodedata
from contextlib import closing

import pytest

from companion.cli import main
from companion.storage import SqliteStore
from companion.table.word_lists import LANGUAGE, SWITCHED_OFF, names_from_text, names_to_text


@pytest.fixture
def words(capsys):
    """Runs the command; gives status, output and error."""

    def run(*args):
        status = main(("words", *map(str, args)))
        out, err = capsys.readouterr()
        return status, out, err

    return run


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "my box.txt"
    path.write_text("# animals\nBÄR\nBAR\nNEW YORK\n", encoding="utf-8")
    return path


def test_a_list_is_imported_listed_and_forgotten(words, file, home):
    assert words("list") == (0, "no list was imported and nothing was learnt yet\n", "")
    assert words("import", file, "--language", "deu") == (0, "my box: deu, 3 words\n", "")
    with closing(SqliteStore(home)) as store:
        assert store.words.known_words("deu").listed == ("BÄR", "BAR", "NEW YORK")
        store.words.learn("swe", ["HÄST"])
    assert words("list") == (0, "my box: deu, 3 words\nlearnt swe: swe, 1 words\n", "")
    assert words("forget", "my", "box") == (0, "my box is forgotten\n", "")
    assert words("forget", "learnt", "swe") == (0, "learnt swe is forgotten\n", "")
    assert words("list")[1].startswith("no list")


def test_without_a_language_a_list_is_for_the_box_of_the_app(words, file, home):
    assert words("import", file, "--name", "one")[1] == "one: eng, 3 words\n"
    with closing(SqliteStore(home)) as store:
        store.remember(LANGUAGE, "deu+fra")
    assert words("import", file, "--name", "two")[1] == "two: deu+fra, 3 words\n"


def test_a_damaged_list_is_told_and_can_be_forgotten(words, file, home):
    words("import", file)
    with closing(sqlite3.connect(home / "missions.sqlite3")) as store, store:
        store.execute("UPDATE word_lists SET words = '[]'")
    assert words("list")[1] == "my box: eng, damaged: forget it with `companion words forget my box`\n"
    assert words("forget", "my box")[0] == 0


def test_a_name_is_kept_in_one_form_and_found_in_any(words, file):
    apart = unicodedata.normalize("NFD", "für  uns")
    assert words("import", file, "--name", apart) == (0, "für uns: eng, 3 words\n", "")
    assert words("import", file, "--name", "für uns") == (0, "für uns: eng, 3 words\n", "")
    assert words("list")[1] == "für uns: eng, 3 words\n"
    assert words("forget", apart)[0] == 0


@pytest.mark.parametrize("again", ["import", "forget and import"])
def test_a_list_that_was_switched_off_in_the_app_is_told_and_counts_once_it_is_imported_anew(words, file, home, again):
    words("import", file)
    with closing(SqliteStore(home)) as store:
        store.remember(SWITCHED_OFF, names_to_text({"my box", "other"}))
    assert words("list")[1] == "my box: eng, 3 words, switched off in the app\n"
    if again != "import":
        words("forget", "my box")
    words("import", file)
    assert words("list")[1] == "my box: eng, 3 words\n"
    with closing(SqliteStore(home)) as store:
        assert names_from_text(store.recall(SWITCHED_OFF)) == {"other"}


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("import", "nowhere.txt"), "word list nowhere.txt: no such file"),
        (("import", "FILE", "--language", "German"), "language 'German': no Tesseract code, write deu"),
        (("import", "FILE", "--language", ""), "language ''"),
        (("import", "FILE", "--name", " "), "needs a name"),
        (("import", "FILE", "--name", ""), "needs a name"),
        (("forget", "b\udcff"), "its letters are broken"),
        (("forget", "learnt", "d\udcff"), "its letters are broken"),
        (("forget", "my box"), "there is no word list my box"),
        (("forget", "learnt", "deu"), "nothing was learnt for deu"),
    ],
)
def test_what_cannot_be_served_is_said_in_one_line_and_changes_nothing(words, file, args, told):
    status, out, err = words(*(file if part == "FILE" else part for part in args))
    assert (status, out) == (1, "")
    assert told in err
    assert err.count("\n") == 1
    assert words("list")[1].startswith("no list")


def test_wrong_usage_is_told(words, capsys):
    with pytest.raises(SystemExit) as ended:
        words("import")
    assert ended.value.code == 2
    assert "FILE" in capsys.readouterr().err
