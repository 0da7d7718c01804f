"""Fixtures of the tests of the pages."""

from __future__ import annotations

import pytest

from tests.ui.classic_play import new_game  # noqa: F401  (a fixture)
from tests.ui.pilot import blind_pilot, pilot, window_pilot  # noqa: F401  (fixtures)
from tests.ui.table import PlainDesk, UiTable


@pytest.fixture
def table(tmp_path):
    return UiTable(tmp_path)


@pytest.fixture
def desk(table):
    return PlainDesk(table.session)
