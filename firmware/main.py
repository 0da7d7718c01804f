"""A screen for one player: shows the pixels it is sent, and nothing any more when its host falls silent."""

import sys

try:
    # Only in an image that carries the firmware: files that an older one left on the board are not to be mixed in.
    import built_for

    sys.path.insert(0, ".frozen")
except ImportError:
    built_for = None

import micropython

import boards
import ticks
from buttons import Buttons
from canvas import Canvas
from kept import Kept
from link import FIRMWARE, Link

WAIT_MS = 20


def run(board):
    """Serve one board until its host asks it to leave (says where to), or the line is gone for good (None)."""
    # A byte 0x03 on the line is part of a frame here, no keyboard interrupt.
    micropython.kbd_intr(-1)
    kept = Kept(board.KEPT)
    buttons = Buttons(board.buttons(), ticks.now())
    canvas = Canvas(board.make_panel())
    canvas.brightness(share=kept.share)
    canvas.turn(kept.turned)
    canvas.boot(("screen firmware " + FIRMWARE, board.NAME))
    try:
        # The boot picture is for people: a host that speaks meanwhile is not kept waiting for a face.
        data = board.read(board.BOOT_MS)
        link = Link(
            canvas, board.identity(), board.NAME, len(buttons.down), board.write, ticks.now(), kept, board.INCHES
        )
        link.feed(data, ticks.now())
        while link.leaving is None:
            data = board.read(WAIT_MS)
            if data:
                link.feed(data, ticks.now())
            link.tick(ticks.now())
            for number, state in buttons.look(board.buttons(), ticks.now()):
                link.button(number, state)
            board.alive()
        return link.leaving
    except EOFError:
        return None
    finally:
        # Whatever ended it, a face does not stay on the glass.
        canvas.blank()


def wanted(board):
    """Whether to start: button A held while the power comes, or an update that is to come, leads to the prompt."""
    held = board.buttons()
    return not (held and held[0]) and not board.left_for_prompt()


if __name__ == "__main__":
    chosen = boards.choose()
    if wanted(chosen):
        where = None
        try:
            where = run(chosen)
        finally:
            chosen.restart(where)
