"""The image for Pimoroni's display pack on an emulated RP2040: what a player sees is what the host drew.

A start takes the emulator a quarter of a minute, a picture four seconds: the tests share one Pico and one session, and
the one before the last ends it.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.device.events import Adjusted, Leaving, Pressed
from companion.device.image import firmware_version
from companion.device.link import RESEND_S
from companion.device.messages import Button, Way
from companion.device.render import draw
from companion.game.position import Seat
from companion.game.tokens import Cover
from tests.chip.glass import golden, remains, same
from tests.chip.heap import low_water
from tests.chip.host import Host
from tests.chip.panels import DISPLAY_PACK
from tests.chip.prompt import Prompt
from tests.device.faces import FULLEST, LONG_WORDS, state, view, with_words
from tests.firmware.own_pictures import own_picture

pytestmark = [pytest.mark.chip, pytest.mark.timeout(1200)]

SIZE = (320, 240)
A, B, X = 12, 13, 14
FACE = draw(view(Seat.A), SIZE)
HARD_FACE = draw(with_words(view(Seat.A, FULLEST), LONG_WORDS), SIZE)
NEXT_FACE = draw(view(Seat.A, state(B2=Cover(agent=True))), SIZE)


@pytest.fixture(scope="module")
def pico(power, flash) -> Iterator:
    """A Pico that has just started and shows its boot picture."""
    with power(flash("pico_display2"), DISPLAY_PACK) as made:
        made.run(0.6)
        yield made


@pytest.fixture(scope="module")
def host(pico) -> Iterator[Host]:
    """The program in a session with it."""
    if pico.seconds < 2:
        pico.run(2 - pico.seconds)
    with Host(pico) as made:
        yield made


def test_it_starts_by_itself_and_waits(pico):
    assert pico.port.exists()
    assert same(pico.look().picture, own_picture("boot"))
    pico.run(2 - pico.seconds)
    assert same(pico.look().picture, own_picture("waiting", "ff" * 8))
    assert pico.panel.pixels == 2 * SIZE[0] * SIZE[1], "a picture was painted twice"
    assert pico.starts == 1


def test_it_says_what_it_is(host):
    said = host.introduction
    assert (said.size_px, said.colours, said.buttons, said.inches_tenths) == (SIZE, 16, 4, 20)
    assert (said.board, said.firmware) == ("pico display pack 2.0", firmware_version())
    assert len(bytes.fromhex(said.identity)) == 8


def test_a_face_and_what_changes_in_it_are_on_the_glass_as_they_were_drawn(pico, host):
    host.show(FACE)
    assert same(pico.look().picture, golden(FACE))
    assert pico.light == 255
    before = pico.panel.pixels
    host.show(NEXT_FACE)
    assert same(pico.look().picture, golden(NEXT_FACE))
    assert 0 < pico.panel.pixels - before < 70 * 50, "more than the changed cell was painted"
    assert not host.impatient


def test_the_first_button_hides_a_face_while_it_is_held(pico, host):
    host.show(FACE)
    pico.press(A)
    assert host.until(Pressed, 1.0).button == Button(0, True)
    assert host.until(Adjusted, 1.0).glass.covered
    assert pico.look().dark
    assert not pico.panel.memory().any()
    pico.press(A, down=False)
    assert not host.until(Adjusted, 1.0).glass.covered
    assert same(pico.look().picture, golden(FACE))


def test_the_other_buttons_dim_and_turn(pico, host):
    host.show(FACE)
    for pin, turned in ((B, False), (X, True)):
        pico.press(pin)
        said = host.until(Adjusted, 1.0).glass
        assert said.turned is turned
        assert said.share < 255
        pico.press(pin, down=False)
        host.until(Pressed, 1.0)
    assert 0 < pico.light < 128
    assert same(pico.look().picture, golden(FACE)[::-1, ::-1])
    host.show(NEXT_FACE)
    assert same(pico.look().picture, golden(NEXT_FACE)[::-1, ::-1])
    pico.press(X)
    assert not host.until(Adjusted, 1.0).glass.turned
    pico.press(X, down=False)
    assert same(pico.look().picture, golden(NEXT_FACE))


def test_black_is_confirmed_before_the_host_asks_again_and_leaves_nothing_behind(pico, host):
    host.show(FACE)
    assert remains(FACE, pico.memory)
    before = host.now
    host.blank()
    assert host.now - before < RESEND_S
    assert pico.light == 0
    assert not pico.panel.memory().any(), "the panel keeps a picture behind the dark"
    assert remains(FACE, pico.memory) == []


def test_silence_of_the_host_takes_the_face(pico, host):
    host.show(NEXT_FACE)
    pico.run(3.5)
    assert remains(NEXT_FACE, pico.memory)
    pico.run(1.0)
    assert same(pico.look().picture, own_picture("lost"))
    assert remains(NEXT_FACE, pico.memory) == []
    host.again()


def test_leaving_leads_to_the_prompt_once(pico, host):
    host.show(FACE)
    host.link.leave(Way.TO_PROMPT, host.now)
    host.until(Leaving, 2.0)
    assert pico.look().dark
    assert not pico.panel.memory().any()
    assert remains(FACE, pico.memory) == []
    starts = pico.starts
    pico.run(1.0)
    assert pico.starts == starts + 1
    with Prompt(pico) as prompt:
        assert "to_prompt.txt" not in prompt.run("import os; print(os.listdir())")


def test_half_of_the_heap_is_free_wherever_a_face_is_drawn(pico):
    least, whole = low_water(pico, "ST7789", [FACE, HARD_FACE])
    print(f"free at least {least} of {whole} bytes")
    assert whole > 200_000
    assert least > whole / 2


def test_the_boot_loader_is_reached_over_the_wire(power, flash):
    with power(flash("pico_display2"), DISPLAY_PACK) as pico:
        pico.run(2.0)
        with Host(pico) as host:
            host.link.leave(Way.TO_BOOTLOADER, host.now)
            host.until(Leaving, 2.0)
        pico.run(1.0)
        assert pico.in_boot_loader
        assert not pico.panel.memory().any()


def test_button_a_at_the_start_leads_to_the_prompt_and_the_boot_loader_can_be_reached(power, flash):
    with power(flash("pico_display2"), DISPLAY_PACK) as pico:
        pico.press(A)
        pico.run(0.6)
        pico.press(A, down=False)
        with Prompt(pico) as prompt:
            prompt.begin("import sys; sys.path.insert(0, '.frozen'); import boards; boards.choose().restart(1)")
            pico.run(0.5)
        assert pico.in_boot_loader
        assert not pico.port.exists()
        assert pico.panel.pixels == 0
