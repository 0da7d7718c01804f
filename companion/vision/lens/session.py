"""Taking the pictures of the sheet with a live camera: says what to do, takes each view when it is held still."""

from __future__ import annotations

from collections.abc import Callable

from companion.table.ports import CameraFeed, Picture
from companion.vision.lens.view import View, ViewUnusable, view_of
from companion.vision.lens.views import WANTED_VIEWS, Views

STILL = 0.003
"""The sheet is held still if it moved less than this between two pictures, in picture diagonals."""
PATIENCE_S = 60.0
"""So long without a new view, and the session ends with those that are there."""
REMIND_S = 4.0
"""A hint is not said again, nor another one, before this."""


class Session:
    """Collects views. ``picture``: the one in which the sheet was largest, for the drawing of the result."""

    def __init__(self, feed: CameraFeed, hold: Callable[[], None], say: Callable[[str], None],
                 now: Callable[[], float]) -> None:  # fmt: skip
        """Prepare a session.

        Args:
            feed: the camera.
            hold: called once, when the sheet is first seen sharp: focus and exposure are to stay from then on.
            say: takes one line for the person who holds the sheet.
            now: seconds of a clock that only goes forward.
        """
        self.views = Views()
        self.picture: Picture | None = None
        self._feed, self._hold, self._say, self._now = feed, hold, say, now
        self._last: View | None = None
        self._held = False
        self._news_s = self._said_s = now()

    def run(self) -> Views:
        """Take pictures until all kinds of views are there, or nothing new comes for a minute.

        Raises:
            CompanionError: the camera gives no picture any more.
        """
        self._say(f"Next: {self.views.next_wish}")
        while not self.views.complete and self._now() - self._news_s < PATIENCE_S:
            self._look(self._feed.frame())
        return self.views

    def _look(self, picture: Picture) -> None:
        """Use one picture of the camera."""
        last, self._last = self._last, None
        try:
            view = view_of(picture)
            self._last = view
            if last is None or last.size_px != view.size_px or view.unlike(last) > STILL:
                return
            if not self._held:
                self._begin()
                return
            self.views.add(str(len(self.views.views) + 1), view)
        except ViewUnusable as error:
            self._hint(str(error))
            return
        self._keep(picture, view)
        self._news_s = self._said_s = self._now()
        done = f"{len(self.views.views)} of about {WANTED_VIEWS} taken."
        self._say(done if self.views.complete else f"{done} Next: {self.views.next_wish}")

    def _begin(self) -> None:
        """The camera has settled on the sheet: from here on nothing of it may change."""
        self._hold()
        self._held, self._last = True, None

    def _keep(self, picture: Picture, view: View) -> None:
        if len(self.views.views) == 1 or view is max(self.views.views, key=lambda seen: seen.area):
            self.picture = picture

    def _hint(self, sentence: str) -> None:
        if self._now() - self._said_s >= REMIND_S:
            self._said_s = self._now()
            self._say(f"({sentence})")
