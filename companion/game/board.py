"""The 25 words on the table."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

from companion.errors import CompanionError
from companion.game.position import ALL_POSITIONS, COUNT, Position


class BoardError(CompanionError):
    """The words do not make a board."""


def same_word(text: str) -> str:
    """The form in which words are compared: NFC, single spaces, without regard to case (formats.md, Text)."""
    return unicodedata.normalize("NFC", " ".join(text.split())).casefold()


@dataclass(frozen=True, slots=True)
class Board:
    """25 different words in seat A's frame, A1 to E5.

    A card that could not be read yet stands under the name of its own place (``C3``) and is named later. A comma, and
    the sign # at the start of a word, stand on no card: a transcript could not hold them.

    Raises:
        BoardError: not 25 words, an empty one, two that are the same, or one with a sign that stands on no card.
    """

    words: tuple[str, ...]
    _places: dict[str, Position] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if len(self.words) != COUNT:
            raise BoardError(f"a board has {COUNT} words, this one has {len(self.words)}")
        seen: dict[str, Position] = {}
        for position, word in zip(ALL_POSITIONS, self.words, strict=True):
            form = same_word(word)
            if not form:
                raise BoardError(f"{position} has no word: type it, or leave the card for later")
            if form in seen:
                raise BoardError(f"{word} stands at {seen[form]} and at {position}: one of them is misread")
            if "," in form or form.startswith("#") or " #" in form:
                raise BoardError(f"{word} at {position} has a sign that stands on no card: type the word again")
            seen[form] = position
        object.__setattr__(self, "_places", seen)

    def word(self, position: Position) -> str:
        """The word at a position."""
        return self.words[position.index]

    def find(self, text: str) -> Position | None:
        """Where a word lies; None if it is not on the board."""
        return self._places.get(same_word(text))

    def is_unnamed(self, position: Position) -> bool:
        """True while the card stands under the name of its place."""
        return self.words[position.index] == str(position)

    def with_word(self, position: Position, word: str) -> Board:
        """The same board with one word named or corrected.

        Raises:
            BoardError: the word is empty or stands elsewhere on the board.
        """
        words = list(self.words)
        words[position.index] = " ".join(word.split())
        return Board(tuple(words))
