"""Where a face could slip out by accident: texts of values, refusals, crash files, temporary and passing files."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import os
import pkgutil
import re
import resource
import signal
import stat
import subprocess
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion
from companion import config
from companion.device.frame import Frame
from companion.device.messages import Kind
from companion.device.render import draw
from companion.errors import CompanionError
from companion.game.board import Board
from companion.game.duet import DuetSetup, Phase
from companion.game.keycard import Identity, KeyCard
from companion.game.mission import Mission
from companion.game.moves import Clue, Guess, Stop
from companion.game.position import ALL_POSITIONS, Seat
from companion.game.record import Record, export_record
from companion.simulator.witness import Witness
from companion.storage import SqliteStore
from companion.table.ports import StoredMission
from companion.table.session import Session
from companion.table.views import face_view
from tests.journeys.secrecy_keys import other_key
from tests.stand_ins import SeededShuffler, TableScreens

KEY = KeyCard.draw(SeededShuffler(7))
OTHER = other_key(KEY, Seat.A, (), ())
BOARD = Board(tuple(f"WORD{chr(65 + i)}" for i in range(25)))
ROOT = Path(companion.__file__).parent.parent
WINDOW = ("kivy_app", "window_app", "ui.pages", "ui.parts")
SECRET_TYPES = re.compile(r"\b(Identity|Card|Pair|bytes|bytearray|Json|KeyCell|Sight)\b")
PUBLIC = {
    ("Applied", "verdict"), ("Report", "verdict"), ("Strip", "verdict"), ("Played", "verdict"),  # told to all as given
    ("ClassicApplied", "verdict"), ("ClassicReport", "verdict"),
    ("ClassicState", "covers"), ("SetCards", "covers"), ("TeamCard", "laid"),  # what was laid on the table
    ("LaidCard", "card"), ("OnCard", "card"), ("PublicCards", "cards"), ("TableTruth", "cards"),
    ("TeamWitness", "covers"),
}  # fmt: skip


# --- texts of values -------------------------------------------------------------------------------------------------


def dataclasses_of_the_product() -> Iterator[type]:
    for module in pkgutil.walk_packages(companion.__path__, "companion."):
        if not any(part in module.name for part in WINDOW) and not module.name.endswith("__main__"):
            for value in vars(importlib.import_module(module.name)).values():
                if inspect.isclass(value) and value.__module__ == module.name and dataclasses.is_dataclass(value):
                    yield value


def telling_fields(kind: type) -> list[tuple[str, str]]:
    """Fields that the text of a value shows and whose type can hold a face."""
    if not kind.__dataclass_params__.repr:
        return []
    shown = [field for field in dataclasses.fields(kind) if field.repr and SECRET_TYPES.search(str(field.type))]
    return [(kind.__name__, field.name) for field in shown]


def test_no_value_has_a_text_that_can_hold_a_face():
    kinds = list(dataclasses_of_the_product())
    assert {"KeyCard", "DuetSetup", "StoredMission", "ViewCell", "Picture", "Frame"} <= {
        kind.__name__ for kind in kinds
    }
    found = {field for kind in kinds for field in telling_fields(kind)}
    assert found - PUBLIC == set(), "leave it out of the text, or say here why all may know it"


def test_a_telling_field_is_noticed():
    @dataclasses.dataclass
    class Plain:
        face: tuple[Identity, ...]

    @dataclasses.dataclass
    class Hidden:
        face: tuple[Identity, ...] = dataclasses.field(repr=False)

    assert telling_fields(Plain) == [("Plain", "face")]
    assert telling_fields(Hidden) == []


def values(key: KeyCard) -> list[object]:
    """What holds a key or a face somewhere between the dealer and the wire."""
    setup = DuetSetup(BOARD, key, first=Seat.A)
    mission = Mission(setup)
    views = [face_view(seat, BOARD, key, mission.state) for seat in Seat]
    pictures = [draw(view, (320, 240)) for view in views]
    stored = StoredMission(1, "now", setup, ())
    return [
        key, setup, mission, Record(mission), stored, *views, *views[0].cells, *pictures, Witness(key, Seat.A),
        Frame(Kind.RECT, 1, pictures[0].pixels[:2000]),
    ]  # fmt: skip


def test_two_keys_have_the_same_texts():
    one, two = (list(map(repr, values(key))) for key in (KEY, OTHER))
    assert one == two
    assert list(map(str, values(KEY))) == list(map(str, values(OTHER)))
    assert values(KEY) != values(OTHER)
    for text in one:
        assert "AGENT" not in text


def test_a_traceback_through_the_session_says_nothing_of_the_key():
    texts = []
    for key in (KEY, OTHER):
        mission = Mission(DuetSetup(BOARD, key, first=Seat.A))
        try:
            mission.apply(Guess(Seat.B, ALL_POSITIONS[0]))
        except CompanionError as error:
            texts.append("".join(traceback.format_exception(error)))
    assert texts[0] == texts[1]
    assert "clue comes first" in texts[0]


# --- refusals --------------------------------------------------------------------------------------------------------


def refusals(mission: Mission) -> list[str]:
    """What is answered to each touch that is not allowed now."""
    answers = []
    for seat in Seat:
        for move in (*(Guess(seat, p) for p in ALL_POSITIONS), Stop(seat), Clue(seat)):
            try:
                mission.check(move)
                answers.append("allowed")
            except CompanionError as error:
                answers.append(str(error))
    return answers


def test_what_is_refused_and_how_does_not_depend_on_what_nobody_has_touched():
    """Both seats' other keys, at every state of a mission with bystanders until sudden death."""
    for seat in Seat:
        places = [p for p in ALL_POSITIONS if KEY.identity(seat, p) is Identity.BYSTANDER][:9]
        mine = {p for i, p in enumerate(places) if i % 2 == 0}
        theirs = [p for p in ALL_POSITIONS if KEY.identity(seat.other, p) is Identity.BYSTANDER][:4]
        other = other_key(KEY, seat, mine | set(theirs), ())
        missions = [Mission(DuetSetup(BOARD, key, first=seat)) for key in (KEY, other)]
        for turn in range(9):
            giver = seat if turn % 2 == 0 else seat.other
            place = sorted(mine, key=lambda p: p.index)[turn // 2] if giver is seat else theirs[turn // 2]
            for move in (Clue(giver), Guess(giver.other, place)):
                assert refusals(missions[0]) == refusals(missions[1])
                for mission in missions:
                    mission.apply(move)
        assert missions[0].state.phase is Phase.SUDDEN_DEATH
        assert refusals(missions[0]) == refusals(missions[1])
        assert "allowed" in refusals(missions[0])
        assert export_record(missions[0]) == export_record(missions[1])


def test_the_faces_of_a_mission_that_runs_are_not_to_be_had_from_the_session(tmp_path):
    texts = []
    for name, key in (("one", KEY), ("two", OTHER)):
        (tmp_path / name).mkdir()
        store = SqliteStore(tmp_path / name)
        session = Session(store, TableScreens("left", "right"), SeededShuffler(1), lambda: "now")
        session.resume(store.begin("now", DuetSetup(BOARD, key, first=Seat.A), ("left", "right"), {}))
        with pytest.raises(CompanionError) as refused:
            session.both_faces()
        texts.append((str(refused.value), session.score(), session.complete_sides(), session.may_guess()))
        store.close()
    assert texts[0] == texts[1]


# --- crash files -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("private", [False, True])
def test_a_crash_leaves_no_file_with_the_memory(tmp_path, private):
    """Without it one may be left: where it goes is up to the machine, so there the kernel's word alone is asked."""
    ask = "import ctypes, resource, sys; sys.path.insert(0, sys.argv[1])\n"
    ask += "from companion.private_memory import keep_memory_private\n"
    ask += "keep_memory_private()\n" if private else ""
    ask += "print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0), resource.getrlimit(resource.RLIMIT_CORE)[0], flush=True)\n"
    ask += "import os; os.abort()"
    run = subprocess.run(
        [sys.executable, "-c", ask, str(ROOT)], cwd=tmp_path, capture_output=True, text=True, check=False,
        preexec_fn=_any_core,
    )  # fmt: skip
    assert run.returncode == -signal.SIGABRT
    dumpable, core = run.stdout.split()
    assert dumpable == ("0" if private else "1")
    if private:
        assert core == "0"
        assert list(tmp_path.iterdir()) == []


def _any_core() -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (resource.getrlimit(resource.RLIMIT_CORE)[1],) * 2)


def test_the_process_of_the_screens_is_private_and_tells_nothing_when_it_fails():
    with subprocess.Popen(
        [sys.executable, "-m", "companion.device.service", "--only-named"], cwd=ROOT,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as service:  # fmt: skip
        assert service.stdout.readline().startswith(b'{"n":0')
        limits = Path(f"/proc/{service.pid}/limits").read_text()
        service.stdin.write(b'{"n":1,"do":"show","view":{"seat":"A","show":"face","cells":[["OCEAN","Q"]]}}\n')
        service.stdin.flush()
        said = service.stderr.read().decode()
        service.stdin.close()
        assert service.wait(30) == 1
    assert re.search(r"Max core file size +0 ", limits)
    assert re.fullmatch(
        r"companion: the screens' process ended with \w+ in [<>\w]+ line \d+ and is started anew\n", said
    ), said


# --- files on the way ------------------------------------------------------------------------------------------------


@pytest.fixture
def careless() -> Iterator[None]:
    """Somebody whose new files are open to all."""
    before = os.umask(0)
    yield
    os.umask(before)


def test_files_that_pass_are_closed_to_others_too(careless, tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    folder = config.data_dir()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    store = SqliteStore(folder, alone=True)
    store._secret.execute("BEGIN IMMEDIATE")
    store._secret.execute("INSERT INTO keys VALUES (9, '', '', '')")
    store._public.execute("BEGIN IMMEDIATE")
    store._public.execute("INSERT INTO settings VALUES ('', '')")
    names = {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}
    store.close()
    assert {"keys.sqlite3-journal", "missions.sqlite3-journal", "companion.lock"} <= set(names)
    assert set(names.values()) == {0o600}
