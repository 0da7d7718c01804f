"""Starts the service process, carries lines to and from it in one thread, and starts it again should it die."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

import companion

STALL_S = 3.0
"""A service that reports nothing for so long hangs and is replaced; screens blank themselves after four seconds."""
START_S = 20.0
"""The first report may take longer: a small computer reads much from its card."""
SHORT_LIFE_S = 2.0
RESTART_S = 0.5
END_S = 5.0
"""Longer than the service takes to say goodbye."""
_READ_BYTES = 65536


class Courier:
    """One thread between the app and the service. ``send`` never waits.

    Args:
        arguments: for the service's command line.
        received: called in the courier's thread with each line that arrives.
        started: called in the courier's thread when a service runs; what it returns is sent first.
        died: called in the courier's thread when the service ended by itself.
    """

    def __init__(
        self,
        arguments: list[str],
        received: Callable[[bytes], None],
        started: Callable[[], list[bytes]],
        died: Callable[[], None],
    ) -> None:
        self._arguments = arguments
        self._received = received
        self._started = started
        self._died = died
        self._lines: deque[bytes] = deque()
        self._wake_out, self._wake_in = socket.socketpair()
        self._wake_out.setblocking(False)
        self._wake_in.setblocking(False)
        self._closing = threading.Event()
        self.process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run, name="screens", daemon=True)
        self._thread.start()

    def send(self, text: bytes) -> None:
        """Hand a line over; it is carried at the next opportunity."""
        self._lines.append(text)
        with contextlib.suppress(BlockingIOError, OSError):
            self._wake_out.send(b"!")

    def close(self, last: bytes) -> None:
        """Send a last line, let the service end by itself, and wait for both. Safe to call twice."""
        if self._closing.is_set():
            return
        self._closing.set()
        self.send(last)
        self._thread.join()
        self._wake_out.close()
        self._wake_in.close()

    @property
    def alive(self) -> bool:
        """Its thread runs; one that broke is no more good for anything."""
        return self._thread.is_alive()

    def _run(self) -> None:
        try:
            self._serve()
        finally:
            if not self._closing.is_set():
                # Only where something broke in this thread.
                self._died()
                self._wake_out.close()
                self._wake_in.close()

    def _serve(self) -> None:
        while True:
            started_at = time.monotonic()
            process = self._start()
            try:
                self._carry(process)
            finally:
                # Also when something broke here: with its pipe closed the service blanks the screens.
                self._end(process)
            if self._closing.is_set():
                return
            self._died()
            if time.monotonic() - started_at < SHORT_LIFE_S:
                # A service that cannot start must not keep the machine busy.
                select.select([self._wake_in], [], [], RESTART_S)
            if self._closing.is_set():
                return

    def _start(self) -> subprocess.Popen[bytes]:
        root = str(Path(companion.__file__).parent.parent)
        paths = [root, *filter(None, [os.environ.get("PYTHONPATH")])]
        process = subprocess.Popen(
            [sys.executable, "-m", "companion.device.service", *self._arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            start_new_session=True,
            bufsize=0,
        )
        self.process = process
        # What was ordered before is part of the state that is told first.
        self._lines.clear()
        self._lines.extend(self._started())
        return process

    def _carry(self, process: subprocess.Popen[bytes]) -> None:
        """Until the service ends, or hangs."""
        assert process.stdin is not None
        assert process.stdout is not None
        orders_fd, reports_fd, wake_fd = process.stdin.fileno(), process.stdout.fileno(), self._wake_in.fileno()
        os.set_blocking(orders_fd, False)
        incoming, outgoing, deadline = b"", b"", time.monotonic() + START_S
        while True:
            while self._lines:
                outgoing += self._lines.popleft()
            writers = [orders_fd] if outgoing else []
            patience_s = max(0.0, deadline - time.monotonic())
            readable, writable, _ = select.select([reports_fd, wake_fd], writers, [], patience_s)
            if wake_fd in readable:
                self._drain()
            if reports_fd in readable:
                data = os.read(reports_fd, _READ_BYTES)
                if not data:
                    return
                incoming = self._deliver(incoming + data)
                deadline = time.monotonic() + STALL_S
            elif time.monotonic() >= deadline:
                process.kill()
                return
            if writable:
                try:
                    outgoing = outgoing[os.write(orders_fd, outgoing) :]
                except BrokenPipeError:
                    return

    def _deliver(self, data: bytes) -> bytes:
        """Hand on the whole lines; what is left over comes back."""
        *lines, rest = data.split(b"\n")
        for text in lines:
            self._received(text)
        return rest

    def _drain(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._wake_in.recv(4096)

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        try:
            process.wait(END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
