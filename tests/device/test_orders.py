"""The pipe between app and service: everything survives it."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from companion.device.orders import Report, line, report_from_line, report_to_line, view_from_json, view_to_json
from companion.game.classic import Card, Team
from companion.game.keycard import Identity
from companion.game.position import Seat
from companion.game.tokens import Cover
from companion.table.ports import Link, ScreenInfo
from companion.table.views import ScreenView, Show, ViewCell

seats = st.frozensets(st.sampled_from(Seat))
covers = st.builds(
    lambda agent, assassin, tokens, twice: Cover(agent, assassin, tokens | twice, twice),
    st.booleans(), st.booleans(), seats, seats,
)  # fmt: skip
cards = st.none() | st.sampled_from(Card)
cells = st.builds(ViewCell, st.text(min_size=1), st.none() | st.sampled_from(Identity), covers, cards, cards)
views = st.builds(
    ScreenView, st.sampled_from(Seat), st.sampled_from(Show), st.lists(cells, max_size=9).map(tuple), st.booleans(),
    st.none() | st.sampled_from(Team), st.none() | st.sampled_from(Team),
)  # fmt: skip
size = st.integers(0, 2000)
infos = st.builds(
    ScreenInfo, st.text(), st.text(), st.sampled_from(Link), st.tuples(size, size), st.text(),
    st.none() | st.sampled_from(Seat), st.text(), st.booleans(), st.booleans(), st.booleans(),
    st.integers(0, 255), st.integers(0, 255),
)  # fmt: skip


@given(views)
def test_views_survive(view):
    text = line(view_to_json(view))
    assert text.count(b"\n") == 1
    assert view_from_json(json.loads(text)) == view


@given(st.builds(Report, st.integers(0), st.lists(infos).map(tuple), st.dictionaries(st.text(), st.text())))
def test_reports_survive(report):
    text = report_to_line(report)
    assert text.endswith(b"\n")
    assert text.count(b"\n") == 1
    assert report_from_line(text) == report
