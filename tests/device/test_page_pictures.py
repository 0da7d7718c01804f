"""The pictures of the screens in docs/hardware.md are what the renderer draws now."""

from __future__ import annotations

import numpy as np
from PIL import Image

from tests.device.page_pictures import SHEET, sheet

PAGE = SHEET.parents[1] / "hardware.md"


def differing_share(one: Image.Image, other: Image.Image) -> float:
    """How many pixels differ, 0.0 to 1.0; another version of the font engine may move the edge of a letter."""
    ours, theirs = (np.asarray(image.convert("RGB"), int) for image in (one, other))
    return float((np.abs(ours - theirs).max(axis=2) > 8).mean()) if ours.shape == theirs.shape else 1.0


def test_the_sheet_in_the_page_is_what_the_renderer_draws():
    with Image.open(SHEET) as kept:
        assert differing_share(kept, sheet()) <= 0.01, "draw it anew: python -m tests.device.page_pictures"
    assert f"pictures/{SHEET.name}" in PAGE.read_text("utf-8")


def test_another_sheet_would_be_noticed():
    changed = sheet()
    changed.paste((0, 0, 0), (8, 8, 328, 248))
    assert differing_share(sheet(), changed) > 0.01
    assert differing_share(sheet(), sheet().resize((100, 100))) == 1.0
