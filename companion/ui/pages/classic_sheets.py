"""What lies over the play page of a base game: the menu, all clues, the letter keys, the table set by hand."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.metrics import dp, sp
from kivy.properties import ListProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.game.classic import Team
from companion.ui import theme
from companion.ui.pages.clue_sheets import Flags
from companion.ui.pages.follow_sheet import FollowContent
from companion.ui.pages.play_sheets import FOLLOW_TEXTS
from companion.ui.pages.play_strip import NUMBERS
from companion.ui.parts.content import Content
from companion.ui.parts.push import Push, draw_ground
from companion.ui.parts.team_board import TeamBoard
from companion.ui.parts.team_cards import TEAM_COLOURS
from companion.ui.parts.text import LINE, FitLabel, word_width
from companion.ui.presenters.classic_texts import team_name
from companion.ui.presenters.classic_view import ClassicView, Over
from companion.ui.presenters.team_cluing import UNLIMITED

UNBROKEN = "\N{NO-BREAK SPACE}"


class TeamClues(ButtonBehavior, BoxLayout):
    """The earlier clues of red and of blue, as many as there is room for; a touch shows all."""

    clues = ListProperty(((), ()))
    look = "quiet"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(spacing=dp(6), padding=[dp(4), dp(2), dp(4), dp(2)], **kwargs)
        self.columns = {
            team: FitLabel(color=colour, most_sp=theme.BODY_SP, halign="left", valign="top")
            for team, colour in TEAM_COLOURS.items()
        }
        for column in self.columns.values():
            self.add_widget(column)
            column.fbind("width", self._write)
        for name in ("clues", "size"):
            self.fbind(name, self._write)
        for name in ("pos", "size", "state", "disabled"):
            self.fbind(name, self._draw)

    def _draw(self, *_: Any) -> None:
        draw_ground(self)

    def _write(self, *_: Any) -> None:
        for column, clues in zip(self.columns.values(), self.clues, strict=True):
            column.text = "\n".join(_lines(clues, column.width, self.height - dp(4)))


def _lines(clues: tuple[str, ...], width: float, height: float) -> list[str]:
    """The newest clues, as many as there is room for in letters of a good size; a line of dots for the others."""
    lines = [_line(clue, width) for clue in clues]
    widest = max((word_width(line, theme.font_for(line, strong=False)) for line in lines), default=1.0)
    letters = max(sp(theme.LEAST_SP), min(sp(theme.SMALL_SP), width / widest))
    room = max(1, int(height // (letters * LINE)))
    return lines if len(lines) <= room else [*lines[: max(1, room - 1)], *(["..."] if room > 1 else [])]


def _line(clue: str, width: float) -> str:
    """A clue in one line, never broken; where it is too long even in the least letters its word is cut."""
    font, least = theme.font_for(clue, strong=False), sp(theme.LEAST_SP)
    word, gap, number = clue.rpartition(" ")

    def line(word: str) -> str:
        return f"{word}{gap}{number}".replace(" ", UNBROKEN)

    kept = word
    while len(kept) > 1 and word_width(line(kept if kept == word else f"{kept}..."), font) * least > width:
        kept = kept[:-1]
    return line(kept if kept == word else f"{kept}...")


class Menu(Content):
    """Undo and the other rarer things."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "What else?", page.presenter.put_away)
        self.items = GridLayout(cols=1, spacing=dp(6))
        self.undo = self._item("", "put_over", Over.UNDO)
        self.correct = self._item("Correct a word that was misread", "put_over", Over.CORRECT)
        self.by_hand = self._item("Something lies otherwise on the table: set it by hand", "put_over", Over.BY_HAND)
        self.follow = self._item("", "put_over", Over.FOLLOW)
        self.screens = self._item("Look after the screens", "to_screens")
        self.leave = self._item("Leave the table: the game waits, the screens go dark", "leave")
        self.other: Push | None = None
        self.add_widget(self.items)
        self.add_widget(Widget(size_hint_y=0.01))

    def show(self, view: ClassicView) -> None:
        """Only what can be done now is offered."""
        if view.can_look and self.other is None:
            # The one that has not its own button on the page: hiding has it as long as any screen may be lit.
            intent = "hide_keys" if view.look_first else "to_key"
            self.other = self._item("Hide the key" if view.look_first else "See the key on this page", intent)
        self.follow.text = FOLLOW_TEXTS[view.follow.camera and view.follow.table]
        self.undo.text = "Take moves back" if view.can_undo else "Nothing to take back"
        self.undo.disabled = not view.can_undo

    def _item(self, text: str, intent: str, *values: Any) -> Push:
        push = Push(
            text=text, most_sp=theme.TITLE_SP, halign="left", size_hint_max_y=dp(96),
            padding=[dp(16), dp(4), dp(16), dp(4)],
        )  # fmt: skip
        push.fbind("on_release", lambda *_: self.act(intent, *values))
        self.items.add_widget(push)
        return push


class Clues(Content):
    """All clues of both teams side by side, the newest first."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "All clues, the newest first", page.presenter.put_away)
        self.sides = BoxLayout(spacing=dp(16))
        self.add_widget(self.sides)

    def show(self, view: ClassicView) -> None:
        """Rebuild the lists."""
        self.sides.clear_widgets()
        for team, clues in zip(Team, view.clues, strict=True):
            now = (f"now  {view.clue}",) if view.clue and view.team is team else ()
            self.sides.add_widget(_clues_of(team, (*now, *clues)))


def _clues_of(team: Team, clues: tuple[str, ...]) -> BoxLayout:
    box = BoxLayout(orientation="vertical", spacing=dp(4))
    colour = TEAM_COLOURS[team]
    box.add_widget(
        FitLabel(text=team_name(team), strong=True, most_sp=theme.TITLE_SP, color=colour, halign="left",
                 valign="middle", size_hint_y=None, height=dp(34))
    )  # fmt: skip
    rows = GridLayout(cols=1, spacing=dp(4))
    for text in clues or ("no clue yet",):
        rows.add_widget(
            FitLabel(text=text, most_sp=theme.TITLE_SP, color=theme.TEXT, halign="left", valign="middle",
                     size_hint_max_y=dp(44))
        )  # fmt: skip
    rows.add_widget(Widget(size_hint_y=0.01))
    box.add_widget(rows)
    return box


class ClueKeys(Content):
    """A clue is typed: a word and its number."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "The clue and its number", page.presenter.put_away)
        self.numbers: dict[str, Push] = {}
        upright = page.height > page.width
        rows = [BoxLayout(spacing=dp(4)) for _ in range(2 if upright else 1)]
        for place, number in enumerate((*NUMBERS, UNLIMITED)):
            push = Push(text=str(number), most_sp=theme.TITLE_SP, size_hint_x=2.2 if number == UNLIMITED else 1)
            push.fbind("on_release", partial(self._choose, number))
            self.numbers[str(number)] = push
            rows[-1 if place > len(NUMBERS) // 2 else 0].add_widget(push)
        self.add_keys("Give it")
        count = BoxLayout(orientation="vertical", spacing=dp(4), size_hint_y=None)
        count.height = dp(theme.BUTTON_DP) * len(rows) + dp(4) * (len(rows) - 1)
        for row in rows:
            count.add_widget(row)
        self.add_widget(count, index=1)

    def show(self, view: ClassicView) -> None:
        """Show the text and the number so far."""
        assert self.keys is not None
        self.keys.typed = view.typed
        for text, push in self.numbers.items():
            push.look = "chosen" if text == view.number else "plain"

    def _choose(self, number: object, *_: Any) -> None:
        self.act("choose_number", number)


class NameKeys(Content):
    """A card gets its word, or a wrong word is corrected."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "The word of the card", page.presenter.put_away)
        self.add_keys("That is it")

    def show(self, view: ClassicView) -> None:
        """Show the text so far."""
        assert self.keys is not None
        self.keys.typed = view.typed
        self.title.text = f"The word of the card at {view.naming}"


class Correct(Content):
    """Which card was misread? Nothing but its word changes."""

    def __init__(self, page: Any) -> None:
        super().__init__(page, "Touch the card whose word is wrong", page.presenter.put_away)
        self.board = TeamBoard()
        self.board.fbind("on_touch_card", lambda _, position: self.act("name", position))
        self.add_widget(self.board)

    def show(self, view: ClassicView) -> None:
        """Show the cards."""
        self.board.cells = view.cards


class ByHand(Content):
    """The table as it lies: each touch of a card lays the next thing on it."""

    def __init__(self, page: Any) -> None:
        title = "Touch a card until it shows what lies there"
        super().__init__(page, title, page.presenter.put_away)
        self.board = TeamBoard()
        self.board.fbind("on_touch_card", lambda _, position: self._hand("touch", position))
        self.add_widget(self.board)
        self.teams = {
            team: Push(
                text=f"{team_name(team)}'s clue is next", look=f"team {team.value}", most_sp=theme.TITLE_SP,
                on_release=lambda *_, team=team: self._hand("choose_team", team),
            )
            for team in Team
        }  # fmt: skip
        self.ask = Push(look="primary", most_sp=theme.TITLE_SP, on_release=lambda *_: self._hand("ask"))
        self._last = BoxLayout(size_hint_y=None, height=dp(theme.BUTTON_DP + 8), spacing=dp(8))
        self.add_widget(self._last)

    def show(self, view: ClassicView) -> None:
        """Show what was set so far."""
        hand = view.by_hand
        if hand is None:
            return
        self.board.cells = hand.cards
        if not self._last.children:
            for team in hand.teams:
                self._last.add_widget(self.teams[team])
            self._last.add_widget(self.ask)
        for team, push in self.teams.items():
            push.look = "chosen" if hand.team is team else f"team {team.value}"
        self.ask.text, self.ask.disabled = hand.ask or "Nothing is changed", not hand.ask

    def _hand(self, intent: str, *values: Any) -> None:
        self.page.act(getattr(self.page.presenter.by_hand, intent), *values)


CONTENTS = {
    Over.MENU: Menu,
    Over.CLUES: Clues,
    Over.CLUE_KEYS: ClueKeys,
    Over.NAME_KEYS: NameKeys,
    Over.CORRECT: Correct,
    Over.BY_HAND: ByHand,
    Over.FLAGS: Flags,
    Over.FOLLOW: FollowContent,
}
