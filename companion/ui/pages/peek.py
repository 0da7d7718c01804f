"""The page on which a key is looked at while a finger holds it there."""

from __future__ import annotations

from typing import Any

from kivy.core.window import Window

from companion.ui.pages.page import PageBox, load_kv
from companion.ui.pages.play import PlayPage
from companion.ui.parts import held  # noqa: F401  (named in the kv file)
from companion.ui.presenters.peek import PeekView, Step

load_kv(__file__)

MOST_PX = 1280
"""The longer side of the picture, at most: it is drawn while somebody waits for it."""


class PeekPage(PageBox):
    """See ``companion.ui.presenters.peek``. The only page that ever draws a face in play."""

    def enter(self) -> None:
        """Somebody wants to look."""
        self.presenter.enter()

    def refresh(self) -> None:
        """Show the view; its picture is drawn anew each time, and kept nowhere."""
        super().refresh()
        view: PeekView = self.view
        face, paint = view.face, self.desk.paint
        self.ids.face.show(None if face is None or paint is None else paint(face, self._size_px()))

    def tick(self) -> None:
        """Time passes; what follows from it is shown at once."""
        before = self.view.step
        self.presenter.tick()
        if self.presenter.view().step is not before:
            self._changed()

    def put_away(self) -> None:
        """Take the picture off, now."""
        self.ids.face.show(None)
        self.presenter.release()
        self.refresh()

    def on_parent(self, _: Any, parent: Any) -> None:
        """On the stage the page watches whether the window is looked at; off the stage nothing stays."""
        if parent is None:
            Window.unbind(focus=self._looked_at, on_minimize=self._out_of_sight, on_hide=self._out_of_sight)
            self.ids.face.show(None)
            self.presenter.leave()
            self.view = self.presenter.view()
        else:
            Window.bind(focus=self._looked_at, on_minimize=self._out_of_sight, on_hide=self._out_of_sight)

    def turn_page(self) -> None:
        """The page lies before whoever looks: it is not turned."""

    seat_colour = staticmethod(PlayPage.seat_colour)

    @staticmethod
    def handing(view: PeekView) -> bool:
        """The table is being handed over."""
        return view.step is Step.HAND

    def _looked_at(self, _: Any, focus: bool) -> None:
        """Another window came in front: whoever looks there need not be whoever looks here."""
        if not focus:
            self.put_away()

    def _out_of_sight(self, *_: Any) -> None:
        self.put_away()

    def _size_px(self) -> tuple[int, int]:
        width, height = self.ids.face.size
        scale = min(1.0, MOST_PX / max(width, height, 1))
        return max(2, int(width * scale) // 2 * 2), max(2, int(height * scale))
