"""Drawn signs keep to the room that is theirs."""

from __future__ import annotations

import pytest

RADIUS = 100.0
# Not the ring: Kivy tells no points of a line that is a whole circle.
NAMES = ("agent", "arrow down", "arrow up", "ask", "assassin", "back", "bystander", "dots", "eye", "forth", "half",
         "lock", "none", "sent", "tick", "turn")  # fmt: skip


def reach(draw) -> float:
    """How far a sign goes from its centre to the side or up and down, in radii."""
    from kivy.graphics import Canvas, SmoothLine, SmoothTriangle

    canvas, far = Canvas(), 0.0
    with canvas:
        draw(0.0, 0.0, RADIUS)
    for part in canvas.children:
        if isinstance(part, SmoothLine | SmoothTriangle):
            far = max([far, *(abs(value) for value in part.points)])
        elif hasattr(part, "pos"):
            far = max([far, *(max(abs(p), abs(p + s)) for p, s in zip(part.pos, part.size, strict=True))])
    return far / RADIUS


@pytest.mark.parametrize("name", NAMES)
def test_a_sign_stays_within_its_radius(window_pilot, name):
    from companion.ui.parts.shapes import SIGNS

    assert sorted({*SIGNS} - {"ring"}) == sorted(NAMES)
    assert 0.3 < reach(SIGNS[name]) <= 1.0


def test_a_sign_that_leaves_its_room_is_noticed(window_pilot):
    from companion.ui.parts.shapes import disc

    assert reach(lambda x, y, radius: disc(x, y, 1.1 * radius)) > 1.0
