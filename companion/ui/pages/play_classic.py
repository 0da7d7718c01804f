"""The play page of a base game."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from companion.game.classic import Team
from companion.table.ports import Link
from companion.ui import theme
from companion.ui.pages import classic_sheets, team_strip  # noqa: F401  (named in the kv file)
from companion.ui.pages.classic_sheets import CONTENTS
from companion.ui.pages.page import load_kv
from companion.ui.pages.play import LINK_SIGNS
from companion.ui.pages.sheeted import SheetedPage
from companion.ui.pages.undo_sheet import UndoContent
from companion.ui.parts import team_board, team_cards  # noqa: F401  (named in the kv file)
from companion.ui.parts.team_cards import TEAM_COLOURS
from companion.ui.presenters.classic_view import Over
from companion.ui.presenters.turn_clock import ClockView, Sand

load_kv(__file__)

CLOCK_LOOKS = {Sand.IDLE: "quiet", Sand.RUNNING: "chosen", Sand.PAUSED: "quiet", Sand.OVER: "plain"}


class PlayClassicPage(SheetedPage):
    """See ``companion.ui.presenters.play_classic``."""

    def enter(self) -> None:
        """Nothing is selected."""
        self.presenter.enter()

    def wanted(self) -> tuple[Hashable, Callable[[Any], Any]] | None:
        """Moves taken back, or one of the sheets of the page."""
        if self.view.undo is not None:
            return "undo", UndoContent
        if self.view.over is Over.NOTHING:
            return None
        return self.view.over, CONTENTS[self.view.over]

    def tick(self) -> None:
        """What the camera has seen meanwhile."""
        if self.presenter.watch():
            self._changed()

    def open_menu(self) -> None:
        """Undo and the other rarer things."""
        self.act(self.presenter.put_over, Over.MENU)

    def open_clues(self) -> None:
        """All clues."""
        self.act(self.presenter.put_over, Over.CLUES)

    @staticmethod
    def team_colour(team: Team | None) -> theme.Rgba:
        """What is about one team is in its colour."""
        return theme.TEXT if team is None else TEAM_COLOURS[team]

    @staticmethod
    def clock_text(clock: ClockView | None) -> str:
        """The time left, and what a touch does."""
        return "" if clock is None else f"{clock.text}  {clock.caption}"

    @staticmethod
    def clock_look(clock: ClockView | None) -> str:
        """Calm when it is over: nothing blinks."""
        return "quiet" if clock is None else CLOCK_LOOKS[clock.sand]

    @staticmethod
    def link_signs(links: tuple[Link, ...]) -> tuple[str, ...]:
        """A sign for each seat's screen; nothing for one that shows no key in this game."""
        signs = [LINK_SIGNS[link] for link in links]
        return tuple([*signs, "", ""][:2])

    @staticmethod
    def link_colours(links: tuple[Link, ...]) -> tuple[theme.Rgba, ...]:
        """With two spymasters each screen is that of a team."""
        return tuple(TEAM_COLOURS.values()) if len(links) > 1 else (theme.SEAT_A, theme.SEAT_B)
