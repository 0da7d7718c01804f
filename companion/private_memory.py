"""Keeps the memory of a process that holds a key out of crash files and other programs' reach."""

from __future__ import annotations

import ctypes
import resource
import sys

_PR_SET_DUMPABLE = 4


def keep_memory_private() -> None:
    """No crash of this process writes its memory to a file. What it starts is not concerned: each calls this itself.

    The limit alone is not enough on Linux: where crashes go to a program (``systemd-coredump``, ``apport``) the kernel
    does not ask for it. A process that is not dumpable is also closed to other programs of the same user.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        zero = ctypes.c_ulong(0)
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, zero, zero, zero, zero)
