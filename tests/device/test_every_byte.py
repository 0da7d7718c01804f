"""Each single byte of a session, lost or changed, both ways: no wrong picture is ever seen, and the right one comes."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.device.palette import PALETTE
from companion.device.picture import Picture
from tests.device.faces import SIZE
from tests.device.hurt_line import HurtLine, Stuck

SHORT = Picture(SIZE, b"\x45\x67" * 4 + bytes(38392), PALETTE)
"""A picture that travels in few bytes; ``bench/cables.py`` does the same with whole faces."""
LONGEST_S = 2.0


@pytest.fixture
def line(tmp_path: Path) -> HurtLine:
    return HurtLine(SHORT, tmp_path / "a.glass")


@pytest.mark.parametrize("way", [0, 1], ids=["to the screen", "to the host"])
@pytest.mark.parametrize("hurt", ["lost", "changed"])
def test_every_byte_of_a_session(line, way, hurt):
    line.session()
    whole = line.lengths[way]
    assert whole > 60
    for at in range(whole):
        line.session(way, at, 0 if hurt == "lost" else 1 << at % 8)
        assert not line.wrong, at
    assert line.slowest_s < LONGEST_S


# The stand-in can fail.


class Cut(HurtLine):
    """A line that is cut through."""

    def _over(self, way: int, data: bytes) -> bytes:
        del way, data
        return b""


def test_a_line_on_which_too_much_is_lost_is_stuck(tmp_path):
    with pytest.raises(Stuck):
        Cut(SHORT, tmp_path / "a.glass").session()


def test_a_wrong_picture_is_seen(line):
    line.session()
    assert not line.wrong
    line.picture = Picture(SIZE, SHORT.pixels[::-1], PALETTE)
    with pytest.raises(Stuck):
        line.session()
    assert line.wrong
