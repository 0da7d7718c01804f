"""One module per board: `NAME`, `identity()`, `make_panel()`, `read(wait_ms)`, `write(data)`, `buttons()`,
`alive()` (called often) and `restart()` (the firmware has ended)."""

import sys


def choose():
    """The board this runs on: a virtual one on a computer, else the one named in board.txt."""
    if sys.platform in ("linux", "darwin"):
        from boards import virtual

        return virtual
    try:
        with open("board.txt") as named:
            name = named.read().strip()
    except OSError:
        name = "pico_display2"
    return getattr(__import__("boards." + name), name)
