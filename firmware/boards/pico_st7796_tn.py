"""The same 3.5-inch module with a glass that is no IPS: its colours are true without inversion."""

from boards.pico import Board

board = Board(
    name="3.5 inch st7796 tn",
    kind="ST7796",
    size=(480, 320),
    madctl=0x28,
    pins={"clock": 18, "data": 19, "command": 16, "select": 17, "light": 20, "reset": 21},
    buttons=(12, 13, 14, 15),
    inches=35,
    baud=20000000,
    inverted=False,
)
