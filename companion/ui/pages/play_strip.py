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
from companion.ui.parts.laying import LayingDrawing
from companion.ui.parts.push import Push
from companion.ui.parts.shapes import Sign
from companion.ui.parts.text import FitLabel
from companion.ui.presenters.play_view import Ask, Over
from companion.ui.presenters.play_view import Strip as StripView

NUMBERS = (1, 2, 3, 4, 5)
VERDICT_SIGNS = {Identity.AGENT: "agent", Identity.BYSTANDER: "bystander", Identity.ASSASSIN: "assassin"}
VERDICT_COLOURS = {
    Identity.AGENT: theme.AGENT,
    Identity.BYSTANDER: theme.BYSTANDER,
    Identity.ASSASSIN: theme.DANGER,
}


class Strip(BoxLayout):
    """``strip`` is a ``StripView``; ``page`` the play page whose presenter gets the intents."""

    strip = ObjectProperty(None, allownone=True)
    page = ObjectProperty(None)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(spacing=dp(8), padding=dp(6), **kwargs)
        self.buttons: dict[str, Push] = {}
        self._wide = True
        self.fbind("strip", self._build)
        self.fbind("pos", self._draw)
        self.fbind("size", self._resized)

    def button(self, name: str) -> Push:
        """A button that is in the strip now, by its text."""
        return self.buttons[name]

    def _resized(self, *_: Any) -> None:
        if self._wide != (self.width > dp(640)):
            self._build()
        self._draw()

    def _draw(self, *_: Any) -> None:
        self.canvas.before.clear()
        with self.canvas.before:
            Color(*theme.SURFACE)
            SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=[dp(theme.RADIUS_DP)])

    def _build(self, *_: Any) -> None:
        strip: StripView | None = self.strip
        self.clear_widgets()
        self.buttons = {}
        self._wide = self.width > dp(640)
        if strip is None:
            return
        match strip.ask:
            case Ask.FIRST:
                self._first(strip)
            case Ask.CLUE:
                self._clue(strip)
            case Ask.CONFIRM:
                self._confirm(strip)
            case Ask.LAY:
                self._lay(strip)
            case Ask.GUESS | Ask.TELL:
                self.add_widget(says(strip.text, strip.detail))

    # --- kinds ---------------------------------------------------------------------------------------------------

    def _first(self, strip: StripView) -> None:
        self.add_widget(says(strip.text, ""))
        for seat in Seat:
            text = f"{seat.value} gives it"
            self._button(self, text, lambda seat=seat: self._act("first", seat), look=f"seat {seat.value}", share=0.3)

    def _clue(self, strip: StripView) -> None:
        row = self if self._wide else BoxLayout(spacing=dp(6))
        self.orientation = "horizontal" if self._wide else "vertical"
        said = says(strip.text, strip.detail if self._wide else "")
        said.size_hint_y = 1 if self._wide else 0.6
        self.add_widget(said)
        for number in NUMBERS:
            self._button(row, str(number), lambda n=number: self._act("clue_number", n), share=0.17)
        self._button(row, "Type it", lambda: self._act("put_over", Over.CLUE_KEYS), share=0.38)
        if row is not self:
            self.add_widget(row)

    def _confirm(self, strip: StripView) -> None:
        self.orientation = "horizontal"
        self.add_widget(says(strip.text, strip.detail))
        if strip.can_name:
            self._button(self, "Name it", self._name, share=0.4)
        self._button(self, "No", lambda: self._act("cancel"), share=0.32)
        for seat in strip.seats:
            text = "Yes, guess" if len(strip.seats) == 1 else f"{seat.value} guesses"
            self._button(self, text, lambda seat=seat: self._act("confirm", seat), look="primary", share=0.5)

    def _lay(self, strip: StripView) -> None:
        self.orientation = "horizontal"
        for item in strip.laid[:2]:
            self.add_widget(LayingDrawing(item=item, size_hint_x=0.3))
        colour = VERDICT_COLOURS.get(strip.verdict, theme.TEXT) if strip.verdict else theme.TEXT
        self.add_widget(_verdict(strip, colour))
        if strip.verdict is not None:
            self.add_widget(
                Opposite(
                    text=strip.text,
                    color=colour,
                    strong=True,
                    most_sp=theme.LARGE_SP,
                    size_hint_x=0.42,
                    halign="center",
                    valign="middle",
                )
            )
        self._button(self, "Done", lambda: self._act("done"), share=0.3)

    # --- inside --------------------------------------------------------------------------------------------------

    def _button(self, box: Any, text: str, intent: Any, look: str = "plain", share: float = 0.3) -> None:
        push = Push(text=text, look=look, size_hint_x=share, most_sp=theme.TITLE_SP)
        push.fbind("on_release", lambda *_: intent())
        self.buttons[text] = push
        box.add_widget(push)

    def _act(self, intent: str, *values: Any) -> None:
        self.page.act(getattr(self.page.presenter, intent), *values)

    def _name(self) -> None:
        selected = next((card.position for card in self.page.view.cards if card.selected), None)
        if selected is not None:
            self._act("name", selected)


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
    box.add_widget(
        FitLabel(text="\n".join(sentences), most_sp=theme.BODY_SP, color=theme.TEXT, halign="left", valign="middle")
    )
    return box
