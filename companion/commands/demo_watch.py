"""The app's own window while the demonstration plays itself: people watch, nobody has to touch."""

from __future__ import annotations

import time
from types import TracebackType

from kivy.base import EventLoop

from companion.errors import CompanionError
from companion.game.position import Seat
from companion.table.options import Game
from companion.table.ports import BoardReader, CameraFeed
from companion.table.session import Session
from companion.ui.camera import Seeing
from companion.ui.kivy_app import CompanionApp
from companion.ui.presenters.desk import Page
from companion.vision.eye import Eye
from companion.vision.frames import FrameReader

LAST_LOOK_S = 8.0
LANGUAGE = "eng"
"""Of the words that are dealt."""


class Watching:
    """The window, drawn frame by frame by whoever plays. A context manager: leaving it closes the window.

    ``companion.ui.prepare.prepare`` has to be called before this module is imported.
    """

    def __init__(self, session: Session, feed: CameraFeed, reader: BoardReader) -> None:
        EventLoop.ensure_window()
        self._session = session
        self._app = CompanionApp(session, Seeing(feed, FrameReader(reader, LANGUAGE), Eye()))

    def __enter__(self) -> Watching:
        # What App.run does before it begins to wait for touches.
        self._app._run_prepare()
        EventLoop.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._app.on_stop()
        EventLoop.close()

    def pump(self) -> None:
        """Turn to the page of the moment and draw one frame.

        Raises:
            CompanionError: the window was closed.
        """
        desk, page = self._app.desk, self._page_of_the_moment()
        if desk.page is not page:
            desk.go(page)
        EventLoop.idle()
        if EventLoop.quit:
            raise CompanionError("the window was closed before the mission had ended")

    def linger(self) -> None:
        """Let people look at the end for a while, or until they close the window."""
        until = time.monotonic() + LAST_LOOK_S
        while time.monotonic() < until and not EventLoop.quit:
            EventLoop.idle()

    def _page_of_the_moment(self) -> Page:
        session = self._session
        if session.running and session.options.game is Game.CLASSIC:
            return Page.END_CLASSIC if session.over else Page.PLAY_CLASSIC
        if session.running:
            return Page.END if session.over else Page.PLAY
        if any(session.screen_of(seat) for seat in Seat):
            return Page.SCREENS
        return Page.WORDS if session.draft.ready else Page.TABLE
