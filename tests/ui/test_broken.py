"""An error that nobody has foreseen, in any thread of the app: the faces go at once; the players bring them back."""

from __future__ import annotations

import ast
import threading
from pathlib import Path

import pytest

import companion
from companion.clues.background import PatientForms
from companion.errors import CompanionError
from companion.game.position import Seat
from companion.table.views import Show
from companion.ui.presenters.desk import Page
from companion.vision.camera_watch import WatchedCamera

SECRET = "AFRICA is an assassin"
THREADS = {
    "clues/background.py: dictionaries",
    "device/courier.py: screens",
    "ui/worker.py: camera",
    "ui/worker.py: finder",
    "ui/worker.py: reader",
    "ui/worker.py: watch",
    "vision/camera_watch.py: {THREAD}{name}",
    "vision/prior.py: general words",
}
"""All threads of the app, by the module that starts them and their name, besides those that hand their errors to
whoever waits for them. The links' process has none but its own (``tests/device/test_endings.py``)."""
WAITED_FOR = {"vision/comparing.py", "vision/lettering.py", "vision/reader.py"}


class Broken(Exception):
    """Of no kind that anything expects."""


def break_down(*_: object) -> None:
    raise Broken(SECRET)


@pytest.fixture
def said(caplog, capfd):
    """All that came onto the log and the streams, whenever it is asked."""
    return lambda: caplog.text + "".join(capfd.readouterr())


@pytest.fixture
def app(blind_pilot, table):
    table.begin()
    app = blind_pilot.start(table)
    app.desk.go(Page.PLAY)
    app.refresh()
    assert {table.screens.of(seat).show for seat in Seat} == {Show.FACE}
    return app


def in_a_callback(app):
    from kivy.clock import Clock

    Clock.schedule_once(break_down)


def in_a_lane(name):
    def act(app):
        lane = next(lane for lane in app.door._lanes if lane._pool._thread_name_prefix == name)
        lane.start(break_down, lambda _: None, lambda _: None)

    return act


def in_a_job_that_was_given_up(app):
    app.door.lane("given up").start(break_down, lambda _: None, lambda _: None).give_up()


def in_a_thread(app):
    threading.Thread(target=break_down, name="screens").start()


def while_dictionaries_are_read(app):
    class Forms:
        load = staticmethod(break_down)

    PatientForms(Forms()).prepare()


def in_the_thread_of_a_camera(app):
    camera = WatchedCamera("camera", break_down, patience_s=0.01)
    with pytest.raises(CompanionError):
        camera.frame()


@pytest.mark.parametrize(
    "place",
    [
        in_a_callback, in_a_lane("camera"), in_a_lane("finder"), in_a_lane("reader"), in_a_lane("watch"),
        in_a_job_that_was_given_up, in_a_thread, while_dictionaries_are_read, in_the_thread_of_a_camera,
    ],
)  # fmt: skip
def test_the_faces_go_and_come_back_when_they_are_wanted(app, table, blind_pilot, said, place):
    place(app)
    blind_pilot.until(lambda: table.session.keys_hidden)
    assert {table.screens.of(seat) for seat in Seat} == {None}
    assert "(Broken)" in app.desk.notice
    assert "keys are hidden" in app.desk.notice
    assert SECRET not in app.desk.notice + said()
    app.page.act(app.page.presenter.hide_keys)
    assert {table.screens.of(seat).show for seat in Seat} == {Show.FACE}


def test_an_error_that_is_explained_takes_no_face_off(app, table, blind_pilot):
    def refuse() -> None:
        raise CompanionError("no camera: plug it in")

    heard = []
    app.door.lane("camera").start(refuse, lambda _: None, heard.append)
    blind_pilot.until(lambda: heard)
    assert not table.session.keys_hidden


def test_where_no_key_is_on_nothing_is_hidden(blind_pilot, table):
    app = blind_pilot.start(table)
    in_a_thread(app)
    blind_pilot.until(lambda: app.desk.notice)
    assert "Broken" in app.desk.notice
    assert "hidden" not in app.desk.notice


def test_after_the_app_a_thread_that_breaks_is_no_business_of_it(blind_pilot, table):
    before = threading.excepthook
    blind_pilot.start(table)
    assert threading.excepthook is not before
    blind_pilot.end()
    assert threading.excepthook is before


def started_threads() -> set[str]:
    """Where the code of the app starts threads, and what they are called."""
    root, found = Path(companion.__file__).parent, set()
    for path in sorted(root.rglob("*.py")):
        place = path.relative_to(root).as_posix()
        if place.startswith("simulator/"):
            continue
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = ast.unparse(call.func) if isinstance(call, ast.Call) else ""
            if name.split(".")[-1] == "Thread":
                (title,) = [word.value for word in call.keywords if word.arg == "name"]
                found.add(f"{place}: {ast.unparse(title).strip('f').strip(chr(39))}")
            elif name.split(".")[-1] == "ThreadPoolExecutor" and place not in WAITED_FOR:
                assert place == "ui/worker.py", place
            elif name.endswith(".lane") and isinstance(call.args[0], ast.Constant):
                found.add(f"ui/worker.py: {call.args[0].value}")
    return found


def test_every_thread_of_the_app_is_one_that_is_tried_here():
    assert started_threads() == THREADS
