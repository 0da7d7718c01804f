"""From what was agreed to a mission on the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from companion.game.board import Board
from companion.game.classic import ClassicMove, ClassicSetup
from companion.game.classic_mission import ClassicMission
from companion.game.duet import DuetSetup
from companion.game.keycard import KeyCard, Shuffler
from companion.game.mission import Mission
from companion.game.moves import Move, Undo
from companion.game.position import Seat
from companion.table.classic_play import ClassicPlay, draw_key
from companion.table.duet_play import DuetPlay
from companion.table.errors import SessionError
from companion.table.options import Game, KeySource, Options
from companion.table.ports import AnyMove, AnySetup
from companion.table.printed import PrintedSlot, SpymastersKey

Play = DuetPlay | ClassicPlay


def deal(options: Options, board: Board, shuffler: Shuffler, printed: PrintedSlot | None = None) -> AnySetup:
    """The mission that was agreed, with the key of a printed card or with one that nobody knows.

    Raises:
        SessionError: a printed key was agreed on and is not there.
    """
    given = printed.of(options) if printed is not None else None
    if given is None and options.key is not KeySource.DRAWN:
        raise SessionError("the key of the printed card is not there: enter it, or let the app draw one")
    if options.game is Game.CLASSIC:
        if isinstance(given, SpymastersKey):
            return ClassicSetup(board, given.key, given.first, options.players)
        key, first = draw_key(shuffler, options.team)
        return ClassicSetup(board, key, first, options.players)
    card = given if isinstance(given, KeyCard) else KeyCard.draw(shuffler)
    return DuetSetup(
        board=board, key=card, turns=options.turns, mistakes=options.mistakes,
        scoring=options.scoring, first=options.first,
    )  # fmt: skip


def on_the_table(setup: AnySetup, moves: Sequence[AnyMove], side: Seat, record: Callable[[Any], None]) -> Play:
    """A mission as its record left it.

    Args:
        setup: as at the start.
        moves: those of the mode of ``setup``, as they were recorded.
        side: where the spymasters of a base game sit.
        record: judges, stores and shows a move.

    Raises:
        IllegalMove: a move cannot follow those before it.
    """
    if isinstance(setup, ClassicSetup):
        played = ClassicMission.replayed(setup, cast(Sequence[ClassicMove | Undo], moves))
        return ClassicPlay(played, side, record)
    return DuetPlay(Mission.replayed(setup, cast(Sequence[Move | Undo], moves)), record)
