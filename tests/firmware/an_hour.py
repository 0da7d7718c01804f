"""On MicroPython: the firmware lives through as many seconds as wanted, with a clock that runs as fast as it can.

`micropython an_hour.py FIRMWARE WIRE SECONDS PANEL`: WIRE holds what a host says in one second after the other, the
length (2 bytes) before each; it is begun anew when it is through. Prints the size of the heap, then what is free after
a minute and after each tenth of the time.
"""

import gc
import sys

sys.path.insert(0, sys.argv[1])
import canvas
import glass
import link
import panel

said = bytearray()


def write(data):
    said[:] = data[:16]


def chunks(path):
    while True:
        with open(path, "rb") as wire:  # noqa: PTH123
            head = wire.read(2)
            while head:
                yield wire.read(head[0] | head[1] << 8)
                head = wire.read(2)


def main():
    seconds = int(sys.argv[3])
    kind, chip = (glass.WideGlass, panel.ST7796) if sys.argv[4] == "wide" else (glass.Glass, panel.ST7789)
    screen = canvas.Canvas(chip(kind(None), kind.COLUMNS, kind.ROWS, kind.UPRIGHT))
    # A clock that starts again from zero on the way, as on a board.
    now = 2**29 - 1000 * seconds // 2
    there = link.Link(screen, "HOUR", "virtual", 4, write, now)
    wire = chunks(sys.argv[2])
    for second in range(seconds + 1):
        there.feed(next(wire), now & (2**30 - 1))
        there.tick(now & (2**30 - 1))
        assert there.session
        now += 1000
        if second == 60 or (second and second % (seconds // 10) == 0):
            gc.collect()
            print(second, gc.mem_free())
        if second % 97 == 5:
            there.button(2, True)  # The player turns the picture.
    print("heap", gc.mem_alloc() + gc.mem_free())


main()
