"""Typefaces of two sets, bold for the word and italic for its copy; Debian packages bring them."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

FACES: dict[str, tuple[tuple[str, str], ...]] = {
    "tuning": (
        ("Roboto-Bold.ttf", "Roboto-Italic.ttf"),
        ("NotoSans-Bold.ttf", "NotoSans-Italic.ttf"),
        ("Carlito-Bold.ttf", "Carlito-Italic.ttf"),
        ("DejaVuSansCondensed-Bold.ttf", "DejaVuSansCondensed-Oblique.ttf"),
    ),
    "final": (
        ("OpenSans-Bold.ttf", "OpenSans-Italic.ttf"),
        ("Lato-Bold.ttf", "Lato-Italic.ttf"),
        ("FreeSansBold.ttf", "FreeSansOblique.ttf"),
        ("PTS75F.ttf", "PTS56F.ttf"),
    ),
}
PACKAGES = (
    "fonts-roboto-unhinted fonts-noto-core fonts-crosextra-carlito fonts-dejavu-extra fonts-open-sans fonts-lato "
    "fonts-freefont-ttf fonts-paratype"
)


class FontMissing(Exception):
    """A typeface is not installed; says which packages bring it."""


@lru_cache
def font_file(name: str) -> str:
    """The path of an installed font.

    Raises:
        FontMissing: it is not there.
    """
    found = sorted(Path("/usr/share/fonts").rglob(name))
    if not found:
        raise FontMissing(f"{name} is not installed: apt install {PACKAGES}")
    return str(found[0])
