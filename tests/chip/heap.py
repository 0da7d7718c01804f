"""How much of an emulated Pico's heap is left where its firmware needs most, while it draws pictures off the wire."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.device.events import Leaving
from companion.device.messages import Way
from companion.device.picture import Picture
from tests.chip.host import Host
from tests.chip.prompt import Prompt

if TYPE_CHECKING:
    from tests.chip.pico import Pico

PROGRAM = """
import gc, sys
sys.path.insert(0, ".frozen")
import boards, main, panel, unpack
low = gc.mem_free()
def look():
    global low
    gc.collect()
    low = min(low, gc.mem_free())
decode, begin = unpack.pixels, panel.{panel}.begin
def decoding(*all):
    # Once a rectangle, at its first row: looking takes long.
    if all[3][2] == 4:
        look()
    return decode(*all)
def beginning(*all):
    look()
    begin(*all)
unpack.pixels, panel.{panel}.begin = decoding, beginning
main.run(boards.choose())
print(low, gc.mem_alloc() + gc.mem_free())
"""
"""The firmware itself, looking at the heap with every buffer in place: those of a rectangle that is unpacked, those of
a picture that is painted."""


def low_water(pico: Pico, panel: str, pictures: Sequence[Picture]) -> tuple[int, int]:
    """The least that was free, and the whole heap, in bytes; the Pico is at its prompt before and after.

    ``panel``: the name of its panel's class.
    """
    with Prompt(pico) as prompt:
        prompt.begin(PROGRAM.format(panel=panel))
        # Until the boot picture gives way.
        pico.run(2.5)
        with Host(pico, prompt.port) as host:
            for picture in pictures:
                host.show(picture, 10.0)
            host.blank()
            host.link.leave(Way.TO_PROMPT, host.now)
            host.until(Leaving, 5.0)
        least, whole = prompt.end().split()
        return int(least), int(whole)
