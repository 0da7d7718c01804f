"""A real key card, small beside a board in play; and real boards, which are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.game.classic import Team
from companion.vision.keycards import KeyUnreadable, read_base_file, read_duet_file

pytestmark = pytest.mark.shared
PHOTOS = Path(__file__).resolve().parents[2].parent / "shared" / "photos"


def test_the_key_beside_a_board_in_play_is_read():
    seen = read_base_file(PHOTOS / "louis_covered.jpg")
    assert "".join(card.value for card in seen.key.cards) == "BTTRRRTXBTRBBTBRTRBRRBTBR"
    assert seen.first is Team.RED


@pytest.mark.parametrize("name", ["gull_01.jpg", "goku_duet_fi.jpg", "from_es_f0145.png", "gull_11.jpg"])
@pytest.mark.parametrize("read", [read_duet_file, read_base_file])
def test_a_board_is_no_key(name, read):
    with pytest.raises(KeyUnreadable):
        read(PHOTOS / name)
