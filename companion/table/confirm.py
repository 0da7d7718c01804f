"""From readings to a confirmed board: what the words page works on."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.game.board import Board, same_word
from companion.game.position import ALL_POSITIONS, Position
from companion.table.scan import BoardScan, CardReading, Certainty

MAY_STAY_UNREAD = 1
"""So many cards may be left for later: they start under the name of their place."""


@dataclass(frozen=True, slots=True)
class DraftCard:
    """One card on its way to the board. ``settled``: read as sure, or chosen or typed by a player."""

    position: Position
    word: str | None = None
    candidates: tuple[str, ...] = ()
    settled: bool = False
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class BoardDraft:
    """25 cards A1 to E5, some of them still open."""

    cards: tuple[DraftCard, ...]

    @classmethod
    def empty(cls) -> BoardDraft:
        """A board that is typed wholly by hand."""
        return cls(tuple(DraftCard(p) for p in ALL_POSITIONS))

    @classmethod
    def from_scan(cls, scan: BoardScan) -> BoardDraft:
        """A board as it was read."""
        return cls(tuple(_from_reading(card) for card in scan.cards))

    def card(self, position: Position) -> DraftCard:
        """The card at a position."""
        return self.cards[position.index]

    def with_word(self, position: Position, word: str) -> BoardDraft:
        """A player chose a candidate or typed the word; an empty text opens the card again."""
        text = " ".join(word.split()).upper() if word.islower() else " ".join(word.split())
        card = replace(self.card(position), word=text or None, settled=bool(text), by_hand=bool(text))
        return self._with(card)

    def with_reading(self, reading: CardReading) -> BoardDraft:
        """One card was swapped or is read again: only its place changes."""
        return self._with(_from_reading(reading))

    def merged(self, scan: BoardScan) -> BoardDraft:
        """The whole board is read again: what a player settled by hand stays."""
        return BoardDraft(
            tuple(old if old.by_hand else _from_reading(new) for old, new in zip(self.cards, scan.cards, strict=True))
        )

    def turned(self) -> BoardDraft:
        """The same board with the seats A and B exchanged (rules A2)."""
        return BoardDraft(
            tuple(replace(card, position=p) for p, card in zip(ALL_POSITIONS, reversed(self.cards), strict=True))
        )

    @property
    def doubtful(self) -> tuple[Position, ...]:
        """Cards that have a word which nobody has settled."""
        return tuple(c.position for c in self.cards if c.word is not None and not c.settled)

    @property
    def unread(self) -> tuple[Position, ...]:
        """Cards without a word."""
        return tuple(c.position for c in self.cards if c.word is None)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that are there, in the order of their places."""
        return tuple(c.word for c in self.cards if c.word is not None)

    @property
    def duplicates(self) -> tuple[Position, ...]:
        """Cards whose word stands on another card too."""
        forms = [same_word(c.word) if c.word is not None else None for c in self.cards]
        return tuple(
            c.position for c, form in zip(self.cards, forms, strict=True) if form is not None and forms.count(form) > 1
        )

    @property
    def ready(self) -> bool:
        """A mission can start: nothing doubtful, no word twice, at most one card left for later."""
        return not self.doubtful and not self.duplicates and len(self.unread) <= MAY_STAY_UNREAD

    def board(self) -> Board:
        """The confirmed board; a card left for later stands under the name of its place.

        Raises:
            BoardError: a word stands twice.
        """
        return Board(tuple(c.word if c.word is not None else str(c.position) for c in self.cards))

    def _with(self, card: DraftCard) -> BoardDraft:
        cards = list(self.cards)
        cards[card.position.index] = card
        return BoardDraft(tuple(cards))


def _from_reading(reading: CardReading) -> DraftCard:
    return DraftCard(
        position=reading.position,
        word=reading.word,
        candidates=reading.candidates,
        settled=reading.certainty is Certainty.SURE,
    )
