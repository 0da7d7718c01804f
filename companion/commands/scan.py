"""``companion scan``: reads the 25 words of photographed boards."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.commands.pictures import told_of
from companion.errors import CompanionError
from companion.table.scan import BoardScan, CardReading, Certainty

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from companion.vision.scanner import Scanner

MARK = "?"
NOTHING_READ = "-"


def add_to(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command line of this command."""
    parser = commands.add_parser(
        "scan",
        help="read the 25 words of a photographed board",
        description="Reads the 25 words of each photograph. Doubtful words are marked with a question mark.",
    )
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="a photograph of the whole board")
    parser.add_argument("--json", action="store_true", help="print one JSON object per image")
    parser.add_argument("--language", default="eng", metavar="CODES", help="Tesseract codes, joined with + (eng)")
    parser.add_argument("--words", action="append", default=[], metavar="FILE", help="a word list to prefer")
    parser.add_argument("--engine", default="tesseract", metavar="NAME", help="what recognises text (tesseract)")
    parser.add_argument(
        "--second", metavar="NAME", help="another engine for the doubtful words (rapidocr; scripts/second-engine)"
    )
    parser.add_argument("--annotate", metavar="OUT.png", help="draw what was read into a copy of the one image")
    parser.set_defaults(run=run, parser=parser)


def run(args: argparse.Namespace) -> int:
    """Read each image; one that fails does not keep the others from being read."""
    if args.annotate is not None and len(args.images) > 1:
        args.parser.error("--annotate takes one image only")
    if args.annotate is not None and Path(args.annotate).suffix.lower() != ".png":
        args.parser.error("--annotate writes PNG: give a name that ends in .png")
    # The picture libraries take their time to load: only this command needs them.
    from companion.vision.scanner import Scanner

    scanner = Scanner(language=args.language, word_lists=args.words, engine=args.engine, second=args.second)
    status = 0
    for number, image in enumerate(args.images):
        if number and not args.json:
            print()
        try:
            _serve(scanner, image, args)
        except CompanionError as error:
            status = 1
            if args.json:
                print(json.dumps({"image": image, "error": str(error)}, ensure_ascii=False))
            sys.stdout.flush()
            print(told_of(image, error), file=sys.stderr)
    return status


def _serve(scanner: Scanner, image: str, args: argparse.Namespace) -> None:
    begun = time.monotonic()
    scan = scanner.read_file(Path(image))
    elapsed_ms = round((time.monotonic() - begun) * 1000)
    if args.json:
        print(json.dumps(_object(image, scan, elapsed_ms), ensure_ascii=False))
    else:
        print(_table(image, scan, several=len(args.images) > 1))
    # Whoever reads along has each picture as soon as it is read, whatever comes of the drawing and of the next one.
    sys.stdout.flush()
    if args.annotate is not None:
        from companion.vision.drawing import annotate_file

        annotate_file(Path(image), scan, Path(args.annotate))


def _object(image: str, scan: BoardScan, elapsed_ms: int) -> dict[str, Any]:
    """One image as the scan format has it."""
    return {
        "image": image,
        "rotation_deg": scan.rotation_deg,
        "elapsed_ms": elapsed_ms,
        "cards": [_card(card) for card in scan.cards],
    }


def _card(card: CardReading) -> dict[str, Any]:
    return {
        "position": str(card.position),
        "word": card.word,
        "certainty": card.certainty.value,
        "confidence": round(card.confidence, 3),
        "candidates": list(card.candidates),
        "cover": card.cover.value if card.cover else None,
        "outline_px": [[round(x, 1), round(y, 1)] for x, y in card.outline_px],
    }


def _table(image: str, scan: BoardScan, *, several: bool) -> str:
    """Five rows of five words; under them the other candidates of the doubtful ones."""
    cells = [_cell(card) for card in scan.cards]
    width = max(len(cell) for cell in cells)
    rows = ["  ".join(cell.ljust(width) for cell in cells[row : row + 5]).rstrip() for row in range(0, 25, 5)]
    notes = [
        f"{card.position}: {' or '.join(card.candidates)}?"
        for card in scan.cards
        if card.certainty is Certainty.DOUBTFUL and len(card.candidates) > 1
    ]
    return "\n".join([*([f"{image}:"] if several else []), *rows, *notes])


def _cell(card: CardReading) -> str:
    if card.word is None:
        return f"[{card.cover.value}]" if card.cover else NOTHING_READ
    return f"{card.word} {MARK}" if card.certainty is Certainty.DOUBTFUL else card.word
