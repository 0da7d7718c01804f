"""Drawn key cards for the tests: the picture, and what is true of it."""

from __future__ import annotations

import numpy as np

from companion.game.keycard import KeyCard
from companion.game.position import Seat
from companion.simulator.chance import SeededShuffler
from companion.simulator.key_cards import base_key, duet_face, key_look
from companion.simulator.key_photo import KeyShot, photograph_key
from companion.table.classic_play import draw_key

SMALL = (1280, 720)


def seen_face(key: KeyCard, seat: Seat):
    """A face as its own player sees it."""
    face = key.face(seat)
    return face if seat is Seat.A else face[::-1]


def duet(seed: int, seat: Seat = Seat.A, shot: KeyShot | None = None, look: int | None = None):
    """A picture of one face of the key of a seed, and the face as its player sees it."""
    key = KeyCard.draw(SeededShuffler(seed))
    face = seen_face(key, seat)
    piece = duet_face(face, key_look(seed if look is None else look))
    shot = shot or KeyShot(size_px=SMALL)
    return photograph_key(piece, 2 * seed + (seat is Seat.B), shot), face


def base(seed: int, shot: KeyShot | None = None, lights=None):
    """A picture of a base game's key, the key and who begins; ``lights``: of another team."""
    key, first = draw_key(SeededShuffler(seed), None)
    piece = base_key(key.cards, lights(first) if lights else first, key_look(seed))
    return photograph_key(piece, seed, shot or KeyShot(size_px=SMALL)), key, first


def cut(picture: np.ndarray, part: float) -> np.ndarray:
    """The left part of a picture."""
    return np.ascontiguousarray(picture[:, : round(picture.shape[1] * part)])
