"""The watch when lamps, shadows, knocks and spilled cards disturb it: nothing false, and soon in step again."""

import numpy as np

from companion.game.position import Position
from companion.table.observation import FREE, Lies, Observation
from companion.table.scan import SeenCover
from companion.vision.watching.places import Picture
from tests.vision.watched import Watched

EMPTY = (FREE,) * 25


def false_cells(seen: list[Observation], true: tuple[Lies, ...]) -> int:
    return sum(cell is not None and cell != lies for one in seen for cell, lies in zip(one.cells, true, strict=True))


def lit(picture: Picture, factor: float) -> Picture:
    return np.clip(picture.astype(np.float32) * factor, 0, 255).astype(np.uint8)


def test_steps_of_brightness_lay_nothing() -> None:
    watched = Watched(11)
    seen = []
    for factor in (1.0, 0.7, 1.0, 0.7):
        seen += [watched.show(lit(watched.table.photograph(), factor)) for _ in range(12)]
    assert false_cells(seen, EMPTY) == 0
    assert seen[-1].cells == EMPTY


def test_a_shadow_that_crosses_lays_nothing() -> None:
    watched = Watched(12)
    picture, seen = watched.table.photograph(), []
    for step in range(12):
        shaded = picture.copy()
        left = step * 160
        shaded[:, left : left + 320] = lit(shaded[:, left : left + 320], 0.55)
        seen.append(watched.show(shaded))
    seen += [watched.show(picture) for _ in range(12)]
    assert false_cells(seen, EMPTY) == 0
    assert seen[-1].cells == EMPTY


def test_the_board_is_found_again_after_a_knock_and_what_lies_on_it_is_kept() -> None:
    watched = Watched(13)
    watched.table.lay_agent(Position(3))
    watched.wait(1.0)
    true = (*EMPTY[:3], Lies(SeenCover.AGENT), *EMPTY[4:])
    watched.table.nudge_camera((40 / 1920, 0.0), 5.0)
    seen = watched.frames(3.0)
    assert false_cells(seen, true) == 0
    assert seen[-1].cells == true
    watched.table.lay_agent(Position(20))
    assert watched.wait(1.0).cells[20] == Lies(SeenCover.AGENT)


def test_things_that_are_spilled_beside_the_board_are_no_pieces() -> None:
    watched = Watched(14)
    watched.table.scatter()
    seen = watched.frames(1.5)
    assert false_cells(seen, EMPTY) == 0
    assert seen[-1].cells == EMPTY
