"""The clock in milliseconds, which starts again from zero after some days on a microcontroller."""

import time


def now():
    """Milliseconds on the clock that may start again."""
    return time.ticks_ms()


def elapsed(since, until):
    """Milliseconds from one reading to a later one."""
    return time.ticks_diff(until, since)
