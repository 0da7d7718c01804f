"""The end of a mission: one word, a sum that adds up, both keys on request."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game.duet import AGENTS, Outcome
from companion.game.keycard import Identity
from companion.game.moves import Guess
from companion.game.position import Seat
from companion.game.scoring import rating
from companion.ui.presenters.desk import Desk, Page, positions_as_seen
from companion.ui.presenters.laying import Laid, laid
from companion.ui.presenters.score import Part, parts_of


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


class EndPresenter:
    """See the module."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._keys_shown = False

    def enter(self) -> None:
        """The page comes up: keys stay away until they are asked for."""
        self._keys_shown = False

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
            rating=rating(result) if result else "",
            laid=laid(session, self._desk.facing),
            faces=self._faces() if self._keys_shown else (),
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
        """The last move was a slip: take it back and play on."""
        if not self._desk.too_soon() and self._desk.attempt(lambda: self._desk.session.undo(consents=Seat)):
            self._desk.go(Page.PLAY)

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
                return f"All {AGENTS} agents are found."
            case Outcome.LOST_ASSASSIN:
                return f"{word} was the assassin."
            case Outcome.LOST_SUDDEN_DEATH:
                return f"{word} was a bystander, and sudden death forgives no mistake."
            case Outcome.LOST_TOKENS:
                return f"{word} was a bystander, and the tokens to pay for it were gone."
            case _:
                return ""

    def _faces(self) -> tuple[tuple[KeyCell, ...], ...]:
        session = self._desk.session
        key, board = session.both_faces(), session.mission.board
        places = positions_as_seen(self._desk.facing)
        return tuple(tuple(KeyCell(board.word(p), key.identity(seat, p)) for p in places) for seat in Seat)
