"""``companion missions``: the stored missions as lines, as transcripts, and away with them."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from companion.commands.mission_text import date_of, mission_of, plain, shape, sheet
from companion.commands.transcript_lines import numbered_lines
from companion.config import data_dir
from companion.game.ending import outcome_text, total_score
from companion.game.record import Record, export_record, read_record
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
        ("delete", _delete, "forget a mission and its key; a city that it won stays won"),
    ):
        action = actions.add_parser(name, help=what)
        action.add_argument("id", type=int, metavar="ID", help="the number in `companion missions list`")
        action.set_defaults(run=run)
    action = actions.add_parser("import", help="store a mission from a transcript")
    action.add_argument("file", metavar="FILE", help="a text file, or - for standard input")
    action.set_defaults(run=_import)


def _store() -> closing[SqliteStore]:
    return closing(SqliteStore(data_dir()))


def summary_line(mission: MissionSummary) -> str:
    """``12  2026-11-30 20:00  duet 11-2  Berlin  won  31 moves  STADIUM, PUPIL, DOG …``, in columns."""
    end = plain(mission.outcome or "running")
    if mission.score is not None:
        end += f", {mission.score} points"
    city = plain(mission.kept.get("city", "")) or "-"
    words = f"{plain(', '.join(mission.words[:3]))} …" if mission.words else "damaged"
    what = f"{shape(mission.mode, mission.turns, mission.mistakes):10}  {city:12}  {end:24}  {mission.moves:3} moves"
    return f"{mission.id:4}  {date_of(mission.started)}  {what}  {words}"


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
    for line in sheet(stored):
        print(line)
    return 0


def _export(args: argparse.Namespace) -> int:
    with _store() as store:
        stored = store.load(args.id)
    # As bytes: a transcript is UTF-8 whatever the letters of the terminal are.
    sys.stdout.buffer.write(export_text(stored).encode())
    return 0


def export_text(stored: StoredMission) -> str:
    """The transcript of a stored mission with the headers that were kept; while it runs, without its faces or key."""
    return export_record(mission_of(stored), {"date": stored.started[:10], **stored.kept})


def _import(args: argparse.Namespace) -> int:
    record = read_record((line for _, line in numbered_lines(args.file)), args.file)
    with _store() as store:
        number = _stored(store, record)
    print(f"mission {number}")
    return 0


def _stored(store: SqliteStore, record: Record) -> int:
    """Store an imported mission. One that still runs can be resumed: its screens are chosen then."""
    setup, state = record.mission.setup, record.mission.state
    return store.keep(
        started_at(record.kept, datetime.now(UTC)), setup, record.mission.moves, outcome=outcome_text(state),
        score=total_score(setup, state), kept=record.kept,
    )  # fmt: skip


def started_at(kept: dict[str, str], now: datetime) -> str:
    """When an imported mission was begun: its header ``date`` where that holds a date, else now. UTC, ISO 8601."""
    text = next((text for name, text in kept.items() if name.casefold() == "date"), "")
    try:
        told = datetime.fromisoformat(text)
        when = told.replace(tzinfo=UTC) if told.tzinfo is None else told.astimezone(UTC)
    except (ValueError, OverflowError):
        when = now
    return when.isoformat(timespec="seconds")


def _delete(args: argparse.Namespace) -> int:
    with _store() as store:
        store.delete(args.id)
    return 0
