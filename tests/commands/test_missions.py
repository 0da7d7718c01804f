"""``companion missions`` over the real store."""

from __future__ import annotations

import io
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.mission_text import mission_of
from companion.game.board import Board
from companion.game.duet import DuetSetup
from companion.game.ending import outcome_text, total_score
from companion.game.keycard import Identity, KeyCard
from companion.game.mission import Mission
from companion.game.moves import Clue, Guess, NameWord, Undo
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.game.record import write_record
from companion.storage import SqliteStore
from tests.random_records import KEPT, random_record
from tests.stand_ins import SeededShuffler

ROOT = Path(__file__).resolve().parents[2]
GAMES = ROOT / "tests" / "fixtures" / "games"
GAME = GAMES / "a5_own_face_does_not_matter.txt"
WORDS = (*(f"WORD{chr(65 + i)}" for i in range(24)), "E5")


@pytest.fixture
def stored(home):
    """One mission that ended and one that runs; both were corrected and took something back."""
    store = SqliteStore(home)
    setup = DuetSetup(Board(WORDS), KeyCard.draw(SeededShuffler(7)), first=Seat.A)
    place = {i: next(p for p in ALL_POSITIONS if setup.key.identity(Seat.A, p) is i) for i in Identity}
    for ending in ((Guess(Seat.B, place[Identity.ASSASSIN]),), ()):
        mission = Mission(setup)
        number = store.begin("2026-11-30T20:00:00Z", setup, ("left", "right"), {"names A": "Ann", "city": "Berlin"})
        moves = [
            Clue(Seat.A, "SEA", 2), Guess(Seat.B, place[Identity.AGENT]), Undo(), NameWord(Position(24), "LATE"),
            Guess(Seat.B, place[Identity.AGENT]), *ending,
        ]  # fmt: skip
        for move in moves:
            mission.undo() if isinstance(move, Undo) else mission.apply(move)
            store.append(number, [move], outcome_text(mission.state))
    store.close()
    return setup


def run(capsys, *words):
    status = main(words)
    out, err = capsys.readouterr()
    return status, out, err


def test_the_list_names_each_mission_and_no_face(stored, capsys):
    status, out, _ = run(capsys, "missions", "list")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == ["2", "1"]
    assert "lost: assassin" in out.splitlines()[1]
    assert "running" in out.splitlines()[0]


def test_an_export_replays_to_the_same_end(stored, capsys, monkeypatch):
    _, text, _ = run(capsys, "missions", "export", "1")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    status, out, _ = run(capsys, "replay", "-")
    assert status == 0
    last = json.loads(out.splitlines()[-1])
    assert last["outcome"] == "lost: assassin"


def test_the_export_of_a_running_mission_has_no_face(stored, capsys, monkeypatch):
    _, text, _ = run(capsys, "missions", "export", "2")
    assert "face" not in "".join(line for line in text.splitlines() if not line.startswith("#"))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    status, _, err = run(capsys, "replay", "-")
    assert status == 1
    assert "ran" in err


def test_an_import_is_stored_as_it_was_exported(stored, capsys, tmp_path):
    _, text, _ = run(capsys, "missions", "export", "1")
    file = tmp_path / "mission.txt"
    file.write_text(text)
    status, out, _ = run(capsys, "missions", "import", str(file))
    assert (status, out) == (0, "mission 3\n")
    assert run(capsys, "missions", "export", "3")[1] == text


def test_show_has_the_words_as_named_later(stored, capsys):
    status, out, _ = run(capsys, "missions", "show", "1")
    assert status == 0
    assert "LATE" in out
    assert "lost: assassin" in out


def test_show_tells_the_agreement_the_moves_and_the_counts(stored, capsys):
    _, out, _ = run(capsys, "missions", "show", "2")
    lines = out.splitlines()
    assert lines[0] == "mission 2, begun 2026-11-30 20:00: duet 9-9, A gives the first clue"
    assert lines[1:3] == ["names A: Ann", "city: Berlin"]
    found = next(word for word in WORDS if f"B guess {word} = agent" in lines)
    assert lines[-2].startswith("running; phase guessing in the turn of A; agents found: 1; in the bank 9 bystander")
    assert lines[-1] == f"on the cards: {found} agent"
    assert [line for line in lines if line == "undo"] == ["undo"]


def test_show_of_a_base_game_and_of_one_without_moves(home, capsys, tmp_path):
    assert run(capsys, "missions", "import", str(GAMES / "b6_two_players.txt"))[0] == 0
    _, out, _ = run(capsys, "missions", "show", "1")
    assert "classic, 2 players, red begins" in out.splitlines()[0]
    assert "red guess PLATYPUS = other agent" in out.splitlines()
    assert "red won: agents; words left: red 0, blue 4" in out.splitlines()
    assert out.splitlines()[-1] == "score 4: the agent cards of blue that were not laid"
    file = tmp_path / "mission.txt"
    file.write_text("\n".join(line for line in GAME.read_text().splitlines() if line[:2] not in ("A ", "B ")))
    assert run(capsys, "missions", "import", str(file))[0] == 0
    assert "running; phase clue" in run(capsys, "missions", "show", "2")[1]


def test_a_list_line_of_each_mode_is_stable(home, capsys, tmp_path):
    for name, headers in (
        ("a9_score_three_per_token", "city: Prague\ndate: 2019-02-03\n"),
        ("b6_two_players", "date: 2019-02-03\n"),
        ("a10_last_two_checkmarks", "DATE: 2019-02-03 21:30\nCity: \x1b[2J\n"),
    ):
        file = tmp_path / f"{name}.txt"
        file.write_text(headers + (GAMES / file.name).read_text())
        assert run(capsys, "missions", "import", str(file))[0] == 0
    assert run(capsys, "missions", "list")[1].splitlines() == [
        "   3  2019-02-03 21:30  duet 2-0    ?[2J          running                     3 moves  STADIUM, PUPIL, DOG …",
        "   2  2019-02-03 00:00  classic     -             red won: agents, 4 points   18 moves  STADIUM, PUPIL, DOG …",
        "   1  2019-02-03 00:00  duet 9-9    Prague        won, 11 points             28 moves  STADIUM, PUPIL, DOG …",
    ]


@pytest.mark.parametrize("date", ["", "yesterday", "2019-02-30", "0001-01-01T00:00+14:00"])
def test_an_import_without_a_date_begins_now(home, capsys, tmp_path, date):
    file = tmp_path / "mission.txt"
    file.write_text(f"date: {date}\n{GAME.read_text()}")
    assert run(capsys, "missions", "import", str(file))[0] == 0
    begun = run(capsys, "missions", "list")[1].split()[1:3]
    assert abs(datetime.fromisoformat("T".join(begun)).replace(tzinfo=UTC) - datetime.now(UTC)) < timedelta(minutes=5)


def test_a_won_city_stays_won_when_its_mission_is_deleted(home, capsys, tmp_path):
    file = tmp_path / "mission.txt"
    file.write_text("city: prague\n" + (GAMES / "a9_score_three_per_token.txt").read_text())
    assert run(capsys, "missions", "import", str(file))[0] == 0
    before = run(capsys, "cities", "list")[1]
    assert before.startswith("won      Prague")
    assert "stored mission" in run(capsys, "cities", "undone", "Prague")[2]
    assert run(capsys, "missions", "delete", "1")[0] == 0
    assert run(capsys, "cities", "list")[1] == before
    assert run(capsys, "cities", "undone", "Prague")[0] == 0


# --- any mission of either mode ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(40))
def test_any_mission_goes_out_and_comes_in_as_it_is(home, capsys, tmp_path, seed):
    """What runs is written with its key here, as an export never does, so that it can be looked at too."""
    mission, kept = random_record(seed), KEPT[seed % len(KEPT)]
    store = SqliteStore(home)
    number = store.begin("2026-11-30T20:00:00+00:00", mission.setup, ("left", "right"), kept)
    state = mission.state
    store.append(number, mission.moves, outcome_text(state), total_score(mission.setup, state))
    stored = store.load(number)
    store.close()
    status, text, _ = run(capsys, "missions", "export", "1")
    assert status == 0
    file = tmp_path / "mission.txt"
    if not mission.is_over:
        file.write_text(text)
        assert "still ran" in run(capsys, "missions", "import", str(file))[2]
        text = write_record(mission_of(stored), {"date": "2026-11-30", **stored.kept}, faces=True)
    file.write_text(text)
    assert run(capsys, "missions", "import", str(file))[:2] == (0, "mission 2\n")
    store = SqliteStore(home)
    again = store.load(2)
    store.close()
    assert mission_of(again) == mission
    assert (again.outcome, again.score) == (stored.outcome, stored.score)
    assert again.kept == {"date": "2026-11-30", **kept}
    if mission.is_over:
        assert run(capsys, "missions", "export", "2")[1] == text
    _, played, _ = run(capsys, "replay", str(file))
    last = json.loads(played.splitlines()[-1])
    assert (last["outcome"], (last["score"] or {}).get("total")) == (stored.outcome, stored.score)
    assert run(capsys, "missions", "show", "1")[0] == 0


def test_the_random_missions_end_in_many_ways_and_run():
    ends = {outcome_text(random_record(seed).state) for seed in range(40)}
    assert {None, "won", "lost: assassin", "red won: agents", "blue won: agents"} <= ends


def test_lines_that_were_refused_are_no_part_of_an_import(home, capsys, tmp_path):
    file = tmp_path / "mission.txt"
    file.write_text((GAMES / "b4_invalid_clue.txt").read_text() + "red guess NOWHERE\nundo\nundo\n")
    assert run(capsys, "replay", str(file))[0] == 0
    assert run(capsys, "missions", "import", str(file))[0] == 0
    _, out, _ = run(capsys, "missions", "show", "1")
    assert "NOWHERE" not in out
    assert out.count("undo") == 2


def test_an_import_comes_from_standard_input_too(home, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(GAME.read_bytes())))
    assert run(capsys, "missions", "import", "-")[:2] == (0, "mission 1\n")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"mode: duet\nshopping\n")))
    status, out, err = run(capsys, "missions", "import", "-")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "-:2:" in err


@pytest.mark.parametrize("action", ["show", "export"])
def test_a_stored_move_that_the_rules_refuse_gets_one_line(stored, home, capsys, action):
    store = SqliteStore(home)
    store.append(2, [Clue(Seat.B, "SEA", 2)])
    store.close()
    status, out, err = run(capsys, "missions", action, "2")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "mission 2 holds a move that the rules of this version refuse" in err


def test_a_damaged_mission_is_listed_as_such(stored, home, capsys):
    with closing(sqlite3.connect(home / "missions.sqlite3")) as file, file:
        file.execute("UPDATE missions SET header = '{' WHERE id = 1")
    assert run(capsys, "missions", "list")[1].splitlines()[1].endswith("damaged")
    assert "mission 1 is damaged" in run(capsys, "missions", "show", "1")[2]
    assert run(capsys, "missions", "delete", "1")[0] == 0


def test_delete_takes_the_mission_away(stored, capsys):
    assert run(capsys, "missions", "delete", "1")[0] == 0
    status, _, err = run(capsys, "missions", "show", "1")
    assert status == 1
    assert err.count("\n") == 1


@pytest.mark.parametrize("words", [("show", "99"), ("export", "99"), ("delete", "99")])
def test_an_unknown_mission_gets_one_line(stored, capsys, words):
    status, out, err = run(capsys, "missions", *words)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "no mission 99" in err


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00", b"shopping list\n", b""])
def test_a_bad_file_is_not_imported(home, capsys, tmp_path, content):
    file = tmp_path / "mission.txt"
    if content is not None:
        file.write_bytes(content)
    status, _, err = run(capsys, "missions", "import", str(file))
    assert status == 1
    assert err.count("\n") == 1
    assert run(capsys, "missions", "list")[1].startswith("no missions yet")


@pytest.mark.parametrize("action", ["show", "export", "delete"])
def test_a_number_that_no_mission_can_have_gets_one_line(home, capsys, action):
    status, out, err = run(capsys, "missions", action, str(10**30))
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "there is no mission" in err


def test_an_import_without_an_end_is_refused(home, capsys):
    status, out, err = run(capsys, "missions", "import", "/dev/zero")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "/dev/zero:1: a line of more than" in err


def test_an_import_takes_the_lines_that_replay_takes(home, capsys, tmp_path):
    file = tmp_path / "mission.txt"
    file.write_text(GAME.read_text().replace("mode: duet", "mode: duet\nnames A: Ann\x0bBo\u2028Cy"))
    assert run(capsys, "replay", str(file))[0] == 0
    assert run(capsys, "missions", "import", str(file))[0] == 0


def test_an_import_that_the_disk_does_not_take_leaves_nothing(home, capsys, tmp_path):
    assert run(capsys, "missions", "list")[0] == 0
    file = tmp_path / "mission.txt"
    file.write_text(GAME.read_text() + "undo\nB guess PUPIL\n" * 1000)
    before = [path.stat().st_size for path in sorted(home.iterdir())]
    limit = f"ulimit -f {2 * (max(before) // 1024 + 16)}"
    command = [sys.executable, "-m", "companion", "missions", "import", str(file)]
    done = subprocess.run(
        ["sh", "-c", f'{limit}; exec "$@"', "sh", *command], cwd=ROOT, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (1, b"", 1)
    assert run(capsys, "missions", "list")[1].startswith("no missions yet")
