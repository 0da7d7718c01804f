"""The watch over real tables: cards that are covered one by one, and photographs with covers on them."""

import json
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.game.position import ALL_POSITIONS
from companion.table.observation import FREE, Lies, Observation
from companion.table.scan import BoardScan, CardReading, Certainty, SeenCover
from companion.vision.board import find_board
from companion.vision.watch import TableWatch
from companion.vision.watching.places import Picture

pytestmark = pytest.mark.shared
PHOTOS = Path(__file__).resolve().parents[2].parent / "shared" / "photos"
KINDS = {
    "red agent": SeenCover.RED_AGENT, "blue agent": SeenCover.BLUE_AGENT, "bystander": SeenCover.BYSTANDER,
    "green agent": SeenCover.AGENT,
}  # fmt: skip


@cache
def labels() -> dict[str, dict[int, str]]:
    """By file: what lies on which card, in the labels' words."""
    entries = json.loads((PHOTOS / "labels.json").read_text())
    return {
        entry["file"]: {c["row_upright"] * 5 + c["col_upright"]: c["by"] for c in entry.get("covered", ())}
        for entry in entries
    }


def photo(name: str) -> Picture:
    return np.asarray(cv2.imread(str(PHOTOS / name)), np.uint8)


def lying(name: str) -> tuple[Lies, ...]:
    covers = {i: KINDS[by.split(" (")[0]] for i, by in labels()[name].items()}
    return tuple(Lies(covers[i]) if i in covers else FREE for i in range(25))


def watch_of(name: str, told: bool) -> TableWatch:
    """``told``: whether the reader has said what lies there, or only that something does."""
    board = find_board(photo(name))
    assert board is not None
    cards = []
    for position, place, lies in zip(ALL_POSITIONS, board.places, lying(name), strict=True):
        corners = tuple((float(x), float(y)) for x, y in (place.due if lies.cover else place.corners))
        cover = lies.cover if told or lies.cover is None else SeenCover.UNKNOWN
        cards.append(CardReading(position, None, Certainty.UNREAD, 0.0, (), cover, corners))
    return TableWatch(photo(name), BoardScan(tuple(cards)))


def look(watch: TableWatch, name: str, from_s: float, frames: int = 25) -> Observation:
    """One picture for two and a half seconds, or for so many tenths of one."""
    for frame in range(frames):
        seen = watch.see(photo(name), from_s + frame / 10)
    return seen


def test_covers_that_appear_one_by_one_are_told() -> None:
    watch = watch_of("from_es_f0010.png", told=True)
    assert look(watch, "from_es_f0010.png", 0).cells == lying("from_es_f0010.png")
    assert look(watch, "from_es_f0095.png", 3, frames=45).cells == lying("from_es_f0095.png")


def test_an_arm_over_covered_cards_changes_nothing() -> None:
    watch = watch_of("from_es_f0010.png", told=True)
    look(watch, "from_es_f0010.png", 0)
    look(watch, "from_es_f0095.png", 3, frames=45)
    below_arm = look(watch, "from_es_f0105_arm.png", 8).cells
    before = lying("from_es_f0095.png")
    assert all(cell in (None, lies) for cell, lies in zip(below_arm, before, strict=True))
    assert look(watch, "from_es_f0145.png", 11, frames=45).cells == lying("from_es_f0145.png")


def test_nine_covers_of_a_base_game_are_told_from_one_photograph() -> None:
    watch = watch_of("louis_covered.jpg", told=False)
    assert look(watch, "louis_covered.jpg", 0).cells == lying("louis_covered.jpg")
