"""The record of a base game: read, written, exported."""

import random

import pytest

from companion.game.classic_mission import ClassicMission
from companion.game.ending import outcome_text, total_score
from companion.game.mission import Mission
from companion.game.position import ALL_POSITIONS
from companion.game.record import export_record, read_record, write_record
from companion.game.transcript import TranscriptError
from tests.game.boards import WIN, played, setup
from tests.game.random_games import random_game
from tests.game.replaying import replayed
from tests.game.test_classic import HEADERS, KEY

RED_WINS = ("red clue TREE 9", *(f"red guess {place}" for place in ALL_POSITIONS[:9]))


def _read(*lines, headers=HEADERS):
    return read_record([*headers.split("\n"), *lines], "game.txt")


@pytest.mark.parametrize("seed", range(40))
def test_a_written_base_game_replays_to_the_same_end(seed):
    text = random_game(random.Random(seed))
    record = read_record(text.split("\n"), "game.txt")
    written = write_record(record.mission, record.kept, faces=True)
    assert read_record(written.split("\n"), "written.txt") == record
    assert replayed(written)[0][-1] == replayed(text)[0][-1]


def test_the_text_of_a_base_game():
    record = _read("players: 3", "city: Prague", "red clue invalid TREES -", "blue clue - unlimited", "name B5 FILMS",
                   "blue guess films", "allow TREE", "set A1 red, turn red", "undo", "blue stop")  # fmt: skip
    head, moves = write_record(record.mission, record.kept, faces=True).split("\n\n")
    assert head.split("\n")[:3] == ["mode: classic", "players: 3", "first: red"]
    assert head.split("\n")[4:] == [f"key: {KEY}", "city: Prague"]
    assert moves.split("\n") == [
        "red clue invalid TREES -", "blue clue - unlimited", "name B5 FILMS", "blue guess FILMS", "allow TREE",
        "set turn red, A1 red", "undo", "blue stop", "",
    ]  # fmt: skip


def test_an_export_of_a_running_base_game_tells_no_key():
    texts = set()
    for key in (KEY, "RRRRR RRRRB BBBBB BBTTT TTTXT"):
        mission = _read("red clue TREE 1", headers=HEADERS.replace(KEY, key)).mission
        texts.add(export_record(mission, {"names A": "Zoë"}))
    (text,) = texts
    assert "key:" not in text
    assert "x-running: yes" in text
    with pytest.raises(TranscriptError, match=r"^game.txt:\d+: .*still ran .* key is left out"):
        read_record(text.split("\n"), "game.txt")


def test_an_ended_base_game_is_exported_whole():
    record = _read(*RED_WINS)
    text = export_record(record.mission, {"id": "3"})
    assert read_record(text.split("\n"), "game.txt").mission == record.mission
    assert read_record(text.split("\n"), "game.txt").kept == {"id": "3"}


def test_a_key_that_is_missing_without_a_word_is_no_running_game():
    with pytest.raises(TranscriptError, match="`key:` is missing"):
        _read("red clue TREE 1", headers=HEADERS.replace(f"key: {KEY}\n", "x-running: no\n"))


def test_how_a_mission_of_either_mode_ended():
    game, alone = _read(*RED_WINS).mission, _read(*RED_WINS, headers=HEADERS + "players: 2").mission
    lost = _read("red clue TREE 1", "red guess COURT").mission
    duet, running = played(*WIN), played()
    ends = [
        (outcome_text(m.state), total_score(m.setup, m.state), m.is_over) for m in (game, alone, lost, duet, running)
    ]
    assert ends == [
        ("red won: agents", None, True), ("red won: agents", 8, True), ("blue won: assassin", None, True),
        ("won", 23, True), (None, None, False),
    ]  # fmt: skip
    with pytest.raises(TypeError):
        total_score(game.setup, duet.state)


def test_records_of_two_modes_are_never_equal():
    assert ClassicMission(_read().mission.setup) != Mission(setup())
    assert Mission(setup()) != Mission(setup(turns=8, mistakes=8))
