"""What the live page asks of a picture: where the cards lie, one card, nothing but cards."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from companion.errors import CompanionError
from companion.vision.eye import BoardNotSeen, Eye
from companion.vision.picture import open_picture
from tests.vision.drawn import Look, deal, draw

IMAGES = Path(__file__).resolve().parents[1] / "fixtures" / "images"
LABELS = {entry["file"]: entry for entry in json.loads((IMAGES / "labels.json").read_text(encoding="utf-8"))}


@pytest.mark.parametrize("name", ["easy.jpg", "medium.jpg", "from_b.jpg", "quarter.jpg"])
def test_the_cards_are_found_where_they_lie(name):
    outlines = Eye().find(open_picture(IMAGES / name).pixels)
    assert len(outlines) == 25
    for outline, true in zip(outlines, LABELS[name]["outlines_px"], strict=True):
        off = np.linalg.norm(np.array(outline).mean(axis=0) - np.array(true).mean(axis=0))
        assert off < 0.15 * np.linalg.norm(np.array(true[1]) - np.array(true[0]))


@pytest.mark.parametrize("name", ["cut_off.jpg", "no_board.jpg"])
def test_what_is_missing_is_said_in_one_line(name):
    with pytest.raises(CompanionError) as missing:
        Eye().find(open_picture(IMAGES / name).pixels)
    assert "25 cards" in str(missing.value)
    assert "\n" not in str(missing.value)


def test_what_lies_outside_is_named_with_what_to_do():
    drawn = draw(deal(16), Look(), 16)
    middle = int(drawn.outlines[4].mean(axis=0)[0])
    with pytest.raises(BoardNotSeen, match="column 5 is outside the picture: move the camera back"):
        Eye().find(np.ascontiguousarray(drawn.picture[:, : middle - 20]))


def test_a_missing_row_is_named():
    drawn = draw(deal(15), Look(missing=tuple(range(20, 25))), 15)
    with pytest.raises(BoardNotSeen, match=r"found 20 of 25 cards: row [AE] is"):
        Eye().find(drawn.picture)


def test_a_picture_cut_to_the_cards_has_nothing_else():
    picture = open_picture(IMAGES / "easy.jpg").pixels
    eye = Eye()
    outlines = eye.find(picture)
    cut = eye.cards_only(np.full_like(picture, 255), outlines)
    assert cut[0].max() == cut[-1].max() == cut[:, 0].max() == cut[:, -1].max() == 0
    across, down = np.array(outlines[12]).mean(axis=0).astype(int)
    assert cut[down, across].min() == 255
    assert 0.2 < (cut[..., 0] > 0).mean() < 0.8


def test_a_card_is_cut_out_upright_from_either_seat():
    picture = open_picture(IMAGES / "from_b.jpg").pixels
    eye = Eye()
    card = eye.card(picture, eye.find(picture)[0])
    assert card.shape == (200, 308, 3)
    # The white strip with the word lies in the lower half of an upright card.
    assert card[120:165, 45:265].mean() > card[30:75, 45:265].mean()
