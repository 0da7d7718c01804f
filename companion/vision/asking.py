"""Which of several fields of cards is the board, where their looks leave a doubt: the one on which words can be read.

Stripes of a cloth look like the small copies of words, its patches like covers, and where cards touch, strips and
copies pair up either way. What somebody can read is none of this.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from companion.vision.grid import Cell
from companion.vision.in_step import turned_over, word_of
from companion.vision.plane import Floats
from companion.vision.poses import Pose
from companion.vision.sizing import Fitting
from companion.vision.window import ENOUGH, GOOD, Weighed, usual_strokes, windows, with_window, worths

READ = 0.5
"""Words that are read so surely are there."""
SURELY_READ, A_CARD = 0.9, GOOD + 0.01
"""Where a word is read so surely, a card has that likeness at least."""
FEWEST_CARDS = 8
"""With fewer word cards than this, words that are read make none of other places."""
MOST_OF = 0.75
"""If words are read on such a share of the cards that are asked about, they lie as they were found."""
LIKE, WRITTEN, INSIDE = 0.2, 0.4, 0.8
"""Beyond the board a word may stand where something is that much like a card, has that share of the usual strokes, and
lies in the picture to that share."""
FEWEST_BEYOND = 2
"""So many words in a row or column beyond the board are perhaps its own."""
CLOTH = 2.0
"""How much less covers count for each share of the places beyond the board that seem covered."""
WORD_WORTH = 0.9
"""What a word counts beside the card on which it is read."""
NEAR = 0.5
"""Words nearer than this share of a card in both directions are one."""


class Sense(Protocol):
    """Tells how surely a word can be read on each of some cards, 0 to 1."""

    def __call__(self, cards: Sequence[Floats], *, over: bool = False) -> list[float]:
        """Read cards.

        Args:
            cards: their corners, (4, 2) pixels of the picture each, clockwise from their own top left.
            over: as if they lay the other way up, with the same line of writing.
        """


@dataclass(slots=True)
class Asked:
    """A field of cards and what was read on them so far. ``factor``: its picture's size over that of the sense."""

    found: Weighed
    factor: float
    sense: Sense
    words: dict[Cell, float] = field(default_factory=dict)
    over: dict[Cell, float] = field(default_factory=dict)

    def stands(self, sample: int) -> bool:
        """Whether the window is full of cards, and words are read on most of a sample of them, as they were found."""
        cells = [cell for cell in self.found.window if self.found.field.cards[cell].likeness > GOOD]
        some = cells[:: max(1, len(cells) // sample)][:sample]
        self._ask(some)
        read = sum(self.words[cell] >= READ for cell in some)
        return self.found.taken >= ENOUGH and len(some) > 0 and read >= MOST_OF * len(some)

    def either_way(self) -> tuple[float, float]:
        """How many words are read in the window upright, and how many upside down."""
        cells = self._perhaps_written(self.found.window)
        self._ask(cells)
        self.over.update(zip(cells, self.sense(self._corners(cells), over=True), strict=True))
        return self._each_once(self.words), self._each_once(self.over)

    def with_words(self) -> Weighed:
        """The same field; its window, where words stand beyond it, is the one that holds the most cards and words."""
        lines = [self._perhaps_written(line) for line in self.found.beyond]
        lines = [line for line in lines if len(line) >= FEWEST_BEYOND]
        self._ask({cell for line in lines for cell in line})
        if not any(sum(self.words[cell] >= READ for cell in line) >= FEWEST_BEYOND for line in lines):
            return self.found
        self._ask(self._perhaps_written(self.found.field.cards))
        own, trust = worths(self.found.field), self._trust_in_covers()
        worth = {cell: own[cell] + trust * (most - own[cell]) for cell, most in self.found.worth.items()}
        for cell, surely in self.words.items():
            worth[cell] = max(worth[cell], float(surely >= READ)) + WORD_WORTH * surely
        best = max(windows(self.found.field), key=lambda window: sum(worth[cell] for cell in window))
        return with_window(self.found.field, self.found.worth, best)

    def believed(self, found: Weighed) -> Weighed:
        """The same window; where a word was surely read lies a card, however little it looks like one, that way up."""
        if found.good < FEWEST_CARDS:
            # Words in rows without any cards are a page of text.
            return found
        cards, table = dict(found.field.cards), found.field.table
        for cell in found.window:
            upright, over = self.words.get(cell, 0.0), self.over.get(cell, 0.0)
            if over >= SURELY_READ and upright < READ:
                cards[cell] = _as_card(turned_over(table, cards[cell]))
            elif upright >= SURELY_READ:
                cards[cell] = _as_card(cards[cell])
        return with_window(replace(found.field, cards=cards), found.worth, found.window)

    def count_in(self, found: Weighed) -> float:
        """How many words are read in a window of this field."""
        self._ask(self._perhaps_written(found.window))
        return sum(self.words.get(cell, 0.0) for cell in found.window)

    @property
    def worded(self) -> list[Cell]:
        """Where words were read."""
        return [cell for cell, surely in self.words.items() if surely >= READ]

    def _trust_in_covers(self) -> float:
        """How far covers are believed: a cloth that is taken for covers is so beyond the board as well."""
        field, own = self.found.field, worths(self.found.field)
        beyond = [
            self.found.worth[cell] - own[cell]
            for cell in field.cards.keys() - set(self.found.window)
            if self.words.get(cell, 0.0) < READ and field.table.share_inside(*field.table.centre(cell)) > INSIDE
        ]
        return max(0.0, 1.0 - CLOTH * sum(beyond) / len(beyond)) if beyond else 1.0

    def _each_once(self, words: Mapping[Cell, float]) -> float:
        """How many words are read in the window; what two cells have in common counts for one of them."""
        width, height = self.found.field.table.card
        counted: list[tuple[float, float]] = []
        total = 0.0
        for cell in sorted(self.found.window, key=lambda cell: -words.get(cell, 0.0)):
            x, y = word_of(self.found.field.table, self.found.field.cards[cell])
            if not any(abs(x - a) < NEAR * width and abs(y - b) < NEAR * height for a, b in counted):
                counted.append((x, y))
                total += words.get(cell, 0.0)
        return total

    def _perhaps_written(self, cells: Collection[Cell]) -> list[Cell]:
        cards, table = self.found.field.cards, self.found.field.table
        usual = usual_strokes(self.found.field)
        return [
            cell
            for cell in cells
            if cell in cards
            and cards[cell].likeness > LIKE
            and cards[cell].strokes > WRITTEN * usual
            and table.share_inside(cards[cell].x, cards[cell].y) > INSIDE
        ]

    def _ask(self, cells: Collection[Cell]) -> None:
        new = [cell for cell in cells if cell not in self.words]
        self.words.update(zip(new, self.sense(self._corners(new)), strict=True))

    def _corners(self, cells: Sequence[Cell]) -> list[Floats]:
        table, cards = self.found.field.table, [self.found.field.cards[cell] for cell in cells]
        return [(table.corners(card.x, card.y, card.angle_deg, Fitting()) + 0.5) / self.factor - 0.5 for card in cards]


def _as_card(card: Pose) -> Pose:
    return replace(card, light=max(card.light, A_CARD), ink=max(card.ink, A_CARD))
