"""The screens page."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from kivy.graphics import Color, Line, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout

from companion.game.classic import Team
from companion.game.position import Seat
from companion.table.ports import Link
from companion.ui import theme
from companion.ui.pages.look_sheet import LookContent
from companion.ui.pages.page import load_kv
from companion.ui.pages.play import LINK_SIGNS
from companion.ui.pages.sheeted import SheetedPage
from companion.ui.parts.frame import OppositePush
from companion.ui.parts.push import Push
from companion.ui.parts.shapes import Sign, middle
from companion.ui.parts.team_cards import TEAM_COLOURS
from companion.ui.parts.text import FitLabel
from companion.ui.presenters.screens import CHOOSE, USABLE, ScreenRow, ScreensView, Step
from companion.ui.presenters.screens_words import Answer

SEAT_COLOURS = {Seat.A: theme.SEAT_A, Seat.B: theme.SEAT_B}
WARNED_LINES = 1.4
"""How high a screen that has to be chosen is, in others."""
CHOOSE_DP = 112


def colour_of(seat: Seat, teams: Mapping[Seat, Team]) -> theme.Rgba:
    """The colour of a seat, or of the team whose spymaster looks at its screen."""
    return TEAM_COLOURS[teams[seat]] if seat in teams else SEAT_COLOURS[seat]


class Letter(ButtonBehavior, FitLabel):
    """A screen as it stands on the table: a big letter on the colour of its seat, or of the team that looks at it."""

    seat = ObjectProperty(Seat.A)
    ground = ObjectProperty(theme.SEAT_A)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            strong=True, most_sp=theme.LARGE_SP * 4, halign="center", valign="middle", color=theme.ASSASSIN, **kwargs
        )
        for name in ("pos", "size", "state"):
            self.fbind(name, self._draw)
        self.text = self.seat.value

    def _draw(self, *_: Any) -> None:
        shade = 0.75 if self.state == "down" else 1.0
        red, green, blue, _alpha = self.ground
        # As wide to high as the small screens are.
        width = min(self.width, self.height * 4 / 3)
        height = width * 3 / 4
        x, y = middle(self)
        box = (x - width / 2, y - height / 2, width, height)
        self.canvas.before.clear()
        with self.canvas.before:
            Color(*theme.ASSASSIN)
            SmoothRoundedRectangle(pos=box[:2], size=box[2:], radius=[dp(10)])
            Color(red * shade, green * shade, blue * shade, 1)
            inner = dp(8)
            SmoothRoundedRectangle(
                pos=(box[0] + inner, box[1] + inner), size=(width - 2 * inner, height - 2 * inner), radius=[dp(6)]
            )
            Color(*theme.EDGE)
            SmoothLine(rounded_rectangle=(*box, dp(10)), width=dp(1.2))


class MissingScreen(FitLabel):
    """The place of a screen that is not there yet."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            text="plug in a screen",
            most_sp=theme.TITLE_SP,
            halign="center",
            valign="middle",
            color=theme.MUTED,
            **kwargs,
        )
        self.fbind("pos", self._draw)
        self.fbind("size", self._draw)

    def _draw(self, *_: Any) -> None:
        width = min(self.width, self.height * 4 / 3)
        x, y = middle(self)
        self.canvas.before.clear()
        with self.canvas.before:
            Color(*theme.EDGE)
            box = (x - width / 2, y - width * 3 / 8, width, width * 3 / 4, dp(10))
            Line(rounded_rectangle=box, width=dp(1.2), dash_length=6, dash_offset=5)


class ScreenList(BoxLayout):
    """The screens that are there, each with its honest state; ``on_take`` hands over a device and a seat.

    ``on_choose`` hands over a device that the players want although they were warned. ``lines``: how high it is.
    """

    rows = ListProperty()
    teams = ObjectProperty({})
    points = BooleanProperty(False)
    lines = NumericProperty(1)
    __events__ = ("on_take", "on_choose")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(spacing=dp(8), **kwargs)
        self.choices: dict[str, Any] = {}
        for name in ("rows", "teams", "points", "orientation"):
            self.fbind(name, self._show)

    def on_take(self, device: str, seat: Seat) -> None:
        """A player points to a screen."""

    def on_choose(self, device: str) -> None:
        """The players want a screen although they were warned."""

    def _show(self, *_: Any) -> None:
        self.clear_widgets()
        self.choices = {}
        high = [WARNED_LINES if row.to_choose else 1 for row in self.rows] or [1]
        self.lines = max(high) if self.orientation == "horizontal" else sum(high)
        for row in self.rows:
            self.add_widget(self._line(row))
        if not self.rows:
            self.add_widget(FitLabel(text="no screen", color=theme.MUTED, most_sp=theme.BODY_SP))

    def _line(self, row: ScreenRow) -> BoxLayout:
        beside = self.orientation == "horizontal"
        line = BoxLayout(spacing=dp(6), size_hint_y=WARNED_LINES if row.to_choose and not beside else 1)
        colour = theme.DANGER if row.link in (Link.ABSENT, Link.REFUSED) else theme.TEXT
        line.add_widget(Sign(kind=LINK_SIGNS[row.link], color=colour, size_hint_x=None, width=dp(22)))
        name = colour_of(row.seat, self.teams) if row.seat is not None else theme.TEXT
        texts = BoxLayout(orientation="vertical")
        texts.add_widget(
            FitLabel(text=row.name, strong=True, color=name, most_sp=theme.BODY_SP, halign="left", valign="bottom")
        )
        texts.add_widget(
            FitLabel(
                text=row.text,
                color=theme.TEXT if row.to_choose else theme.MUTED,
                most_sp=theme.SMALL_SP,
                halign="left",
                valign="top",
                size_hint_y=WARNED_LINES if row.to_choose else 1,
            )
        )
        line.add_widget(texts)
        if row.to_choose:
            push = Push(text=CHOOSE, look="plain", size_hint_x=None, width=dp(CHOOSE_DP))
            push.fbind("on_release", lambda *_: self.dispatch("on_choose", row.device))
            self.choices[row.device] = push
            line.add_widget(push)
        elif self.points:
            for seat in Seat:
                push = Push(text=seat.value, look=f"seat {seat.value}", size_hint_x=None, width=dp(theme.BUTTON_DP))
                push.fbind("on_release", lambda *_, s=seat: self.dispatch("on_take", row.device, s))
                line.add_widget(push)
        return line


class Question(BoxLayout):
    """What is asked, with large answers. ``view`` is a ``ScreensView``; ``page`` gets the touches."""

    view = ObjectProperty(None, allownone=True)
    page = ObjectProperty(None)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(spacing=dp(14), padding=[dp(10), dp(4), dp(10), dp(4)], **kwargs)
        self.answers: dict[str, Any] = {}
        self._shape: tuple[object, ...] = ()
        self.fbind("view", self._show)
        self.fbind("page", lambda _, page: page.fbind("wide", self._show))

    def _show(self, *_: Any) -> None:
        view: ScreensView | None = self.view
        if view is None or self.page is None:
            return
        # Not the whole view: while nothing of this changes, the buttons stay as they are under the finger.
        shape = (
            view.step,
            view.places,
            view.answers,
            view.rows,
            view.can_go_on,
            view.teams,
            view.stand_ins,
            self.page.desk.facing,
            self.page.wide,
        )
        if shape == self._shape:
            return
        self._shape = shape
        self.clear_widgets()
        self.answers = {}
        self.orientation = "horizontal" if self.page.wide else "vertical"
        if view.step is Step.MISSING:
            bound = {row.seat for row in view.rows if row.link in USABLE}
            for seat in self._order(view.places):
                ground = colour_of(seat, view.teams)
                self.add_widget(Letter(seat=seat, ground=ground) if seat in bound else MissingScreen())
            if view.can_go_on:
                self._go_on()
        elif view.step is Step.LETTERS:
            for seat in self._order(tuple(Seat)):
                self._letter(seat, colour_of(seat, view.teams))
        elif view.step is Step.VIEWS:
            answers = {answer.seat: answer for answer in view.answers}
            for seat in self._order(tuple(answers)):
                self._view_answer(answers[seat])
            self._others(view)

    def _order(self, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """One below the other, each lies at the edge of its player."""
        facing: Seat = self.page.desk.facing
        order = tuple(Seat) if self.page.wide else (facing.other, facing)
        return tuple(seat for seat in order if seat in seats)

    def _letter(self, seat: Seat, ground: theme.Rgba) -> None:
        letter = Letter(seat=seat, ground=ground)
        letter.fbind("on_release", lambda *_: self._act("in_front_of_a", seat))
        self.answers[seat.value] = letter
        self.add_widget(letter)

    def _view_answer(self, answer: Answer) -> None:
        kind = Push if answer.edge is self.page.desk.facing else OppositePush
        push = kind(text=answer.text, look=answer.look, most_sp=theme.LARGE_SP)
        push.disabled = not answer.can and not answer.confirmed
        push.fbind("on_release", lambda *_: self._act("confirm", answer.seat))
        self.answers[f"yes {answer.seat.value}"] = push
        self.add_widget(push)

    def _others(self, view: ScreensView) -> None:
        box = BoxLayout(orientation="vertical", spacing=dp(10), size_hint_x=0.6 if self.page.wide else 1)
        no = Push(text="No, ask again who sits where", look="quiet")
        no.fbind("on_release", lambda *_: self._act("ask_letters_again"))
        self.answers["no"] = no
        box.add_widget(no)
        if view.can_go_on:
            self._go_on(box)
        self.add_widget(box)

    def _go_on(self, box: Any = None) -> None:
        go_on = Push(text="Go on", look="primary", most_sp=theme.TITLE_SP)
        go_on.fbind("on_release", lambda *_: self._act("go_on"))
        self.answers["go on"] = go_on
        (self if box is None else box).add_widget(go_on)

    def _act(self, intent: str, *values: Any) -> None:
        self.page.act(getattr(self.page.presenter, intent), *values)


load_kv(__file__)


class ScreensPage(SheetedPage):
    """See ``companion.ui.presenters.screens``."""

    def enter(self) -> None:
        """Letters go onto the screens."""
        self.presenter.enter()

    def wanted(self) -> tuple[Hashable, Callable[[Any], Any]] | None:
        """How the screens look."""
        return ("look", LookContent) if self.view.look is not None else None

    def refresh(self) -> None:
        """A screen that was plugged in finds its seat."""
        self.presenter.bind()
        super().refresh()
