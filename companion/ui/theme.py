"""Colours and sizes of the pages: dark, warm, calm. Plain numbers, no window."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from pathlib import Path

Rgba = tuple[float, float, float, float]


def rgb(code: str, alpha: float = 1.0) -> Rgba:
    """A colour from its six hexadecimal digits."""
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return red, green, blue, alpha


GROUND = rgb("1a1613")
SURFACE = rgb("2a231e")
SEA = rgb("1f2426")
RAISED = rgb("3b322a")
EDGE = rgb("54483c")
TEXT = rgb("f5ecdd")
MUTED = rgb("bfb09b")
ACCENT = rgb("f3c65c")
ON_ACCENT = rgb("241a0c")
AGENT = rgb("4fa56b")
AGENT_GROUND = rgb("1e4a30")
ON_AGENT = rgb("c6ecd1")
BYSTANDER = rgb("dcc08e")
ON_BYSTANDER = rgb("3a2c14")
BYSTANDER_GROUND = rgb("4a3d28")
ASSASSIN = rgb("0d0b0b")
ASSASSIN_GROUND = rgb("b3362e")
ON_ASSASSIN = rgb("ffe9e4")
DANGER = rgb("ea6b60")
RED = rgb("f0665a")
RED_GROUND = rgb("5e1f1c")
ON_RED = rgb("ffdcd6")
BLUE = rgb("6f9dff")
BLUE_GROUND = rgb("1c3163")
ON_BLUE = rgb("d8e4ff")
BONE = rgb("efe6d6")
"""The assassin's card of a base game: red is a team there."""
CLEAR = rgb("000000", 0.0)
SEAT_A = rgb("5faaff")
SEAT_B = rgb("ff9f4d")

SHORT_SIDE_DP = 480
"""The shorter side of the window in logical pixels, unless a density is set: what the pages are made for."""
BUTTON_DP = 50
"""The least height of anything that is touched: 9 mm on the panels we know."""
GAP_DP = 6
RADIUS_DP = 7
LARGE_SP = 30
TITLE_SP = 22
BODY_SP = 17
SMALL_SP = 14
LEAST_SP = 9
"""No text is ever smaller."""

_ROBOTO_REACHES = 0x24F
_ROBOTO_SCRIPTS = ("GREEK", "CYRILLIC")
_PUNCTUATION = range(0x2010, 0x2027)
WIDE_FONT = "DejaVuSans"
STRONG_FONT = str(Path("data") / "fonts" / "Roboto-Bold.ttf")
PLAIN_FONT = "Roboto"


def font_for(text: str, strong: bool = True) -> str:
    """A font that has every letter of ``text``: Kivy itself looks for no other when one is missing."""
    if all(_in_roboto(letter) for letter in text):
        return STRONG_FONT if strong else PLAIN_FONT
    return WIDE_FONT


def _in_roboto(letter: str) -> bool:
    code = ord(letter)
    if code <= _ROBOTO_REACHES or code in _PUNCTUATION:
        return True
    return unicodedata.name(letter, "").startswith(_ROBOTO_SCRIPTS)


@dataclass(frozen=True, slots=True)
class Look:
    """How a thing that can be touched is coloured."""

    ground: Rgba
    text: Rgba
    edge: Rgba = CLEAR


LOOKS = {
    "primary": Look(ACCENT, ON_ACCENT),
    "plain": Look(RAISED, TEXT, EDGE),
    "quiet": Look(SURFACE, TEXT, CLEAR),
    "chosen": Look(BYSTANDER_GROUND, TEXT, ACCENT),
    "agent": Look(AGENT_GROUND, ON_AGENT, AGENT),
    "danger": Look(ASSASSIN_GROUND, ON_ASSASSIN),
    "seat A": Look(SURFACE, SEAT_A, SEAT_A),
    "seat B": Look(SURFACE, SEAT_B, SEAT_B),
    "team red": Look(SURFACE, RED, RED),
    "team blue": Look(SURFACE, BLUE, BLUE),
}
DISABLED = Look(GROUND, MUTED, SURFACE)


def contrast(one: Rgba, other: Rgba) -> float:
    """How far two opaque colours stand apart, 1 to 21 (WCAG 2)."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: Rgba) -> float:
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
