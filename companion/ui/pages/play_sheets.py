"""What lies over the play page: the menu, all clues, the letter keys."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp, sp
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.ui import theme
from companion.ui.pages.clue_sheets import Flags, Invalid
from companion.ui.pages.follow_sheet import FollowContent
from companion.ui.parts.board import Board
from companion.ui.parts.content import Content
from companion.ui.parts.push import Push, draw_ground
from companion.ui.parts.shapes import Sign
from companion.ui.parts.text import LINE, FitLabel
from companion.ui.presenters.play_view import Over, PlayView

FOLLOW_TEXTS = {True: "The camera follows the table", False: "The camera does not follow the table"}
TWO_COLUMNS = 16
"""More clues than this stand in three columns."""


class Earlier(ButtonBehavior, FitLabel):
    """The newest of the earlier clues, as many as there is room for; a touch shows all."""

    clues = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(halign="left", valign="top", most_sp=theme.BODY_SP, color=theme.MUTED, **kwargs)
        self.fbind("clues", self._show)
        self.fbind("height", self._show)

    def _show(self, *_: Any) -> None:
        room = max(1, int(self.height // (sp(theme.SMALL_SP) * LINE)))
        shown = list(self.clues[:room])
        if len(self.clues) > len(shown):
            shown[-1] += "  ..."
        self.text = "\n".join(shown)


class Links(ButtonBehavior, BoxLayout):
    """The state of both screens, and of the camera; a touch leads to the screens page. Without a sign it has no row.

    ``eye``: the sign of the camera.
    """

    signs = ObjectProperty(("none", "none"))
    eye = StringProperty("")
    colours = ObjectProperty((theme.SEAT_A, theme.SEAT_B))
    look = "quiet"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", padding=dp(4), **kwargs)
        self._letters, self._signs = [], []
        for letter in ("A", "B"):
            row = BoxLayout()
            label = FitLabel(text=letter, strong=True, most_sp=theme.SMALL_SP)
            row.add_widget(label)
            self._letters.append(label)
            sign = Sign(kind="none", color=theme.TEXT)
            row.add_widget(sign)
            self._signs.append(sign)
            self.add_widget(row)
        self._camera = BoxLayout()
        self._seen = Sign(kind="", color=theme.TEXT)
        self._camera.add_widget(Sign(kind="eye", color=theme.MUTED))
        self._camera.add_widget(self._seen)
        for name in ("signs", "colours", "eye", "pos", "size", "state", "disabled"):
            self.fbind(name, self._show)
        self._show()

    def _show(self, *_: Any) -> None:
        for label, colour, kind in zip(self._letters, self.colours, self.signs, strict=True):
            label.color, label.opacity = colour, 1 if kind else 0
        for sign, kind in zip(self._signs, self.signs, strict=True):
            sign.kind = kind
            sign.color = theme.DANGER if kind == "none" else theme.TEXT
        self._seen.kind, self._seen.color = self.eye, theme.ACCENT if self.eye == "ask" else theme.TEXT
        if bool(self.eye) != (self._camera.parent is not None):
            (self.add_widget if self.eye else self.remove_widget)(self._camera)
        draw_ground(self)


class Menu(Content):
    """Undo and the other rarer things."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "What else?", page.presenter.put_away)
        self.items = GridLayout(cols=1, spacing=dp(6))
        self.undo = self._item("undo")
        self.invalid = self._item("put_over", Over.INVALID)
        self.correct = self._item("put_over", Over.CORRECT)
        self.by_hand = self._item("set_table")
        self.follow = self._item("put_over", Over.FOLLOW)
        self.screens = self._item("to_screens")
        self.leave = self._item("leave")
        self.other: Push | None = None
        self.add_widget(self.items)
        self.add_widget(Widget(size_hint_y=0.01))

    def show(self, view: PlayView) -> None:
        """Only what can be done now is offered."""
        self.undo.text = f"Take back {view.undo_text}, or more" if view.undo_text else "Nothing to take back"
        self.undo.disabled = not view.undo_text
        self.invalid.text = "A clue was invalid" if view.can_invalid else "A clue was invalid: too late for this one"
        self.invalid.disabled = not view.can_invalid
        unnamed = f"Name the card at {view.unnamed[0]}, or correct a word" if view.unnamed else "Correct a word"
        self.correct.text = unnamed
        self.by_hand.text = "Something lies otherwise on the table: set it by hand"
        self.follow.text = FOLLOW_TEXTS[view.follow.camera and view.follow.table]
        self.screens.text = "Look after the screens"
        self.leave.text = "Leave the table: the mission waits, the screens go dark"
        if view.can_look and self.other is None:
            # The one that has not its own button on the page: hiding has it as long as any screen may be lit.
            self.other = self._item("hide_keys" if view.look_first else "to_key")
            self.other.text = "Hide the keys" if view.look_first else "See a key on this page"

    def _item(self, intent: str, *values: Any) -> Push:
        push = Push(
            most_sp=theme.TITLE_SP, halign="left", size_hint_max_y=dp(96), padding=[dp(16), dp(4), dp(16), dp(4)]
        )
        push.fbind("on_release", lambda *_: self.act(intent, *values))
        self.items.add_widget(push)
        return push


class Clues(Content):
    """All clues, the newest first, with who gave them."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "All clues, the newest first", page.presenter.put_away)
        self.list = GridLayout(cols=2, spacing=dp(6))
        self.add_widget(self.list)

    def show(self, view: PlayView) -> None:
        """Rebuild the list."""
        self.list.clear_widgets()
        clues = view.all_clues or ("no clue was given yet",)
        self.list.cols = 2 if len(clues) <= TWO_COLUMNS else 3
        for text in clues:
            self.list.add_widget(
                FitLabel(text=text, most_sp=theme.TITLE_SP, color=theme.TEXT, halign="left", valign="middle")
            )


class ClueKeys(Content):
    """A clue is typed: a word, a number, or both."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "The clue", page.presenter.put_away)
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
        self.title.text = "The invalid clue" if view.invalid_typed else "The clue"
        assert self.keys is not None
        self.keys.typed = view.typed
        self.number.text = f"number: {view.number}" if view.number else "no number"


class NameKeys(Content):
    """A card that was left for later gets its word, or a wrong word is corrected."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "The word of the card", page.presenter.put_away)
        self.add_keys("That is it")

    def show(self, view: PlayView) -> None:
        """Show the text so far."""
        assert self.keys is not None
        self.keys.typed = view.typed
        self.title.text = f"The word of the card at {self.page.presenter.naming}"


class Correct(Content):
    """Which card was misread? Nothing but its word changes."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "Touch the card whose word is wrong", page.presenter.put_away)
        self.board = Board()
        self.board.fbind("on_touch_card", lambda _, position: self.act("name", position))
        self.add_widget(self.board)

    def show(self, view: PlayView) -> None:
        """Show the cards."""
        self.board.cells = view.cards


CONTENTS = {
    Over.MENU: Menu,
    Over.CLUES: Clues,
    Over.CLUE_KEYS: ClueKeys,
    Over.NAME_KEYS: NameKeys,
    Over.CORRECT: Correct,
    Over.FLAGS: Flags,
    Over.FOLLOW: FollowContent,
    Over.INVALID: Invalid,
}
