"""What each screen is to show. The only place that reads a key face, and the only one that turns the frame for B."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.game.board import Board
from companion.game.duet import DuetState
from companion.game.keycard import Identity, KeyCard
from companion.game.position import ALL_POSITIONS, Seat
from companion.game.tokens import FREE, Cover


class Show(Enum):
    """The kinds of picture a screen can have."""

    BLANK = "blank"
    WAITING = "waiting"
    SEAT = "seat"
    """The big seat letter and its colour, before anything secret is sent."""
    WORDS = "words"
    """The 25 words uncoloured: "is this your view?"."""
    FACE = "face"


@dataclass(frozen=True, slots=True, repr=False)
class ViewCell:
    """One cell of a screen. ``identity`` is None unless a face is shown; ``cover`` is what lies on the card."""

    word: str
    identity: Identity | None = None
    cover: Cover = FREE

    def __repr__(self) -> str:
        return f"ViewCell({self.word!r}, hidden)"


@dataclass(frozen=True, slots=True)
class ScreenView:
    """A whole picture for one seat.

    ``cells``: 25 in the order in which ``seat`` sees them, row by row from its far left (empty unless WORDS or FACE);
    B's are turned by 180° already. An arrow of a token in a cell points to the viewer when ``seat.other`` is in
    ``cell.cover.tokens``, away from it when ``seat`` is. ``giving``: this seat is to give the clue.
    """

    seat: Seat
    show: Show
    cells: tuple[ViewCell, ...] = ()
    giving: bool = False


def seat_view(seat: Seat) -> ScreenView:
    """The big letter of the seat."""
    return ScreenView(seat, Show.SEAT)


def blank_view(seat: Seat) -> ScreenView:
    """Nothing at all."""
    return ScreenView(seat, Show.BLANK)


def words_view(seat: Seat, board: Board) -> ScreenView:
    """The 25 words without a colour, as the seat sees them."""
    cells = [ViewCell(board.word(p)) for p in ALL_POSITIONS]
    return ScreenView(seat, Show.WORDS, _turned(seat, cells))


def face_view(seat: Seat, board: Board, key: KeyCard, state: DuetState) -> ScreenView:
    """The face of one seat with what lies on the table; public facts and this seat's face, nothing of the other."""
    cells = [ViewCell(board.word(p), key.identity(seat, p), state.covers[p.index]) for p in ALL_POSITIONS]
    return ScreenView(seat, Show.FACE, _turned(seat, cells), giving=state.giver is seat)


def _turned(seat: Seat, cells: list[ViewCell]) -> tuple[ViewCell, ...]:
    return tuple(cells if seat is Seat.A else reversed(cells))
