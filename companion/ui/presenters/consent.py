"""A question that both sides have to answer with yes: undo, a clue let pass, a table set by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.game.position import Seat
from companion.table.ports import AnyMove
from companion.ui.presenters.desk import Desk
from companion.ui.presenters.people import called_fully

ABOUT_LINES = 6
"""So many lines of what it is about are shown; of more the last says how many there are."""


@dataclass(frozen=True, slots=True)
class ConsentView:
    """What both read. ``labels`` and ``given`` are for seat A and seat B."""

    question: str
    about: tuple[str, ...]
    labels: tuple[str, str]
    given: tuple[bool, bool]


class Consent:
    """One question at a time. Each side touches its own yes; with both, the intent is carried out."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.forget()

    def forget(self) -> None:
        """No question is asked any more."""
        self._question = ""
        self._about: tuple[str, ...] = ()
        self._labels = ("A", "B")
        self._given: set[Seat] = set()
        self._moves: tuple[AnyMove, ...] = ()
        self._intent: Callable[[frozenset[Seat]], None] = lambda _: None
        self._after: Callable[[], None] = lambda: None

    def view(self) -> ConsentView | None:
        """What lies over the page, None while nothing is asked."""
        if not self._question:
            return None
        given = (Seat.A in self._given, Seat.B in self._given)
        return ConsentView(self._question, _short(self._about), self._labels, given)

    def ask(
        self,
        question: str,
        about: tuple[str, ...],
        intent: Callable[[frozenset[Seat]], None],
        after: Callable[[], None] = lambda: None,
        labels: tuple[str, str] | None = None,
    ) -> None:
        """Ask both.

        Args:
            question: what they are to agree to.
            about: what it is about, one line each.
            intent: carried out with both consents; it may refuse with a ``CompanionError``, which is then the notice.
            after: called once it was carried out.
            labels: how the sides at A and at B are called: ``red`` and ``blue`` in a base game; None for their letters
                and the names of the people there.
        """
        self.forget()
        options = self._desk.session.options
        self._question, self._about = question, about
        self._moves = self._played()
        self._labels = labels or (called_fully(options, Seat.A), called_fully(options, Seat.B))
        self._intent, self._after = intent, after
        self._desk.settle()

    def say_yes(self, seat: Seat) -> None:
        """The side at ``seat`` agrees; said twice it is still one. Both must have meant the same table."""
        if not self._question or self._desk.too_soon():
            return
        self._given.add(seat)
        if self._given == set(Seat):
            intent, after, consents = self._intent, self._after, frozenset(self._given)
            changed = self._moves != self._played()
            self.forget()
            if changed:
                self._desk.say("The table has changed since that was asked: ask again")
            elif self._desk.attempt(lambda: intent(consents)):
                after()
            self._desk.settle()

    def cancel(self) -> None:
        """One of them does not want it."""
        if self._question and not self._desk.too_soon():
            self.forget()
            self._desk.settle()

    def _played(self) -> tuple[AnyMove, ...]:
        session = self._desk.session
        return session.play.mission.moves if session.running else ()


def _short(about: tuple[str, ...]) -> tuple[str, ...]:
    if len(about) <= ABOUT_LINES:
        return about
    return (*about[: ABOUT_LINES - 1], f"and {len(about) - ABOUT_LINES + 1} more")
