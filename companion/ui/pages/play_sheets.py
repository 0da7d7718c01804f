"""What lies over the play page: the menu, all clues, the letter keys."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp, sp
from kivy.properties import ListProperty, ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.parts.frame import Sheet
from companion.ui.parts.keys import LetterKeys
from companion.ui.parts.push import Push, SignPush, draw_ground
from companion.ui.parts.shapes import Sign
from companion.ui.parts.text import LINE, FitLabel
from companion.ui.presenters.play_view import Over, PlayView

CLUES_SHOWN = 3


def sheet_for(over: Over, page: Any) -> Sheet:
    """The sheet for what is to lie over the page."""
    content = {
        Over.MENU: Menu,
        Over.CLUES: Clues,
        Over.CLUE_KEYS: ClueKeys,
        Over.NAME_KEYS: NameKeys,
    }[over](page)
    sheet = Sheet(content)
    sheet.over = over
    return sheet


class Earlier(ButtonBehavior, FitLabel):
    """The newest of the earlier clues; a touch shows all."""

    clues = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(halign="left", valign="top", most_sp=theme.BODY_SP, color=theme.MUTED, **kwargs)
        self.fbind("clues", self._show)
        self.fbind("height", self._show)

    def _show(self, *_: Any) -> None:
        room = int(self.height // (sp(theme.LEAST_SP + 1) * LINE))
        shown = list(self.clues[: max(1, min(CLUES_SHOWN, room))])
        if len(self.clues) > len(shown):
            shown[-1] += "  ..."
        self.text = "\n".join(shown)


class Links(ButtonBehavior, BoxLayout):
    """The state of both screens; a touch leads to the screens page."""

    signs = ObjectProperty(("none", "none"))
    look = "quiet"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", padding=dp(4), **kwargs)
        self._signs = []
        for letter, colour in (("A", theme.SEAT_A), ("B", theme.SEAT_B)):
            row = BoxLayout()
            row.add_widget(FitLabel(text=letter, color=colour, strong=True, most_sp=theme.SMALL_SP))
            sign = Sign(kind="none", color=theme.TEXT)
            row.add_widget(sign)
            self._signs.append(sign)
            self.add_widget(row)
        for name in ("signs", "pos", "size", "state", "disabled"):
            self.fbind(name, self._show)
        self._show()

    def _show(self, *_: Any) -> None:
        for sign, kind in zip(self._signs, self.signs, strict=True):
            sign.kind = kind
            sign.color = theme.DANGER if kind == "none" else theme.TEXT
        draw_ground(self)


class _Content(BoxLayout):
    """What a sheet holds. ``keys`` are the letter keys, where there are some."""

    keys: LetterKeys | None = None

    def __init__(self, page: Any, title: str) -> None:
        super().__init__(orientation="vertical", spacing=dp(6))
        self.page = page
        head = BoxLayout(size_hint_y=None, height=dp(theme.BUTTON_DP), spacing=dp(6))
        self.title = FitLabel(
            text=title, strong=True, most_sp=theme.TITLE_SP, color=theme.TEXT, halign="left", valign="middle"
        )
        self.close = SignPush(
            kind="none", size_hint_x=None, width=dp(theme.BUTTON_DP * 1.2), on_release=lambda *_: self.act("put_away")
        )
        head.add_widget(self.title)
        head.add_widget(self.close)
        self.add_widget(head)

    def act(self, intent: str, *values: Any) -> None:
        """Hand an intent to the page's presenter."""
        self.page.act(getattr(self.page.presenter, intent), *values)

    def add_keys(self, done_text: str) -> None:
        """Letter keys that write into the page's view."""
        self.keys = LetterKeys(done_text=done_text)
        self.keys.fbind("on_change", lambda _, typed: self.act("type", typed))
        self.keys.fbind("on_done", lambda *_: self.act("finish_typing"))
        self.add_widget(self.keys)

    def show_typed(self, view: PlayView) -> None:
        """Show the text so far."""
        if self.keys is not None:
            self.keys.typed = view.typed

    def show(self, view: PlayView) -> None:
        """Show what the page's view says."""


class Menu(_Content):
    """Undo and the other rarer things."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "What else?")
        self.items = GridLayout(cols=1, spacing=dp(6))
        self.undo = self._item(lambda *_: self.act("undo"))
        self.name = self._item(lambda *_: self.act("name", self.page.view.unnamed[0]))
        self.screens = self._item(lambda *_: self.act("to_screens"))
        self.leave = self._item(lambda *_: self.act("leave"))
        self.add_widget(self.items)
        self.add_widget(Widget(size_hint_y=0.01))

    def show(self, view: PlayView) -> None:
        """Only what can be done now is offered."""
        self.undo.text = f"Take back {view.undo_text}" if view.undo_text else "Nothing to take back"
        self.undo.disabled = not view.undo_text
        self.name.text = f"Name the card at {view.unnamed[0]}" if view.unnamed else "Every card has its word"
        self.name.disabled = not view.unnamed
        self.screens.text = "Look after the screens"
        self.leave.text = "Leave the table: the mission waits, the screens go dark"

    def _item(self, intent: Any) -> Push:
        push = Push(
            most_sp=theme.TITLE_SP, halign="left", size_hint_max_y=dp(96), padding=[dp(16), dp(4), dp(16), dp(4)]
        )
        push.fbind("on_release", intent)
        self.items.add_widget(push)
        return push


class Clues(_Content):
    """All clues, the newest first."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "All clues, the newest first")
        self.list = GridLayout(cols=2, spacing=dp(6))
        self.add_widget(self.list)

    def show(self, view: PlayView) -> None:
        """Rebuild the list."""
        self.list.clear_widgets()
        clues = ([f"now  {view.clue}"] if view.clue else []) + list(view.earlier)
        for text in clues or ["no clue was given yet"]:
            self.list.add_widget(
                FitLabel(text=text, most_sp=theme.TITLE_SP, color=theme.TEXT, halign="left", valign="middle")
            )


class ClueKeys(_Content):
    """A clue is typed: a word, a number, or both."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "The clue")
        count = BoxLayout(size_hint_y=None, height=dp(theme.BUTTON_DP), spacing=dp(6))
        self.number = FitLabel(
            most_sp=theme.TITLE_SP, strong=True, color=theme.ACCENT, halign="center", valign="middle"
        )
        self.fewer = Push(
            text="−", most_sp=theme.LARGE_SP, size_hint_x=0.4, on_release=lambda *_: self.act("count", -1)
        )
        self.more = Push(text="+", most_sp=theme.LARGE_SP, size_hint_x=0.4, on_release=lambda *_: self.act("count", 1))
        for part in (self.fewer, self.number, self.more):
            count.add_widget(part)
        self.add_keys("Give it")
        self.add_widget(count, index=1)

    def show(self, view: PlayView) -> None:
        """Show the text and the number so far."""
        self.show_typed(view)
        self.number.text = f"number: {view.number}" if view.number else "no number"


class NameKeys(_Content):
    """A card that was left for later gets its word."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "The word of the card")
        self.add_keys("That is it")

    def show(self, view: PlayView) -> None:
        """Show the text so far."""
        self.show_typed(view)
        self.title.text = f"The word of the card at {self.page.presenter.naming}"
