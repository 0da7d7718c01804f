"""The door between other threads and the UI thread."""

from __future__ import annotations

import threading

import pytest

from companion.errors import CompanionError
from companion.ui.worker import Door


@pytest.fixture
def door():
    door = Door()
    yield door
    door.close()


def wait_for(door, heard, timeout=10):
    """Open the door until something has come."""
    ended = threading.Event()
    timer = threading.Timer(timeout, ended.set)
    timer.start()
    while not heard and not ended.is_set():
        door.deliver()
    timer.cancel()
    assert heard, "nothing came through the door"


def test_a_value_comes_back_on_the_thread_that_opens_the_door(door):
    heard = []

    def done(worker):
        heard.append((worker, threading.current_thread()))

    door.lane("one").start(threading.current_thread, done, heard.append)
    wait_for(door, heard)
    worker, here = heard[0]
    assert worker is not here
    assert here is threading.current_thread()


def test_nothing_happens_before_the_door_is_opened(door):
    heard, ran = [], threading.Event()
    door.lane("one").start(ran.set, heard.append, heard.append)
    assert ran.wait(10)
    assert heard == []
    wait_for(door, heard)


def refuse():
    raise CompanionError("no camera: plug it in")


def break_down():
    raise ValueError("AFRICA is an assassin")


def test_an_explained_error_is_its_own_sentence(door):
    heard = []
    door.lane("one").start(refuse, lambda _: heard.append("done"), heard.append)
    wait_for(door, heard)
    assert heard == ["no camera: plug it in"]


def test_a_strange_error_is_one_sentence_without_its_text(door, caplog):
    heard = []
    door.lane("one").start(break_down, lambda _: heard.append("done"), heard.append)
    wait_for(door, heard)
    assert "ValueError" in heard[0]
    assert "AFRICA" not in heard[0] + caplog.text
    assert "ValueError" in caplog.text


def test_a_task_that_was_given_up_is_not_heard_of(door):
    heard, go = [], threading.Event()
    lane = door.lane("one")
    task = lane.start(go.wait, lambda _: heard.append("first"), heard.append)
    task.give_up()
    go.set()
    lane.start(lambda: 2, heard.append, heard.append)
    wait_for(door, heard)
    assert heard == [2]


def test_jobs_of_one_lane_run_one_after_the_other(door):
    heard, order = [], []
    lane = door.lane("one")
    for number in range(5):
        lane.start(lambda n=number: order.append(n), heard.append, heard.append)
    wait_for(door, order)
    while len(heard) < 5:
        door.deliver()
    assert order == [0, 1, 2, 3, 4]


def test_close_waits_for_the_thread_and_drops_what_it_brought():
    door, heard, before = Door(), [], threading.active_count()
    lane = door.lane("one")
    lane.start(lambda: 1, heard.append, heard.append)
    door.close()
    door.deliver()
    assert heard == []
    assert threading.active_count() == before


def test_after_close_no_job_is_started():
    door, ran = Door(), []
    lane = door.lane("one")
    door.close()
    task = lane.start(lambda: ran.append(1), ran.append, ran.append)
    door.close()
    assert task.given_up
    assert ran == []


def test_what_a_job_tells_on_the_way_comes_before_its_end(door):
    heard = []

    def job(tell):
        tell("first words")
        return "all words"

    door.lane("one").start_telling(job, heard.append, heard.append, heard.append)
    wait_for(door, heard)
    while len(heard) < 2:
        door.deliver()
    assert heard == ["first words", "all words"]


def test_a_task_that_was_given_up_tells_nothing_either(door):
    heard, go = [], threading.Event()
    lane = door.lane("one")
    task = lane.start_telling(lambda tell: (go.wait(10), tell(1)), heard.append, heard.append, heard.append)
    task.give_up()
    go.set()
    lane.start(lambda: 2, heard.append, heard.append)
    wait_for(door, heard)
    assert heard == [2]
