"""Loads `unpack.py` on a MicroPython that makes no machine code (the unix port on ARM): the same lines, only slower."""


def _same(buffer):
    return buffer


def load(path):
    """The module's names."""
    with open(path) as source:
        text = source.read()
    space = {"ptr8": _same, "ptr16": _same, "ptr32": _same}
    exec(text.replace("@micropython.viper\n", ""), space)
    return space
