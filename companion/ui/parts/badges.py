"""What the camera sees on a card that is in question: a round badge in its corner, and an edge round the card."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, SmoothEllipse, SmoothLine
from kivy.metrics import dp

from companion.ui import theme
from companion.ui.parts.shapes import SIGNS, diamond, ring, square
from companion.ui.presenters.badges import Badge

MARKS = {**SIGNS, "red agent": diamond, "blue agent": square, "empty": ring}
MOST_DP = 17
Look = tuple[theme.Rgba, theme.Rgba, theme.Rgba, float]


def in_question(look: Look, badge: Badge) -> Look:
    """The look of a card that is asked about, or that somebody puts right: its edge."""
    ground, text, _, _ = look
    return ground, text, theme.ACCENT if badge.asked else theme.MUTED, 4 if badge.asked else 2


def draw_badge(card: Any, badge: Badge) -> None:
    """A disc of paper with the sign of what lies there; what is asked about stands on amber."""
    radius = min(card.height * 0.2, card.width * 0.14, dp(MOST_DP))
    x, y = card.x + card.width - radius - dp(4), card.y + card.height - radius - dp(4)
    Color(*(theme.ACCENT if badge.asked else theme.SURFACE))
    SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius))
    if not badge.asked:
        Color(*theme.MUTED)
        SmoothLine(circle=(x, y, radius), width=max(1.0, dp(1)))
    Color(*(theme.ON_ACCENT if badge.asked else theme.TEXT))
    MARKS[badge.sign](x, y, radius * 0.62)
