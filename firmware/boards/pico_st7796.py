"""A 3.5-inch IPS module of 480x320 with an ST7796 (S or U), wired to a Pico's pins (docs/hardware.md).

Wires are slower than a plug: 20 MHz, so that a whole picture takes an eighth of a second.
"""

from boards.pico import Board

board = Board(
    name="3.5 inch st7796",
    kind="ST7796",
    size=(480, 320),
    madctl=0x28,
    pins={"clock": 18, "data": 19, "command": 16, "select": 17, "light": 20, "reset": 21},
    buttons=(12, 13, 14, 15),
    inches=35,
    baud=20000000,
)
