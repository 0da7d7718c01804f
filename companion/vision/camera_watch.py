"""A camera that may hang: whoever asks it for a picture waits only so long, and the program ends without it.

A device is opened, asked and closed by a thread of its own. Where that thread does not come back it is left behind, and
after a while the device is opened anew by another one.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from enum import Enum
from queue import SimpleQueue

import cv2
import numpy as np

from companion.errors import CompanionError
from companion.table.ports import CameraFeed, Picture
from companion.vision.camera_devices import CameraError

PATIENCE_S = 5.0
"""So long a picture is waited for. The first one takes longest: a camera of the Pi starts and focuses in 2 or 3 s."""
GIVEN_UP_S = 15.0
"""After so long without an answer the device is opened anew."""
CLOSING_S = 1.0
MOST_LEFT_BEHIND = 3
"""A device that hung so many times is not opened again: each time costs a thread."""
BLACK = 4
"""A picture whose brightest hundredth is darker than this shows nothing at all."""


THREAD = "device of "
"""How the names of the threads begin that hold a device."""


def left_behind() -> bool:
    """Whether a thread of a camera that hung is still there, also of one that was closed."""
    return any(thread.name.startswith(THREAD) for thread in threading.enumerate())


class _Order(Enum):
    FRAME = "frame"
    STILL = "still"
    CLOSE = "close"


class _Hand:
    """One thread that holds the device, and what it was asked last."""

    def __init__(self, name: str, connect: Callable[[], CameraFeed]) -> None:
        self._name, self._connect = name, connect
        self._orders: SimpleQueue[tuple[_Order, Future[Picture]]] = SimpleQueue()
        self._feed: CameraFeed | None = None
        self.answer: Future[Picture] = Future()
        self.answer.set_result(None)
        self.asked_at = 0.0
        # A daemon, since nothing may wait for a thread that hangs inside a driver.
        self._thread = threading.Thread(target=self._work, name=f"{THREAD}{name}", daemon=True)
        self._thread.start()

    @property
    def busy(self) -> bool:
        """It has not answered yet."""
        return not self.answer.done()

    @property
    def alive(self) -> bool:
        """The thread has not ended."""
        return self._thread.is_alive()

    def ask(self, order: _Order, now: float) -> None:
        """Give an order; the answer comes later."""
        self.answer, self.asked_at = Future(), now
        self._orders.put((order, self.answer))

    def leave_behind(self) -> None:
        """If it ever comes back from the driver, it lets the device go and ends."""
        self._orders.put((_Order.CLOSE, Future()))

    def join(self, seconds: float) -> None:
        """Wait for its end, but not for ever."""
        self._thread.join(seconds)

    def _work(self) -> None:
        order = None
        while order is not _Order.CLOSE:
            order, answer = self._orders.get()
            try:
                answer.set_result(self._carry_out(order))
            except CompanionError as error:
                self._let_go()
                answer.set_exception(error)
            except (OSError, RuntimeError, ValueError, cv2.error) as error:
                self._let_go()
                answer.set_exception(CameraError(f"{self._name} failed ({type(error).__name__}): plug it in again"))

    def _carry_out(self, order: _Order) -> Picture:
        if order is _Order.CLOSE:
            self._let_go()
            return None
        if self._feed is None:
            self._feed = self._connect()
        return self._feed.still() if order is _Order.STILL else self._feed.frame()

    def _let_go(self) -> None:
        """After an error the device is opened anew: it may have been plugged in again."""
        feed, self._feed = self._feed, None
        if feed is not None:
            feed.close()


class WatchedCamera:
    """A ``CameraFeed`` over a device that is opened when the first picture is asked for.

    Args:
        name: What it is called in messages.
        connect: Opens the device; may hang, or raise ``CompanionError``. The feed is used by one thread only.
        patience_s: How long a picture is waited for.
        given_up_s: After how long without an answer the device is opened anew.
        now: Seconds from a clock that only goes forward.
    """

    def __init__(
        self, name: str, connect: Callable[[], CameraFeed], patience_s: float = PATIENCE_S,
        given_up_s: float = GIVEN_UP_S, now: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self._name, self._connect, self._now = name, connect, now
        self._patience_s, self._given_up_s = patience_s, given_up_s
        self._hand: _Hand | None = None
        self._left_behind: list[_Hand] = []
        self._leaving = False
        self._woken = threading.Event()

    @property
    def left_behind(self) -> int:
        """Threads that hang inside a driver."""
        return sum(hand.alive for hand in self._left_behind)

    def frame(self) -> Picture:
        """The newest picture.

        Raises:
            CameraError: the camera is not there, busy, black, or does not answer.
        """
        return self._asked(_Order.FRAME)

    def still(self) -> Picture:
        """A picture at the full size of the camera.

        Raises:
            CameraError: as ``frame``.
        """
        return self._asked(_Order.STILL)

    def leave(self) -> None:
        """Wait for no picture any longer. Any thread."""
        self._leaving = True
        self._woken.set()

    def close(self) -> None:
        """Let the device go; one that hangs is left to itself after a moment. Safe to call twice."""
        self.leave()
        hand, self._hand = self._hand, None
        if hand is None:
            return
        hand.leave_behind()
        self._left_behind.append(hand)
        if not hand.busy:
            hand.join(CLOSING_S)

    def _asked(self, order: _Order) -> Picture:
        hand = self._free_hand()
        if hand.busy:
            # What it was asked long ago may come now; that picture would be an old one.
            self._await(hand)
        hand.ask(order, self._now())
        return self._lit(self._await(hand))

    def _free_hand(self) -> _Hand:
        """The thread that holds the device; another one where that has hung for too long."""
        hand = self._hand
        hung = hand is not None and hand.busy and self._now() - hand.asked_at >= self._given_up_s
        if hand is not None and hung and self.left_behind < MOST_LEFT_BEHIND:
            hand.leave_behind()
            self._left_behind.append(hand)
            hand = None
        if hand is None:
            hand = self._hand = _Hand(self._name, self._connect)
        return hand

    def _await(self, hand: _Hand) -> Picture:
        self._woken = woken = threading.Event()
        hand.answer.add_done_callback(lambda _: woken.set())
        if not self._leaving:
            woken.wait(self._patience_s)
        if hand.busy:
            raise CameraError(f"{self._name} does not answer: check its cable, or plug it in again")
        return hand.answer.result()

    def _lit(self, picture: Picture) -> Picture:
        if float(np.percentile(picture[::8, ::8], 99)) < BLACK:
            raise CameraError(f"{self._name} sees black: take off the lens cap and give light")
        return picture
