"""The window of the journeys is that of the tests of the pages."""

from tests.ui.pilot import pilot, window_pilot  # noqa: F401  (fixtures)
