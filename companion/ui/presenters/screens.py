"""The screens page: which screen stands before whom, and is it the right view?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.game.classic import Team
from companion.game.position import Seat
from companion.table.classic_play import teams_at
from companion.table.ports import Link, ScreenInfo
from companion.table.seating import SHOWN
from companion.ui.presenters.desk import Desk
from companion.ui.presenters.look_sheet import LookSheet, LookView
from companion.ui.presenters.screens_words import Answer, Step, Wording, wording

__all__ = ["LINK_TEXTS", "USABLE", "ScreenRow", "ScreensPresenter", "ScreensView", "Step"]

LINK_TEXTS = {
    Link.ABSENT: "not connected",
    Link.CONNECTING: "connecting",
    Link.SHOWING: "connected",
    Link.SENT: "sent, cannot be confirmed",
    Link.PENDING: "waiting for its answer",
    Link.REFUSED: "cannot be used",
}
USABLE = (Link.SHOWING, Link.SENT, Link.PENDING)
WARNING = (
    "A USB monitor cannot confirm what it shows, and keeps its picture if the computer crashes or loses power: "
    "pull its cable then."
)
"""Of the page, before such a screen is chosen."""
SHORT_WARNING = "confirms nothing, keeps its picture"
"""Of the screen itself."""
CHOOSE = "Use it all the same"
MANY = 2
"""With more screens than this a player points to the two that count."""


@dataclass(frozen=True, slots=True)
class ScreenRow:
    """One screen as it is."""

    device: str
    name: str
    link: Link
    text: str
    seat: Seat | None
    to_choose: bool = False
    """It is not used before the players have said that they want it all the same."""


@dataclass(frozen=True, slots=True)
class ScreensView:
    """``confirmed`` and ``can_confirm`` are for seat A and seat B.

    ``places``: the seats for which a screen is wanted. ``answers``: the yes that is awaited of each seat, once their
    views are asked about. ``teams``: whose spymaster looks at the screen of a seat. ``points``: players say of a screen
    before whom it stands. ``stand_ins``: the seats that look at this page for want of a screen. ``look``: the sheet on
    which is said how screens look, None while it is not open.
    """

    step: Step
    question: str
    sentence: str
    rows: tuple[ScreenRow, ...]
    confirmed: tuple[bool, bool]
    can_confirm: tuple[bool, bool]
    can_go_on: bool
    places: tuple[Seat, ...]
    answers: tuple[Answer, ...]
    teams: Mapping[Seat, Team]
    points: bool = False
    stand_ins: tuple[Seat, ...] = ()
    look: LookView | None = None
    consent: None = None


class ScreensPresenter:
    """Two questions: whose letter is before whom, and whether this is how they see the table."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.look = LookSheet(desk)
        self._asking_views = False
        self._chosen: set[str] = set()  # Screens that keep their picture, and are to be used all the same.

    def view(self) -> ScreensView:
        """What the page shows now."""
        session = self._desk.session
        rows, words = self._rows(), wording(session)
        step, asked = self._step(rows), self._asked(rows, words)
        confirmed = session.views_confirmed
        bound = {row.seat: row.link for row in rows if row.seat is not None}
        stand_ins = self._stand_ins(rows, words)
        can = {seat: bound.get(seat) in SHOWN for seat in Seat}
        return ScreensView(
            step=step,
            question=words.question(step),
            sentence=self._sentence(step, rows, words),
            rows=rows,
            confirmed=(Seat.A in confirmed, Seat.B in confirmed),
            can_confirm=(can[Seat.A], can[Seat.B]),
            can_go_on=session.screens_agreed,
            places=words.places,
            teams=teams_at(session.options),
            points=len(rows) > MANY or bool(stand_ins and _bound(rows) and words.least > 1),
            stand_ins=stand_ins,
            look=self.look.view(),
            answers=tuple(words.answer(seat, seat in confirmed, can[seat], alone=len(asked) == 1) for seat in asked),
        )

    def enter(self) -> None:
        """The page comes up. In mid-mission a screen that is confirmed keeps its face; only the other is asked for."""
        self._asking_views = False
        self.look.open = False
        self.bind()
        self._ask()

    def bind(self) -> None:
        """A screen that is there and a seat without one find each other; the players say whether it is right."""
        session = self._desk.session
        infos = session.screens()
        for seat in Seat:
            if any(info.seat is seat and info.link is not Link.ABSENT for info in infos):
                continue
            spare = self._spare(infos, seat)
            if spare is not None and self._assign(spare.device, seat):
                infos = session.screens()
                self._asking_views = False
                self._ask()
        if not self._asking_views and self._step_now() is Step.VIEWS:
            # A single screen has no other that it could be taken for.
            self._asking_views = self._desk.attempt(session.show_words)

    def in_front_of_a(self, letter: Seat) -> None:
        """The player at A (red's spymaster, the only one) sees this letter; if it is B's, the screens change places."""
        if self._desk.too_soon() or self._step_now() is not Step.LETTERS:
            return
        if letter is Seat.B and not self._swap():
            return
        if self._desk.attempt(self._desk.session.show_words):
            self._asking_views = True
            self._desk.settle()

    def take(self, device: str, seat: Seat) -> None:
        """A player points to one of more than two screens."""
        if self._assign(device, seat):
            self._asking_views = False

    def choose(self, device: str) -> None:
        """The players have read what this screen cannot do, and want it all the same."""
        self._chosen.add(device)
        self.bind()
        self._desk.settle()

    def confirm(self, seat: Seat) -> None:
        """This player sees the table so. With the last yes the keys go on."""
        session = self._desk.session
        if self._desk.attempt(lambda: session.confirm_view(seat)):
            if session.views_confirmed | set(session.shared.stand_ins()) >= set(session.seats_with_key()):
                self.go_on()
            else:
                self._desk.settle()

    def go_on(self) -> None:
        """Enough have said yes: the keys go on."""
        session = self._desk.session
        begins = not session.running
        if session.screens_agreed and (session.running or self._desk.attempt(session.begin)):
            self._asking_views = False
            self._desk.go_on_playing(begins=begins)

    def ask_letters_again(self) -> None:
        """That is not how this player sees the table: everything is asked again."""
        session = self._desk.session
        self._asking_views = False
        for seat in Seat:
            info = session.screen_of(seat)
            if info is not None:
                self._assign(info.device, seat)
        self._desk.settle()

    def back(self) -> None:
        """Where the players came from."""
        self._asking_views = False
        self._desk.go(self._desk.back_from_screens)

    # --- inside --------------------------------------------------------------------------------------------------

    def _swap(self) -> bool:
        """Each screen goes to the other seat; whether both could."""
        session = self._desk.session
        a, b = (session.screen_of(seat) for seat in Seat)
        if a is None or b is None:
            return False
        return self._assign(a.device, Seat.B) and self._assign(b.device, Seat.A)

    def _assign(self, device: str, seat: Seat) -> bool:
        chosen = device in self._chosen
        return self._desk.attempt(lambda: self._desk.session.assign(device, seat, chosen=chosen))

    def _sentence(self, step: Step, rows: tuple[ScreenRow, ...], words: Wording) -> str:
        if any(row.to_choose for row in rows) and not set(words.places) <= _bound(rows):
            return WARNING
        if stand_ins := self._stand_ins(rows, words):
            return words.without(stand_ins, bool(_bound(rows)))
        here = sum(row.link in USABLE and not row.to_choose for row in rows)
        return words.sentence(step, here, len(self._asked(rows, words)))

    def _rows(self) -> tuple[ScreenRow, ...]:
        return tuple(_row(info, chosen=info.device in self._chosen) for info in self._desk.session.screens())

    def _ask(self) -> None:
        session = self._desk.session
        if session.running and session.views_confirmed:
            all_said = session.views_confirmed >= set(session.seats_with_key())
            self._asking_views = all_said or self._desk.attempt(session.show_words)
        elif not self._asking_views:
            session.show_letters()

    def _spare(self, infos: tuple[ScreenInfo, ...], seat: Seat) -> ScreenInfo | None:
        """A screen that nobody has; for the only spymaster also one that was bound to the other side."""
        usable = [i for i in infos if i.link in USABLE and (not i.keeps or i.device in self._chosen)]
        wanted = self._desk.session.seats_with_key()
        other = seat.other if seat in wanted and seat.other not in wanted else None
        return next((info for info in usable if info.seat is None), None) or next(
            (info for info in usable if other is not None and info.seat is other), None
        )

    def _step_now(self) -> Step:
        return self._step(self._rows())

    def _step(self, rows: tuple[ScreenRow, ...]) -> Step:
        words = wording(self._desk.session)
        bound = _bound(rows)
        least = max(1, words.least - len(self._stand_ins(rows, words)))
        if len([seat for seat in words.places if seat in bound]) < least:
            return Step.MISSING
        return Step.VIEWS if self._asking_views or len(bound) == 1 else Step.LETTERS

    def _stand_ins(self, rows: tuple[ScreenRow, ...], words: Wording) -> tuple[Seat, ...]:
        """The seats without a screen that look at this page, where that is allowed and anybody would have to wait."""
        bound = _bound(rows)
        if len([seat for seat in words.places if seat in bound]) >= words.least:
            return ()
        return tuple(seat for seat in self._desk.session.shared.stand_ins() if seat in words.places)

    @staticmethod
    def _asked(rows: tuple[ScreenRow, ...], words: Wording) -> tuple[Seat, ...]:
        bound = _bound(rows)
        return tuple(seat for seat in words.places if seat in bound)


def _bound(rows: tuple[ScreenRow, ...]) -> set[Seat]:
    return {row.seat for row in rows if row.seat is not None and row.link in USABLE}


def _row(info: ScreenInfo, *, chosen: bool) -> ScreenRow:
    name = f"Screen {info.seat.value}" if info.seat is not None else "Screen"
    text = LINK_TEXTS[info.link]
    if info.note:
        text = f"{text}: {info.note}"
    elif info.port:
        text = f"{text}, {info.port.rsplit('/', 1)[-1]}"
    asks = info.keeps and not chosen and info.seat is None and info.link in USABLE
    if asks:
        name, text = "USB monitor", SHORT_WARNING
    return ScreenRow(info.device, name, info.link, text, info.seat, asks)
