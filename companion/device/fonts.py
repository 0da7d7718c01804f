"""Letters for the screens: finds fonts that are surely there, and sets words into a box so that nothing is cut.

The fonts are those that Kivy carries (docs/adr/0201): Roboto Bold for Latin, Greek and Cyrillic, DejaVu Sans for
Hebrew, Armenian, Georgian and the rest it has. Kivy itself is not imported: only its folder is looked up.
"""

from __future__ import annotations

import importlib.util
from functools import cache, lru_cache
from math import ceil, sqrt
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from companion.device.writing import composed, visual

SOURCE_PX = 64
"""Letters are drawn at this size and made smaller, so that a word can be narrowed as well."""
LARGE_SOURCE_PX = 512
CRISP = bytes(0 if value < 110 else 3 for value in range(256))
"""Hard edges: as easy to read on a small screen (8 pixels a millimetre), and a quarter fewer bytes. Levels run from 0
(ground) to 3 (letter)."""
SOFT = bytes(0 if value < 80 else 2 if value < 168 else 3 for value in range(256))
FINE = bytes(min(3, (value * 4 + 40) // 256) for value in range(256))
SOFT_BELOW, SOFT_BELOW_PX = 0.64, 7.7
"""A word that is narrowed further, to capitals as wide as those of so many pixels, needs soft edges: its strokes are no
whole pixels wide any more."""
LARGE_CAPITAL_PX = 20
NARROWEST = 0.58
"""How far a word may be narrowed against the font before its letters become smaller instead."""
THICKER = 1 / 32
"""Thin letters of a few pixels break up; so much of the size makes those of a plain font as heavy as the bold one's."""
_NO_CHARACTER = "\uffff"

Box = tuple[int, int]
Font = ImageFont.FreeTypeFont


@cache
def fonts(source_px: int = SOURCE_PX) -> tuple[Font, ...]:
    """All fonts at one size, the preferred one first; the last resort is the one built into Pillow."""
    # The plain engine draws alike everywhere: the other one needs a library that may be there or not.
    plain = ImageFont.Layout.BASIC
    found = [ImageFont.truetype(str(path), source_px, layout_engine=plain) for path in _font_files()]
    built_in = ImageFont.load_default(source_px)
    if isinstance(built_in, ImageFont.FreeTypeFont):
        found.append(built_in)
    return tuple(found)


def has_glyphs(font: Font, text: str) -> bool:
    """Whether the font can draw every character of ``text``."""
    return all(_has_glyph(font, character) for character in text if not character.isspace())


def font_for(text: str, source_px: int = SOURCE_PX) -> Font:
    """The first font that has all of ``text``; the first of all if none has."""
    return next((font for font in fonts(source_px) if has_glyphs(font, text)), fonts(source_px)[0])


@lru_cache(maxsize=512)
def set_text(text: str, box: Box, max_capital_px: float) -> Image.Image:
    """Draw ``text`` centred in a box: an ``L`` image of that size with 0 (ground) to 3 (letter).

    A phrase may stand in two lines where that makes its letters larger. ``max_capital_px``: a capital is never higher.
    """
    return _best(text, box, max_capital_px).draw()


def capital_px(text: str, box: Box, max_capital_px: float) -> int:
    """How high a capital of ``text`` stands in that box."""
    return _best(text, box, max_capital_px).capital_px


def _best(text: str, box: Box, max_capital_px: float) -> _Lines:
    arrangements = [_Lines(lines, box, max_capital_px) for lines in _ways_to_break(composed(text))]
    return max(arrangements, key=lambda lines: lines.legibility)


class _Lines:
    """Some text broken into lines and fitted to a box."""

    def __init__(self, lines: tuple[str, ...], box: Box, max_capital_px: float) -> None:
        self._lines = tuple(visual(line) for line in lines)
        self._box = box
        large = max_capital_px >= LARGE_CAPITAL_PX
        self._font = font_for("".join(lines), LARGE_SOURCE_PX if large else SOURCE_PX)
        boxes = [_extent(self._font, line) for line in self._lines]
        _, capital_top, _, self._base = _extent(self._font, "H")
        self._capital = self._base - capital_top
        self._above = self._base - min(capital_top, *(box[1] for box in boxes))
        self._below = max(0.0, *(box[3] - self._base for box in boxes))
        self._wide = max(box[2] - box[0] for box in boxes) + 2
        self.capital_px = self._capital_that_fits(max_capital_px)

    def _capital_that_fits(self, most: float) -> int:
        """Height of a capital, in whole pixels so that its edges are sharp."""
        for capital_px in range(int(most), 1, -1):
            fits_high = self._high_px(capital_px) <= self._box[1]
            fits_wide = self._wide * capital_px / self._capital * NARROWEST <= self._box[0]
            if fits_high and fits_wide:
                return capital_px
        return 1

    def _high_px(self, capital_px: int) -> int:
        scale = capital_px / self._capital
        between = self._pitch_px(capital_px) * (len(self._lines) - 1)
        return between + ceil(self._above * scale) + ceil(self._below * scale)

    def _pitch_px(self, capital_px: int) -> int:
        return ceil((self._above + self._below) * capital_px / self._capital) + 1

    @property
    def _narrowing(self) -> float:
        return min(1.0, self._box[0] / (self._wide * self.capital_px / self._capital))

    @property
    def legibility(self) -> float:
        """What the eye gets: the height of the letters, less what narrowing takes from them."""
        return self.capital_px * sqrt(self._narrowing)

    def draw(self) -> Image.Image:
        """The box with the lines in it."""
        whole = Image.new("L", self._box, 0)
        rest = self._box[1] - self._high_px(self.capital_px)
        base = rest // 2 + ceil(self._above * self.capital_px / self._capital)
        for number, line in enumerate(self._lines):
            self._line(whole, line, base + number * self._pitch_px(self.capital_px))
        return translated(whole, self._edges())

    def _edges(self) -> bytes:
        if any(line != line.upper() for line in self._lines):
            return FINE
        thin = self._narrowing < SOFT_BELOW and self._narrowing * self.capital_px < SOFT_BELOW_PX
        return SOFT if thin or self.capital_px >= LARGE_CAPITAL_PX else CRISP

    def _line(self, whole: Image.Image, line: str, base_px: int) -> None:
        scale = self.capital_px / self._capital
        above_px, below_px = ceil(self._above * scale), ceil(self._below * scale)
        left, _, right, _ = _extent(self._font, line)
        wide_px = min(self._box[0], ceil((right - left) * scale * self._narrowing))
        if not right > left:
            return
        high = round((above_px + below_px) / scale)
        mask = _letters(self._font, line, (int(right - left), high), (-left, above_px / scale - self._base))
        small = mask.resize((wide_px, above_px + below_px), Image.Resampling.BOX)
        whole.paste(small, ((self._box[0] - wide_px) // 2, base_px - above_px))


def translated(image: Image.Image, table: bytes) -> Image.Image:
    """An ``L`` image with every value looked up in a table of 256. Quicker than ``Image.point``."""
    return Image.frombytes("L", image.size, image.tobytes().translate(table))


@lru_cache(maxsize=1024)
def _extent(font: Font, line: str) -> tuple[float, float, float, float]:
    return font.getbbox(line, stroke_width=_stroke(font))


def _letters(font: Font, line: str, size: Box, offset: tuple[float, float]) -> Image.Image:
    image = Image.new("L", size, 0)
    ImageDraw.Draw(image).text(offset, line, fill=255, font=font, stroke_width=_stroke(font))
    return image


def _stroke(font: Font) -> int:
    """What a font that is not bold is thickened by on each side."""
    return 0 if "Bold" in (font.getname()[1] or "") else round(font.size * THICKER)


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
