"""The same word at two places of a board: one of them was misread, or two boxes were mixed. A person has to look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.table.scan import CardReading, Certainty

DOUBTED = 0.5


def twins_doubted(cards: Sequence[CardReading]) -> tuple[CardReading, ...]:
    """Readings of one board, those of words that were read more than once made doubtful at each place."""
    often = Counter(card.word for card in cards if card.word is not None)
    return tuple(_doubted(card) if card.word is not None and often[card.word] > 1 else card for card in cards)


def _doubted(card: CardReading) -> CardReading:
    return replace(card, certainty=Certainty.DOUBTFUL, confidence=min(card.confidence, DOUBTED))
