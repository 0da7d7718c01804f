"""Faces and states for the tests of the screens, and what a face says to somebody who sees its pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.device.frame import END, Frame, encode
from companion.device.messages import Kind, show_payload
from companion.device.palette import PALETTE, SYMBOL, Ink
from companion.device.picture import Picture, next_rect, paste, rgb565
from companion.game.duet import DuetState, start
from companion.game.keycard import Identity, KeyCard
from companion.game.position import Position, Seat
from companion.game.tokens import Cover
from companion.table.views import ScreenView, face_view
from tests.game.boards import FACE_A, FACE_B, face, setup

SIZE = (320, 240)
STRIP, CELL = 15, (64, 45)
SETUP = setup()


def state(giver: Seat | None = Seat.A, **covers: Cover) -> DuetState:
    """A state with these covers, by position: ``state(A1=Cover(agent=True))``."""
    laid = list(start(SETUP).covers)
    for name, cover in covers.items():
        laid[Position.parse(name).index] = cover
    return replace(start(SETUP), covers=tuple(laid), giver=giver)


MIDWAY = {
    "A1": Cover(agent=True),
    "A2": Cover(agent=True, tokens=frozenset({Seat.B})),
    "B1": Cover(tokens=frozenset({Seat.A})),
    "B2": Cover(tokens=frozenset({Seat.B})),
    "C3": Cover(tokens=frozenset(Seat)),
}
"""Every kind of cover that a mission goes on with."""
LATE = state(Seat.A, **MIDWAY, E5=Cover(assassin=True))

FULLEST = state(
    Seat.A,
    **{f"{column}{row}": Cover(agent=True, tokens=frozenset({Seat.A})) for column in "AE" for row in range(1, 4)},
    **{f"B{row}": Cover(agent=True) for row in range(1, 6)},
    **{f"C{row}": Cover(agent=True, tokens=frozenset({Seat.B})) for row in range(2, 5)},
    **{f"D{row}": Cover(tokens=frozenset({Seat.B})) for row in range(1, 3)},
    C1=Cover(tokens=frozenset(Seat)),
)
"""Fourteen agents and twelve tokens: as much as can lie on the table, and a mission still goes on."""

LONG_WORDS = (
    "SCHNABELTIER", "KALEIDOSCOPE", "CONSTELLATION", "RHINOCEROS", "THERMOMETER", "PHARMACIST", "HELICOPTER",
    "MICROSCOPE", "LIGHTHOUSE", "SCREWDRIVER", "GRASSHOPPER", "ENCYCLOPEDIA", "STRAWBERRY", "TRAMPOLINE", "BLACKSMITH",
    "QUICKSILVER", "WHEELBARROW", "HIPPOPOTAMUS", "FIREWORKS", "JACKHAMMER", "VOLLEYBALL", "UNDERGROUND", "EXPEDITION",
    "NIGHTINGALE", "ZOOKEEPERS",
)  # fmt: skip


def view(seat: Seat, now: DuetState | None = None, key: KeyCard | None = None) -> ScreenView:
    """The face of a seat."""
    return face_view(seat, SETUP.board, key or SETUP.key, now or state())


def with_words(shown: ScreenView, words: Sequence[str]) -> ScreenView:
    """The same with other words."""
    return replace(shown, cells=tuple(replace(c, word=word) for c, word in zip(shown.cells, words, strict=True)))


def wire_bytes(picture: Picture, held: bytes | None = None) -> int:
    """All bytes from the host for one picture, frames and all, if nothing is lost; ``held``: black if None."""
    buffer, total = bytearray(held or len(picture.pixels)), 0
    while rect := next_rect(picture.size_px, bytes(buffer), picture.pixels):
        paste(picture.size_px, buffer, rect, picture.pixels)
        total += len(END + encode(Frame(Kind.RECT, 1, rect.payload())))
    return total + len(END + encode(Frame(Kind.SHOW, 1, show_payload(picture.checksum, picture.palette565))))


def other_key_for(seat: Seat) -> KeyCard:
    """A key whose face differs from the usual one for ``seat`` and is the same for the other seat."""
    faces = {Seat.A: face(FACE_A), Seat.B: face(FACE_B)}
    mine, theirs = faces[seat], faces[seat.other]
    first = next(i for i in range(25) if mine[i] is Identity.AGENT)
    second = next(i for i in range(25) if theirs[i] is theirs[first] and mine[i] is not Identity.AGENT)
    mine[first], mine[second] = mine[second], mine[first]
    return KeyCard.from_faces(faces[Seat.A], faces[Seat.B])


def cells(picture: Picture) -> list[np.ndarray]:
    """The 25 cells of a 320 x 240 picture as RGB565 numbers, in the order in which they are seen."""
    pixels = np.frombuffer(picture.as_rgb565(), dtype=">u2").reshape(SIZE[1], SIZE[0])
    wide, high = CELL
    return [
        pixels[STRIP + row * high : STRIP + (row + 1) * high, column * wide : (column + 1) * wide]
        for row in range(5)
        for column in range(5)
    ]


def seen(cell: np.ndarray) -> tuple[Identity, bool] | None:
    """What a cell says: the identity and whether it is dimmed; None if it says nothing."""
    found = [
        (identity, dimmed)
        for identity, inks in SYMBOL.items()
        for dimmed, ink in enumerate(inks)
        if np.count_nonzero(cell == rgb565(PALETTE[ink])) >= 100
    ]
    if len(found) > 1:
        raise AssertionError("one cell shows two identities")
    return (found[0][0], bool(found[0][1])) if found else None


def white(cell: np.ndarray) -> np.ndarray:
    """Where a cell is white or grey."""
    return np.isin(cell, [rgb565(PALETTE[ink]) for ink in (Ink.WHITE, Ink.GREY)])
