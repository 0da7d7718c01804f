"""One module per board, each with a `board`: see `pico.Board` for what it can do. A virtual one is its own module."""

import sys

DEFAULT = "pico_display2"


def choose():
    """The board this runs on: a virtual one on a computer, else the one named in board.txt or built into the image."""
    if sys.platform in ("linux", "darwin"):
        from boards import virtual

        return virtual
    name = named()
    return getattr(__import__("boards." + name), name).board


def named():
    """What board.txt says, else what the image was built for, else the first kind there was."""
    try:
        with open("board.txt") as file:
            return file.read().strip()
    except OSError:
        pass
    try:
        import built_for

        return built_for.BOARD
    except ImportError:
        return DEFAULT
