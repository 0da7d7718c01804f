"""How many touches a player needs for each word that the reader leaves in doubt, on hard boards.

    python bench/touches.py [--boards N] [--seed N] [--drawer virtual|drawn] [--grade GRADE] [--set tuning|final]
                            [--frames N]

Each board is photographed again and again, as by a camera that stays, and read as the app reads it: the first picture
whole, further ones where a word is still open, until all is sure or nothing gets better (``--frames``: at most so many
pictures). Then a player who knows the cards settles every word that is not sure, by the presenter of the words page:
touches the card, takes the right candidate if it is offered, else types the word letter by letter. The touch on the
card is counted also where the page offers the next card by itself.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

os.environ["OMP_THREAD_LIMIT"] = "1"
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.drawn.boards import GRADES, SETS, board, language_of
from companion.errors import CompanionError
from companion.game.position import ALL_POSITIONS, Position
from companion.simulator.conditions import GRADES as VIRTUAL_GRADES
from companion.simulator.table import VirtualTable
from companion.simulator.words import deal_words
from companion.table.scan import Certainty
from companion.table.voting import Votes
from companion.ui.presenters.typing import Typed
from companion.ui.presenters.words import WordsPresenter
from companion.vision.frames import FrameReader
from companion.vision.scanner import Scanner
from tests.ui.table import HandEyes, PlainDesk, UiTable

ENOUGH = 2
"""So many touches should do in nine of ten cases."""


@dataclass
class Figures:
    """What all boards came to."""

    boards: int = 0
    refused: int = 0
    open_at_first: int = 0
    wrong_and_sure: int = 0
    pictures: list[int] = field(default_factory=list)
    touches: list[int] = field(default_factory=list)
    typed: Counter[str] = field(default_factory=Counter)

    def print(self, name: str) -> None:
        """The figures, in a few lines."""
        words = 25 * (self.boards - self.refused)
        print(f"{name}: {self.boards} boards, {self.refused} refused, {words} words")
        if not words:
            return
        print(f"  not sure after the first picture {self.open_at_first}, after all {len(self.touches)}")
        print(f"  pictures taken: median {statistics.median(self.pictures)}, most {max(self.pictures)}")
        print(f"  sure and wrong, seen by nobody here: {self.wrong_and_sure}")
        if self.touches:
            few = sum(count <= ENOUGH for count in self.touches)
            share = 100 * few / len(self.touches)
            print(f"  at most {ENOUGH} touches: {few} of {len(self.touches)} words ({share:.1f} %)")
            print(f"  touches a word: mean {statistics.mean(self.touches):.1f}, most {max(self.touches)}")
        print("  typed: " + (", ".join(f"{word} (offered {offered})" for word, offered in self.typed) or "none"))


def read(frames: FrameReader, photograph: Callable[[int], object], most: int, figures: Figures) -> Votes:
    """Read as the app does; a picture in which no board is found costs one."""
    votes, number, trouble = Votes(), 0, None
    while not votes.over and number < most:
        try:
            votes = frames.take(photograph(number), votes, lambda _: None)
        except CompanionError as refused:
            trouble, votes = refused, votes.with_nothing()
        number += 1
        if number == 1 and votes.scan is not None:
            figures.open_at_first += len(votes.open)
        if votes.scan is None and number > 1:
            break
    if votes.scan is None:
        raise trouble or CompanionError("no board was read")
    figures.pictures.append(number)
    return votes


class Player:
    """Somebody at the words page who sees the real cards."""

    def __init__(self, folder: Path, votes: Votes, words: tuple[str, ...]) -> None:
        self.table = UiTable(folder)
        self.desk = PlainDesk(self.table.session, HandEyes())
        self.page = WordsPresenter(self.desk)
        self.words = words
        assert votes.scan is not None
        self.table.session.take_scan(votes.scan)
        # Each card that was found has a cut-out to look at.
        self.desk.eyes.cards = dict.fromkeys(ALL_POSITIONS, "cut-out")

    def settle(self, position: Position) -> tuple[int, str | None]:
        """Settle one card; the touches, and the word that had to be typed."""
        word = self.words[position.index]
        self.page.close()
        self.desk.later()
        self.page.open(position)
        touches = 1
        self.desk.later()
        editor = self.page.view().editor
        assert editor is not None
        if word in editor.candidates:
            self.page.choose(word)
            return touches + 1, None
        if editor.typed is None:
            self.page.start_typing()
            touches += 1
        for number in range(len(word)):
            self.page.type(Typed(word[: number + 1]))
        self.page.finish_typing()
        return touches + len(word) + 1, word

    def open_cards(self) -> list[Position]:
        """Cards that have to be looked at."""
        draft = self.table.session.draft
        return sorted({*draft.doubtful, *draft.unread}, key=lambda position: position.index)

    def play(self, figures: Figures) -> None:
        """Settle all that is not sure."""
        for position in self.open_cards():
            offered = self.table.session.draft.card(position).candidates
            touches, typed = self.settle(position)
            assert self.table.session.draft.card(position).settled
            figures.touches.append(touches)
            if typed is not None:
                figures.typed[typed, ", ".join(offered) or "nothing"] += 1
        self.table.store.close()


def one(args: argparse.Namespace, seed: int, figures: Figures) -> None:
    """One board."""
    if args.drawer == "virtual":
        table = VirtualTable(deal_words(seed), seed, VIRTUAL_GRADES[args.grade])
        words, language = table.truth().words, "eng"
        votes = read(FrameReader(Scanner(), language), lambda _: table.photograph(), args.frames, figures)
    else:
        words, language = board(args.grade, args.set, seed).words, language_of(args.grade, seed)
        reader = FrameReader(Scanner(language=language), language)
        votes = read(reader, lambda frame: board(args.grade, args.set, seed, frame).picture, args.frames, figures)
    assert votes.scan is not None
    pairs = list(zip(votes.scan.cards, words, strict=True))
    figures.wrong_and_sure += sum(card.certainty is Certainty.SURE and card.word != word for card, word in pairs)
    with tempfile.TemporaryDirectory(prefix="touches-") as folder:
        Player(Path(folder), votes, words).play(figures)


def main() -> None:
    """Read the boards, settle them, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--drawer", choices=("virtual", "drawn"), default="drawn")
    parser.add_argument("--grade", choices=GRADES, default="hard")
    parser.add_argument("--set", choices=SETS, default="tuning")
    parser.add_argument("--frames", type=int, default=12)
    args = parser.parse_args()
    figures = Figures()
    for seed in range(args.seed, args.seed + args.boards):
        figures.boards += 1
        try:
            one(args, seed, figures)
        except CompanionError as refused:
            figures.refused += 1
            print(f"  board {seed} was refused: {refused}", flush=True)
    figures.print(f"{args.drawer} {args.grade}")


if __name__ == "__main__":
    main()
