"""Big letter keys for words that a camera could not give."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.metrics import dp
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui import theme
from companion.ui.parts.push import Push
from companion.ui.parts.text import FitLabel
from companion.ui.presenters.typing import ALPHABETS, Typed

KEY_DP = 76
"""A key is not made higher than this, however tall the window is."""


class LetterKeys(BoxLayout):
    """Letters, space, rub out, other letters, done. ``typed`` is a ``Typed``; ``on_change`` hands over the next one."""

    typed = ObjectProperty(None, allownone=True)
    done_text = StringProperty("Done")
    __events__ = ("on_change", "on_done")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", spacing=dp(4), **kwargs)
        self.line = FitLabel(
            most_sp=theme.LARGE_SP, strong=True, halign="center", valign="middle", color=theme.TEXT, size_hint_y=0.8
        )
        self._rows = BoxLayout(orientation="vertical", spacing=dp(4), size_hint_y=3)
        self._last = BoxLayout(spacing=dp(4), size_hint_max_y=dp(KEY_DP))
        self._other = Push(on_release=lambda *_: self._next())
        self._done = Push(look="primary", size_hint_x=1.6, on_release=lambda *_: self.dispatch("on_done"))
        rub = Push(text="rub out", on_release=lambda *_: self._change("rub_out"))
        self.space = Push(text="space", size_hint_x=1.6, on_release=partial(self._press, " "))
        for key in (self._other, self.space, rub, self._done):
            self._last.add_widget(key)
        for part in (self.line, self._rows, self._last):
            self.add_widget(part)
        self._shown_alphabet = -1
        self.fbind("typed", self._show)
        self.fbind("done_text", self._show)

    def key(self, letter: str) -> Push:
        """The key of a letter that is on the keys now."""
        found: Push = next(key for row in self._rows.children for key in row.children if key.text == letter)
        return found

    @property
    def done(self) -> Push:
        """The key that ends the typing."""
        return self._done

    def on_change(self, typed: Typed) -> None:
        """The text has changed."""

    def on_done(self) -> None:
        """The word is complete."""

    def take_key(self, text: str, name: str) -> bool:
        """A key of a real keyboard: its text, or ``enter`` and ``backspace`` by name. Whether it was used."""
        if self.typed is None:
            return False
        if name in ("enter", "numpadenter"):
            self.dispatch("on_done")
        elif name == "backspace":
            self._change("rub_out")
        elif text and text.isprintable():
            # One key is one letter: the capital of ß is ẞ here, not SS.
            self._press("ẞ" if text == "ß" else text.upper())
        else:
            return False
        return True

    def _press(self, letter: str, *_: Any) -> None:
        self.dispatch("on_change", self.typed.press(letter))

    def _change(self, how: str) -> None:
        self.dispatch("on_change", getattr(self.typed, how)())

    def _next(self) -> None:
        self.dispatch("on_change", self.typed.next_alphabet())

    def _show(self, *_: Any) -> None:
        typed: Typed | None = self.typed
        if typed is None:
            return
        self.line.text = typed.text or "_"
        self._done.text = self.done_text
        self._other.text = typed.other_letters
        if self._shown_alphabet != typed.alphabet:
            self._shown_alphabet = typed.alphabet
            self._lay(ALPHABETS[typed.alphabet])

    def _lay(self, rows: tuple[str, ...]) -> None:
        self._rows.clear_widgets()
        for letters in rows:
            row = BoxLayout(spacing=dp(4), size_hint_max_y=dp(KEY_DP))
            for letter in letters:
                row.add_widget(
                    Push(
                        text=letter,
                        most_sp=theme.TITLE_SP,
                        padding=[0, 0, 0, 0],
                        on_release=partial(self._press, letter),
                    )
                )
            self._rows.add_widget(row)
