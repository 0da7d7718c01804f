"""``companion key``: reads photographed key cards, for players who keep to the printed ones."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from companion.commands.pictures import told_of
from companion.errors import CompanionError
from companion.game.keyfaces import join_faces
from companion.game.position import Seat
from companion.game.transcript import in_rows

if TYPE_CHECKING:
    from argparse import _SubParsersAction

T = TypeVar("T")


class KeyPictureRefused(CompanionError):
    """A picture gave no key; begins with its name."""


def add_to(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command line of this command."""
    parser = commands.add_parser(
        "key",
        help="read a photographed key card",
        description="Reads both faces of a Duet key card (two pictures, each as its own player sees it, top up) or "
        "the key of a base game (one picture, as the spymasters see it). Prints the lines of a transcript.",
    )
    parser.add_argument("image", metavar="FACE_A|KEY", help="the face of seat A; alone: the key of a base game")
    parser.add_argument("face_b", nargs="?", metavar="FACE_B", help="the face of seat B")
    parser.add_argument("--any-turn", action="store_true", help="face B may lie any way up, if only one way fits")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run, refuse=parser.error)


def run(args: argparse.Namespace) -> int:
    """Print the lines of the key."""
    if args.any_turn and args.face_b is None:
        args.refuse("--any-turn belongs to a Duet key card: give both faces")
    lines = _base(args.image) if args.face_b is None else _duet(args.image, args.face_b, any_turn=args.any_turn)
    if args.json:
        print(json.dumps({name: text.replace(" ", "") for name, text in lines.items()}))
    else:
        print("\n".join(f"{name}: {text}" for name, text in lines.items()))
    return 0


def _duet(image_a: str, image_b: str, *, any_turn: bool) -> dict[str, str]:
    # The picture libraries take their time to load: only this command needs them.
    from companion.vision.keycards import read_duet_file

    face_a, face_b = (_read(read_duet_file, image) for image in (image_a, image_b))
    try:
        key = join_faces(face_a, face_b, any_turn=any_turn)
    except CompanionError as error:
        raise KeyPictureRefused(f"{image_a}, {image_b}: {error}") from error
    return {f"face {seat.value}": in_rows(identity.value for identity in key.face(seat)) for seat in Seat}


def _base(image: str) -> dict[str, str]:
    from companion.vision.keycards import read_base_file

    seen = _read(read_base_file, image)
    return {"key": in_rows(card.value for card in seen.key.cards), "first": seen.first.value}


def _read(reader: Callable[[Path], T], image: str) -> T:
    try:
        return reader(Path(image))
    except CompanionError as error:
        raise KeyPictureRefused(told_of(image, error)) from error
