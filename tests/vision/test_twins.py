"""The same word twice on a board."""

from __future__ import annotations

from companion.game.position import ALL_POSITIONS
from companion.table.scan import CardReading, Certainty
from companion.vision.scanner import Scanner
from companion.vision.twins import twins_doubted
from tests.vision.drawn import Look, deal, draw


def readings(*words: str | None) -> list[CardReading]:
    return [
        CardReading(position, word, Certainty.UNREAD if word is None else Certainty.SURE, 0.97, (word,) if word else ())
        for position, word in zip(ALL_POSITIONS, words, strict=False)
    ]


def test_a_word_read_twice_is_doubtful_at_both_places_and_stays_as_printed():
    cards = twins_doubted(readings("EAGLE", "HARP", "EAGLE", None, None))
    assert [card.certainty for card in cards[:3]] == [Certainty.DOUBTFUL, Certainty.SURE, Certainty.DOUBTFUL]
    assert [card.word for card in cards] == ["EAGLE", "HARP", "EAGLE", None, None]
    assert cards[0].confidence < 0.6
    assert cards[0].candidates == ("EAGLE",)


def test_where_no_word_is_read_twice_nothing_changes():
    cards = readings("EAGLE", "HARP", "EAGLES", None, None)
    assert twins_doubted(cards) == tuple(cards)


def test_a_board_with_the_same_card_twice_is_read_so_and_flagged():
    words = list(deal(4))
    words[17] = words[3]
    scan = Scanner().read(draw(tuple(words), Look(), 4).picture)
    assert [card.word for card in scan.cards] == words
    assert [scan.cards[i].certainty for i in (3, 17)] == [Certainty.DOUBTFUL] * 2
    assert sum(card.certainty is Certainty.SURE for card in scan.cards) >= 20
