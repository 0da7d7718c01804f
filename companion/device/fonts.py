"""Letters for the screens: finds fonts that are surely there, and sets words into a box so that nothing is cut.

The fonts are those that Kivy carries (docs/adr/0201): Roboto Bold for Latin, Greek and Cyrillic, DejaVu Sans for
Hebrew, Armenian, Georgian and the rest it has. Kivy itself is not imported: only its folder is looked up.
"""

from __future__ import annotations

import importlib.util
from functools import cache, lru_cache
from math import sqrt
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

BIG_PX = 64
"""Letters are drawn at this size and made smaller, so that a word can be narrowed as well."""
LEVELS = 4
NARROWEST = 0.58
"""How far a word may be narrowed against the font before its letters become smaller instead."""
_NO_CHARACTER = "\uffff"

Box = tuple[int, int]
Font = ImageFont.FreeTypeFont


@cache
def fonts() -> tuple[Font, ...]:
    """All fonts at ``BIG_PX``, the preferred one first; the last resort is the one built into Pillow."""
    found = [ImageFont.truetype(str(path), BIG_PX) for path in _font_files()]
    built_in = ImageFont.load_default(BIG_PX)
    if isinstance(built_in, ImageFont.FreeTypeFont):
        found.append(built_in)
    return tuple(found)


def has_glyphs(font: Font, text: str) -> bool:
    """Whether the font can draw every character of ``text``."""
    return all(_has_glyph(font, character) for character in text if not character.isspace())


def font_for(text: str) -> Font:
    """The first font that has all of ``text``; the first of all if none has."""
    return next((font for font in fonts() if has_glyphs(font, text)), fonts()[0])


@lru_cache(maxsize=512)
def set_text(text: str, box: Box, max_capital_px: float) -> Image.Image:
    """Draw ``text`` centred in a box: an ``L`` image of that size with 0 (ground) to 3 (letter).

    A phrase may stand in two lines where that makes its letters larger. ``max_capital_px``: a capital is never higher.
    """
    arrangements = [_Lines(lines, box, max_capital_px) for lines in _ways_to_break(text)]
    return max(arrangements, key=lambda lines: lines.legibility).draw()


class _Lines:
    """Some text broken into lines and fitted to a box."""

    def __init__(self, lines: tuple[str, ...], box: Box, max_capital_px: float) -> None:
        self._lines = lines
        self._box = box
        self._font = font_for("".join(lines))
        left, top, right, bottom = _extent(self._font, lines)
        capital = self._font.getbbox("H")
        capital_px = capital[3] - capital[1]
        # Lines stand as close as the highest accent and the deepest tail allow.
        self._pitch = bottom - top + BIG_PX * 0.08
        high = self._pitch * (len(lines) - 1) + bottom - top
        self._high_px = min(max_capital_px / capital_px, box[1] / high)
        self._wide_px = min(self._high_px, box[0] / (right - left))
        if self._wide_px < self._high_px * NARROWEST:
            self._high_px = self._wide_px / NARROWEST

    @property
    def legibility(self) -> float:
        """What the eye gets: the height of the letters, less what narrowing takes from them."""
        return sqrt(self._high_px * self._wide_px)

    def draw(self) -> Image.Image:
        """The box with the lines in it."""
        whole = Image.new("L", self._box, 0)
        _, top, _, bottom = _extent(self._font, self._lines)
        pitch = self._pitch * self._high_px
        block = pitch * (len(self._lines) - 1) + (bottom - top) * self._high_px
        start = (self._box[1] - block) / 2
        for number, line in enumerate(self._lines):
            self._line(whole, line, start + number * pitch, (top, bottom))
        return whole.point([min(LEVELS - 1, (value * LEVELS + 40) // 256) for value in range(256)])

    def _line(self, whole: Image.Image, line: str, y: float, extent: tuple[int, int]) -> None:
        left, _, right, _ = self._font.getbbox(line)
        top, bottom = extent
        mask = Image.new("L", (int(right - left) + 2, bottom - top), 0)
        mask.paste(255, (0, 0), _letters(self._font, line, mask.size, (-left + 1, -top)))
        size = (max(1, round(mask.width * self._wide_px)), max(1, round(mask.height * self._high_px)))
        size = (min(size[0], self._box[0]), min(size[1], self._box[1]))
        small = mask.resize(size, Image.Resampling.BOX if self._high_px < 0.5 else Image.Resampling.LANCZOS)
        whole.paste(small, ((self._box[0] - size[0]) // 2, min(round(y), self._box[1] - size[1])))


def _letters(font: Font, line: str, size: Box, offset: tuple[float, float]) -> Image.Image:
    image = Image.new("L", size, 0)
    ImageDraw.Draw(image).text(offset, line, fill=255, font=font)
    return image


def _extent(font: Font, lines: tuple[str, ...]) -> tuple[int, int, int, int]:
    boxes = [font.getbbox(line) for line in lines]
    width = max(int(right - left) + 2 for left, _, right, _ in boxes)
    return 0, int(min(box[1] for box in boxes)), width, int(max(box[3] for box in boxes)) + 1


def _ways_to_break(text: str) -> list[tuple[str, ...]]:
    words = text.split()
    return [(" ".join(words),)] + [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]


def _font_files() -> list[Path]:
    spec = importlib.util.find_spec("kivy")
    folders = [Path(place) / "data" / "fonts" for place in (spec.submodule_search_locations or ())] if spec else []
    names = ("Roboto-Bold.ttf", "DejaVuSans.ttf")
    return [folder / name for folder in folders for name in names if (folder / name).is_file()]


@lru_cache(maxsize=4096)
def _has_glyph(font: Font, character: str) -> bool:
    mask, missing = font.getmask(character), font.getmask(_NO_CHARACTER)
    return mask.size != missing.size or bytes(mask) != bytes(missing)
