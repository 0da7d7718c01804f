"""The words page."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.table.ports import Picture
from companion.ui import theme
from companion.ui.pages.page import PageBox, load_kv
from companion.ui.pages.table import ROUND_S
from companion.ui.parts.frame import Sheet
from companion.ui.parts.keys import LetterKeys
from companion.ui.parts.live import CardPicture
from companion.ui.parts.push import Push, SignPush
from companion.ui.parts.text import FitLabel
from companion.ui.presenters.words_view import Editor

load_kv(__file__)


class WordsPage(PageBox):
    """See ``companion.ui.presenters.words``."""

    sheet = ObjectProperty(None, allownone=True)

    def refresh(self) -> None:
        """Show the view, and the card that is being settled over it."""
        super().refresh()
        editor: Editor | None = self.view.editor
        if editor is None:
            self._put_away()
            return
        if self.sheet is None:
            self.sheet = Sheet(CardEditor(self))
            self.parent.add_widget(self.sheet)
        self.sheet.content.show(editor, self.presenter.card_picture())

    def tick(self) -> None:
        """While it reads, the bar moves."""
        if self.desk.eyes.reading.active or self.view.reading:
            self.refresh()
        self.ids.waiting.phase = self.desk.now() / ROUND_S % 1.0

    def take_key(self, text: str, name: str) -> bool:
        """Letters for the word that is being typed."""
        return self.sheet is not None and self.sheet.content.keys.take_key(text, name)

    def on_parent(self, _: Any, parent: Any) -> None:
        """Off the stage: nothing of it stays there."""
        if parent is None:
            self._put_away()

    def _put_away(self) -> None:
        if self.sheet is not None:
            if self.sheet.parent is not None:
                self.sheet.parent.remove_widget(self.sheet)
            self.sheet = None


class CardEditor(BoxLayout):
    """One card: its cut-out above up to three large candidates; the letter keys last."""

    def __init__(self, page: WordsPage) -> None:
        super().__init__(orientation="vertical", spacing=dp(8))
        self.page = page
        self._shape: tuple[object, ...] = ()
        self.picture = CardPicture()
        self.title = FitLabel(strong=True, most_sp=theme.TITLE_SP, color=theme.TEXT, halign="left", valign="middle")
        self.close = SignPush(
            kind="none", size_hint_x=None, width=dp(58), on_release=lambda *_: page.act(page.presenter.close)
        )
        self.candidates: list[Push] = []
        self.type = self._push("Type it", page.presenter.start_typing)
        self.read = self._push("Read this card again", page.presenter.read_card)
        self.later = self._push("Name it later", page.presenter.leave_open)
        self.keys = LetterKeys(done_text="That is it", size_hint_y=3.4)
        self.keys.fbind("on_change", lambda _, typed: page.act(page.presenter.type, typed))
        self.keys.fbind("on_done", lambda *_: page.act(page.presenter.finish_typing))

    def show(self, editor: Editor, picture: Picture | None) -> None:
        """Show the card that is being settled."""
        self.title.text = editor.question
        self.picture.show(picture)
        self.keys.typed = editor.typed
        self.read.disabled = not editor.can_read or editor.reading
        shape = (editor.position, editor.typed is None, editor.candidates, picture is not None)
        if shape != self._shape:
            self._shape = shape
            self._lay(editor, picture is not None)

    def _lay(self, editor: Editor, has_picture: bool) -> None:
        self.clear_widgets()
        self._add_head()
        if has_picture:
            self.picture.size_hint_y = 2.2 if editor.typed is None else 0.9
            self._place(self, self.picture)
        if editor.typed is not None:
            self._place(self, self.keys)
            return
        self._add_candidates(editor.candidates)
        last = BoxLayout(spacing=dp(8), size_hint_y=None, height=dp(theme.BUTTON_DP + 4))
        for push in (self.type, self.read, self.later):
            self._place(last, push)
        self.add_widget(last)

    def _add_head(self) -> None:
        head = BoxLayout(size_hint_y=None, height=dp(theme.BUTTON_DP), spacing=dp(6))
        self._place(head, self.title)
        self._place(head, self.close)
        self.add_widget(head)

    def _add_candidates(self, words: tuple[str, ...]) -> None:
        upright = self.page.height > self.page.width
        box = BoxLayout(orientation="vertical" if upright else "horizontal", spacing=dp(8), size_hint_y=1.2)
        self.candidates = []
        for word in words:
            push = Push(text=word, look="chosen", most_sp=theme.LARGE_SP)
            push.fbind("on_release", lambda *_, word=word: self.page.act(self.page.presenter.choose, word))
            self.candidates.append(push)
            box.add_widget(push)
        self.add_widget(box)

    def _push(self, text: str, intent: Any) -> Push:
        push = Push(text=text)
        push.fbind("on_release", lambda *_: self.page.act(intent))
        return push

    @staticmethod
    def _place(box: Any, widget: Any) -> None:
        if widget.parent is not None:
            widget.parent.remove_widget(widget)
        box.add_widget(widget)
