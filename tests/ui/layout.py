"""Faults of a layout that no look at one picture finds: cut, overlapping or split texts, children outside."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.core.text import Label as CoreLabel
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

NEAR_PX = 1.5


def layout_problems(root: Widget) -> list[str]:
    """What is wrong below ``root``; empty if nothing is."""
    problems: list[str] = []
    for widget in _seen(root):
        children = [child for child in widget.children if _visible(child)]
        for child in children:
            if not _inside(child, widget):
                problems.append(f"{_name(child)} reaches out of {_name(widget)}")
        if not isinstance(widget, FloatLayout):  # sheets and notices lie over a page on purpose
            problems += [
                f"{_name(one)} and {_name(other)} overlap"
                for number, one in enumerate(children)
                for other in children[number + 1 :]
                if _overlap(one, other)
            ]
        if isinstance(widget, Label) and widget.text:
            problems += _text_problems(widget)
    return problems


def small_targets(root: Widget, least_px: float) -> list[str]:
    """Things to touch that are smaller than a finger."""
    return [
        f"{_name(widget)} is {widget.width:.0f} x {widget.height:.0f}"
        for widget in _seen(root)
        if isinstance(widget, ButtonBehavior) and min(widget.size) < least_px - NEAR_PX
    ]


def _text_problems(label: Label) -> list[str]:
    problems = []
    left, top, right, bottom = label.padding
    room = (label.width - left - right, label.height - top - bottom)
    plain = CoreLabel(text="", font_name=label.font_name, font_size=label.font_size)
    for word in label.text.split():
        width = plain.get_extents(word)[0]
        if width > room[0] + NEAR_PX:
            problems.append(f"{_name(label)}: {word!r} is {width} wide in {room[0]:.0f}")
    wrapped = CoreLabel(
        text=label.text, font_name=label.font_name, font_size=label.font_size, text_size=(max(1, room[0]), None)
    )
    wrapped.refresh()
    if wrapped.content_height > room[1]:
        problems.append(f"{_name(label)}: the text is {wrapped.content_height} high in {room[1]:.0f}")
    drawn = CoreLabel(
        text=label.text, font_name=label.font_name, font_size=label.font_size, text_size=label.text_size,
        valign=label.valign, padding=label.padding,
    )  # fmt: skip
    drawn.refresh()
    lost = len(wrapped._cached_lines) - len(drawn._cached_lines)
    if lost > 0:
        problems.append(f"{_name(label)}: {lost} of its lines are not drawn")
    return problems


def _seen(root: Widget) -> Iterator[Widget]:
    yield root
    for child in root.children:
        if _visible(child):
            yield from _seen(child)


def _visible(widget: Widget) -> bool:
    return widget.opacity > 0 and widget.width > 1 and widget.height > 1


def _inside(child: Widget, parent: Widget) -> bool:
    return (
        child.x >= parent.x - NEAR_PX
        and child.y >= parent.y - NEAR_PX
        and child.right <= parent.right + NEAR_PX
        and child.top <= parent.top + NEAR_PX
    )


def _overlap(one: Widget, other: Widget) -> bool:
    across = min(one.right, other.right) - max(one.x, other.x)
    along = min(one.top, other.top) - max(one.y, other.y)
    return across > NEAR_PX and along > NEAR_PX


def _name(widget: Widget) -> str:
    text = getattr(widget, "text", "")
    return f"{type(widget).__name__} {text!r}" if text else type(widget).__name__
