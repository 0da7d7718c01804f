"""Whether a picture shows the table of the mission in play, and which way round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.game.board import same_word
from companion.game.position import ALL_POSITIONS, COUNT
from companion.table.scan import BoardScan, CardReading, Certainty

FEWEST_ALIKE = 3
"""So many words at least have to be known at their places: late in a mission most are covered."""


def as_played(scan: BoardScan, words: Sequence[str]) -> BoardScan | None:
    """The scan in seat A's frame of a mission, turned if the camera or the seats lie the other way round.

    Args:
        scan: what was read just now.
        words: of the mission, A1 to E5.

    Returns:
        None where other cards lie there, or too few words can be read to know.
    """
    turned = BoardScan(
        tuple(replace(card, position=p) for p, card in zip(ALL_POSITIONS, reversed(scan.cards), strict=True)),
        (scan.rotation_deg + 180) % 360,
    )
    straight, other = _alike(scan, words), _alike(turned, words)
    best, count = (scan, straight) if straight >= other else (turned, other)
    strange = sum(
        card.certainty is Certainty.SURE and not _says(card, word) for card, word in zip(best.cards, words, strict=True)
    )
    return best if count >= FEWEST_ALIKE and straight != other and strange < count else None


def _alike(scan: BoardScan, words: Sequence[str]) -> int:
    """The card in the middle is the same both ways round and says nothing."""
    pairs = zip(scan.cards, words, strict=True)
    return sum(_says(card, word) for card, word in pairs if card.position.index != COUNT // 2)


def _says(card: CardReading, word: str) -> bool:
    return any(same_word(read) == same_word(word) for read in (card.word, *card.candidates) if read is not None)
