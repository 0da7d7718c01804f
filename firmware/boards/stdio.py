"""The serial line as MicroPython has it everywhere: standard input and output, on a Pico the USB line."""

import select
import sys

_poll = select.poll()
_poll.register(sys.stdin, select.POLLIN)
_room = select.poll()
_room.register(sys.stdout, select.POLLOUT)
MOST = 512


def read(wait_ms):
    """Bytes that are there, after at most `wait_ms`; b"" if none came. Never waits for more.

    Raises:
        OSError, EOFError: nobody holds the other end (only on a computer).
    """
    data = bytearray()
    wait = wait_ms
    while len(data) < MOST and _poll.poll(wait):
        wait = 0
        one = sys.stdin.buffer.read(1)
        if not one:
            if not data:
                raise EOFError
            break
        data.extend(one)
    return data


def write(data):
    """Send, or drop what the other side does not take: it will ask again."""
    if _room.poll(100):
        sys.stdout.buffer.write(data)
        flush = getattr(sys.stdout, "flush", None)
        if flush:
            flush()
