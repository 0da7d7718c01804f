"""A camera for key cards whose pictures are read when the test says so, and one that shows a drawn card."""

from __future__ import annotations

import cv2
import numpy as np

from companion.game.keycard import KeyCard
from companion.game.position import Seat
from companion.simulator.key_cards import duet_face, key_look
from companion.simulator.key_photo import KeyShot, photograph_key
from companion.ui.camera import Seeing
from companion.vision.keycards import KeyCardReader
from tests.ui.seeing import LabelEye, LabelReader, PictureFeed


class HandKeyEyes:
    """``KeyEyes`` by hand."""

    def __init__(self, available: bool = True) -> None:
        self.available = available
        self.asked: list[tuple] = []
        self._waiting = None

    @property
    def reading(self) -> bool:
        return self._waiting is not None

    def read(self, game, seat, done, failed) -> None:
        if self._waiting is None:
            self.asked.append((game, seat))
            self._waiting = done, failed

    def finish(self, squares) -> None:
        (done, _), self._waiting = self._waiting, None
        done(squares)

    def fail(self, sentence: str) -> None:
        (_, failed), self._waiting = self._waiting, None
        failed(sentence)

    def give_up(self) -> None:
        self._waiting = None


class KeyFeed(PictureFeed):
    """The table, on which ``lay`` puts a face of a key card before a seat, its top away from that seat."""

    def __init__(self, file: str) -> None:
        super().__init__(file)
        self._table = self.picture

    def lay(self, key: KeyCard, seat: Seat, seed: int = 3) -> None:
        face = key.face(seat) if seat is Seat.A else key.face(seat)[::-1]
        turn = 4.0 if seat is Seat.A else 176.0
        self.picture = photograph_key(duet_face(face, key_look(seed)), seed, KeyShot("easy", turn, size_px=(1280, 720)))

    def clear(self) -> None:
        self.picture = self._table


def seeing_keys(file: str = "easy.jpg") -> Seeing:
    return Seeing(KeyFeed(file), LabelReader(file), LabelEye(file), KeyCardReader())


def colours_of(picture: np.ndarray) -> int:
    """How many pixels of a picture are as green as an agent's square."""
    hsv = cv2.cvtColor(picture, cv2.COLOR_RGB2HSV)
    return int(np.count_nonzero((hsv[..., 0] > 50) & (hsv[..., 0] < 80) & (hsv[..., 1] > 90)))
