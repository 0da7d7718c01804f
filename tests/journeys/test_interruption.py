"""Whatever ends the app, and whenever: no confirmed move is lost, no face stays, and the mission goes on."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.game.duet import Phase
from companion.game.ending import outcome_text
from companion.game.keycard import KeyCard
from companion.game.mission import Mission
from companion.game.moves import Clue, Guess, Move, Stop, Undo
from companion.game.position import Seat
from companion.storage import SqliteStore
from tests.journeys.interruption_table import Table, soon, stopped
from tests.journeys.interruption_writer import opened
from tests.journeys.secrecy_missions import place
from tests.stand_ins import SeededShuffler

KEY = KeyCard.draw(SeededShuffler(11))
WRITER = Path(__file__).with_name("interruption_writer.py")
BLANK_S = 5.0


@pytest.fixture
def table(tmp_path):
    made = Table(tmp_path)
    yield made
    made.close()


@pytest.fixture
def playing(table):
    """An app that shows both faces, three moves into a mission."""
    app = table.start()
    app.say("begin")
    for line, _ in MOVES[:3]:
        app.say(line)
    return app


MOVES = (
    ("clue A OCEAN 2", Clue(Seat.A, "OCEAN", 2)),
    (f"guess B {place(KEY, 'GG1')}", Guess(Seat.B, place(KEY, "GG1"))),
    (f"guess B {place(KEY, 'GT1')}", Guess(Seat.B, place(KEY, "GT1"))),
    ("undo", Undo()),
    ("stop B", Stop(Seat.B)),
    ("clue B WAVE 1", Clue(Seat.B, "WAVE", 1)),
    (f"guess A {place(KEY, 'TT1')}", Guess(Seat.A, place(KEY, "TT1"))),
    ("clue A MOON 1", Clue(Seat.A, "MOON", 1)),
    (f"guess B {place(KEY, 'XT1')}", Guess(Seat.B, place(KEY, "XT1"))),
)
"""The last one ends the mission: the assassin."""


def test_killed_between_any_two_moves_the_mission_goes_on(table):
    app = table.start()
    assert app.offers == "offers nothing"
    assert app.say("begin") == "done 0"
    expected = Mission(table.stored().setup)
    for number, (line, move) in enumerate(MOVES, start=1):
        app.kill()
        soon(table.dark, BLANK_S, f"a face is still there after the kill before move {number}")
        app = table.start()
        assert app.offers.startswith(f"offers 1 {number - 1}"), line
        assert app.say("resume") == f"done {number - 1}"
        assert table.shows(expected), line
        assert app.say(line) == f"done {number}"
        play(expected, move)
        assert table.stored() == expected
        assert table.stored().state == expected.state
    assert expected.state.phase is Phase.OVER
    app.kill()
    soon(table.dark, BLANK_S, "a face is there after the end")
    assert table.start().offers == "offers nothing"


def test_who_gives_the_first_clue_is_not_asked_again_after_a_kill(table):
    app = table.start()
    app.say("begin open")
    assert app.say("giver").endswith("nobody yet")
    app.say("first B")
    app.kill()
    app = table.start()
    app.say("resume")
    assert app.say("giver").endswith("B")
    assert table.stored().setup.first is None, "a transcript leaves it open until the first clue decides"


def test_killed_while_a_move_is_under_way_it_is_stored_or_it_is_not(table, playing):
    expected, app = table.stored(), playing
    for delay_ms, (line, move) in zip((0, 1, 3, 9, 27), MOVES[3:], strict=False):
        app.send(line)
        threading.Event().wait(delay_ms / 1000)
        app.kill()
        soon(table.dark, BLANK_S, "a face is still there")
        stored = table.stored() != expected
        if stored:
            play(expected, move)
        assert table.stored() == expected
        app = table.start()
        assert app.offers == f"offers 1 {len(expected.moves)}"
        assert app.say("resume") == f"done {len(expected.moves)}"
        assert table.shows(expected)
        if not stored:
            app.say(line)
            play(expected, move)


def play(mission: Mission, move: Move | Undo) -> None:
    """The same move in the mission that the test keeps."""
    if isinstance(move, Undo):
        mission.undo()
    else:
        mission.apply(move)


def test_killed_in_the_middle_of_a_write_the_store_holds_all_that_was_confirmed(tmp_path):
    """Some dozens of kills, at times that a seed gives, while missions are written as fast as it goes."""
    chance = random.Random(20261130)
    hits = 0
    for number in range(48):
        confirmed = killed_writer(tmp_path, number, chance.uniform(0.0, 0.05))
        hits += any(tmp_path.glob("*-journal"))
        with closing(SqliteStore(tmp_path, alone=True)) as store:
            newest = store.missions()[0]
            assert newest.id >= confirmed[0]
            found = (newest.id, newest.moves)
            assert found in (confirmed, (confirmed[0], confirmed[1] + 1), (confirmed[0] + 1, 0))
            if newest.outcome is None:
                goes_on(store, newest.moves)
    assert hits > 3, "hardly a kill hit a write: this shows nothing"
    with closing(SqliteStore(tmp_path)) as store:
        for mission in store.missions():
            stored = store.load(mission.id)
            assert outcome_text(Mission.replayed(stored.setup, stored.moves).state) == stored.outcome


def killed_writer(folder: Path, seed: int, seconds: float) -> tuple[int, int]:
    """Let the writer work for so long, and kill it; the last mission and number of moves that it confirmed."""
    with subprocess.Popen([sys.executable, str(WRITER), str(folder), str(seed)], stdout=subprocess.PIPE) as writer:
        first = writer.stdout.readline()
        threading.Event().wait(seconds)
        writer.kill()
        lines = [first, *writer.stdout.readlines()]
    mission, moves = [line for line in lines if line.endswith(b"\n")][-1].split()
    return int(mission), int(moves)


def goes_on(store: SqliteStore, moves: int) -> None:
    """The newest mission is offered, is whole, and both screens get their faces again."""
    session, screens = opened(store, 1)
    offered = session.resumable()
    session.resume(offered.id)
    assert len(session.mission.moves) == moves
    for seat in Seat:
        cells = screens.of(seat).cells
        face = session.mission.setup.key.face(seat)
        assert tuple(cell.identity for cell in cells) == (face if seat is Seat.A else face[::-1])


# --- nobody is left to blank the screens -----------------------------------------------------------------------------


def test_without_a_host_the_screens_blank_themselves(table, playing, tmp_path):
    """At one table app and service are killed at once, at the other both stand still; the screens keep their power."""
    with other_table(tmp_path / "other") as other:
        hanging = other.start()
        hanging.say("begin")
        faces = {each: [each.panel_memory(seat) for seat in Seat] for each in (table, other)}
        with stopped(hanging.process.pid, hanging.service):
            os.kill(playing.service, signal.SIGKILL)
            playing.kill()
            for each in (table, other):
                soon(lambda each=each: link_lost(each, faces[each]), BLANK_S + 3, "a face is still there")
        soon(lambda: other.shows(other.stored()), 60.0, "the faces did not come back")
    app = table.start()
    assert app.say("resume") == "done 3"
    assert table.shows(table.stored())


@contextmanager
def other_table(folder: Path) -> Iterator[Table]:
    folder.mkdir()
    made = Table(folder)
    try:
        yield made
    finally:
        made.close()


def link_lost(table: Table, faces: list[bytes]) -> bool:
    """Both panels hold the same picture, which neither of them held before: nothing in it depends on a face."""
    now = [table.panel_memory(seat) for seat in Seat]
    return now[0] == now[1] and now[0] not in faces and all(table.face(seat) is None for seat in Seat)


# --- a store that cannot be used -------------------------------------------------------------------------------------


def test_a_full_disk_costs_no_move_and_shows_no_verdict(table, playing):
    before = table.stored()
    assert playing.say("full") == "done 3"
    for line in ("guess B A1", "stop B", "undo", "name A1 OTHER"):
        answer = playing.say(line)
        assert answer.startswith("refused ")
        assert "check the file, its folder and the disk" in answer
    assert table.shows(before)
    playing.kill()
    app = table.start()
    assert app.offers == "offers 1 3"
    app.say("resume")
    assert app.say("full") == "done 3"
    assert app.say("stop B").startswith("refused ")
    assert app.say("room") == "done 3"
    assert table.stored() == before
    assert app.say("stop B") == "done 4"
    before.apply(Stop(Seat.B))
    assert table.stored() == before
    assert table.shows(before)


def test_on_a_full_disk_no_mission_begins(table):
    app = table.start()
    app.say("full")
    assert app.say("begin").startswith("refused ")
    assert [table.face(seat) for seat in Seat] == [None, None]
    app.kill()
    assert table.start().offers == "offers nothing"


def test_leaving_blanks_the_screens_before_the_app_is_gone(table, playing):
    """And what these tests look with can fail."""
    mission = table.stored()
    assert table.shows(mission)
    assert not table.dark()
    assert not link_lost(table, [b"", b""])
    mission.apply(Stop(Seat.B))
    mission.apply(Clue(Seat.B))
    mission.apply(Guess(Seat.A, place(KEY, "TG1")))
    assert not table.shows(mission)
    playing.say("exit")
    assert table.dark()
    assert not table.shows(table.stored())
