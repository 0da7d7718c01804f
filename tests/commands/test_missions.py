"""``companion missions`` over the real store."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.game.board import Board
from companion.game.duet import DuetSetup
from companion.game.keycard import Identity, KeyCard
from companion.game.mission import Mission
from companion.game.moves import Clue, Guess, NameWord, Undo
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.storage import SqliteStore
from tests.stand_ins import SeededShuffler

ROOT = Path(__file__).resolve().parents[2]
GAME = ROOT / "tests" / "fixtures" / "games" / "a5_own_face_does_not_matter.txt"
WORDS = (*(f"WORD{chr(65 + i)}" for i in range(24)), "E5")


@pytest.fixture
def stored(home):
    """One mission that ended and one that runs; both were corrected and took something back."""
    store = SqliteStore(home)
    setup = DuetSetup(Board(WORDS), KeyCard.draw(SeededShuffler(7)), first=Seat.A)
    place = {i: next(p for p in ALL_POSITIONS if setup.key.identity(Seat.A, p) is i) for i in Identity}
    for ending in ((Guess(Seat.B, place[Identity.ASSASSIN]),), ()):
        mission = Mission(setup)
        number = store.begin("2026-11-30T20:00:00Z", setup, ("left", "right"))
        moves = [
            Clue(Seat.A, "SEA", 2), Guess(Seat.B, place[Identity.AGENT]), Undo(), NameWord(Position(24), "LATE"),
            Guess(Seat.B, place[Identity.AGENT]), *ending,
        ]  # fmt: skip
        for move in moves:
            mission.undo() if isinstance(move, Undo) else mission.apply(move)
            store.append(number, move, mission.state.outcome)
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
    _, again, _ = run(capsys, "missions", "export", "3")
    assert [line for line in again.splitlines() if not line.startswith("date")] == [
        line for line in text.splitlines() if not line.startswith("date")
    ]


def test_show_has_the_words_as_named_later(stored, capsys):
    status, out, _ = run(capsys, "missions", "show", "1")
    assert status == 0
    assert "LATE" in out
    assert "lost: assassin" in out


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
