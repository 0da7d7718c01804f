"""The reader on pictures of the virtual table, whose truth is known."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from companion.table.scan import Certainty, SeenCover
from companion.vision.scanner import BoardNotFound, Scanner

IMAGES = Path(__file__).resolve().parents[1] / "fixtures" / "images"
LABELS = {label["file"]: label for label in json.loads((IMAGES / "labels.json").read_text(encoding="utf-8"))}
NEAR = 0.07
"""How far a corner may be off, in diagonals of the card."""


@lru_cache
def read(name: str, language: str = "eng"):
    return Scanner(language).read_file(IMAGES / name)


@pytest.mark.parametrize("name", ["easy.jpg", "medium.jpg", "from_b.jpg", "quarter.jpg"])
def test_a_fresh_board_is_read_from_every_side(name):
    scan, label = read(name), LABELS[name]
    assert [card.word for card in scan.cards] == label["words"]
    assert scan.rotation_deg == label["rotation_deg"]
    truth = np.array(label["outlines_px"])
    found = np.array([card.outline_px for card in scan.cards])
    diagonal = np.linalg.norm(truth[:, 2] - truth[:, 0], axis=1)
    assert (np.linalg.norm(found - truth, axis=2).max(axis=1) / diagonal).max() < NEAR


def test_in_mid_game_covered_words_are_not_guessed():
    scan, label = read("mid_game.jpg"), LABELS["mid_game.jpg"]
    places = [str(card.position) for card in scan.cards]
    words = dict(zip(places, label["words"], strict=True))
    by_place = dict(zip(places, scan.cards, strict=True))
    for place, card in by_place.items():
        if card.certainty is Certainty.SURE:
            assert card.word == words[place]
        elif place not in label["covers"]:
            assert words[place] in card.candidates
    for place in ("A2", "C3", "D5"):
        assert (by_place[place].cover, by_place[place].word) == (SeenCover.AGENT, None)


def test_diacritics_phrases_and_signs_are_kept_in_their_language():
    words = {card.word for card in read("accents.jpg", "swe").cards if card.certainty is Certainty.SURE}
    assert {"BJÖRN", "SMÖRGÅS", "NEW YORK", "ICE CREAM", "ST. PATRICK", "O'CLOCK", "X-RAY"} <= words


def test_a_letter_that_the_language_lacks_is_not_sure_without_its_accent():
    cards = dict(zip(LABELS["accents.jpg"]["words"], read("accents.jpg").cards, strict=True))
    for printed in ("BJÖRN", "SMÖRGÅS", "MAÑANA", "ÁRBOL", "ŽIŽKOV"):
        assert cards[printed].word == printed or cards[printed].certainty is not Certainty.SURE


@pytest.mark.parametrize(("name", "told"), [("cut_off.jpg", "of 25 cards"), ("no_board.jpg", "no board")])
def test_a_picture_without_a_whole_board_is_refused(name, told):
    with pytest.raises(BoardNotFound, match=told):
        read(name)
