"""The one door through which work of other threads comes back to the UI thread.

A job runs on the thread of its lane; what it returns, a plain value, waits at the door until the UI thread opens it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from companion.errors import CompanionError

T = TypeVar("T")
P = TypeVar("P")
log = logging.getLogger(__name__)


class Task:
    """A job under way. A task that was given up still ends on its own thread, but nobody hears of it."""

    __slots__ = ("given_up",)

    def __init__(self) -> None:
        self.given_up = False

    def give_up(self) -> None:
        """Let nothing of it reach the pages any more."""
        self.given_up = True


class Door:
    """Where results wait. Made, opened and closed by the UI thread.

    Args:
        broke: called on the UI thread with an error of a job that nobody has foreseen, before the job's own ``failed``.
    """

    def __init__(self, broke: Callable[[BaseException], None] = lambda _: None) -> None:
        self._waiting: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._lanes: list[Lane] = []
        self._broke = broke

    def bring(self, news: Callable[[], None]) -> None:
        """Have something called on the UI thread. Any thread."""
        self._waiting.put(news)

    def lane(self, name: str) -> Lane:
        """A thread of its own, on which jobs run one after the other."""
        lane = Lane(name, self._waiting, self._broke)
        self._lanes.append(lane)
        return lane

    def deliver(self) -> None:
        """Hand over everything that has arrived. UI thread only."""
        while True:
            try:
                hand_over = self._waiting.get_nowait()
            except Empty:
                return
            hand_over()

    def close(self) -> None:
        """Start nothing more, wait until each thread has ended, forget what it brought. Safe to call twice."""
        for lane in self._lanes:
            lane.close()
        while not self._waiting.empty():
            self._waiting.get()


class Lane:
    """One thread and its jobs; see ``Door.lane``."""

    def __init__(
        self, name: str, waiting: SimpleQueue[Callable[[], None]], broke: Callable[[BaseException], None]
    ) -> None:
        self._broke = broke
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)
        self._waiting = waiting
        self._closed = False

    def start(self, job: Callable[[], T], done: Callable[[T], None], failed: Callable[[str], None]) -> Task:
        """Run ``job`` over there, then here ``done`` with its value or ``failed`` with one sentence.

        After ``close`` the job is not started and neither is called.
        """
        return self._begin(Task(), job, done, failed)

    def start_telling(
        self,
        job: Callable[[Callable[[P], None]], T],
        told: Callable[[P], None],
        done: Callable[[T], None],
        failed: Callable[[str], None],
    ) -> Task:
        """As ``start``, for a job that has something to tell on the way: ``told`` is called here with each of it."""
        task = Task()

        def tell(value: P) -> None:
            self._waiting.put(lambda: None if task.given_up else told(value))

        return self._begin(task, lambda: job(tell), done, failed)

    def _begin(
        self, task: Task, job: Callable[[], T], done: Callable[[T], None], failed: Callable[[str], None]
    ) -> Task:
        if self._closed:
            task.give_up()
            return task

        def arrived(future: Future[T]) -> None:
            self._waiting.put(lambda: _hand_over(task, future, done, failed, self._broke))

        self._pool.submit(job).add_done_callback(arrived)
        return task

    def close(self) -> None:
        """Wait for the job under way and drop those behind it."""
        self._closed = True
        self._pool.shutdown(wait=True, cancel_futures=True)


def _hand_over(
    task: Task, future: Future[Any], done: Callable[[Any], None], failed: Callable[[str], None],
    broke: Callable[[BaseException], None],
) -> None:  # fmt: skip
    if future.cancelled():
        return
    error = future.exception()
    if error is not None and not isinstance(error, CompanionError):
        # Only the kind is noted: the text of a strange error may hold anything.
        log.error("a worker failed: %s", type(error).__name__)
        broke(error)
    if task.given_up:
        return
    if error is None:
        done(future.result())
    elif isinstance(error, CompanionError):
        failed(str(error))
    else:
        failed(f"that went wrong inside ({type(error).__name__}): try again, or go on by hand")
