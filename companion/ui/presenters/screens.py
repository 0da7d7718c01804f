"""The screens page: which screen stands before whom, and is it the right view?"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.game.position import Seat
from companion.table.ports import Link, ScreenInfo
from companion.ui.presenters.desk import Desk, Page

LINK_TEXTS = {
    Link.ABSENT: "not connected",
    Link.CONNECTING: "connecting",
    Link.SHOWING: "connected",
    Link.PENDING: "waiting for its answer",
    Link.REFUSED: "cannot be used",
}
USABLE = (Link.SHOWING, Link.PENDING)


class Step(Enum):
    """What is asked."""

    MISSING = "missing"
    LETTERS = "letters"
    VIEWS = "views"


@dataclass(frozen=True, slots=True)
class ScreenRow:
    """One screen as it is."""

    device: str
    name: str
    link: Link
    text: str
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class ScreensView:
    """``confirmed`` and ``can_confirm`` are for seat A and seat B."""

    step: Step
    question: str
    sentence: str
    rows: tuple[ScreenRow, ...]
    confirmed: tuple[bool, bool]
    can_confirm: tuple[bool, bool]
    can_go_on: bool


class ScreensPresenter:
    """Two questions. The letters are asked of the player at A; the views of each player for themselves."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._asking_views = False

    def view(self) -> ScreensView:
        """What the page shows now."""
        rows = tuple(_row(info) for info in self._desk.session.screens())
        step = self._step(rows)
        confirmed = self._desk.session.views_confirmed
        bound = {row.seat: row.link for row in rows if row.seat is not None}
        return ScreensView(
            step=step,
            question=_QUESTIONS[step],
            sentence=_sentence(step, rows),
            rows=rows,
            confirmed=(Seat.A in confirmed, Seat.B in confirmed),
            can_confirm=(bound.get(Seat.A) is Link.SHOWING, bound.get(Seat.B) is Link.SHOWING),
            can_go_on=confirmed == set(Seat),
        )

    def enter(self) -> None:
        """The page comes up. In mid-mission a screen that is confirmed keeps its face; only the other is asked for."""
        self._asking_views = False
        self.bind()
        session = self._desk.session
        if session.running and session.views_confirmed:
            self._asking_views = self._desk.attempt(session.show_words)
        else:
            session.show_letters()

    def bind(self) -> None:
        """A screen that is there and a seat without one find each other; the players say whether it is right."""
        session = self._desk.session
        infos = session.screens()
        for seat in Seat:
            if any(info.seat is seat and info.link is not Link.ABSENT for info in infos):
                continue
            spare = next((i for i in infos if i.seat is None and i.link in USABLE), None)
            if spare is not None and self._desk.attempt(lambda s=seat, d=spare.device: session.assign(d, s)):  # type: ignore[misc]
                infos = session.screens()
                self._asking_views = False

    def in_front_of_a(self, letter: Seat) -> None:
        """The player at A sees this letter; if it is B's, the screens change places."""
        if self._desk.too_soon() or self._step_now() is not Step.LETTERS:
            return
        if letter is Seat.B:
            self.swap()
        if self._desk.attempt(self._desk.session.show_words):
            self._asking_views = True
            self._desk.settle()

    def swap(self) -> None:
        """Each screen goes to the other seat."""
        session = self._desk.session
        a, b = (session.screen_of(seat) for seat in Seat)
        if a is not None and b is not None:
            self._desk.attempt(lambda: session.assign(a.device, Seat.B))
            self._desk.attempt(lambda: session.assign(b.device, Seat.A))

    def take(self, device: str, seat: Seat) -> None:
        """A player points to one of more than two screens."""
        if self._desk.attempt(lambda: self._desk.session.assign(device, seat)):
            self._asking_views = False

    def confirm(self, seat: Seat) -> None:
        """This player sees the table so. With the second yes the keys go on."""
        session = self._desk.session
        if self._desk.attempt(lambda: session.confirm_view(seat)) and session.views_confirmed == set(Seat):
            self.go_on()

    def go_on(self) -> None:
        """Both have said yes: the keys go on."""
        session = self._desk.session
        if session.views_confirmed == set(Seat) and (session.running or self._desk.attempt(session.begin)):
            self._asking_views = False
            self._desk.go(Page.PLAY)

    def ask_letters_again(self) -> None:
        """That is not how this player sees the table: everything is asked again."""
        session = self._desk.session
        self._asking_views = False
        for seat in Seat:
            info = session.screen_of(seat)
            if info is not None:
                self._desk.attempt(lambda s=seat, d=info.device: session.assign(d, s))  # type: ignore[misc]
        self._desk.settle()

    def back(self) -> None:
        """Where the players came from."""
        self._asking_views = False
        self._desk.go(self._desk.back_from_screens)

    def _step_now(self) -> Step:
        return self._step(tuple(_row(info) for info in self._desk.session.screens()))

    def _step(self, rows: tuple[ScreenRow, ...]) -> Step:
        bound = {row.seat for row in rows if row.seat is not None and row.link in USABLE}
        if bound != set(Seat):
            return Step.MISSING
        return Step.VIEWS if self._asking_views else Step.LETTERS


_QUESTIONS = {
    Step.MISSING: "Connect the two screens",
    Step.LETTERS: "Which letter is on the screen in front of you?",
    Step.VIEWS: "Is this how you see the table?",
}


def _sentence(step: Step, rows: tuple[ScreenRow, ...]) -> str:
    here = sum(row.link in USABLE for row in rows)
    if step is Step.MISSING and here == 0:
        return "No screen is here yet: plug both in by USB, this page goes on by itself."
    if step is Step.MISSING:
        return "One screen is here: plug in the second, this page goes on by itself."
    if step is Step.LETTERS:
        return "Asked of the player at this edge, who sees the words upright."
    return "The 25 words, without colours. The keys go on when both have said yes."


def _row(info: ScreenInfo) -> ScreenRow:
    name = f"Screen {info.seat.value}" if info.seat is not None else "Screen"
    text = LINK_TEXTS[info.link]
    if info.note:
        text = f"{text}: {info.note}"
    elif info.port:
        text = f"{text}, {info.port.rsplit('/', 1)[-1]}"
    return ScreenRow(info.device, name, info.link, text, info.seat)
