"""The serial line as MicroPython has it everywhere: standard input and output, on a Pico the USB line."""

import select
import sys

_poll = select.poll()
_poll.register(sys.stdin, select.POLLIN)
# The one that makes no list is quicker; it is MicroPython's alone.
_ready = getattr(_poll, "ipoll", _poll.poll)
_room = select.poll()
_room.register(sys.stdout, select.POLLOUT)
MOST = 512


def read(wait_ms):
    """Bytes that are there, after at most `wait_ms`; b"" if none came. Never waits for more.

    Raises:
        OSError, EOFError: nobody holds the other end (only on a computer).
    """
    for _ in _ready(wait_ms):
        break
    else:
        return b""
    # Byte by byte, since reading more waits for more: names near at hand make that twice as fast on a chip.
    ready, take = _ready, sys.stdin.buffer.read
    data = bytearray(MOST)
    size = 0
    while True:
        one = take(1)
        if not one:
            if not size:
                raise EOFError
            break
        data[size] = one[0]
        size += 1
        if size == MOST:
            break
        for _ in ready(0):
            break
        else:
            break
    return data[:size]


def write(data):
    """Send, or drop what the other side does not take: it will ask again."""
    if _room.poll(100):
        sys.stdout.buffer.write(data)
        flush = getattr(sys.stdout, "flush", None)
        if flush:
            flush()
