"""The box as the app has it: what is chosen stays chosen, and the reader knows of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytesseract
import pytest

from companion.cli import main
from companion.clues.spoken import SpokenForms
from companion.errors import CompanionError
from companion.shelf import MOST_FILES, Shelf, UnableReader
from companion.storage import SqliteStore
from companion.table.voting import Votes
from companion.table.word_lists import LANGUAGE, SWITCHED_OFF
from companion.vision.languages import LANGUAGES
from companion.vision.ocr.installed import installed_languages


@pytest.fixture
def store(tmp_path):
    store = SqliteStore(tmp_path)
    yield store
    store.close()


@pytest.fixture
def places(tmp_path, monkeypatch):
    """The person's own folder and a memory stick; nothing else is looked at."""
    home, sticks = tmp_path / "home", tmp_path / "media"
    for folder in (home / "Documents", sticks / "ann" / "BLUE", tmp_path / "app"):
        folder.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    return tmp_path


def shelf(store, language=None, folder=Path("nowhere")):
    sticks = (folder / "media", folder / "nothing")
    return Shelf(store, store.words, language, files=(), folder=folder / "app", sticks=sticks)


def words_known(reader) -> set[str]:
    """Which of some words the reader of a box knows."""
    lexicon = reader._reader.lexicon
    return {word for word in ("EAGLE", "BÄR", "STADIUM", "NAIL") if word in lexicon}


def write(path: Path, *words: str) -> Path:
    path.write_text("\n".join(words), "utf-8")
    return path


def test_at_first_the_cards_are_english(store):
    assert shelf(store).language == "eng"


def test_a_language_that_was_chosen_is_that_of_the_next_start_but_one_that_is_named_wins_for_once(store):
    box, heard = shelf(store), []
    box.on_language = heard.append
    box.reader_of("deu")()
    box.speak("deu")
    assert (box.language, heard) == ("deu", ["deu"])
    assert shelf(store).language == "deu"
    assert shelf(store, "fra").language == "fra"
    assert shelf(store).language == "deu"


def test_installed_languages_come_first_and_a_missing_one_names_its_package(store):
    languages = shelf(store).languages()
    missing = [bool(language.package) for language in languages]
    assert missing == sorted(missing)
    assert {language.code for language in languages if not language.package} == installed_languages()
    assert {language.code for language in languages} >= set(LANGUAGES)
    assert "osd" not in {language.code for language in languages}
    assert {language.code: language.name for language in languages}["deu"] == "German"


def test_without_tesseract_every_language_is_named_with_its_package(store, monkeypatch):
    monkeypatch.setattr(pytesseract.pytesseract, "tesseract_cmd", "no-such-tesseract")
    languages = {language.code: language for language in shelf(store).languages()}
    assert set(languages) == set(LANGUAGES)
    assert all(language.package.startswith("tesseract-ocr-") for language in languages.values())
    assert languages["eng"].name == "English"


def test_a_kept_language_that_can_no_longer_be_read_does_not_keep_the_app_away(store):
    store.remember(LANGUAGE, "xyz")
    reader = shelf(store).first_reader()
    assert isinstance(reader, UnableReader)
    with pytest.raises(CompanionError, match="apt install tesseract-ocr-xyz"):
        reader.take(None, Votes(), lambda _: None)


def test_a_language_that_was_named_and_cannot_be_read_is_refused_at_once(store):
    with pytest.raises(CompanionError, match="apt install tesseract-ocr-xyz"):
        shelf(store, "xyz").first_reader()


def test_the_reader_knows_lists_as_long_as_they_are_on(store, tmp_path):
    box = shelf(store)
    reader = box.first_reader()
    assert box.import_file(str(write(tmp_path / "birds.txt", "eagle", "nail"))).words == 2
    assert words_known(reader) == {"EAGLE", "NAIL"}
    box.switch("birds", False)
    assert words_known(reader) == set()
    assert [entry.on for entry in box.lists()] == [False]
    again = shelf(store)
    assert words_known(again.first_reader()) == set()
    again.switch("birds", True)
    assert words_known(shelf(store).first_reader()) == {"EAGLE", "NAIL"}


def test_a_list_that_is_forgotten_or_imported_again_is_not_switched_off(store, tmp_path):
    box, file = shelf(store), write(tmp_path / "birds.txt", "eagle")
    reader = box.first_reader()
    for again in (lambda: None, lambda: box.drop_list("birds")):
        box.import_file(str(file))
        box.switch("birds", False)
        again()
        box.import_file(str(file))
        assert [entry.on for entry in box.lists()] == [True]
        assert words_known(reader) == {"EAGLE"}
    with pytest.raises(CompanionError, match="no word list"):
        box.drop_list("fish")


def test_what_is_learnt_belongs_to_its_language(store):
    box = shelf(store)
    reader = box.first_reader()
    box.learn(["STADIUM", "EAGLE"])
    assert (box.learnt(), words_known(reader)) == (2, {"STADIUM", "EAGLE"})
    german = box.reader_of("deu")()
    box.speak("deu")
    assert (box.learnt(), words_known(german)) == (0, set())
    box.learn(["BÄR"])
    assert words_known(german) == {"BÄR"}
    assert words_known(reader) == {"STADIUM", "EAGLE"}
    box.forget_learnt()
    assert (box.learnt(), words_known(german)) == (0, set())


def test_without_a_reader_all_else_works(store, tmp_path):
    box = shelf(store)
    box.prepare()
    box.speak("deu")
    box.import_file(str(write(tmp_path / "birds.txt", "adler")))
    box.switch("birds", False)
    assert [entry.summary.language for entry in box.lists()] == ["deu"]


def test_word_lists_are_found_where_people_put_them(store, places):
    write(places / "app" / "one.txt", "A")
    write(places / "home" / "two.txt", "A")
    write(places / "home" / "Documents" / "three.txt", "A")
    write(places / "media" / "ann" / "BLUE" / "four.txt", "A")
    write(places / "home" / "letter.odt", "A")
    (places / "home" / "folder.txt").mkdir()
    found = shelf(store, folder=places).files()
    assert [(file.name, file.place) for file in found] == [
        ("one", "the folder of the app"), ("two", "your own folder"), ("three", "Documents"),
        ("four", "memory stick BLUE"),
    ]  # fmt: skip
    assert shelf(store).import_file(found[3].path).name == "four"


@pytest.mark.parametrize(
    ("file", "name"),
    [(b"w\xf6rter.txt", "w rter"), (b"two\nlines.txt", "two lines"), (b"L" * 200 + b".txt", "L" * 60)],
)
def test_a_file_of_an_odd_name_is_imported_under_one_that_can_be_shown(store, places, file, name):
    path = places / "media" / "ann" / "BLUE" / os.fsdecode(file)
    write(path, "EAGLE", "NAIL")
    box = shelf(store, folder=places)
    found = next(one for one in box.files() if one.name == name)
    assert box.import_file(found.path).name == name
    assert [entry.summary.name for entry in box.lists()] == [name]


def test_of_a_folder_full_of_texts_not_all_are_offered(store, places):
    for number in range(MOST_FILES + 5):
        write(places / "home" / f"{number}.txt", "A")
    assert len(shelf(store).files()) == MOST_FILES


def test_the_clue_helper_follows_the_language(monkeypatch):
    monkeypatch.setattr("companion.clues.background.PATIENCE_S", 120)  # others use the machine too
    helper = SpokenForms("eng")
    helper.prepare()
    assert helper.flags("TRAINS", ["TRAIN"])
    helper.speak("heb")
    assert not helper.flags("TRAINS", ["TRAIN"])


@pytest.mark.parametrize("kept", ["", "{", "5", "null", '{"a": 1}'])
def test_a_damaged_setting_keeps_nobody_from_the_app(store, places, kept):
    store.remember(SWITCHED_OFF, kept)
    box = shelf(store, folder=places)
    box.import_file(str(write(places / "names.txt", "EAGLE")))
    assert [(one.summary.name, one.on) for one in box.lists()] == [("names", True)]


def test_a_list_that_is_imported_anew_counts_whatever_spaces_its_file_has(store, places):
    box = shelf(store, folder=places)
    file = str(write(places / "my  box.txt", "EAGLE"))
    assert box.import_file(file).name == "my box"
    box.switch("my box", False)
    box.import_file(file)
    assert [one.on for one in box.lists()] == [True]


def test_a_list_that_the_command_line_imports_anew_while_the_app_runs_counts_in_it(store, places, monkeypatch):
    box = shelf(store, folder=places)
    file = str(write(places / "names.txt", "EAGLE"))
    box.import_file(file)
    box.switch("names", False)
    monkeypatch.setenv("COMPANION_HOME", str(places))
    assert main(["words", "import", file]) == 0
    assert [one.on for one in box.lists()] == [True]
    box.switch("other", False)
    assert [one.on for one in box.lists()] == [True]
