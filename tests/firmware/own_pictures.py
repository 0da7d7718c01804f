"""The firmware's own pictures on one sheet, drawn by the firmware itself: ``python -m tests.firmware.own_pictures``."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from PIL import Image

from companion.config import firmware_command, firmware_dir
from companion.simulator.glass import look

SHEET = Path(__file__).parents[2] / "docs" / "pictures" / "glass.png"
ACROSS, GAP = 3, 8
DRAW = """
import sys
sys.path.insert(0, sys.argv[1])
import glass, panel, canvas, link
made = glass.Glass(sys.argv[2])
sheet = canvas.Canvas(panel.ST7789(made, 320, 240, glass.UPRIGHT))
host = link.Link(sheet, "e6614103e7452a2f", "", 4, lambda data: None, 0)
what = sys.argv[3]
if what == "boot":
    sheet.boot(("screen firmware " + link.FIRMWARE, "pico display pack 2.0"))
elif what == "lost":
    host.session = True
    host.tick(5000)
elif what == "held":
    sheet.show(canvas.FIXED_PALETTE, True)
elif what in ("older", "newer"):
    host._refuse_version(9 if what == "older" else 1, 1)
"""
PICTURES = ("boot", "waiting", "held", "lost", "older", "newer")


def draw() -> Image.Image:
    """All of them, three in a row, on grey."""
    down = -(-len(PICTURES) // ACROSS)
    sheet = Image.new("RGB", (ACROSS * (320 + GAP) + GAP, down * (240 + GAP) + GAP), (96, 96, 96))
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "draw.py"
        script.write_text(DRAW)
        for number, name in enumerate(PICTURES):
            glass = Path(folder) / f"{name}.glass"
            command = [*firmware_command()[:-1], str(script), str(firmware_dir()), str(glass), name]
            subprocess.run(command, check=True)
            row, column = divmod(number, ACROSS)
            place = (GAP + column * (320 + GAP), GAP + row * (240 + GAP))
            sheet.paste(Image.fromarray(look(glass).picture[:, :, ::-1].copy()), place)
    return sheet


if __name__ == "__main__":
    draw().quantize(8).save(SHEET, optimize=True)
