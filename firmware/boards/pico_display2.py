"""Pimoroni's Pico Display Pack 2.0: ST7789, 320x240, four buttons (A, B, X, Y). It plugs onto a Pico's pins."""

from boards.pico import Board

board = Board(
    name="pico display pack 2.0",
    kind="ST7789",
    size=(320, 240),
    madctl=0x70,
    pins={"clock": 18, "data": 19, "command": 16, "select": 17, "light": 20},
    buttons=(12, 13, 14, 15),
    inches=20,
)
