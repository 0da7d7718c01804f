"""Which screen stands before whom, what its player confirmed, and whether the keys are on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from companion.errors import CompanionError
from companion.game.board import Board
from companion.game.classic import Team
from companion.game.position import Seat
from companion.table.ports import Link, ScreenInfo, Screens
from companion.table.views import ScreenView, blank_view, seat_view, words_view

SHOWN = (Link.SHOWING, Link.SENT)
"""The newest picture is there, or was taken: a player may say what it looks like."""


class ScreenNotThere(CompanionError):
    """A screen cannot be confirmed."""


class ScreenNotChosen(CompanionError):
    """A screen that keeps its picture is to be used, and nobody has said that this is known."""


@dataclass(slots=True)
class Seating:
    """The screens of one session.

    Attributes:
        keys_on: The faces have been sent.
        hidden: The players have blanked the screens for a while.
        confirmed: The seats whose player said "this is my view".
    """

    screens: Screens
    keys_on: bool = False
    hidden: bool = False
    confirmed: set[Seat] = field(default_factory=set)
    _fading: bool = False  # The faces were taken off; the screens have not confirmed it yet.

    @property
    def faces_lit(self) -> bool:
        """A face may be on a screen, until all have confirmed black: no camera picture shows more than the cards.

        One that cannot confirm has to have taken the black; one that has locked up may show its face still.
        """
        if self._fading:
            self._fading = any(s.seat is not None and _may_be_lit(s) for s in self.screens.devices())
        return self.keys_on or self._fading

    def devices(self) -> tuple[ScreenInfo, ...]:
        """All screens known now."""
        return tuple(self.screens.devices())

    def of(self, seat: Seat) -> ScreenInfo | None:
        """The screen bound to a seat, if one is."""
        return next((s for s in self.screens.devices() if s.seat is seat), None)

    def bound(self) -> tuple[str, str]:
        """The devices at seat A and seat B, "" for none."""
        a, b = (self.of(seat) for seat in Seat)
        return (a.device if a else "", b.device if b else "")

    def kept_for_key(self, *, leave_out: bool) -> tuple[str, str]:
        """What is kept of the screens as a mission begins; ``leave_out``: none, and nothing confirmed on them holds."""
        if leave_out:
            self.confirmed.clear()
        return self.kept()

    def kept(self, also: Seat | None = None) -> tuple[str, str]:
        """The devices that get their faces back when a mission is gone on with: those whose player has confirmed them.

        ``also``: a seat whose player is about to.
        """
        confirmed = self.confirmed | ({also} if also else set())
        a, b = (device if seat in confirmed else "" for seat, device in zip(Seat, self.bound(), strict=True))
        return (a, b)

    def kept_after(self, device: str, seat: Seat, *, chosen: bool) -> tuple[str, str]:
        """The same, once a screen has come to a seat: its player has not confirmed it yet.

        Raises:
            ScreenNotChosen: it keeps its picture, and the players have not ``chosen`` it all the same.
        """
        if not chosen and any(info.keeps for info in self.screens.devices() if info.device == device):
            raise ScreenNotChosen("this screen keeps its picture and confirms nothing: read about it, then choose it")
        a, b = ("" if held == device or place is seat else held for place, held in zip(Seat, self.kept(), strict=True))
        return (a, b)

    def assign(self, device: str, seat: Seat) -> None:
        """Bind a screen to a seat; what was confirmed there, and where it stood before, no longer holds."""
        for info in self.screens.devices():
            if info.seat is seat and info.device != device:
                self.screens.assign(info.device, None)
            if info.seat is not None and info.device == device:
                self.confirmed.discard(info.seat)
        self.screens.assign(device, seat)
        self.confirmed.discard(seat)

    def begin_again(self, stored: Iterable[str], *, hidden: bool) -> None:
        """Bind the devices of seat A and B as they were; a screen is known by its id, so they count as confirmed.

        One without an id has got a new name since, if it could have been exchanged: nothing is bound to that.
        ``hidden``: the players had blanked the screens, so they stay black.
        """
        self.keys_on, self.hidden = True, hidden
        self.confirmed = set()
        for seat, device in zip(Seat, stored, strict=True):
            if device:
                self.screens.assign(device, seat)
                self.confirmed.add(seat)

    def clear(self) -> None:
        """The faces go; seats and what was confirmed stay."""
        self._fading = self.faces_lit
        self.keys_on = self.hidden = False
        self.screens.blank()

    def hide(self) -> None:
        """Black until the players want the faces back. Asks nothing of the rules: an error in them may be why."""
        self.hidden = True
        self.screens.blank()

    def to_be_asked(self) -> tuple[Seat, ...]:
        """Seats whose screen may show letters and words: in play, one that is confirmed keeps its face."""
        confirmed = self.confirmed if self.keys_on else set()
        return tuple(seat for seat in Seat if seat not in confirmed and self.of(seat))

    def show_letters(self, teams: Mapping[Seat, Team]) -> None:
        """Every screen to be asked about shows its big seat letter, in the colour of its team where it has one."""
        for seat in self.to_be_asked():
            self.screens.show(seat_view(seat, teams.get(seat)))

    def show_words(self, board: Board, side: Seat | None, teams: Mapping[Seat, Team]) -> None:
        """Every screen to be asked about shows the 25 words uncoloured, as seen from ``side`` or from its own seat."""
        for seat in self.to_be_asked():
            self.screens.show(words_view(seat, board, side, teams.get(seat)))

    def show(self, views: Iterable[ScreenView]) -> None:
        """Show these, but nothing on a screen that is hidden or that nobody has confirmed."""
        for view in views:
            shown = view.seat in self.confirmed and not self.hidden
            self.screens.show(view if shown else blank_view(view.seat))

    def confirmable(self, seat: Seat) -> None:
        """Refuse what no player can have recognised: the letter and the words of a screen that is not there.

        Raises:
            ScreenNotThere: no screen is bound to the seat or it has not shown the picture yet.
        """
        info = self.of(seat)
        if info is None:
            raise ScreenNotThere(f"no screen is bound to seat {seat.value}: choose which one stands before that player")
        if info.link not in SHOWN:
            raise ScreenNotThere(f"the screen of seat {seat.value} is not connected: check its cable")


def _may_be_lit(screen: ScreenInfo) -> bool:
    waits = (Link.PENDING, Link.CONNECTING)
    return screen.link in ((*waits, Link.REFUSED) if screen.keeps else waits)
