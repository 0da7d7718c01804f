"""First words early, and some cards read anew."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest

from companion.game.position import ALL_POSITIONS
from companion.table.scan import BoardScan, Certainty
from companion.vision.ocr.engine import Line
from companion.vision.outlines import scaled
from companion.vision.scanner import ENGINES, Scanner
from tests.vision.drawn import ALL_WORDS, Drawn, Look, deal, draw, random_look

CLEAR = Look(table="dark", turned=(3, 16))


class SameEngine:
    """Reads every strip as the same word."""

    def __init__(self, confidence: float) -> None:
        self._line = Line("WORD", confidence)

    def read_lines(self, strips):
        return [self._line for _ in strips]


class WidthsEngine(SameEngine):
    """Keeps how wide the strips of each call are."""

    def __init__(self, calls: list[list[int]]) -> None:
        super().__init__(0.97)
        self._calls = calls

    def read_lines(self, strips):
        self._calls.append([strip.shape[1] for strip in strips])
        return super().read_lines(strips)


@lru_cache
def scanner() -> Scanner:
    return Scanner()


@lru_cache
def clear() -> Drawn:
    return draw(deal(21), CLEAR, 21)


@lru_cache
def clear_scan() -> BoardScan:
    return scanner().read(clear().picture)


def test_the_first_looks_are_reported_before_the_whole_reading():
    drawn = draw(deal(5), random_look("hard", 5), 5)
    seen: list[BoardScan] = []
    scan = scanner().read(drawn.picture, seen.append)
    assert len(seen) == 2
    assert {early.rotation_deg for early in seen} == {scan.rotation_deg}
    assert not [card for card in seen[0].cards if card.certainty is Certainty.SURE]
    assert sum(early.word == late.word for early, late in zip(seen[0].cards, scan.cards, strict=True)) >= 18
    sure = [card for card in seen[1].cards if card.certainty is Certainty.SURE]
    assert len(sure) >= 10
    assert all(card == scan.cards[ALL_POSITIONS.index(card.position)] for card in sure)
    assert sum(card.certainty is Certainty.SURE for card in scan.cards) >= len(sure)


@pytest.mark.parametrize(("confidence", "reports"), [(0.97, 1), (0.7, 2)])
def test_each_look_is_reported_after_which_another_one_follows(monkeypatch, confidence, reports):
    monkeypatch.setitem(ENGINES, "same", lambda _: SameEngine(confidence))
    seen: list[BoardScan] = []
    # More letters than it has, or an apostrophe, would speak against WORD.
    plain = tuple(word for word in ALL_WORDS if len(word) < 5)[:25]
    scan = Scanner(engine="same").read(draw(plain, Look(), 1).picture, seen.append)
    assert {card.word for card in scan.cards} == {"WORD"}
    assert len(seen) == reports
    assert [card.certainty for early in seen for card in early.cards] == [Certainty.DOUBTFUL] * 25 * reports


def test_calls_that_run_side_by_side_have_as_much_to_read(monkeypatch):
    calls: list[list[int]] = []
    monkeypatch.setitem(ENGINES, "widths", lambda _: WidthsEngine(calls))
    # Were they dealt out by their places, one call would have all the long words.
    words = sorted(deal(21), key=len)
    Scanner(engine="widths").read(draw(tuple(words), CLEAR, 21).picture, lambda _: None)
    assert len(calls[0]) + len(calls[1]) == 25
    assert sum(calls[0]) == pytest.approx(sum(calls[1]), rel=0.08)


def test_an_early_report_does_not_turn_the_board_twice():
    turned = tuple(range(16))
    drawn = draw(deal(12), Look(turned=turned, blur=1.2, noise=6.0), 12)
    seen: list[BoardScan] = []
    scan = scanner().read(drawn.picture, seen.append)
    assert scan.rotation_deg == 180
    assert {early.rotation_deg for early in seen} == {180}


def test_asked_cards_alone_are_read_again():
    worse = cv2.GaussianBlur(clear().picture, (0, 0), 3.0)
    asked = [ALL_POSITIONS[3], ALL_POSITIONS[8]]
    scan = scanner().read_again(worse, clear_scan(), asked)
    changed = [card.position for card, before in zip(scan.cards, clear_scan().cards, strict=True) if card != before]
    assert changed == asked
    again = scanner().read_again(clear().picture, scan)
    assert [card.word for card in again.cards] == list(clear().words)


def test_cards_are_found_again_in_a_larger_picture_that_shook():
    moved = cv2.warpAffine(clear().picture, np.array([[1.0, 0.0, 3.0], [0.0, 1.0, -2.0]]), clear().picture.shape[1::-1])
    larger = cv2.resize(moved, None, fx=1.5, fy=1.5, interpolation=cv2.INTER_CUBIC)
    forgotten = replace(
        clear_scan(),
        cards=tuple(
            replace(card, word=None, certainty=Certainty.UNREAD, confidence=0.0, candidates=())
            for card in clear_scan().cards
        ),
    )
    scan = scanner().read_again(larger, scaled(forgotten, 1.5, 1.5))
    assert [card.word for card in scan.cards] == list(clear().words)
    assert scan.cards[3].outline_px == scaled(forgotten, 1.5, 1.5).cards[3].outline_px


def test_a_card_that_is_gone_is_unread():
    scan = scanner().read_again(np.full_like(clear().picture, 90), clear_scan(), ALL_POSITIONS[:2])
    assert [(card.word, card.certainty) for card in scan.cards[:2]] == [(None, Certainty.UNREAD)] * 2
    assert scan.cards[2:] == clear_scan().cards[2:]


def test_where_all_is_sure_nothing_is_read_again():
    sure = replace(clear_scan(), cards=tuple(replace(card, certainty=Certainty.SURE) for card in clear_scan().cards))
    assert scanner().read_again(np.zeros_like(clear().picture), sure) is sure


@pytest.mark.parametrize("positions", [(), None])
def test_nothing_asked_or_nothing_known_of_places_leaves_the_scan(positions):
    bare = replace(clear_scan(), cards=tuple(replace(card, outline_px=()) for card in clear_scan().cards))
    assert scanner().read_again(clear().picture, bare, positions) is bare
