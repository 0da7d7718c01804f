"""The camera over a table in play: on threads of its own, a few times a second, and back by itself."""

from __future__ import annotations

import itertools
import time
from dataclasses import replace

import numpy as np
import pytest

from companion.game.position import COUNT, Position
from companion.table.observation import FREE, Observation
from companion.table.same_table import as_played
from companion.table.scan import BoardScan, CardReading, Certainty
from companion.ui.camera import CameraEyes
from companion.ui.watching import LOST_S, PERIOD_S, TableInPlay
from companion.ui.worker import Door
from tests.ui.seeing import LabelReader
from tests.ui.watched import FILE, WORDS, watched_seeing

PATIENCE_S = 60.0
ALL_FREE = Observation((FREE,) * COUNT)
TABLE = TableInPlay(7, WORDS)


class Scene:
    def __init__(self) -> None:
        self.seeing, self.watch = watched_seeing()
        self.watch.seen = ALL_FREE
        self.door, self.seconds, self.key_card = Door(), 0.0, False
        self.heard: list[tuple[Observation | None, float]] = []
        self.eyes = CameraEyes(
            self.seeing, self.door, lambda: self.seconds, lambda: True, lambda: self.key_card,
            heard=lambda seen, at_s: self.heard.append((seen, at_s)),
        )  # fmt: skip

    def until(self, holds, table: TableInPlay | None = TABLE, step_s: float = 0.05) -> None:
        end = time.monotonic() + PATIENCE_S
        while not holds():
            assert time.monotonic() < end, "nothing came"
            self.seconds += step_s
            self.eyes.watch(table)
            self.door.deliver()

    def looked(self, times: int = 1) -> None:
        before = len(self.heard)
        self.until(lambda: len(self.heard) >= before + times)


@pytest.fixture
def scene():
    scene = Scene()
    yield scene
    scene.eyes.leave()
    scene.door.close()


def test_what_is_seen_is_heard_with_the_time_of_its_picture(scene) -> None:
    scene.looked(3)
    assert [seen for seen, _ in scene.heard] == [ALL_FREE] * 3
    times = [at_s for _, at_s in scene.heard]
    assert times == sorted(times)
    assert scene.eyes.watching.camera
    assert scene.eyes.watching.trouble == ""


def test_ten_pictures_a_second_at_most(scene) -> None:
    scene.looked(6)
    times = [at_s for _, at_s in scene.heard]
    assert min(b - a for a, b in itertools.pairwise(times)) >= PERIOD_S - 1e-9


def test_the_cards_are_read_once(scene) -> None:
    scene.looked(5)
    assert scene.watch.begun == 1
    assert scene.watch.scan.cards[0].word == WORDS[0]


def test_nothing_is_looked_at_without_a_mission(scene) -> None:
    scene.looked()
    scene.until(lambda: scene.eyes.watching.camera, table=None)
    frames = scene.seeing.feed.frames
    for _ in range(40):
        scene.seconds += 1
        scene.eyes.watch(None)
        scene.door.deliver()
    assert scene.seeing.feed.frames == frames


def test_no_picture_is_taken_while_a_printed_key_may_lie_there(scene) -> None:
    scene.looked()
    scene.key_card = True
    scene.eyes.watch(TABLE)
    scene.door.deliver()
    heard, frames = len(scene.heard), scene.seeing.feed.frames
    for _ in range(40):
        scene.seconds += 1
        scene.eyes.watch(TABLE)
        scene.door.deliver()
    assert (len(scene.heard), scene.seeing.feed.frames) == (heard, frames)
    assert "key" in scene.eyes.watching.trouble


def test_an_unplugged_camera_is_heard_of_and_is_back_by_itself(scene) -> None:
    scene.looked()
    scene.seeing.feed.trouble = "the camera is unplugged: plug it in again"
    scene.until(lambda: scene.heard[-1][0] is None)
    assert scene.eyes.watching.trouble == "the camera is unplugged: plug it in again"
    scene.seeing.feed.trouble = ""
    scene.until(lambda: scene.heard[-1][0] is not None)
    assert scene.eyes.watching.trouble == ""
    assert scene.watch.begun == 1


def test_other_cards_than_those_of_the_mission_are_not_followed(scene) -> None:
    other = TableInPlay(7, tuple(f"OTHER{i}" for i in range(COUNT)))
    scene.until(lambda: bool(scene.heard), table=other)
    assert scene.heard[0][0] is None
    assert "not the cards of this mission" in scene.eyes.watching.trouble
    assert scene.watch.begun == 0


def test_another_mission_is_begun_anew(scene) -> None:
    scene.looked()
    assert scene.watch.begun == 1
    scene.until(lambda: scene.watch.begun == 2, table=TableInPlay(8, WORDS))
    assert scene.eyes.watching.trouble == ""


def test_places_that_stay_lost_are_read_anew(scene) -> None:
    scene.looked()
    scene.watch.seen = replace(ALL_FREE, cells=(None,) * COUNT, in_step=False)
    before = scene.seconds
    scene.until(lambda: scene.watch.begun == 2)
    assert scene.seconds - before > LOST_S


def test_a_watcher_that_breaks_says_so_and_is_asked_again(scene) -> None:
    scene.watch.seen = None
    scene.until(lambda: bool(scene.heard))
    assert scene.heard[0][0] is None
    scene.watch.seen = ALL_FREE
    scene.until(lambda: scene.heard[-1][0] is not None)


def test_without_a_watcher_nothing_is_looked_at() -> None:
    seeing, _ = watched_seeing()
    door = Door()
    eyes = CameraEyes(replace(seeing, watch=None), door, lambda: 0.0, lambda: True, lambda: False)
    eyes.watch(TABLE)
    assert not eyes.watching.camera
    assert seeing.feed.frames == 0
    eyes.leave()
    door.close()


# --- whose cards, and which way round ---------------------------------------------------------------------------------


def scan() -> BoardScan:
    return LabelReader(FILE).scan


def test_a_board_that_lies_the_other_way_round_is_turned() -> None:
    turned = as_played(scan(), WORDS[::-1])
    assert turned is not None
    assert turned.cards[0].word == WORDS[-1]
    assert turned.cards[0].outline_px == scan().cards[-1].outline_px
    assert turned.rotation_deg == (scan().rotation_deg + 180) % 360


def covered(cards, *kept: int) -> BoardScan:
    return BoardScan(
        tuple(
            card if i in kept else CardReading(Position(i), None, Certainty.UNREAD, 0.0, outline_px=card.outline_px)
            for i, card in enumerate(cards)
        )
    )


def test_a_few_words_that_are_not_covered_yet_tell_the_mission() -> None:
    assert as_played(covered(scan().cards, 3, 11, 20), WORDS) is not None
    assert as_played(covered(scan().cards, 3, 12, 20), WORDS) is None


def test_a_board_of_other_words_is_another_board() -> None:
    words = (*WORDS[:4], *(f"OTHER{i}" for i in range(4, COUNT)))
    assert as_played(scan(), words) is None


def test_pictures_are_not_kept(scene) -> None:
    """What comes back from the threads holds no picture."""
    scene.looked(2)
    held = [value for value in vars(scene.eyes._watch).values() if isinstance(value, np.ndarray)]
    assert held == []
    assert all(not isinstance(seen, np.ndarray) for seen, _ in scene.heard)
