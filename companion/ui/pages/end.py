"""The end page."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.metrics import dp, sp
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.game.keycard import Identity
from companion.game.position import SIZE
from companion.ui import theme
from companion.ui.pages import score  # noqa: F401  (its sum is named in the kv file)
from companion.ui.pages.page import load_kv
from companion.ui.pages.sheeted import SheetedPage
from companion.ui.pages.undo_sheet import UndoContent
from companion.ui.parts.laying import LayingDrawing, fitted
from companion.ui.parts.shapes import SIGNS, middle
from companion.ui.parts.text import FitLabel, SightLabel, fitting_px
from companion.ui.presenters.end import KeyCell

_FACE = {
    Identity.AGENT: ("agent", theme.AGENT_GROUND, theme.AGENT, theme.ON_AGENT),
    Identity.BYSTANDER: ("bystander", theme.SURFACE, theme.BYSTANDER, theme.TEXT),
    Identity.ASSASSIN: ("assassin", theme.ASSASSIN_GROUND, theme.ASSASSIN, theme.ON_ASSASSIN),
}


class KeyPlace(SightLabel):
    """One place of a key face: its shape, its colour, its word."""

    cell = ObjectProperty(None)

    def __init__(self, cell: KeyCell) -> None:
        super().__init__(halign="center", valign="middle")
        self.cell = cell
        self.fbind("pos", self._draw)
        self.fbind("size", self._draw)

    def _draw(self, *_: Any) -> None:
        sign, ground, ink, text = _FACE[self.cell.identity]
        self.text, self.color = self.cell.word, text
        self.font_name = theme.font_for(self.cell.word)
        self.text_size = self.size
        self.padding = [dp(2), self.height * 0.5, dp(2), dp(1)]
        room = (self.width - dp(4), self.height * 0.5 - dp(1))
        self.font_size = fitting_px(self.cell.word, self.font_name, room, sp(theme.BODY_SP), sp(theme.LEAST_SP) * 0.6)
        self.canvas.before.clear()
        with self.canvas.before:
            Color(*ground)
            SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[dp(3)])
            Color(*ink)
            SIGNS[sign](middle(self)[0], self.y + self.height * 0.73, self.height * 0.2)


class KeyFace(BoxLayout):
    """A whole face under its seat's letter; ``cells`` empty for none."""

    seat = StringProperty("A")
    cells = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", spacing=dp(3), **kwargs)
        self._title = FitLabel(
            strong=True, most_sp=theme.BODY_SP, halign="center", valign="middle", size_hint_y=None, height=dp(24)
        )
        self._grid = GridLayout(cols=SIZE, spacing=dp(2))
        self.add_widget(self._title)
        self.add_widget(self._grid)
        self.fbind("cells", self._show)
        self.fbind("seat", self._show)

    def _show(self, *_: Any) -> None:
        self._title.text = f"Key of {self.seat}" if self.cells else ""
        self._title.color = theme.SEAT_A if self.seat == "A" else theme.SEAT_B
        self._grid.clear_widgets()
        for cell in self.cells:
            self._grid.add_widget(KeyPlace(cell))


class LastPieces(BoxLayout):
    """What the last move puts on the table."""

    laid = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(spacing=dp(8), **kwargs)
        self.fbind("laid", self._show)

    def _show(self, *_: Any) -> None:
        self.clear_widgets()
        self.add_widget(Widget(size_hint_x=0.15))
        for item in self.laid[:2]:
            self.add_widget(fitted(LayingDrawing(item=item)))
        text = "\n".join(item.sentence for item in self.laid)
        self.add_widget(FitLabel(text=text, most_sp=theme.TITLE_SP, color=theme.TEXT, halign="left", valign="middle"))


load_kv(__file__)


class EndPage(SheetedPage):
    """See ``companion.ui.presenters.end``."""

    def enter(self) -> None:
        """The keys stay away until they are asked for."""
        self.presenter.enter()

    def wanted(self) -> tuple[Hashable, Callable[[Any], Any]] | None:
        """Which moves are taken back."""
        return ("undo", UndoContent) if self.view.undo is not None else None
