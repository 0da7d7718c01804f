"""The end page of a base game."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from kivy.graphics import Color, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp, sp
from kivy.properties import ListProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.game.position import SIZE
from companion.ui import theme
from companion.ui.pages.page import load_kv
from companion.ui.pages.sheeted import SheetedPage
from companion.ui.pages.undo_sheet import UndoContent
from companion.ui.parts.laying import fitted
from companion.ui.parts.team_cards import LOOKS, TEAM_COLOURS, TeamLaying, draw_signs
from companion.ui.parts.text import FitLabel, SightLabel, fitting_px
from companion.ui.presenters.end_classic import EndClassicView, KeyPlace


class TeamKeyPlace(SightLabel):
    """One place of the key: its sign, its colour, its word; an edge where a card lies on it."""

    place = ObjectProperty(None)

    def __init__(self, place: KeyPlace) -> None:
        super().__init__(halign="center", valign="middle")
        self.place = place
        self.fbind("pos", self._draw)
        self.fbind("size", self._draw)

    def _draw(self, *_: Any) -> None:
        look = LOOKS[self.place.card]
        self.text, self.color = self.place.word, look.text
        self.font_name = theme.font_for(self.place.word)
        self.text_size = self.size
        self.padding = [dp(2), self.height * 0.5, dp(2), dp(1)]
        room = (self.width - dp(4), self.height * 0.5 - dp(1))
        most, least = sp(theme.TITLE_SP), sp(theme.LEAST_SP) * 0.6
        self.font_size = fitting_px(self.place.word, self.font_name, room, most, least)
        radius = dp(4)
        self.canvas.before.clear()
        with self.canvas.before:
            Color(*look.ground)
            SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[radius])
            draw_signs(self.place.card, (self.x + self.width / 2, self.y + self.height * 0.73), self.height * 0.2)
            if self.place.laid:
                Color(*look.ink)
                box = (self.x + dp(1), self.y + dp(1), self.width - dp(2), self.height - dp(2), radius)
                SmoothLine(rounded_rectangle=box, width=dp(1.2))


class TeamKey(GridLayout):
    """The whole key; ``places`` empty for none."""

    places = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(cols=SIZE, spacing=dp(3), **kwargs)
        self.fbind("places", self._show)

    def _show(self, *_: Any) -> None:
        self.clear_widgets()
        for place in self.places:
            self.add_widget(TeamKeyPlace(place))


class LastCard(BoxLayout):
    """The card that the last move lays."""

    laid = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(spacing=dp(10), **kwargs)
        self.fbind("laid", self._show)

    def _show(self, *_: Any) -> None:
        self.clear_widgets()
        self.add_widget(Widget(size_hint_x=0.15))
        for item in self.laid[:1]:
            self.add_widget(fitted(TeamLaying(item=item)))
        text = "\n".join(item.sentence for item in self.laid)
        self.add_widget(FitLabel(text=text, most_sp=theme.TITLE_SP, color=theme.TEXT, halign="left", valign="middle"))


load_kv(__file__)


class EndClassicPage(SheetedPage):
    """See ``companion.ui.presenters.end_classic``."""

    def enter(self) -> None:
        """The key stays away until it is asked for."""
        self.presenter.enter()

    def wanted(self) -> tuple[Hashable, Callable[[Any], Any]] | None:
        """Moves taken back."""
        return ("undo", UndoContent) if self.view.undo is not None else None

    @staticmethod
    def word_colour(view: EndClassicView) -> theme.Rgba:
        """The colour of the team that has won; where one team plays alone, of won or lost."""
        if view.winner is not None and view.word not in ("Won", "Lost"):
            return TEAM_COLOURS[view.winner]
        return theme.ACCENT if view.good else theme.DANGER
