"""``companion score``: the score of a standard mission that was played without the app."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from companion.errors import CompanionError
from companion.game.duet import Scoring
from companion.game.scoring import Score, score_of_table

if TYPE_CHECKING:
    from argparse import _SubParsersAction


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
        raise CompanionError(
            f"{args.image}: pictures of finished tables cannot be read yet: count the tokens and give --tokens-left "
            "and --checkmarks"
        )
    if args.tokens_left is None or args.checkmarks is None:
        args.refuse("both --tokens-left and --checkmarks are needed")
    result = score_of_table(args.tokens_left, args.checkmarks, args.sudden_death, Scoring(args.scoring))
    print(json.dumps(result.parts()) if args.json else sentence(result))
    return 0


def sentence(result: Score) -> str:
    """The score with its parts, on one line."""
    return (
        f"score {result.total} = {result.tokens_left} x {result.points_per_token} + {result.checkmarks} "
        f"- {result.sudden_death_penalty}"
    )
