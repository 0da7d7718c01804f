"""What the app and the service say to each other: one JSON object a line, each way.

App to service: ``{"n": 7, "do": "show", "view": {…}}``; ``n`` counts the orders. Service to app:
``{"n": 7, "screens": […], "troubles": {…}}`` whenever that changes; ``n`` is the last order it has taken.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from companion.game.classic import Card, Team
from companion.game.keycard import Identity
from companion.game.position import Seat
from companion.game.tokens import Cover
from companion.table.ports import Link, ScreenInfo
from companion.table.views import ScreenView, Show, ViewCell

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Report:
    """The state of all screens after order ``number``. ``troubles``: a sentence for each port without a screen."""

    number: int
    screens: tuple[ScreenInfo, ...]
    troubles: dict[str, str]


def line(content: Json) -> bytes:
    """One line for the pipe."""
    return json.dumps(content, separators=(",", ":")).encode() + b"\n"


def view_to_json(view: ScreenView) -> Json:
    """A whole view."""
    return {
        "seat": view.seat.value,
        "show": view.show.value,
        "giving": view.giving,
        "team": view.team.value if view.team else None,
        "own": view.own.value if view.own else None,
        "cells": [_cell_to_json(cell) for cell in view.cells],
    }


def view_from_json(data: Json) -> ScreenView:
    """The view that ``view_to_json`` wrote."""
    cells = tuple(_cell_from_json(cell) for cell in data["cells"])
    team, own = (Team(data[name]) if data[name] else None for name in ("team", "own"))
    return ScreenView(Seat(data["seat"]), Show(data["show"]), cells, data["giving"], team, own)


def _cell_to_json(cell: ViewCell) -> list[Any]:
    cover = cell.cover
    return [
        cell.word,
        cell.identity.value if cell.identity else None,
        cover.agent,
        cover.assassin,
        _letters(cover.tokens),
        _letters(cover.stacked),
        cell.card.value if cell.card else None,
        cell.laid.value if cell.laid else None,
    ]


def _cell_from_json(data: list[Any]) -> ViewCell:
    word, identity, agent, assassin, tokens, stacked, card, laid = data
    return ViewCell(
        word,
        Identity(identity) if identity else None,
        Cover(agent, assassin, _seats(tokens), _seats(stacked)),
        Card(card) if card else None,
        Card(laid) if laid else None,
    )


def _letters(seats: frozenset[Seat]) -> str:
    return "".join(sorted(seat.value for seat in seats))


def _seats(letters: str) -> frozenset[Seat]:
    return frozenset(Seat(letter) for letter in letters)


def report_to_line(report: Report) -> bytes:
    """One line for the app."""
    screens = [
        [
            s.device, s.port, s.link.value, *s.size_px, s.firmware, s.seat.value if s.seat else None, s.note, s.keeps,
            s.turned, s.covered, s.light, s.inches_tenths,
        ]
        for s in report.screens
    ]  # fmt: skip
    return line({"n": report.number, "screens": screens, "troubles": report.troubles})


def report_from_line(text: bytes) -> Report:
    """The report that ``report_to_line`` wrote."""
    data = json.loads(text)
    screens = tuple(
        ScreenInfo(device, port, Link(link), (width, height), firmware, Seat(seat) if seat else None, note, *glass)
        for device, port, link, width, height, firmware, seat, note, *glass in data["screens"]
    )
    return Report(data["n"], screens, data["troubles"])
