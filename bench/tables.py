"""How boards fare on tables of many kinds: refused, shifted, or read; words right, sure ones, sure but wrong ones.

    python bench/tables.py [--kind KIND ...] [--boards N] [--seed N]

Drawn with the typefaces and the card art of the tuning set. Prints a line for each kind of table. A board counts as
shifted if more than two of its outlines lie on other cards than drawn.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

os.environ["OMP_THREAD_LIMIT"] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import cv2
import numpy as np

from bench.drawn.cards import STYLES, word_card
from bench.drawn.fonts import FACES, font_file
from bench.drawn.grounds import GROUNDS, Ground, checks, stripes
from bench.drawn.words import deal
from companion.errors import CompanionError
from companion.simulator.cards import CARD_MM, Piece
from companion.simulator.clutter import pointing_hand, spare_stack
from companion.table.scan import Certainty
from companion.vision.scanner import Scanner
from tests.vision.drawn import Drawn, Look, draw

FAR = 0.4
"""From this distance on, in diagonals of the card, an outline lies on another card."""
LOOK = Look(size=(1920, 1080), tilt=12.0, crooked=4.0, blur=0.7, noise=3.0)


def _drawn(seed: int, look: Look, ground: Ground = GROUNDS["tuning"][0]) -> Drawn:
    faces, styles = FACES["tuning"], STYLES["tuning"]
    bold, italic = (font_file(name) for name in faces[seed % len(faces)])
    art = partial(word_card, style=styles[seed % len(styles)], bold=bold, italic=italic)
    return draw(deal("eng", seed), look, seed, art=art, ground=ground)


def _changed(**what: object) -> Look:
    return Look(**{**{name: getattr(LOOK, name) for name in LOOK.__dataclass_fields__}, **what})  # type: ignore[arg-type]


def _with(seed: int, piece: Piece, place: int, away: tuple[float, float]) -> Drawn:
    """A board with a thing whose middle lies so many cards to the right of a card's, and below it."""
    drawn = _drawn(seed, _changed(fill=0.72))
    outline = drawn.outlines[place]
    right, down = outline[1] - outline[0], outline[3] - outline[0]
    middle = outline.mean(axis=0) + away[0] * right + away[1] * down
    wide, long = right * piece.size_mm[0] / CARD_MM[0] / 2, down * piece.size_mm[1] / CARD_MM[1] / 2
    corners = np.array([middle - wide - long, middle + wide - long, middle + wide + long, middle - wide + long])
    height, width = piece.mask.shape
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    plane = cv2.getPerspectiveTransform(frame, corners.astype(np.float32))
    size = (drawn.picture.shape[1], drawn.picture.shape[0])
    face, mask = (cv2.warpPerspective(view, plane, size, flags=cv2.INTER_AREA) for view in (piece.picture, piece.mask))
    alpha = mask[..., None] / 255.0
    mixed = drawn.picture * (1 - alpha) + face * alpha
    return Drawn(mixed.clip(0, 255).astype(np.uint8), drawn.words, drawn.outlines)


def _hand(seed: int) -> Drawn:
    """A hand whose finger ends on the lower edge of a card of the last row."""
    piece = pointing_hand()
    return _with(seed, piece, 20 + seed % 5, (0.0, 0.45 + piece.size_mm[1] / CARD_MM[1] / 2))


def _stack(seed: int) -> Drawn:
    return _with(seed, spare_stack("SPARE"), 9, (1.35, 0.3))


KINDS: dict[str, Callable[[int], Drawn]] = {
    "checked cloth": lambda seed: _drawn(seed, LOOK, checks),
    "striped cloth": lambda seed: _drawn(seed, LOOK, stripes),
    "a third of the picture": lambda seed: _drawn(seed, _changed(fill=0.58)),
    "from the side": lambda seed: _drawn(seed, _changed(turn=90.0 if seed % 2 else 270.0)),
    "overlapping cards": lambda seed: _drawn(seed, _changed(gap=(-0.05, -0.06), shift=0.02, crooked=2.0)),
    "a hand at the edge": _hand,
    "a spare stack beside it": _stack,
}


def _off(outlines: np.ndarray, true: np.ndarray) -> int:
    apart = np.linalg.norm(outlines.mean(axis=1) - true.mean(axis=1), axis=1)
    return int((apart > FAR * np.linalg.norm(true[:, 2] - true[:, 0], axis=1)).sum())


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kind", action="append", choices=KINDS)
    parser.add_argument("--boards", type=int, default=6)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    scanner = Scanner()
    for kind in args.kind or KINDS:
        refused = shifted = over = right = sure = silent = 0
        for seed in range(args.seed, args.seed + args.boards):
            drawn = KINDS[kind](seed)
            try:
                scan = scanner.read(drawn.picture)
            except CompanionError as error:
                print(f"  {kind} {seed}: {error}", flush=True)
                refused += 1
                continue
            outlines = np.array([card.outline_px for card in scan.cards])
            way = -1 if _off(outlines[::-1], drawn.outlines) < _off(outlines, drawn.outlines) else 1
            over += way < 0
            shifted += _off(outlines[::way], drawn.outlines) > 2
            pairs = list(zip(scan.cards[::way], drawn.words, strict=True))
            right += sum(card.word == word for card, word in pairs)
            sure += sum(card.certainty is Certainty.SURE for card, _ in pairs)
            silent += sum(card.certainty is Certainty.SURE and card.word != word for card, word in pairs)
        print(
            f"{kind}: {args.boards} boards, {refused} refused, {shifted} shifted, {over} upside down; {right} words "
            f"right, {sure} sure, {silent} of them wrong", flush=True,
        )  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
