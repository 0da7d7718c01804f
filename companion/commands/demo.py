"""``companion demo``: the app on a virtual table; with ``--auto`` it plays a whole mission by itself and compares."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from companion.commands.table import add_window_options, window_wish
from companion.errors import CompanionError
from companion.own_folder import DEMO, own_folder

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from companion.simulator.plan import Plan


def add_to(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command line of this command."""
    parser = commands.add_parser(
        "demo",
        help="the app on a virtual table",
        description="The app on a virtual table with two virtual screens: no camera, no hardware, no cards needed. "
        "Missions of a demonstration are not kept.",
    )
    parser.add_argument("--auto", action="store_true", help="play a whole mission by itself and compare every step")
    parser.add_argument("--headless", action="store_true", help="without a window (together with --auto)")
    parser.add_argument("--seed", type=_whole, default=1, metavar="N", help="which words, key and players (default 1)")
    add_window_options(parser)
    parser.add_argument("--mode", choices=["duet", "classic"], default="duet", help="which game plays itself")
    parser.add_argument("--turns", type=_whole, metavar="N", help="Duet: timer tokens, 1 to 11 (default 9)")
    parser.add_argument("--mistakes", type=_whole, metavar="N", help="Duet: of them bystander side up (default: all)")
    parser.add_argument("--players", type=int, choices=[4, 3, 2], help="base game: two teams, or one (default 4)")
    parser.add_argument("--faults", type=_whole, default=0, metavar="N", help="disturb the chain N times")
    parser.set_defaults(run=run, usage_error=parser.error)


def _whole(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"a whole number from 0, not {text!r}")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Carry it out: exit status 0 if everything agreed, 1 if something differs."""
    if args.headless and not args.auto:
        args.usage_error("--headless leaves nothing to touch: add --auto")
    plan = _plan(args)
    if args.faults:
        raise CompanionError("disturbances are not there yet: leave --faults out")
    if not args.auto:
        return _open_app(args)
    from companion.commands.demo_auto import run_auto
    from companion.private_memory import keep_memory_private

    keep_memory_private()
    try:
        closing = run_auto(args.seed, windows=not args.headless, say=_say, plan=plan)
    except CompanionError as error:
        print(f"differs: {error}")
        return 1
    print(closing)
    return 0


def _plan(args: argparse.Namespace) -> Plan:
    """What is to be played. Options of the other game, or that make no mission, are wrong usage."""
    from companion.game.duet import MAX_TURNS
    from companion.simulator.plan import STANDARD, Plan
    from companion.table.options import Game

    numbers = (args.turns, args.mistakes)
    if not args.auto and (args.mode != "duet" or (*numbers, args.players) != (None, None, None)):
        args.usage_error("what is played is agreed in the app: add --auto to say it here")
    if args.mode == "classic":
        if numbers != (None, None):
            args.usage_error("a base game has no timer tokens: leave --turns and --mistakes out")
        return Plan(Game.CLASSIC, players=args.players or STANDARD.players)
    if args.players is not None:
        args.usage_error("--players belongs to the base game: add --mode classic")
    turns = STANDARD.turns if args.turns is None else args.turns
    mistakes = turns if args.mistakes is None else args.mistakes
    if not 1 <= turns <= MAX_TURNS or mistakes > turns:
        args.usage_error(f"--turns is 1 to {MAX_TURNS}, --mistakes 0 to --turns: not {turns} and {mistakes}")
    return Plan(turns=turns, mistakes=mistakes)


def _open_app(args: argparse.Namespace) -> int:
    """The app for people, over a table and a store that are gone afterwards."""
    from companion.app import Wish, run_app
    from companion.simulator.chance import SeededShuffler

    with own_folder(DEMO) as folder:
        return run_app(
            Wish(
                camera="virtual",
                window=window_wish(args),
                folder=folder,
                seed=args.seed,
                chance=SeededShuffler(args.seed),
            )
        )


def _say(line: str) -> None:
    print(line, flush=True)
