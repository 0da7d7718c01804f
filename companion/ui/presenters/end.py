"""The end of a mission: one word, a sum that adds up, both keys on request."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game.campaign import Standing
from companion.game.duet import AGENTS, Outcome
from companion.game.keycard import Identity
from companion.game.moves import Guess, SetTable
from companion.game.position import Seat
from companion.game.scoring import STANDARD_TOKENS, rating
from companion.ui.presenters.consent import Consent, ConsentView
from companion.ui.presenters.desk import Desk, Page, positions_as_seen
from companion.ui.presenters.laying import Laid, laid
from companion.ui.presenters.people import name_of
from companion.ui.presenters.score import Part, parts_of
from companion.ui.presenters.undoing import Undoing, UndoView


@dataclass(frozen=True, slots=True, repr=False)
class KeyCell:
    """One place of a key face, after the end."""

    word: str
    identity: Identity


@dataclass(frozen=True, slots=True, repr=False)
class EndView:
    """``faces`` is empty until the players ask for the keys; then A's and B's, each as the table lies."""

    word: str
    won: bool
    sentence: str
    parts: tuple[Part, ...]
    total: str
    rating: str
    laid: tuple[Laid, ...]
    faces: tuple[tuple[KeyCell, ...], ...]
    can_map: bool = False
    """The mission was one of the map."""
    consent: ConsentView | None = None
    undo: UndoView | None = None


class EndPresenter:
    """See the module."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.enter()

    def enter(self) -> None:
        """The page comes up: keys stay away until they are asked for."""
        self._keys_shown = False
        self._opened = ""
        if self._desk.session.over and self._desk.session.options.city:
            self._desk.attempt(self._look_at_map)
        self.consent = Consent(self._desk)
        self.undoing = Undoing(self._desk, self.consent, lambda: self._desk.go(Page.PLAY))

    def view(self) -> EndView:
        """What the page shows now."""
        session = self._desk.session
        result = session.score()
        won = session.state.outcome is Outcome.WON
        return EndView(
            word="Won" if won else "Lost",
            won=won,
            sentence=self._sentence(),
            parts=parts_of(result) if result else (),
            total=str(result.total).replace("-", "−") if result else "",
            rating=rating(result) if result else self._no_score() if won else "",
            laid=laid(session, self._desk.facing),
            faces=self._faces() if self._keys_shown else (),
            can_map=bool(session.options.city),
            consent=self.consent.view(),
            undo=self.undoing.view(),
        )

    def show_keys(self) -> None:
        """Both faces, or away with them."""
        self._keys_shown = not self._keys_shown

    def next_mission(self) -> None:
        """A new board at once; seats and screens stay."""
        if self._desk.too_soon():
            return
        if self._desk.attempt(self._desk.session.new_mission):
            self._desk.lay_out()

    def undo(self) -> None:
        """The last move was a slip: choose which are taken back, and play on."""
        if not self._desk.too_soon():
            self.undoing.show()

    def show_map(self) -> None:
        """The mission map, with what is unlocked now."""
        if not self._desk.too_soon():
            self._desk.back_from_map = Page.END
            self._desk.go(Page.MAP)

    def leave(self) -> None:
        """To the first page."""
        if self._desk.attempt(self._desk.session.new_mission):
            self._desk.go(Page.START)

    def _sentence(self) -> str:
        session = self._desk.session
        last = session.report.move if session.report else None
        word = session.mission.board.word(last.position) if isinstance(last, Guess) else "That"
        match session.state.outcome:
            case Outcome.WON:
                return self._won(f"All {AGENTS} agents are found.")
            case Outcome.LOST_ASSASSIN:
                return f"{word} was the assassin."
            case Outcome.LOST_SUDDEN_DEATH:
                return f"{word} was a bystander, and sudden death forgives no mistake."
            case Outcome.LOST_TOKENS:
                return f"{word} was a bystander: two tokens were owed and one was left."
            case _:
                return ""

    def _won(self, sentence: str) -> str:
        session = self._desk.session
        names = [name for seat in Seat if (name := name_of(session.options, seat))]
        city = f"{session.options.city} is done. {self._opened}" if session.options.city else ""
        by = f" Well done, {' and '.join(names)}." if names else ""
        hand = " The table was set by hand." if any(isinstance(m, SetTable) for m in session.standing_moves()) else ""
        return f"{city}{sentence}{hand}{by}"

    def _look_at_map(self) -> None:
        """What the city that was won has unlocked."""
        session = self._desk.session
        campaign = session.map.campaign()
        names = [
            city.name
            for city in campaign.cities
            if campaign.standing(city) is Standing.OPEN and session.options.city in campaign.leading_to(city)
        ]
        self._opened = f"Now open: {', '.join(names)}. " if names else ""

    def _no_score(self) -> str:
        """Why the rules give no score (rules A9)."""
        setup = self._desk.session.mission.setup
        if self._desk.session.options.city:
            return "A mission of the map has no score."
        if setup.turns == setup.mistakes and setup.turns > STANDARD_TOKENS:
            return f"{'Ten' if setup.turns == STANDARD_TOKENS + 1 else 'Eleven'} tokens are easier: no score."
        return "Only the standard mission with nine tokens has a score."

    def _faces(self) -> tuple[tuple[KeyCell, ...], ...]:
        session = self._desk.session
        key, board = session.both_faces(), session.mission.board
        places = positions_as_seen(self._desk.facing)
        return tuple(tuple(KeyCell(board.word(p), key.identity(seat, p)) for p in places) for seat in Seat)
