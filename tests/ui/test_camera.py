"""The camera behind the pages: one picture at a time, one reading at a time, nothing but cards once keys are on."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from companion.game.position import ALL_POSITIONS, Position
from companion.ui.camera import CameraEyes, preview
from companion.ui.presenters.desk import Sight
from companion.ui.worker import Door
from tests.ui.seeing import seeing


class Scene:
    def __init__(self):
        self.seeing = seeing()
        self.door = Door()
        self.keys_on = False
        self.seconds = 0.0
        self.eyes = CameraEyes(self.seeing, self.door, lambda: self.seconds, lambda: self.keys_on)

    def until(self, holds, timeout=20):
        end = time.monotonic() + timeout
        while not holds():
            assert time.monotonic() < end, "nothing came"
            self.door.deliver()

    def look(self):
        """One more picture."""
        before = self.eyes.sight
        self.seconds += 2
        self.eyes.look()
        self.until(lambda: self.eyes.sight is not before)
        return self.eyes.sight

    def find(self):
        """One more picture in which the cards were looked for."""
        self.look()
        self.until(lambda: self.eyes.sight.outlines or self.eyes.sight.trouble)
        return self.eyes.sight

    def read(self):
        heard = []
        self.eyes.read(heard.append, heard.append)
        self.until(lambda: heard)
        return heard[0]


@pytest.fixture
def scene():
    scene = Scene()
    yield scene
    scene.seeing.reader.hold.set()
    scene.door.close()


def test_a_look_brings_picture_and_outlines(scene):
    sight = scene.find()
    assert len(sight.outlines) == 25
    assert sight.picture.shape[1] <= 1280
    assert sight.size_px == (scene.seeing.feed.picture.shape[1], scene.seeing.feed.picture.shape[0])


def test_only_one_picture_is_on_its_way(scene):
    for _ in range(10):
        scene.eyes.look()
    scene.until(lambda: scene.eyes.sight.picture is not None)
    assert scene.seeing.feed.frames == 1
    scene.eyes.look()  # too soon after the last
    scene.door.deliver()
    assert scene.seeing.feed.frames == 1


def test_what_is_missing_comes_with_the_picture(scene):
    scene.seeing.eye.trouble = "found 20 of 25 cards"
    sight = scene.find()
    assert (sight.outlines, sight.trouble) == ((), "found 20 of 25 cards")
    assert sight.picture is not None


def test_the_live_picture_does_not_wait_for_the_finder(scene):
    go, find = threading.Event(), scene.seeing.eye.find
    scene.seeing.eye.find = lambda picture: go.wait(30) and find(picture)
    assert scene.look().picture is not None
    assert scene.look().outlines == ()
    assert scene.seeing.feed.frames == 2
    go.set()
    scene.until(lambda: scene.eyes.sight.outlines)
    later = scene.look()
    assert len(later.outlines) == 25  # over the newest picture until it is looked at


def test_after_each_find_there_is_a_rest_as_long(scene):
    finds, go, find = [], threading.Event(), scene.seeing.eye.find

    def slowly(picture):
        finds.append(1)
        return go.wait(30) and find(picture)

    scene.seeing.eye.find = slowly
    scene.eyes.look()
    scene.until(lambda: finds)
    scene.seconds += 5  # so long it takes
    go.set()
    scene.until(lambda: scene.eyes.sight.outlines)
    for _ in range(2):
        scene.look()
    assert len(finds) == 1
    scene.seconds += 2
    scene.look()
    scene.until(lambda: len(finds) == 2)
    assert scene.eyes.sight.outlines


def test_while_a_board_is_read_no_cards_are_looked_for(scene):
    scene.find()
    scene.seeing.reader.hold.clear()
    heard = []
    scene.eyes.read(heard.append, heard.append)
    scene.seeing.eye.find = lambda picture: heard.append("looked")
    scene.look()
    scene.look()
    scene.seeing.reader.hold.set()
    scene.until(lambda: heard)
    assert heard != ["looked"]


def test_a_camera_in_trouble_says_so_and_is_asked_again_later(scene):
    scene.seeing.feed.trouble = "unplugged"
    assert scene.look() == Sight(trouble="unplugged")
    scene.seeing.feed.trouble = ""
    scene.eyes.look()
    scene.door.deliver()
    assert scene.seeing.feed.frames == 0  # not at once
    assert scene.look().picture is not None


def test_colours_are_those_of_a_page(scene):
    blue = np.zeros((2, 3, 3), np.uint8)
    blue[:, :, 0] = 200
    assert (preview(blue)[:, :, 2] == 200).all()


def test_a_reading_comes_back_with_its_cut_outs(scene):
    scan = scene.read()
    assert scan.cards[0].word == "BLOSSOM"
    assert scene.eyes.card(Position(0)) is None
    scene.eyes.keep()
    assert all(scene.eyes.card(p) is not None for p in ALL_POSITIONS)
    scene.eyes.forget()
    assert scene.eyes.card(Position(0)) is None


def test_one_card_read_again_keeps_the_other_cut_outs(scene):
    scene.read()
    scene.eyes.keep()
    old = scene.eyes.card(Position(1))
    scene.read()
    scene.eyes.keep(Position(0))
    assert scene.eyes.card(Position(1)) is old


def test_a_refused_reading_is_a_sentence(scene):
    scene.seeing.reader.trouble = "found 18 of 25 cards: move the camera back"
    assert scene.read() == "found 18 of 25 cards: move the camera back"
    assert scene.eyes.reading_since is None


def test_a_reading_that_is_given_up_comes_to_nothing(scene):
    heard = []
    scene.seeing.reader.hold.clear()
    scene.eyes.read(heard.append, heard.append)
    scene.eyes.read(heard.append, heard.append)  # a second touch
    assert scene.eyes.reading_since is not None
    scene.eyes.give_up()
    assert scene.eyes.reading_since is None
    scene.seeing.reader.hold.set()
    assert scene.read().cards[0].word == "BLOSSOM"
    assert heard == []


def test_giving_up_before_the_picture_is_taken_reads_nothing(scene):
    heard, reads = [], []
    scene.seeing.reader.read = lambda picture: reads.append(1)
    scene.eyes.read(heard.append, heard.append)
    scene.eyes.give_up()
    scene.look()
    assert heard == []
    assert reads == []


def test_exchanged_seats_turn_the_cut_outs(scene):
    scene.read()
    scene.eyes.keep()
    first = scene.eyes.card(Position(0))
    scene.eyes.turn()
    assert (scene.eyes.card(Position(24)) == first[::-1, ::-1]).all()


def test_once_keys_are_on_nothing_but_the_cards_is_shown(scene):
    whole = scene.find()
    assert whole.picture[:40].any()
    scene.keys_on = True
    assert scene.eyes.sight == Sight()
    cut = scene.look()
    assert cut.cut
    assert not cut.picture[:40].any()


def test_once_keys_are_on_no_outlines_mean_no_picture(scene):
    scene.keys_on = True
    scene.seeing.eye.trouble = "found 3 of 25 cards"
    assert scene.look().picture is None


def test_a_whole_picture_that_comes_after_the_keys_is_not_shown(scene):
    scene.seconds += 2
    scene.eyes.look()
    scene.keys_on = True
    arrived = threading.Event()
    scene.eyes._lane.start(arrived.set, lambda _: None, lambda _: None)
    assert arrived.wait(10)
    scene.door.deliver()
    assert scene.eyes.sight.picture is None


def test_without_a_camera_nothing_is_asked():
    door = Door()
    eyes = CameraEyes(None, door, lambda: 0.0, lambda: False)
    eyes.look()
    eyes.read(lambda _: None, lambda _: None)
    assert not eyes.available
    assert eyes.reading_since is None
    assert eyes.sight == Sight()
    door.close()
    eyes.close()
