"""``companion missions``: the stored missions as lines, as transcripts, and away with them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from companion.commands.transcript_lines import numbered_lines
from companion.config import data_dir
from companion.game.mission import Mission
from companion.game.record import Record, export_record, read_record
from companion.game.scoring import score
from companion.storage import SqliteStore
from companion.table.ports import MissionSummary, StoredMission

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_to(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command line of this command."""
    parser = commands.add_parser("missions", help="stored missions: list, show, export, import, delete")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("list", help="one line for each mission, the newest first").set_defaults(run=_list)
    for name, run, what in (
        ("show", _show, "words, moves and how it stands"),
        ("export", _export, "a transcript on standard output that `companion replay` plays"),
        ("delete", _delete, "forget a mission and its key"),
    ):
        action = actions.add_parser(name, help=what)
        action.add_argument("id", type=int, metavar="ID", help="the number in `companion missions list`")
        action.set_defaults(run=run)
    action = actions.add_parser("import", help="store a mission from a transcript")
    action.add_argument("file", metavar="FILE", help="a text file, or - for standard input")
    action.set_defaults(run=_import)


@contextmanager
def _store() -> Iterator[SqliteStore]:
    store = SqliteStore(data_dir())
    try:
        yield store
    finally:
        store.close()


def summary_line(mission: MissionSummary) -> str:
    """``12  2026-11-30 20:00  won, 11 points  31 moves  STADIUM, PUPIL, DOG …``."""
    end = mission.outcome or "running"
    if mission.score is not None:
        end += f", {mission.score} points"
    when = mission.started[:16].replace("T", " ")
    return f"{mission.id:4}  {when}  {end:24}  {mission.moves:3} moves  {', '.join(mission.words[:3])} …"


def _list(args: argparse.Namespace) -> int:  # noqa: ARG001
    with _store() as store:
        missions = store.missions()
    for mission in missions:
        print(summary_line(mission))
    if not missions:
        print("no missions yet: `companion` starts one")
    return 0


def _show(args: argparse.Namespace) -> int:
    with _store() as store:
        stored = store.load(args.id)
    mission = Mission.replayed(stored.setup, stored.moves)
    words = mission.board.words
    width = max(len(word) for word in words)
    for row in range(0, len(words), 5):
        print("  ".join(f"{word:{width}}" for word in words[row : row + 5]).rstrip())
    state = mission.state
    end = stored.outcome or f"running, phase {state.phase.value}"
    print(f"\n{end}; {state.agents_found} agents found, {state.bank.total} tokens in the bank")
    won = score(mission.setup, state)
    if won:
        print(
            f"score {won.total} = {won.tokens_left} x {won.points_per_token} + {won.checkmarks} "
            f"- {won.sudden_death_penalty}"
        )
    return 0


def _export(args: argparse.Namespace) -> int:
    with _store() as store:
        stored = store.load(args.id)
    # As bytes: a transcript is UTF-8 whatever the letters of the terminal are.
    sys.stdout.buffer.write(export_text(stored).encode())
    return 0


def export_text(stored: StoredMission) -> str:
    """The transcript of a stored mission; while it runs, without its faces."""
    mission = Mission.replayed(stored.setup, stored.moves)
    return export_record(mission, {"date": stored.started[:10]})


def _import(args: argparse.Namespace) -> int:
    record = read_record((line for _, line in numbered_lines(args.file)), args.file)
    with _store() as store:
        number = _stored(store, record)
    print(f"mission {number}")
    return 0


def _stored(store: SqliteStore, record: Record) -> int:
    """Store an imported mission. One that still runs can be resumed: its screens are chosen then."""
    mission = record.mission
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    won = score(mission.setup, mission.state)
    outcome = mission.state.outcome.value if mission.state.outcome else None
    total = won.total if won else None
    return store.keep(now, mission.setup, mission.moves, outcome=outcome, score=total, kept=record.kept)


def _delete(args: argparse.Namespace) -> int:
    with _store() as store:
        store.delete(args.id)
    return 0
