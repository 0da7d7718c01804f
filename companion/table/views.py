"""What each screen is to show. The only place that reads a key face, and the only one that turns the frame for B."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.game.board import Board
from companion.game.classic import Card, ClassicKey, ClassicPhase, ClassicState, Team
from companion.game.duet import DuetState
from companion.game.keycard import Identity, KeyCard
from companion.game.position import ALL_POSITIONS, Seat
from companion.game.tokens import FREE, Cover

SPYMASTERS = {Seat.A: Team.RED, Seat.B: Team.BLUE}
"""Whose spymaster looks at the screen of a seat in a base game."""


class Show(Enum):
    """The kinds of picture a screen can have."""

    BLANK = "blank"
    WAITING = "waiting"
    SEAT = "seat"
    """The big seat letter and its colour, before anything secret is sent."""
    WORDS = "words"
    """The 25 words uncoloured: "is this your view?"."""
    FACE = "face"
    KEY = "key"
    """The key of a base game, for a spymaster."""


@dataclass(frozen=True, slots=True, repr=False)
class ViewCell:
    """One cell of a screen.

    ``identity`` is None unless a face is shown; ``cover`` is what lies on the card. In a base game they are ``card``
    (what the key says, None unless the key is shown) and ``laid`` (what lies on the word).
    """

    word: str
    identity: Identity | None = None
    cover: Cover = FREE
    card: Card | None = None
    laid: Card | None = None

    def __repr__(self) -> str:
        return f"ViewCell({self.word!r}, hidden)"


@dataclass(frozen=True, slots=True)
class ScreenView:
    """A whole picture for one seat.

    ``cells``: 25 in the order in which ``seat`` sees them, row by row from its far left (empty unless WORDS, FACE or
    KEY); B's are turned by 180° already. An arrow of a token in a cell points to the viewer when ``seat.other`` is in
    ``cell.cover.tokens``, away from it when ``seat`` is. ``giving``: this seat is to give the clue.
    SEAT and WORDS have ``team`` where a team's spymaster is asked: then the letter is in its colour.
    A KEY has ``team``, whose turn it is (None after the end), and ``own``, whose spymaster looks at it; its cells are
    those of the side at which the spymasters sit, whichever seat the screen is bound to; ``giving``: the spymaster of
    ``own`` is to give a clue.
    """

    seat: Seat
    show: Show
    cells: tuple[ViewCell, ...] = ()
    giving: bool = False
    team: Team | None = None
    own: Team | None = None


def seat_view(seat: Seat, team: Team | None = None) -> ScreenView:
    """The big letter of the seat, on its colour or on that of the team whose spymaster it is for."""
    return ScreenView(seat, Show.SEAT, team=team)


def blank_view(seat: Seat) -> ScreenView:
    """Nothing at all."""
    return ScreenView(seat, Show.BLANK)


def words_view(seat: Seat, board: Board, side: Seat | None = None, team: Team | None = None) -> ScreenView:
    """The 25 words without a colour, as they are seen from ``side`` (the screen's own seat unless given)."""
    cells = [ViewCell(board.word(p)) for p in ALL_POSITIONS]
    return ScreenView(seat, Show.WORDS, _turned(side or seat, cells), team=team)


def face_view(seat: Seat, board: Board, key: KeyCard, state: DuetState) -> ScreenView:
    """The face of one seat with what lies on the table; public facts and this seat's face, nothing of the other."""
    cells = [ViewCell(board.word(p), key.identity(seat, p), state.covers[p.index]) for p in ALL_POSITIONS]
    return ScreenView(seat, Show.FACE, _turned(seat, cells), giving=state.giver is seat)


def key_view(
    seat: Seat, side: Seat, board: Board, key: ClassicKey, state: ClassicState, *, own: Team | None = None
) -> ScreenView:
    """The key of a base game on the screen of ``seat``, as the spymasters at ``side`` see the table (rules B1).

    The screen bound to seat A is that of red's spymaster, the one bound to seat B that of blue's, unless ``own`` says
    whose it is: where one team plays, that team has the only screen with a key.
    """
    own = own or SPYMASTERS[seat]
    cells = [ViewCell(board.word(p), card=key.cards[p.index], laid=state.covers[p.index]) for p in ALL_POSITIONS]
    giving = state.phase is ClassicPhase.CLUE and state.team is own
    return ScreenView(seat, Show.KEY, _turned(side, cells), giving=giving, team=state.team, own=own)


def _turned(seat: Seat, cells: list[ViewCell]) -> tuple[ViewCell, ...]:
    return tuple(cells if seat is Seat.A else reversed(cells))
