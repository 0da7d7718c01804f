"""The firmware's own pictures look as the page about the hardware shows them."""

from __future__ import annotations

import re
from pathlib import Path

from PIL import Image, ImageChops

from tests.firmware.own_pictures import SHEET, draw

PAGE = SHEET.parents[1] / "hardware.md"


def test_the_sheet_in_the_page_is_what_the_firmware_draws():
    difference = ImageChops.difference(Image.open(SHEET).convert("RGB"), draw())
    assert difference.getbbox() is None, "draw it anew: python -m tests.firmware.own_pictures"


def test_every_picture_of_the_page_is_there():
    named = re.findall(r"\]\(([^)]+\.png)\)", PAGE.read_text("utf-8"))
    assert "pictures/glass.png" in named
    assert [name for name in named if not (PAGE.parent / Path(name)).exists()] == []
