"""The small screens lie in the camera's view: what is shown or kept of a picture must not depend on their faces."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.device.render import draw
from companion.game.position import Seat
from companion.simulator.glass import to_bgr
from companion.ui.camera import CameraEyes, Seeing
from companion.ui.worker import Door
from companion.vision.eye import Eye
from tests.device.faces import SIZE, other_key_for, view
from tests.journeys.interruption_table import soon
from tests.ui.seeing import LabelReader, PictureFeed

PICTURE = "easy.jpg"
KEYS = (None, other_key_for(Seat.A))
PLACES = (((8, 8), 280), ((8, 820), 240), ((1650, 520), 260), ((8, 400), 140))
"""Left and top of a small screen beside the cards, and its width, in pixels of the picture."""


def glass(key) -> np.ndarray:
    """What the screen of A shows, as a camera sees it."""
    pixels = np.frombuffer(draw(view(Seat.A, key=key), SIZE).as_rgb565(), ">u2").reshape(SIZE[::-1])
    return to_bgr(pixels.astype(np.uint16))


def table(place: tuple[tuple[int, int], int], key) -> np.ndarray:
    """The table with the screen lying on it."""
    ((left, top), width), picture = place, PictureFeed(PICTURE).picture
    height = width * 3 // 4
    picture[top : top + height, left : left + width] = cv2.resize(glass(key), (width, height))
    return picture


class Feed(PictureFeed):
    def __init__(self, picture: np.ndarray) -> None:
        super().__init__(PICTURE)
        self.picture = picture


def sight(picture: np.ndarray, faces_lit: bool):
    """What the pages get of a picture."""
    door = Door()
    seeing = Seeing(Feed(picture), LabelReader(PICTURE), Eye())
    eyes = CameraEyes(seeing, door, lambda: 100.0, lambda: faces_lit, lambda: False)
    eyes.look()

    def came() -> bool:
        door.deliver()
        return eyes.sight.picture is not None

    soon(came, 60.0, "no picture came")
    found = eyes.sight
    door.close()
    return found


@pytest.mark.parametrize("place", PLACES)
def test_while_a_face_may_be_lit_a_picture_does_not_depend_on_it(place):
    one, two = (table(place, key) for key in KEYS)
    assert (one != two).any()
    seen = [sight(picture, faces_lit=True) for picture in (one, two)]
    assert seen[0].outlines == seen[1].outlines
    assert np.array_equal(seen[0].picture, seen[1].picture)
    ((left, top), width), step = place, -(-one.shape[1] // seen[0].picture.shape[1])
    covered = seen[0].picture[top // step : (top + width * 3 // 4) // step, left // step : (left + width) // step]
    assert not covered.any()
    assert seen[0].picture.any()


def test_before_the_keys_the_whole_picture_is_seen():
    """So the test above has something to see."""
    one, two = (sight(table(PLACES[0], key), faces_lit=False).picture for key in KEYS)
    assert not np.array_equal(one, two)


def test_a_face_that_goes_on_takes_the_whole_picture_away_at_once():
    lit = []
    door = Door()
    feed = Feed(table(PLACES[0], None))
    eyes = CameraEyes(Seeing(feed, LabelReader(PICTURE), Eye()), door, lambda: 100.0, lambda: bool(lit), lambda: False)
    eyes.look()

    def came() -> bool:
        door.deliver()
        return eyes.sight.picture is not None

    soon(came, 60.0, "no picture came")
    lit.append(True)
    assert eyes.sight.picture is None
    door.close()
