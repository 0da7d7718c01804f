"""The camera behind the pages: one picture at a time, one reading at a time, nothing but cards once keys are on."""

from __future__ import annotations

import itertools
import threading
import time

import numpy as np
import pytest

from companion.errors import CompanionError
from companion.game.position import ALL_POSITIONS, Position
from companion.table.scan import Certainty
from companion.table.voting import PATIENCE
from companion.ui.camera import CameraEyes, preview
from companion.ui.presenters.desk import Reading, Sight
from companion.ui.worker import Door
from tests.ui.seeing import LabelReader, seeing

PATIENCE_S = 120.0

B2 = Position.parse("B2")


class Scene:
    def __init__(self):
        self.seeing = seeing()
        self.door = Door()
        self.keys_on = self.key_card = False
        self.seconds = 0.0
        self.eyes = CameraEyes(
            self.seeing, self.door, lambda: self.seconds, lambda: self.keys_on or self.key_card, lambda: self.key_card
        )

    def until(self, holds, timeout=PATIENCE_S):
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

    def read(self, **how):
        """Read until it ends; what was heard, one after the other."""
        heard = []
        self.eyes.read(heard.append, heard.append, **how)
        self.until_ended()
        return heard

    def until_ended(self, timeout=PATIENCE_S):
        end = time.monotonic() + timeout
        while self.eyes.reading.active:
            assert time.monotonic() < end, "the reading did not end"
            self.seconds += 0.1
            self.eyes.go_on()
            self.door.deliver()

    def waits_between_tries(self, ask, tries):
        """How long it is from one try to the next of a camera that is asked each half second."""
        feed, at = self.seeing.feed, []
        take = feed.frame
        feed.frame = lambda: (at.append(self.seconds), take())[1]
        while len(at) < tries:
            ask()
            idle = []
            self.eyes._lane.start(lambda: True, idle.append, idle.append)
            self.until(lambda idle=idle: idle)
            self.seconds += 0.5
        feed.frame = take
        return [later - earlier for earlier, later in itertools.pairwise(at)]


def words(scan):
    return [card.word for card in scan.cards]


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


def test_a_camera_that_stays_in_trouble_is_asked_less_and_less_often(scene):
    scene.seeing.feed.trouble = "unplugged"
    waits = scene.waits_between_tries(scene.eyes.look, 7)
    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (1.0, 8.0)


def test_colours_are_those_of_a_page(scene):
    blue = np.zeros((2, 3, 3), np.uint8)
    blue[:, :, 0] = 200
    assert (preview(blue)[:, :, 2] == 200).all()


# --- readings --------------------------------------------------------------------------------------------------------


def test_a_reading_in_which_all_is_sure_takes_one_picture_and_cuts_out_the_cards(scene):
    assert scene.eyes.reading == Reading()
    (scan,) = scene.read()
    assert scan.cards[0].word == "BLOSSOM"
    assert scene.eyes.reading.pictures == 1
    assert (scene.seeing.feed.frames, scene.seeing.feed.stills) == (1, 0)
    assert all(scene.eyes.card(p) is not None for p in ALL_POSITIONS)
    scene.eyes.forget()
    assert scene.eyes.card(Position(0)) is None


def test_the_first_words_are_heard_before_the_picture_is_read(scene):
    reader, heard = scene.seeing.reader, []
    reader.doubt("B2", "SUNSET", "SUNLIT")
    reader.words = reader.scan
    reader.sure("B2", "SUNSET")
    reader.hold.clear()
    scene.eyes.read(heard.append, heard.append)
    scene.until(lambda: heard)
    assert heard[0].cards[B2.index].candidates == ("SUNSET", "SUNLIT")
    assert (scene.eyes.reading.active, scene.eyes.reading.pictures) == (True, 0)
    assert scene.eyes.card(B2) is not None
    reader.hold.set()
    scene.until_ended()
    assert heard[-1].cards[B2.index].candidates == ("SUNSET",)


def test_doubtful_cards_are_asked_again_in_stills_until_they_are_sure(scene):
    reader, heard = scene.seeing.reader, []
    reader.doubt("B2", "SUNSET", "SUNLIT")
    scene.eyes.read(heard.append, heard.append)
    scene.until(lambda: heard)
    reader.sure("B2", "SUNSET")
    scene.until_ended()
    assert (scene.eyes.reading.pictures, scene.seeing.feed.stills) == (2, 1)
    assert reader.wholes == 1
    assert heard[-1].cards[B2.index].certainty is Certainty.SURE


def test_it_ends_when_nothing_gets_better(scene):
    scene.seeing.reader.doubt("B2", "SUNSET", "SUNLIT")
    heard = scene.read()
    assert scene.eyes.reading == Reading(False, 0.0, 1 + PATIENCE)
    assert heard[-1].cards[B2.index].candidates == ("SUNSET", "SUNLIT")


def test_a_picture_that_has_no_vote_is_not_counted(scene):
    reader, take = scene.seeing.reader, scene.seeing.reader.take
    reader.doubt("B2", "SUNSET", "SUNLIT")

    def once(picture, votes, on_words, **how):
        return votes.with_nothing(PATIENCE) if votes.frames else take(picture, votes, on_words, **how)

    reader.take = once
    scene.read()
    assert (scene.eyes.reading.pictures, scene.seeing.feed.stills) == (1, 1)


def test_one_card_read_again_counts_alone(scene):
    scene.read()
    old = scene.eyes.card(Position(1))
    scene.seeing.reader.sure("A1", "BEAGLE")
    (scan,) = scene.read(only=Position(0))
    assert scan.cards[0].word == "BEAGLE"
    assert scene.eyes.card(Position(1)) is old
    assert scene.seeing.reader.wholes == 1


def test_read_again_two_sure_words_for_one_card_are_a_doubt_unless_it_is_begun_anew(scene):
    scene.read()
    scene.seeing.reader.sure("A1", "BEAGLE")
    assert set(scene.read()[0].cards[0].candidates) == {"BLOSSOM", "BEAGLE"}
    assert scene.read(anew=[Position(0)])[-1].cards[0].candidates == ("BEAGLE",)


def test_a_refused_reading_is_a_sentence(scene):
    scene.seeing.reader.trouble = "found 18 of 25 cards: move the camera back"
    assert scene.read() == ["found 18 of 25 cards: move the camera back"]
    assert not scene.eyes.reading.active


def test_a_later_picture_without_a_board_is_said_and_the_reading_goes_on(scene):
    reader, heard = scene.seeing.reader, []
    reader.doubt("B2", "SUNSET", "SUNLIT")
    scene.eyes.read(heard.append, heard.append)
    scene.until(lambda: heard)
    reader.trouble = "found 18 of 25 cards: take the hand away"
    scene.until(lambda: scene.eyes.go_on() or scene.eyes.reading.trouble)
    assert scene.eyes.reading.trouble == "found 18 of 25 cards: take the hand away"
    reader.trouble = ""
    scene.until(lambda: scene.eyes.go_on() or len(heard) > 1)
    assert scene.eyes.reading.trouble == ""
    assert all(not isinstance(scan, str) for scan in heard)


def test_a_camera_that_fails_while_reading_is_asked_less_and_less_often_and_it_goes_on_when_it_is_back(scene):
    feed, heard = scene.seeing.feed, []
    feed.trouble = "unplugged"
    scene.eyes.read(heard.append, heard.append)
    waits = scene.waits_between_tries(scene.eyes.go_on, 6)
    assert scene.eyes.reading.trouble == "unplugged"
    assert waits == sorted(waits)
    assert (waits[0], waits[-1]) == (2.0, 8.0)
    feed.trouble = ""
    scene.until_ended()
    assert words(heard[-1])[0] == "BLOSSOM"


def test_a_reading_that_is_ended_is_heard_of_no_more(scene):
    heard = []
    scene.seeing.reader.hold.clear()
    scene.eyes.read(heard.append, heard.append)
    scene.eyes.read(heard.append, heard.append)  # a second touch
    assert scene.eyes.reading.active
    scene.eyes.give_up()
    assert not scene.eyes.reading.active
    scene.seeing.reader.hold.set()
    assert words(scene.read()[0])[0] == "BLOSSOM"
    assert heard == []


def test_ending_before_the_picture_is_taken_reads_nothing(scene):
    heard, reads = [], []
    scene.seeing.reader.take = lambda *values, **how: reads.append(1)
    scene.eyes.read(heard.append, heard.append)
    scene.eyes.give_up()
    scene.look()
    assert heard == []
    assert reads == []


def test_exchanged_seats_turn_the_cut_outs_and_what_was_read(scene):
    scene.seeing.reader.doubt("E5", "NEEDLE", "NOODLE")
    heard = scene.read()
    first = scene.eyes.card(Position(0))
    scene.eyes.turn()
    assert (scene.eyes.card(Position(24)) == first[::-1, ::-1]).all()
    again = scene.read()
    assert words(again[-1]) == words(heard[-1])[::-1]
    assert again[-1].cards[0].candidates == ("NEEDLE", "NOODLE")
    assert (scene.eyes.card(Position(24)) == first[::-1, ::-1]).all()


def test_exchanged_seats_stay_exchanged_when_all_is_read_anew(scene):
    before = words(scene.read()[0])
    scene.eyes.turn()
    assert words(scene.read(anew=ALL_POSITIONS)[-1]) == before[::-1]


def test_a_picture_that_is_read_while_the_seats_are_exchanged_comes_to_nothing(scene):
    heard = []
    scene.read()
    scene.seeing.reader.hold.clear()
    scene.eyes.read(heard.append, heard.append)
    scene.until(lambda: scene.seeing.reader.wholes == 2)
    scene.eyes.turn()
    scene.seeing.reader.hold.set()
    scene.until_ended()
    assert [words(scan)[24] for scan in heard] == ["BLOSSOM"]


def test_another_reader_takes_over_and_what_was_read_with_the_old_one_is_forgotten(scene):
    scene.read()
    other, heard = LabelReader("easy.jpg"), []
    other.sure("A1", "OTRO")
    scene.eyes.use_reader(lambda: other, lambda: heard.append("made"), heard.append)
    scene.until(lambda: heard)
    assert scene.eyes.card(Position(0)) is None
    assert words(scene.read()[0])[0] == "OTRO"


def test_a_reading_begun_while_another_reader_is_made_is_read_by_that_one(scene):
    scene.seeing.reader.hold.clear()
    other, made, heard = LabelReader("easy.jpg"), [], []
    other.sure("A1", "OTRO")
    ready = threading.Event()
    scene.eyes.use_reader(lambda: (ready.wait(20), other)[1], lambda: made.append(True), made.append)
    scene.eyes.read(heard.append, heard.append)
    ready.set()
    scene.until(lambda: made)
    scene.seeing.reader.hold.set()
    scene.until_ended()
    assert (made, words(heard[-1])[0]) == ([True], "OTRO")


def test_exchanged_seats_stay_exchanged_with_another_reader(scene):
    scene.read()
    scene.eyes.turn()
    made = []
    scene.eyes.use_reader(lambda: LabelReader("easy.jpg"), lambda: made.append(True), made.append)
    scene.until(lambda: made)
    assert words(scene.read()[-1])[24] == "BLOSSOM"


def test_a_reader_that_cannot_be_made_leaves_the_old_one(scene):
    heard = []

    def make():
        raise CompanionError("language xyz: install it")

    scene.eyes.use_reader(make, lambda: heard.append("made"), heard.append)
    scene.until(lambda: heard)
    assert heard == ["language xyz: install it"]
    assert words(scene.read()[0])[0] == "BLOSSOM"


def test_once_a_face_is_on_a_screen_the_reading_ends(scene):
    scene.seeing.reader.hold.clear()
    scene.eyes.read(lambda _: None, lambda _: None)
    scene.keys_on = True
    scene.eyes.go_on()
    assert not scene.eyes.reading.active


# --- keys on ---------------------------------------------------------------------------------------------------------


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


def test_while_a_key_card_may_lie_there_no_picture_is_taken_and_none_is_shown_of_any_card(scene):
    scene.find()
    scene.read()
    frames = scene.seeing.feed.frames
    scene.key_card = True
    assert scene.eyes.sight.picture is None
    assert scene.eyes.sight.trouble.startswith("a key card may lie under the camera")
    assert [scene.eyes.card(position) for position in ALL_POSITIONS] == [None] * 25
    scene.seconds += 2
    scene.eyes.look()
    scene.read()
    assert scene.seeing.feed.frames == frames
    scene.key_card = False
    assert scene.look().picture is not None
    assert scene.eyes.card(Position(0)) is not None


def test_a_picture_that_comes_after_the_key_card_is_not_shown(scene):
    scene.seconds += 2
    scene.eyes.look()
    scene.key_card = True
    arrived = []
    scene.eyes._lane.start(lambda: True, arrived.append, arrived.append)
    scene.until(lambda: arrived)
    assert scene.eyes.sight.picture is None


def test_without_a_camera_nothing_is_asked():
    door = Door()
    eyes = CameraEyes(None, door, lambda: 0.0, lambda: False, lambda: False)
    eyes.look()
    eyes.read(lambda _: None, lambda _: None)
    eyes.go_on()
    assert not eyes.available
    assert not eyes.reading.active
    assert eyes.sight == Sight()
    eyes.leave()
    door.close()
    eyes.close()
