"""The cameras that the tests of the key page use can fail."""

from __future__ import annotations

import pytest

from companion.errors import CompanionError
from companion.game.keycard import KeyCard
from companion.game.position import Seat
from companion.simulator.chance import SeededShuffler
from companion.table.options import Game
from companion.vision.keycards import KeyCardReader
from tests.ui.key_eyes import HandKeyEyes, KeyFeed

KEY = KeyCard.draw(SeededShuffler(4))


def test_a_face_lies_before_its_seat_and_nothing_once_it_is_taken_away():
    feed, reader = KeyFeed("easy.jpg"), KeyCardReader()
    feed.lay(KEY, Seat.B)
    assert reader.duet_face(feed.frame(), 2) == KEY.face(Seat.B)[::-1]
    feed.lay(KEY, Seat.A)
    assert reader.duet_face(feed.frame(), 0) == KEY.face(Seat.A)
    feed.clear()
    with pytest.raises(CompanionError):
        reader.duet_face(feed.frame(), 0)


def test_one_picture_at_a_time_and_none_after_giving_up():
    eyes, heard = HandKeyEyes(), []
    eyes.read(Game.DUET, Seat.A, heard.append, heard.append)
    eyes.read(Game.DUET, Seat.B, heard.append, heard.append)
    assert eyes.asked == [(Game.DUET, Seat.A)]
    eyes.finish("squares")
    assert heard == ["squares"]
    eyes.read(Game.DUET, Seat.B, heard.append, heard.append)
    eyes.give_up()
    with pytest.raises(TypeError):
        eyes.fail("too late")
