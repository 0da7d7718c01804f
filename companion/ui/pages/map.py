"""The map page, and what lies over it: a city, the cities that lead to it, the name of another one."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.pages.page import load_kv
from companion.ui.pages.sheeted import SheetedPage
from companion.ui.parts import city_map  # noqa: F401  (named in the kv file)
from companion.ui.parts.choice import Stepper
from companion.ui.parts.content import Content
from companion.ui.parts.push import Push
from companion.ui.parts.text import FitLabel
from companion.ui.presenters.map import CityView, MapView

load_kv(__file__)

COLUMNS_WIDE, COLUMNS_UPRIGHT = 6, 3


class MapPage(SheetedPage):
    """See ``companion.ui.presenters.map``."""

    def enter(self) -> None:
        """Look into the store."""
        self.presenter.enter()

    def wanted(self) -> tuple[Hashable, Callable[[Any], Any]] | None:
        """A name that is typed, the cities that lead to one, or the sheet of a city."""
        if self.view.adding:
            return "add", AddContent
        if self.view.choosing:
            return "leads", LeadsContent
        if self.view.city is not None:
            return "city", CityContent
        return None


class AddContent(Content):
    """The name of a city."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "Which city of the box's own map?", page.presenter.close)
        self.add_keys("That is it")

    def show(self, view: MapView) -> None:
        """Show the name so far."""
        assert self.keys is not None
        self.keys.typed = view.typed


class LeadsContent(Content):
    """Which cities lead to this one?"""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "", page.presenter.leads_chosen)
        self.pushes: dict[str, Push] = {}
        self._list = GridLayout(cols=COLUMNS_WIDE if page.wide else COLUMNS_UPRIGHT, spacing=dp(5))
        self.add_widget(self._list)
        self.done = Push(text="That is it", look="primary", size_hint_y=None, height=dp(theme.BUTTON_DP))
        self.done.fbind("on_release", lambda *_: self.act("leads_chosen"))
        self.add_widget(self.done)

    def show(self, view: MapView) -> None:
        """Show the cities; those that lead there are chosen."""
        if view.city is not None:
            self.title.text = f"Winning one of which cities opens {view.city.name}?"
        if len(self.pushes) != len(view.choosing):
            self._list.clear_widgets()
            self.pushes = {}
            for index, choice in enumerate(view.choosing):
                push = Push(text=choice.text, size_hint_max_y=dp(84))
                push.fbind("on_release", partial(self._chosen, index))
                self.pushes[choice.text] = push
                self._list.add_widget(push)
        for choice in view.choosing:
            self.pushes[choice.text].look = "chosen" if choice.chosen else "plain"

    def _chosen(self, index: int, *_: Any) -> None:
        self.act("lead", index)


class CityContent(Content):
    """A city: its numbers, what leads to it, how it stands, and the mission."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "", page.presenter.close)
        self.sentence = FitLabel(most_sp=theme.TITLE_SP, color=theme.TEXT, halign="left", valign="middle")
        self.turns = NumberRow("Turns: the first number", lambda step: self.act("count_turns", step))
        self.mistakes = NumberRow("Mistakes: the second number", lambda step: self.act("count_mistakes", step))
        self.leads = FitLabel(strong=True, most_sp=theme.BODY_SP, color=theme.TEXT, halign="left", valign="middle")
        self.choose = self._push("Say what leads to it", "choose_leads")
        ways = BoxLayout(spacing=dp(8), size_hint_max_y=dp(84))
        ways.add_widget(self.leads)
        ways.add_widget(self.choose)
        self.done = Push(most_sp=theme.BODY_SP)
        self.done.fbind("on_release", lambda *_: self.act("mark_done", not self.page.view.city.done))
        self.drop = self._push("Take it off the map", "drop")
        self.play = self._push("", "play", look="primary", most_sp=theme.TITLE_SP)
        self.last = BoxLayout(spacing=dp(8), size_hint_y=None, height=dp(theme.BUTTON_DP + 12))
        for part in (self.sentence, self.turns, self.mistakes, ways, Widget(size_hint_y=0.1), self.last):
            self.add_widget(part)

    def show(self, view: MapView) -> None:
        """Show the city of the page's view."""
        city: CityView | None = view.city
        if city is None:
            return
        self.title.text = f"{city.name}  {city.numbers}"
        self.sentence.text = city.sentence
        self.turns.show(city.turns, city.ask_turns)
        self.mistakes.show(city.mistakes, city.ask_mistakes)
        self.leads.text = city.leads
        self.choose.disabled, self.choose.opacity = not city.ask_leads, 1 if city.ask_leads else 0
        self.done.text = "It was not won after all" if city.done else "It was won without the app"
        self.play.text, self.play.disabled = city.play_text, not city.can_play
        wanted = [
            push for push, on in ((self.drop, city.can_drop), (self.done, city.can_done), (self.play, True)) if on
        ]
        if self.last.children != wanted[::-1]:
            self.last.clear_widgets()
            for push in wanted:
                self.last.add_widget(push)

    def _push(self, text: str, intent: str, **looks: Any) -> Push:
        push = Push(text=text, **looks)
        push.fbind("on_release", lambda *_: self.act(intent))
        return push


class NumberRow(BoxLayout):
    """A number of the printed map: to be read, or counted where this app does not know it."""

    def __init__(self, text: str, step: Callable[[int], None]) -> None:
        super().__init__(size_hint_max_y=dp(84))
        self.stepper = Stepper(text=text)
        self.stepper.fbind("on_step", lambda _, by: step(by))
        self.add_widget(self.stepper)

    def show(self, number: str, ask: bool) -> None:
        """Show the number; the buttons only where it is asked."""
        self.stepper.shown.text = number
        for push in (self.stepper.fewer, self.stepper.more):
            push.disabled, push.opacity = not ask, 1 if ask else 0
