"""The page of the box."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.properties import ListProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.pages.page import load_kv
from companion.ui.pages.sheeted import SheetedPage
from companion.ui.pages.table import ROUND_S
from companion.ui.parts.content import Content
from companion.ui.parts.push import Push, SignPush
from companion.ui.presenters.box import LINES, OFFERS, BoxView, ListLine, Offer


class ListLines(BoxLayout):
    """A leaf of word lists; ``lines`` are ``ListLine`` values. Both events hand over the number of a line."""

    lines = ListProperty()
    __events__ = ("on_switch", "on_forget")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", spacing=dp(6), **kwargs)
        self.names: list[Push] = []
        self.forgets: list[Push] = []
        self.fbind("lines", self._show)

    def on_switch(self, line: int) -> None:
        """A list was touched."""

    def on_forget(self, line: int) -> None:
        """Its "forget" was touched."""

    def _show(self, *_: Any) -> None:
        self.clear_widgets()
        self.names, self.forgets = [], []
        for number, line in enumerate(self.lines):
            self.add_widget(self._row(number, line))
        if len(self.lines) < LINES:
            self.add_widget(Widget(size_hint_y=LINES - len(self.lines)))

    def _row(self, number: int, line: ListLine) -> BoxLayout:
        row = BoxLayout(spacing=dp(6), size_hint_max_y=dp(84))
        state = "on" if line.on else "off"
        name = Push(text=f"{line.name}\n{line.note}  ·  {state}", look="chosen" if line.on else "quiet", strong=False)
        name.disabled = line.damaged
        name.fbind("on_release", lambda *_: self.dispatch("on_switch", number))
        text, look = ("Yes, forget", "danger") if line.sure else ("Forget", "quiet")
        forget = Push(text=text, look=look, size_hint_x=0.32)
        forget.fbind("on_release", lambda *_: self.dispatch("on_forget", number))
        self.names.append(name)
        self.forgets.append(forget)
        row.add_widget(name)
        row.add_widget(forget)
        return row


class OffersContent(Content):
    """Things to choose from: languages, or files."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "", page.presenter.close)
        columns = 2 if page.height > page.width else 3
        self.pushes: list[Push] = []
        self.grid = GridLayout(cols=columns, rows=OFFERS // columns, spacing=dp(6))
        self.earlier = SignPush(kind="back", text="before", on_release=lambda *_: self.act("earlier"))
        self.later = SignPush(kind="forth", text="after", on_release=lambda *_: self.act("later"))
        last = BoxLayout(size_hint_y=None, height=dp(theme.BUTTON_DP), spacing=dp(8))
        last.add_widget(self.earlier)
        last.add_widget(self.later)
        self.add_widget(self.grid)
        self.add_widget(last)
        self._shown: object = None

    def show(self, view: BoxView) -> None:
        """Show the leaf of the page's view."""
        offers = view.offers
        if offers is None or offers == self._shown:
            return
        self._shown = offers
        self.title.text = offers.title
        self.grid.clear_widgets()
        self.pushes = [self._push(number, offer) for number, offer in enumerate(offers.offers)]
        for widget in (*self.pushes, *(Widget() for _ in range(OFFERS - len(self.pushes)))):
            self.grid.add_widget(widget)
        for push, can in ((self.earlier, offers.can_earlier), (self.later, offers.can_later)):
            push.disabled, push.opacity = not can, 1 if can else 0.35

    def _push(self, number: int, offer: Offer) -> Push:
        look = "chosen" if offer.chosen else "plain" if offer.possible else "quiet"
        text = f"{offer.text}\n{offer.note}" if offer.note else offer.text
        push = Push(text=text, look=look, strong=offer.possible)
        push.fbind("on_release", partial(self._chosen, number))
        return push

    def _chosen(self, number: int, *_: Any) -> None:
        self.act("choose", number)


load_kv(__file__)


class BoxPage(SheetedPage):
    """See ``companion.ui.presenters.box``."""

    def enter(self) -> None:
        """Look at what there is."""
        self.presenter.enter()

    def tick(self) -> None:
        """While a reader is made, the bar moves."""
        self.ids.waiting.phase = self.desk.now() / ROUND_S % 1.0
        if self.view.busy:
            self.refresh()

    def wanted(self) -> tuple[Hashable, Callable[[Any], Any]] | None:
        """What there is to choose from."""
        return (self.view.offers.title, OffersContent) if self.view.offers is not None else None
