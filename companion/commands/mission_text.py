"""A stored mission in words, for people at a terminal: public facts alone, whether it runs or has ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from companion.commands.score import sentence
from companion.errors import CompanionError
from companion.game.board import Board
from companion.game.classic import ClassicMove, ClassicSetup, ClassicState
from companion.game.classic_mission import ClassicMission
from companion.game.ending import total_score
from companion.game.mission import Mission
from companion.game.modes import AnyMission
from companion.game.moves import IllegalMove, Move, Undo
from companion.game.position import Position
from companion.game.record import Playback, write_record
from companion.game.scoring import score
from companion.table.ports import StoredMission

_COLUMNS = 5


def plain(text: str) -> str:
    """Text of others as a terminal may have it: nothing in it that a terminal would obey."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def date_of(started: str) -> str:
    """``2026-11-30 20:00``."""
    return plain(started[:16].replace("T", " "))


def shape(mode: str, turns: int, mistakes: int) -> str:
    """``duet 11-2`` by the two numbers of the mission map, or ``classic``."""
    return f"duet {turns}-{mistakes}" if mode == "duet" else mode


def mission_of(stored: StoredMission) -> AnyMission:
    """The mission that a record of the store makes.

    Raises:
        CompanionError: the rules do not allow one of its moves.
    """
    try:
        if isinstance(stored.setup, ClassicSetup):
            return ClassicMission.replayed(stored.setup, cast(tuple[ClassicMove | Undo, ...], stored.moves))
        return Mission.replayed(stored.setup, cast(tuple[Move | Undo, ...], stored.moves))
    except IllegalMove as error:
        raise CompanionError(
            f"mission {stored.id} holds a move that the rules of this version refuse ({error}): "
            "`companion missions delete` forgets it"
        ) from error


def sheet(stored: StoredMission) -> Iterator[str]:
    """What ``companion missions show`` prints, line by line.

    Raises:
        CompanionError: the rules do not allow one of its moves.
    """
    mission = mission_of(stored)
    yield from _head(stored, mission)
    yield ""
    yield from _grid(mission.board)
    yield ""
    # Its record played once more, in memory, tells each verdict as `replay` does.
    playback = Playback(f"mission {stored.id}")
    played = enumerate(write_record(mission, faces=True).splitlines(), start=1)
    moves = [told for told in (playback.line(number, line) for number, line in played) if told is not None]
    for told in moves:
        yield plain(f"{told['move']} = {told['verdict']}" if told["verdict"] else str(told["move"]))
    if moves:
        yield ""
    yield f"{stored.outcome or 'running'}; {_standing(mission)}"
    yield from _cards(mission.board, playback.end())
    yield from _score(mission)


def _head(stored: StoredMission, mission: AnyMission) -> Iterator[str]:
    if isinstance(mission, ClassicMission):
        setup = mission.setup
        what = f"{shape('classic', 0, 0)}, {setup.players} players, {setup.first.value} begins"
    else:
        first = f", {mission.first.value} gives the first clue" if mission.first else ""
        what = f"{shape('duet', mission.setup.turns, mission.setup.mistakes)}{first}"
    yield f"mission {stored.id}, begun {date_of(stored.started)}: {what}"
    for name, text in stored.kept.items():
        yield plain(f"{name}: {text}")


def _grid(board: Board) -> Iterator[str]:
    width = max(len(word) for word in board.words)
    for row in range(0, len(board.words), _COLUMNS):
        words = board.words[row : row + _COLUMNS]
        yield plain("  ".join(f"{word:{width}}" for word in words).rstrip())


def _standing(mission: AnyMission) -> str:
    """Counts that lie open on the table."""
    state = mission.state
    if isinstance(state, ClassicState):
        left = f"words left: red {state.agents_left[0]}, blue {state.agents_left[1]}"
        return left if state.team is None else f"{_phase(state.phase.value, state.team.value)}; {left}"
    bank = f"in the bank {state.bank.bystander} bystander side up, {state.bank.checkmark} checkmark side up"
    counts = f"agents found: {state.agents_found}; {bank}"
    if state.outcome is not None:
        return counts
    return f"{_phase(state.phase.value, state.giver.value if state.giver else None)}; {counts}"


def _phase(phase: str, turn: str | None) -> str:
    return f"phase {phase}" if turn is None else f"phase {phase} in the turn of {turn}"


def _cards(board: Board, end: dict[str, object]) -> Iterator[str]:
    covers = cast(dict[str, object], end["covers"])
    if covers:
        laid = (
            f"{board.word(Position.parse(place))} {' '.join(cover) if isinstance(cover, list) else cover}"
            for place, cover in covers.items()
        )
        yield plain(f"on the cards: {', '.join(laid)}")


def _score(mission: AnyMission) -> Iterator[str]:
    if isinstance(mission, ClassicMission):
        left = total_score(mission.setup, mission.state)
        if left is not None:
            yield f"score {left}: the agent cards of {mission.setup.first.other.value} that were not laid"
        return
    won = score(mission.setup, mission.state)
    if won is not None:
        yield sentence(won)
