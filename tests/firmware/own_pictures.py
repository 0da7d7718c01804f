"""The firmware's own pictures on one sheet, drawn by the firmware itself: ``python -m tests.firmware.own_pictures``."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from PIL import Image

from companion.config import firmware_command, firmware_dir
from companion.simulator.art import Bgr
from companion.simulator.glass import look

SHEET = Path(__file__).parents[2] / "docs" / "pictures" / "glass.png"
ACROSS, GAP = 3, 8
DRAW = """
import sys
sys.path.insert(0, sys.argv[1])
import glass, panel, canvas, link
what, identity, board, wide = sys.argv[3:]
kind, chip = (glass.WideGlass, panel.ST7796) if wide else (glass.Glass, panel.ST7789)
sheet = canvas.Canvas(chip(kind(sys.argv[2]), kind.COLUMNS, kind.ROWS, kind.UPRIGHT))
host = link.Link(sheet, identity, "", 4, lambda data: None, 0)
if what == "boot":
    sheet.boot(("screen firmware " + link.FIRMWARE, board))
elif what == "lost":
    host.session = True
    host.tick(5000)
elif what == "held":
    sheet.show(canvas.FIXED_PALETTE, True)
elif what in ("older", "newer"):
    host._refuse_version(9 if what == "older" else 1, 1)
"""
PICTURES = ("boot", "waiting", "held", "lost", "older", "newer")


def own_picture(
    name: str, identity: str = "e6614103e7452a2f", board: str = "pico display pack 2.0", wide: bool = False
) -> Bgr:
    """One of them. ``wide``: for a glass of 480 x 320."""
    with tempfile.TemporaryDirectory() as folder:
        script, glass = Path(folder) / "draw.py", Path(folder) / "drawn.glass"
        script.write_text(DRAW)
        choice = [name, identity, board, "wide" if wide else ""]
        subprocess.run([*firmware_command()[:-1], str(script), str(firmware_dir()), str(glass), *choice], check=True)
        return look(glass).picture


def draw() -> Image.Image:
    """All of them, three in a row, on grey."""
    down = -(-len(PICTURES) // ACROSS)
    sheet = Image.new("RGB", (ACROSS * (320 + GAP) + GAP, down * (240 + GAP) + GAP), (96, 96, 96))
    for number, name in enumerate(PICTURES):
        row, column = divmod(number, ACROSS)
        place = (GAP + column * (320 + GAP), GAP + row * (240 + GAP))
        sheet.paste(Image.fromarray(own_picture(name)[:, :, ::-1].copy()), place)
    return sheet


if __name__ == "__main__":
    draw().quantize(8).save(SHEET, optimize=True)
