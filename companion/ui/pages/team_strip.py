"""The strip of the play page of a base game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp
from kivy.uix.boxlayout import BoxLayout

from companion.ui import theme
from companion.ui.pages.play_strip import NUMBERS, Strip, says
from companion.ui.parts.frame import Opposite
from companion.ui.parts.laying import fitted
from companion.ui.parts.team_cards import LOOKS, TeamLaying, TeamSign
from companion.ui.parts.text import FitLabel
from companion.ui.presenters.classic_view import Ask, Over
from companion.ui.presenters.classic_view import Strip as StripView
from companion.ui.presenters.team_cluing import UNLIMITED


class TeamStrip(Strip):
    """``strip`` is a ``StripView`` of a base game."""

    def _kind(self, strip: Any) -> float:
        return _KINDS[strip.ask](self, strip)

    def _give(self, strip: StripView) -> float:
        self._said.add_widget(says(strip.text, ""))
        half = len(NUMBERS) // 2
        for number in NUMBERS:
            if number == half and not self._flat:
                self._type(1.9)
                self._next_row()
            self._button(str(number), lambda n=number: self._act("clue_number", n))
        self._button(UNLIMITED, lambda: self._act("clue_number", UNLIMITED), share=2.2)
        if self._flat:
            self._type(1.5)
        return 5.4

    def _type(self, share: float) -> None:
        self._button("Type it", lambda: self._act("put_over", Over.CLUE_KEYS), share=share)

    def _ask(self, strip: StripView) -> float:
        """A question with no and yes."""
        self._said.add_widget(says(strip.text, strip.detail))
        if strip.can_name:
            self._button("Name it", self._name)
        self._button("No", lambda: self._act("cancel"), share=0.8)
        self._button(strip.yes, lambda: self._act("confirm"), "primary", share=1.3)
        return 0.55 * len(self.buttons)

    def _cover(self, strip: StripView) -> float:
        self._said.add_widget(says(strip.text, strip.detail))
        if strip.other:
            self._button(strip.other, lambda: self._act("decline"))
        return 0.4

    def _lay_card(self, strip: StripView) -> float:
        for item in strip.laid[:1]:
            self._said.add_widget(fitted(TeamLaying(item=item)))
        colour = theme.TEXT
        if strip.verdict is not None:
            look = LOOKS[strip.verdict]
            colour = look.ink if look.ink != theme.ASSASSIN else theme.BONE
        self._said.add_widget(_verdict(strip, colour))
        opposite = Opposite(text=strip.text, color=colour, strong=True, most_sp=theme.LARGE_SP, size_hint_x=0.45)
        opposite.halign, opposite.valign = "center", "middle"
        self._said.add_widget(opposite)
        self._button("Done", lambda: self._act("done"))
        return 0.2

    def _say(self, strip: StripView) -> float:
        self._said.add_widget(says(strip.text, strip.detail))
        return 0.0


_KINDS: dict[Ask, Callable[[TeamStrip, StripView], float]] = {
    Ask.CLUE: TeamStrip._give,
    Ask.INVALID: TeamStrip._ask,
    Ask.CONFIRM: TeamStrip._ask,
    Ask.CONFIRM_COVER: TeamStrip._ask,
    Ask.COVER: TeamStrip._cover,
    Ask.LAY: TeamStrip._lay_card,
    Ask.GUESS: TeamStrip._say,
    Ask.TELL: TeamStrip._say,
}


def _verdict(strip: StripView, colour: theme.Rgba) -> BoxLayout:
    box = BoxLayout(orientation="vertical")
    head = BoxLayout(spacing=dp(6))
    head.add_widget(TeamSign(card=strip.verdict, size_hint_x=None, width=dp(36)))
    head.add_widget(
        FitLabel(text=strip.text, strong=True, most_sp=theme.LARGE_SP, color=colour, halign="left", valign="middle")
    )
    box.add_widget(head)
    lines = [*(item.sentence for item in strip.laid), *([strip.detail] if strip.detail else [])]
    said = FitLabel(text="\n".join(lines), most_sp=theme.BODY_SP, color=theme.TEXT, halign="left", valign="middle")
    said.size_hint_y = 0.35 + 0.6 * len(lines)
    box.add_widget(said)
    return box
