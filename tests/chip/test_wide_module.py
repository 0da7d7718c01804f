"""The image for a 3.5-inch module on an emulated RP2040: its chip wakes up, and its pixels are those of the host."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.device.events import Leaving
from companion.device.messages import Way
from companion.device.render import draw
from companion.game.position import Seat
from companion.game.tokens import Cover
from tests.chip.glass import golden, remains, same
from tests.chip.heap import low_water
from tests.chip.host import Host
from tests.chip.panels import WIDE_MODULE
from tests.device.faces import FULLEST, LONG_WORDS, state, view, with_words
from tests.firmware.own_pictures import own_picture

pytestmark = [pytest.mark.chip, pytest.mark.timeout(1200)]

SIZE = (480, 320)
RESET = 21
FACE = draw(view(Seat.B), SIZE)
HARD_FACE = draw(with_words(view(Seat.B, FULLEST), LONG_WORDS), SIZE)
NEXT_FACE = draw(view(Seat.B, state(D4=Cover(agent=True))), SIZE)


@pytest.fixture(scope="module")
def pico(power, flash) -> Iterator:
    """A Pico that has just started and waits."""
    with power(flash("pico_st7796"), WIDE_MODULE, reset=RESET) as made:
        made.run(2.5)
        yield made


@pytest.fixture(scope="module")
def host(pico) -> Iterator[Host]:
    """The program in a session with it."""
    with Host(pico) as made:
        yield made


def test_it_starts_by_itself_and_waits(pico):
    assert same(pico.look().picture, own_picture("waiting", "ff" * 8, wide=True))


def test_a_face_and_what_changes_in_it_are_on_the_glass_as_they_were_drawn(pico, host):
    assert (host.introduction.size_px, host.introduction.inches_tenths) == (SIZE, 35)
    host.show(FACE)
    assert same(pico.look().picture, golden(FACE))
    before = pico.panel.pixels
    host.show(NEXT_FACE)
    assert same(pico.look().picture, golden(NEXT_FACE))
    assert 0 < pico.panel.pixels - before < 100 * 66, "more than the changed cell was painted"
    assert not host.impatient


def test_black_leaves_nothing_behind(pico, host):
    host.show(FACE)
    assert remains(FACE, pico.memory)
    host.blank()
    assert pico.look().dark
    assert not pico.panel.memory().any()
    assert remains(FACE, pico.memory) == []


def test_half_of_the_heap_is_free_wherever_a_face_is_drawn(pico, host):
    host.link.leave(Way.TO_PROMPT, host.now)
    host.until(Leaving, 2.0)
    host.port.close()
    pico.run(1.0)
    least, whole = low_water(pico, "ST7796", [FACE, HARD_FACE])
    print(f"free at least {least} of {whole} bytes")
    assert whole > 200_000
    assert least > whole / 2
