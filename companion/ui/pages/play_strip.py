"""The strip of the play page: the place where a choice is made or an instruction is given."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.game.keycard import Identity
from companion.game.position import Seat
from companion.ui import theme
from companion.ui.parts.frame import Opposite
from companion.ui.parts.laying import LayingDrawing, fitted
from companion.ui.parts.push import Push
from companion.ui.parts.shapes import Sign
from companion.ui.parts.text import FitLabel
from companion.ui.presenters.following import TableStrip
from companion.ui.presenters.people import verb
from companion.ui.presenters.play_view import Ask, Over
from companion.ui.presenters.play_view import Strip as StripView

NUMBERS = tuple(range(10))
"""The numbers of a clue by one touch; greater ones are typed."""
FLAT = 5
"""A strip that is so many times as wide as high has its buttons beside what it says."""
VERDICT_SIGNS = {Identity.AGENT: "agent", Identity.BYSTANDER: "bystander", Identity.ASSASSIN: "assassin"}
VERDICT_COLOURS = {
    Identity.AGENT: theme.AGENT,
    Identity.BYSTANDER: theme.BYSTANDER,
    Identity.ASSASSIN: theme.DANGER,
}


class Strip(BoxLayout):
    """``strip`` is a ``StripView``; ``page`` the play page whose presenter gets the intents.

    Where there is room its parts stand side by side, else the buttons stand below what is said.
    """

    strip = ObjectProperty(None, allownone=True)
    page = ObjectProperty(None)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(spacing=dp(8), padding=dp(6), **kwargs)
        self.buttons: dict[str, Push] = {}
        self._flat = True
        self._said, self._choices = BoxLayout(), BoxLayout()
        self._rows: list[BoxLayout] = []
        self.fbind("strip", self._build)
        self.fbind("pos", self._draw)
        self.fbind("size", self._resized)

    def button(self, name: str) -> Push:
        """A button that is in the strip now, by its text."""
        return self.buttons[name]

    def _resized(self, *_: Any) -> None:
        if self._flat != self._is_flat():
            self._build()
        self._draw()

    def _is_flat(self) -> bool:
        return bool(self.width > FLAT * self.height)

    def _draw(self, *_: Any) -> None:
        self.canvas.before.clear()
        with self.canvas.before:
            Color(*theme.SURFACE)
            SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[dp(theme.RADIUS_DP)])

    def _build(self, *_: Any) -> None:
        strip: StripView | TableStrip | None = self.strip
        self.clear_widgets()
        self.buttons = {}
        self._flat = self._is_flat()
        self.orientation = "horizontal" if self._flat else "vertical"
        if strip is None:
            return
        self._said, self._choices = BoxLayout(spacing=dp(8)), BoxLayout(orientation="vertical", spacing=dp(6))
        self._rows = [BoxLayout(spacing=dp(6))]
        self.add_widget(self._said)
        share = self._about_table(strip) if isinstance(strip, TableStrip) else self._kind(strip)
        if self.buttons:
            for row in self._rows:
                self._choices.add_widget(row)
            self.add_widget(self._choices)
            if self._flat:
                self._choices.size_hint_x = share
            else:
                laid = not isinstance(strip, TableStrip) and strip.laid
                self._choices.size_hint_y = 0.6 if laid else 0.8 * max(1.0, 3 * (len(self._rows) - 1))

    def _kind(self, strip: StripView) -> float:
        return _KINDS[strip.ask](self, strip)

    # --- kinds: each says something, adds its buttons, and answers how wide they are beside it -------------------

    def _first(self, strip: StripView) -> float:
        self._said.add_widget(says(strip.text, ""))
        for seat, name in zip(Seat, strip.names, strict=True):
            text = f"{name} {verb(name, 'gives', 'give')} it"
            self._button(text, lambda seat=seat: self._act("first", seat), f"seat {seat.value}")
        return 0.62

    def _clue(self, strip: StripView) -> float:
        self._said.add_widget(says(strip.text, "" if self._flat else strip.detail))
        for number in NUMBERS:
            self._button(str(number), lambda n=number: self._act("clue_number", n))
            if not self._flat and number == NUMBERS[len(NUMBERS) // 2 - 1]:
                self._type_it(1.8)
                self._next_row()
        if self._flat:
            self._type_it(1.6)
        self._button("Invalid", lambda: self._act("put_over", Over.INVALID), share=1.6 if self._flat else 1.8)
        return 5.4

    def _confirm(self, strip: StripView) -> float:
        self._said.add_widget(says(strip.text, strip.detail))
        if strip.can_name:
            self._button("Name it", self._name)
        self._button("No", lambda: self._act("cancel"), share=0.8)
        for seat in strip.seats:
            name = strip.names[list(Seat).index(seat)]
            text = "Yes, guess" if len(strip.seats) == 1 else f"{name} {verb(name, 'guesses', 'guess')}"
            self._button(text, lambda seat=seat: self._act("confirm", seat), "primary", share=1.3)
        return 0.55 * len(self.buttons)

    def _lay(self, strip: StripView) -> float:
        for item in strip.laid[:2]:
            self._said.add_widget(fitted(LayingDrawing(item=item), 0.24 if len(strip.laid) < 2 else 0.17))
        colour = VERDICT_COLOURS.get(strip.verdict, theme.TEXT) if strip.verdict else theme.TEXT
        self._said.add_widget(_verdict(strip, colour))
        if strip.verdict is not None:
            opposite = Opposite(text=strip.text, color=colour, strong=True, most_sp=theme.LARGE_SP)
            opposite.size_hint_x = 0.45 if len(strip.laid) < 2 else 0.34
            opposite.halign, opposite.valign = "center", "middle"
            self._said.add_widget(opposite)
        self._button("Done", lambda: self._act("done"))
        return 0.2

    def _about_table(self, strip: TableStrip) -> float:
        """What the camera sees otherwise than it is recorded, or what somebody puts right: of either game."""
        asked = strip.answers is not None
        sign = Sign(kind="eye", color=theme.ACCENT if asked else theme.MUTED, size_hint_x=None, width=dp(44))
        self._said.add_widget(sign)
        self._said.add_widget(says(strip.text, strip.detail))
        if strip.answers is None:
            self._button(strip.dismiss, lambda: self._act_on_table("put_away"))
            return 0.2
        as_it_lies, moves = strip.answers
        self._button(as_it_lies, lambda: self._act_on_table("as_on_table"))
        self._button(moves, lambda: self._act_on_table("move_it"), "primary")
        return 0.8

    def _act_on_table(self, intent: str) -> None:
        self.page.act(getattr(self.page.presenter.followed, intent))

    def _tell(self, strip: StripView) -> float:
        self._said.add_widget(says(strip.text, strip.detail))
        return 0.0

    # --- inside --------------------------------------------------------------------------------------------------

    def _button(self, text: str, intent: Any, look: str = "plain", share: float = 1.0) -> None:
        push = Push(text=text, look=look, size_hint_x=share, most_sp=theme.TITLE_SP)
        push.fbind("on_release", lambda *_: intent())
        push.padding = [dp(3), dp(2), dp(3), dp(2)]
        self.buttons[text] = push
        self._rows[-1].add_widget(push)

    def _next_row(self) -> None:
        """Where there is no room beside what is said, the buttons stand in two rows."""
        self._rows.append(BoxLayout(spacing=dp(6)))

    def _type_it(self, share: float) -> None:
        self._button("Type it", lambda: self._act("put_over", Over.CLUE_KEYS), share=share)

    def _act(self, intent: str, *values: Any) -> None:
        self.page.act(getattr(self.page.presenter, intent), *values)

    def _name(self) -> None:
        selected = next((card.position for card in self.page.view.cards if card.selected), None)
        if selected is not None:
            self._act("name", selected)


_KINDS = {
    Ask.FIRST: Strip._first,
    Ask.CLUE: Strip._clue,
    Ask.CONFIRM: Strip._confirm,
    Ask.LAY: Strip._lay,
    Ask.GUESS: Strip._tell,
    Ask.TELL: Strip._tell,
}


def says(text: str, detail: str) -> BoxLayout:
    """A sentence, and under it a quieter one."""
    box = BoxLayout(orientation="vertical", padding=[dp(8), 0, dp(4), 0])
    box.add_widget(
        FitLabel(text=text, strong=True, most_sp=theme.TITLE_SP, color=theme.TEXT, halign="left", valign="middle")
    )
    if detail:
        box.add_widget(
            FitLabel(
                text=detail, most_sp=theme.BODY_SP, color=theme.MUTED, halign="left", valign="middle", size_hint_y=0.7
            )
        )
    return box


def _verdict(strip: StripView, colour: theme.Rgba) -> BoxLayout:
    box = BoxLayout(orientation="vertical")
    head = BoxLayout(spacing=dp(6))
    if strip.verdict is not None:
        head.add_widget(Sign(kind=VERDICT_SIGNS[strip.verdict], color=colour, size_hint_x=None, width=dp(40)))
    head.add_widget(
        FitLabel(text=strip.text, strong=True, most_sp=theme.LARGE_SP, color=colour, halign="left", valign="middle")
    )
    box.add_widget(head)
    sentences = [item.sentence for item in strip.laid]
    if strip.detail:
        sentences.append(strip.detail)
    said = FitLabel(text="\n".join(sentences), most_sp=theme.BODY_SP, color=theme.TEXT, halign="left", valign="middle")
    said.size_hint_y = 0.35 + 0.6 * len(sentences)
    box.add_widget(said)
    return box
