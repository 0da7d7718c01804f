"""A screen for one player: shows the pixels it is sent, and nothing any more when its host falls silent."""

import micropython

import boards
import ticks
from canvas import Canvas
from link import Link

WAIT_MS = 20


def run(board):
    """Serve one board for ever; returns when the serial line is gone for good (only on a computer)."""
    # A byte 0x03 on the line is part of a frame here, no keyboard interrupt.
    micropython.kbd_intr(-1)
    down = board.buttons()
    canvas = Canvas(board.make_panel())
    link = Link(canvas, board.identity(), board.NAME, len(down), board.write, ticks.now())
    try:
        while True:
            data = board.read(WAIT_MS)
            if data:
                link.feed(data, ticks.now())
            link.tick(ticks.now())
            before, down = down, board.buttons()
            for number, state in enumerate(down):
                if state != before[number]:
                    link.button(number, state)
            board.alive()
    except EOFError:
        return
    finally:
        # Whatever ended it, a face does not stay on the glass.
        canvas.blank()


def wanted(board):
    """Whether to start: button A held while the power comes leads to MicroPython's own prompt instead."""
    held = board.buttons()
    return not (held and held[0])


if __name__ == "__main__":
    chosen = boards.choose()
    if wanted(chosen):
        try:
            run(chosen)
        finally:
            chosen.restart()
