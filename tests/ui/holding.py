"""A finger that stays where it is."""

from __future__ import annotations


class Finger:
    """Comes down on the middle of a widget, and stays until ``up``."""

    def __init__(self, pilot, widget) -> None:
        from kivy.tests.common import UnitTestTouch

        self._pilot = pilot
        self._down = True
        self.touch = UnitTestTouch(*pilot._middle(widget))
        self.touch.touch_down()
        pilot.pump(1)

    def slide(self, x: float, y: float) -> None:
        """To another place of the window, without going up."""
        self.touch.touch_move(x, y)
        self._pilot.pump(1)

    def up(self) -> None:
        """The finger goes up; doing it twice does nothing."""
        if self._down:
            self._down = False
            self.touch.touch_up()
