"""The sheet on which both set the record to what lies on the table."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.game.position import Seat
from companion.ui import theme
from companion.ui.parts.board import Board
from companion.ui.parts.choice import Choices, Stepper
from companion.ui.parts.content import Content
from companion.ui.parts.push import Push
from companion.ui.parts.shapes import draw_token, middle
from companion.ui.parts.text import FitLabel
from companion.ui.presenters.choices import Choice
from companion.ui.presenters.setting import CoverView, HandView

QUESTION = "What lies on the table?"
AGENT = ("no agent", "agent")
TOKENS = ("0", "1", "2")
LABELS = (("bank", ""), ("bank", "tick"), ("A took", "tick"), ("B took", "tick"))
"""As ``COUNTS``: what stands beside each number, and the side of the token."""


class HandContent(Content):
    """``page.presenter.setting`` is the ``SetByHand`` part, ``view.hand`` what it shows."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, QUESTION, page.presenter.setting.close)
        upright = page.height > page.width
        middle = BoxLayout(orientation="vertical" if upright else "horizontal", spacing=dp(8))
        self.board = Board(size_hint=(1, 0.8) if upright else (0.72, 1))
        self.board.fbind("on_touch_card", lambda _, position: self.hand("touch", position))
        self.side = BoxLayout(orientation="vertical", spacing=dp(5), size_hint=(1, 1) if upright else (0.28, 1))
        self.tokens = _Tokens(self)
        self.card = _Card(self)
        middle.add_widget(self.board)
        middle.add_widget(self.side)
        self.add_widget(middle)
        self.ask = Push(
            text="Ask both", look="primary", most_sp=theme.TITLE_SP, size_hint_x=0.5,
            on_release=lambda *_: self.hand("ask"),
        )  # fmt: skip
        self.head.add_widget(self.ask, index=1)

    def hand(self, intent: str, *values: Any) -> None:
        """Hand an intent to the part that sets by hand."""
        self.page.act(getattr(self.page.presenter.setting, intent), *values)

    def show(self, view: Any) -> None:
        """Show the table as it is set so far."""
        hand: HandView | None = view.hand
        if hand is None:
            return
        self.board.cells = hand.cards
        shown = self.tokens if hand.card is None else self.card
        if shown.parent is None:
            self.side.clear_widgets()
            self.side.add_widget(shown)
        self.tokens.show(hand)
        if hand.card is not None:
            self.card.show(hand.card)
        self.title.text = hand.trouble or _line(hand.changes)
        self.title.most_sp = theme.SMALL_SP if hand.changes or hand.trouble else theme.TITLE_SP
        self.title.color = theme.DANGER if hand.trouble else theme.ACCENT if hand.changes else theme.TEXT
        self.ask.disabled = bool(hand.trouble) or not hand.changes


class TokenMark(Widget):
    """Which side of a token lies up: ``tick`` for its checkmark, "" for the bystander."""

    def __init__(self, sign: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._sign = sign
        self.fbind("pos", self._draw)
        self.fbind("size", self._draw)

    def _draw(self, *_: Any) -> None:
        side = min(self.width, self.height * 0.8)
        self.canvas.clear()
        with self.canvas:
            draw_token(middle(self), (side, side), self._sign)


class _Tokens(BoxLayout):
    """The tokens that lie on no card, and who gives the next clue."""

    def __init__(self, content: HandContent) -> None:
        super().__init__(orientation="vertical", spacing=dp(4))
        self.steppers: list[Stepper] = []
        for index, (text, sign) in enumerate(LABELS):
            stepper = Stepper(text=text)
            stepper.spacing = dp(3)
            stepper.label.size_hint_x = 0.9
            stepper.fbind("on_step", lambda _, step, index=index: content.hand("count", index, step))
            self.steppers.append(stepper)
            row = BoxLayout(spacing=dp(3), size_hint_max_y=dp(80))
            row.add_widget(TokenMark(sign, size_hint_x=0.16))
            row.add_widget(stepper)
            self.add_widget(row)
        self.box = _quiet()
        self.add_widget(self.box)
        self.givers = Choices(size_hint_max_y=dp(80))
        self.givers.fbind("on_choose", lambda _, index: content.hand("choose_giver", index))
        self.add_widget(self.givers)

    def show(self, hand: HandView) -> None:
        """Show the counts."""
        for stepper, number in zip(self.steppers, hand.numbers, strict=True):
            stepper.number = number
        self.box.text = f"In the box: {hand.box}. Next clue:"
        self.givers.choices = list(hand.givers)


class _Card(BoxLayout):
    """What lies on one card."""

    def __init__(self, content: HandContent) -> None:
        super().__init__(orientation="vertical", spacing=dp(4))
        self.word = FitLabel(strong=True, most_sp=theme.TITLE_SP, color=theme.TEXT, halign="center", valign="middle")
        self.agent = self._choices(lambda index: content.hand("set_agent", index == 1))
        self.to = {seat: self._choices(lambda i, seat=seat: content.hand("set_tokens", seat, i)) for seat in Seat}
        self.back = Push(text="Back to the tokens", on_release=lambda *_: content.hand("leave_card"))
        self.back.size_hint_max_y = dp(80)
        self.add_widget(self.word)
        self.add_widget(self.agent)
        for seat, choices in self.to.items():
            self.add_widget(_quiet(f"Tokens, arrow to {seat.value}"))
            self.add_widget(choices)
        self.add_widget(self.back)

    def show(self, card: CoverView) -> None:
        """Show what lies there."""
        self.word.text = card.word
        self.agent.choices = [Choice(text, card.agent is bool(index)) for index, text in enumerate(AGENT)]
        for seat, count in ((Seat.A, card.to_a), (Seat.B, card.to_b)):
            self.to[seat].choices = [Choice(text, index == count) for index, text in enumerate(TOKENS)]

    @staticmethod
    def _choices(intent: Any) -> Choices:
        choices = Choices(size_hint_max_y=dp(80))
        choices.fbind("on_choose", lambda _, index: intent(index))
        return choices


def _quiet(text: str = "") -> FitLabel:
    return FitLabel(
        text=text, most_sp=theme.SMALL_SP, color=theme.MUTED, halign="left", valign="middle", size_hint_y=0.5,
        size_hint_max_y=dp(40),
    )  # fmt: skip


def _line(changes: tuple[str, ...]) -> str:
    if not changes:
        return QUESTION
    more = f"  and {len(changes) - 2} more" if len(changes) > 2 else ""
    return "\n".join(changes[:2]) + more
