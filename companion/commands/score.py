"""``companion score``: the score of a standard mission that was played without the app."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import CompanionError
from companion.game.duet import AGENTS, Scoring
from companion.game.scoring import Score, score_of_table
from companion.table.finished import FinishedTable, refuse_not_won

if TYPE_CHECKING:
    from argparse import _SubParsersAction


SUDDEN_DEATH_OPEN = (
    "whether sudden death was needed a picture cannot tell where the time bank is empty: add --sudden-death if it was"
)


def add_to(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command line of this command."""
    parser = commands.add_parser(
        "score",
        help="score a won standard mission",
        description="The score of a won nine-token mission, from the tokens as they lie when all is over.",
    )
    parser.add_argument("image", nargs="?", metavar="IMAGE", help="a picture of the finished table")
    parser.add_argument("--tokens-left", type=int, metavar="N", help="timer tokens still in the time bank")
    parser.add_argument(
        "--checkmarks", type=int, metavar="N", help="tokens taken checkmark side up, that of the winning turn included"
    )
    parser.add_argument("--sudden-death", action="store_true", help="sudden death was needed")
    parser.add_argument(
        "--scoring",
        choices=[scoring.value for scoring in Scoring],
        default=Scoring.THREE_PER_TOKEN.value,
        help="points for a token left (default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="print the parts as a JSON object")
    parser.set_defaults(run=run, refuse=parser.error)


def run(args: argparse.Namespace) -> int:
    """Print the score."""
    counted = args.tokens_left is not None or args.checkmarks is not None
    if args.image is not None and counted:
        args.refuse("give either a picture or the numbers, not both")
    if args.image is not None:
        return _of_picture(args)
    if args.tokens_left is None or args.checkmarks is None:
        args.refuse("both --tokens-left and --checkmarks are needed")
    result = score_of_table(args.tokens_left, args.checkmarks, args.sudden_death, Scoring(args.scoring))
    print(json.dumps(result.parts()) if args.json else sentence(result))
    return 0


def _of_picture(args: argparse.Namespace) -> int:
    from companion.commands.pictures import told_of
    from companion.vision.finished import read_finished

    try:
        table = read_finished(Path(args.image))
        result = _scored(table, args)
    except CompanionError as error:
        raise CompanionError(told_of(args.image, error)) from None
    print(json.dumps(result.parts()) if args.json else sentence(result))
    if table.agents < AGENTS:
        print(f"{args.image}: {table.agents} of the {AGENTS} agent cards are seen: look whether all lie there",
              file=sys.stderr)  # fmt: skip
    if table.sudden_death_open and not args.sudden_death:
        print(f"{args.image}: {SUDDEN_DEATH_OPEN}", file=sys.stderr)
    return 0


def _scored(table: FinishedTable, args: argparse.Namespace) -> Score:
    refuse_not_won(table)
    if table.tokens_left is None or table.checkmarks is None:
        seen = [f"{count} {name}" for name, count in _numbers(table) if count is not None]
        told = f" ({', '.join(seen)} seen)" if seen else ""
        missing = " and ".join(table.missing)
        raise CompanionError(
            f"{missing} could not be counted{told}: count what is missing and give --tokens-left and --checkmarks"
        )
    return score_of_table(table.tokens_left, table.checkmarks, args.sudden_death, Scoring(args.scoring))


def _numbers(table: FinishedTable) -> tuple[tuple[str, int | None], ...]:
    return (("tokens left", table.tokens_left), ("checkmarks", table.checkmarks))


def sentence(result: Score) -> str:
    """The score with its parts, on one line."""
    return (
        f"score {result.total} = {result.tokens_left} x {result.points_per_token} + {result.checkmarks} "
        f"- {result.sudden_death_penalty}"
    )
