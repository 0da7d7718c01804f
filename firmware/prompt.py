"""A stand-in for MicroPython on a board without a program, where no board is: `micropython prompt.py` in a folder.

The folder is the board's flash. As on a board `main.py` is started where it is there; when it ends, or where it is
not, the line is MicroPython's prompt, with the raw mode that tools use.
"""

import io
import sys

MARK = "raw REPL; CTRL-B to exit\r\n>"
FRIENDLY = "\r\n>>> "
# The board starts anew: whoever gave it power starts this process again.
STARTS_ANEW = 7


def say(text):
    sys.stdout.buffer.write(text if isinstance(text, bytes) else text.encode())


def reset():
    raise SystemExit(STARTS_ANEW)


class Machine:
    """As much of the chip's own module as a prompt is asked for."""

    reset = staticmethod(reset)


def get():
    """One byte from the line; waits for it, and ends where nobody holds the other end."""
    byte = sys.stdin.buffer.read(1)
    if not byte:
        raise SystemExit(0)
    return byte[0]


class Raw:
    """The raw mode: text until 0x04 is a program; OK, its output, 0x04, its error, 0x04 and > come back."""

    def __init__(self):
        self.names = {"__name__": "__main__"}
        self.line = bytearray()

    def serve(self):
        say(MARK)
        while True:
            byte = get()
            if byte == 0x01:
                self.line = bytearray()
                say("\r\n" + MARK)
            elif byte == 0x02:
                return
            elif byte == 0x03:
                self.line = bytearray()
            elif byte == 0x04:
                self.run(bytes(self.line))
                self.line = bytearray()
            elif byte == 0x05 and not self.line:
                # Faster ways to send a program are asked for; this prompt has none.
                get()
                get()
                say(b"R\x00")
            else:
                self.line.append(byte)

    def run(self, program):
        say("OK")
        wrong = io.StringIO()
        try:
            exec(program.decode(), self.names)
        except Exception as error:
            sys.print_exception(error, wrong)
        say(b"\x04" + wrong.getvalue().encode() + b"\x04>")


def friendly():
    """The prompt for people: only its way to the raw mode is played."""
    say("MicroPython, played" + FRIENDLY)
    while True:
        byte = get()
        if byte == 0x01:
            Raw().serve()
            say(FRIENDLY)
        elif byte == 0x03:
            say(FRIENDLY)


def program():
    """What `main.py` says, or None."""
    try:
        with open("main.py") as file:
            return file.read()
    except OSError:
        return None


if __name__ == "__main__":
    sys.modules["machine"] = Machine
    sys.path.insert(0, "")
    text = program()
    if text is not None:
        try:
            exec(text, {"__name__": "__main__"})
        except Exception as error:
            sys.print_exception(error)
    friendly()
