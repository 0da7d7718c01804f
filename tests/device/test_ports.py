"""Ports of the operating system: what cannot be opened is explained, what goes away is one error, nothing waits."""

from __future__ import annotations

import os
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.device.discovery import Candidate, PortSource, ScreenKind
from companion.device.transport import MonitorPort, PortError, SerialPort


class Pair:
    """A pseudo-terminal: ``master`` is the screen's end."""

    def __init__(self) -> None:
        self.master, self.slave = os.openpty()
        tty.setraw(self.slave)
        self.path = os.ttyname(self.slave)
        self.open = True

    def pull(self) -> None:
        if self.open:
            os.close(self.master)
            os.close(self.slave)
        self.open = False


@pytest.fixture
def pair() -> Iterator[Pair]:
    made = Pair()
    yield made
    made.pull()


def test_bytes_go_both_ways_and_nothing_waits(pair):
    port = SerialPort(pair.path)
    assert port.read() == b""
    assert port.write(b"to the screen") == 13
    assert os.read(pair.master, 100) == b"to the screen"
    os.write(pair.master, b"\x00\x03\x11\x13\r\n")
    assert port.read() == b"\x00\x03\x11\x13\r\n"
    port.close()


def test_a_full_line_takes_what_it_can_and_then_nothing(pair):
    port = SerialPort(pair.path)
    taken = [port.write(bytes(100_000)) for _ in range(20)]
    assert taken[0] > 0
    assert taken[-1] == 0
    port.close()


def test_a_pulled_cable_is_one_error_everywhere(pair):
    port = SerialPort(pair.path)
    pair.pull()
    with pytest.raises(PortError, match="the cable is gone"):
        port.read()
    with pytest.raises(PortError, match="the cable is gone"):
        port.write(b"x")
    port.close()
    port.close()
    with pytest.raises(PortError, match="the cable is gone"):
        port.read()
    with pytest.raises(PortError, match="the cable is gone"):
        port.write(b"x")


def test_a_port_in_use_is_explained(pair):
    port = SerialPort(pair.path)
    with pytest.raises(PortError, match="another program has it open"):
        SerialPort(pair.path)
    port.close()
    SerialPort(pair.path).close()


def test_what_is_no_port_is_explained(tmp_path):
    (tmp_path / "file").write_text("text")
    for path, why in ((tmp_path / "file", "not a serial port"), (tmp_path / "nothing", "there is no such port")):
        with pytest.raises(PortError) as caught:
            SerialPort(str(path))
        assert str(caught.value).startswith(f"{path}: {why}")


def test_named_ports_are_listed_while_they_are_there(pair):
    ports = PortSource([pair.path], only_named=True)
    assert ports() == [Candidate(pair.path, pair.path, named=True)]
    ports.add("/dev/no-such-port")
    ports.add(pair.path)
    assert [port.path for port in ports()] == [pair.path]
    pair.pull()
    assert ports() == []


def test_all_other_ports_are_usb_ones():
    assert all(Path(port.path).exists() and port.location for port in PortSource()())


class Described:
    """What pyserial says of a port."""

    def __init__(
        self, device: str, vid: int | None, location: str | None, pid: int | None = None, serial: str | None = None
    ) -> None:
        self.device, self.vid, self.location, self.pid, self.serial_number = device, vid, location, pid, serial


def test_usb_ports_are_known_by_their_socket_even_while_one_vanishes(pair):
    ports = [
        Described("/dev/ttyS0", None, None),
        Described("/dev/ttyACM0", 0x2E8A, "1-1.2"),
        Described(pair.path, 1, "x"),
    ]
    looks = []

    def list_all():
        looks.append(1)
        return ports if len(looks) == 1 else _vanishes()

    source = PortSource([pair.path], list_all=list_all)
    assert source() == [Candidate(pair.path, pair.path, named=True), Candidate("/dev/ttyACM0", "1-1.2")]
    assert source()[1] == Candidate("/dev/ttyACM0", "1-1.2")


@pytest.mark.parametrize(
    ("usb", "kind"),
    [
        ((0x1A86, 0x5722, "USB35INCHIPSV2"), ScreenKind.TURING),
        ((0x1A86, 0x5722, "2017-2-25"), ScreenKind.FOREIGN),
        ((0x1A86, 0x5722, None), ScreenKind.FOREIGN),
        ((0x1A86, 0x7523, "USB35INCHIPSV2"), ScreenKind.OWN),
        ((0x2E8A, 0x5722, "USB35INCHIPSV2"), ScreenKind.OWN),
        ((0x2E8A, 0x0005, "E6614103E7452A2F"), ScreenKind.OWN),
    ],
)
def test_the_kind_is_known_from_usb_also_for_a_port_that_was_named(pair, tmp_path, usb, kind):
    described = [Described(pair.path, usb[0], "1-1.2", *usb[1:])]
    assert PortSource(list_all=lambda: described)() == [Candidate(pair.path, "1-1.2", kind=kind)]
    (tmp_path / "by-path").symlink_to(pair.path)
    for name in (pair.path, str(tmp_path / "by-path")):
        (named,) = PortSource([name], only_named=True, list_all=lambda: described)()
        assert (named.path, named.kind) == (name, kind)


def test_a_monitor_that_usb_says_nothing_of_can_be_named(pair):
    for name, location in ((f"turing:{pair.path}", pair.path), (f"turing@1-4:{pair.path}", "1-4")):
        ports = PortSource([name], only_named=True)
        assert ports() == [Candidate(pair.path, location, named=True, kind=ScreenKind.TURING)]


def test_a_new_port_waits_until_its_kind_can_be_told(pair):
    ports = PortSource([pair.path], only_named=True, list_all=_vanishes)
    assert ports() == []


def test_a_monitors_port_waits_for_nothing_and_loses_nothing_that_was_taken(pair):
    port = MonitorPort(pair.path)
    assert port.write(b"the last black") == 14
    assert port.waiting() == 0
    port.close()
    port.close()
    assert os.read(pair.master, 100) == b"the last black"


def test_a_pulled_cable_is_the_same_error_where_it_is_asked_what_waits(pair):
    port = MonitorPort(pair.path)
    pair.pull()
    with pytest.raises(PortError, match="the cable is gone"):
        port.waiting()
    port.close()
    with pytest.raises(PortError, match="the cable is gone"):
        port.waiting()


def _vanishes() -> list[Described]:
    raise TypeError("int() argument must be a string, not 'NoneType'")
