"""Pimoroni's Pico Display Pack 2.8: pins and chip of the 2.0, under a larger glass."""

from boards.pico import Board

board = Board(
    name="pico display pack 2.8",
    kind="ST7789",
    size=(320, 240),
    madctl=0x70,
    pins={"clock": 18, "data": 19, "command": 16, "select": 17, "light": 20},
    buttons=(12, 13, 14, 15),
    inches=28,
)
