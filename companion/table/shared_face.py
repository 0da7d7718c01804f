"""A face on the shared page, for a seat that has no screen: the one place where a secret may be on what both can see.

Nothing comes there unless the players have allowed it (``Look.on_page``), and then only while a finger holds it there.
What is given out is the same whole view that a screen would get.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.game.position import Seat
from companion.table.classic_play import seats_with_key
from companion.table.dealing import Play
from companion.table.errors import SessionError
from companion.table.look import Looks
from companion.table.options import Game, Options
from companion.table.ports import Link
from companion.table.seating import Seating
from companion.table.views import ScreenView, Show

AWAY = (Link.ABSENT, Link.REFUSED)
"""A screen that is there, or on its way, is the place for a face; the page is not."""


class SharedFace:
    """Says who may look at the page, and whether a face is on it now.

    Args:
        seating: which screens are there.
        looks: whether the players have allowed it.
        options: what is agreed.
        play: what is on the table, None for nothing.
    """

    def __init__(
        self, seating: Seating, looks: Looks, options: Callable[[], Options], play: Callable[[], Play | None]
    ) -> None:
        self._seating = seating
        self._looks = looks
        self._options = options
        self._play = play
        self._seat: Seat | None = None

    def stand_ins(self) -> tuple[Seat, ...]:
        """The seats that can look at the page for want of a screen; none unless the players have allowed it.

        Spymasters sit side by side and share a screen (rules B1): with one they need no page.
        """
        options = self._options()
        wanted = seats_with_key(options)
        without = tuple(seat for seat in wanted if self._without_screen(seat))
        enough = options.game is not Game.DUET and without != wanted
        return without if self._looks.now.on_page and not enough else ()

    def seats(self) -> tuple[Seat, ...]:
        """The seats that may look at the page just now: a mission runs, and the keys are not hidden."""
        play = self._play()
        running = play is not None and not play.over and self._seating.keys_on and not self._seating.hidden
        return self.stand_ins() if running else ()

    @property
    def lit(self) -> bool:
        """A face is on the page: no picture is to be taken, nor anything else shown that could keep it."""
        return self._seat is not None

    def show(self, seat: Seat) -> ScreenView:
        """What the seat sees; it is on the page from now on, until ``hide``.

        Raises:
            SessionError: the seat may not look at the page now.
        """
        play = self._play()
        if play is None or seat not in self.seats():
            raise SessionError(f"the key of {seat.value} is not shown here: look at its screen, or allow it here")
        view = play.view(seat)
        if view.show not in (Show.FACE, Show.KEY):
            raise SessionError("there is no key to be looked at")
        self._seat = seat
        return view

    def hide(self) -> None:
        """Nothing is on the page any more."""
        self._seat = None

    def _without_screen(self, seat: Seat) -> bool:
        info = self._seating.of(seat)
        return info is None or info.link in AWAY
