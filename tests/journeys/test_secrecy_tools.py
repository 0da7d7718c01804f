"""What the secrecy tests stand on can fail: pairs of keys, the cable, the evidence, the leaks."""

from __future__ import annotations

import os
import random

import pytest

from companion.device.frame import END, Frame, encode
from companion.device.messages import Kind
from companion.game.keycard import Identity, KeyCard
from companion.game.mission import Mission
from companion.game.position import ALL_POSITIONS, Position, Seat
from tests.journeys import secrecy_missions as missions
from tests.journeys.secrecy_evidence import Evidence, differences, shown
from tests.journeys.secrecy_keys import faults, other_key
from tests.journeys.secrecy_wire import DOWN, UP, Cable, WireLog
from tests.stand_ins import SeededShuffler

KEYS = [KeyCard.draw(SeededShuffler(seed)) for seed in range(40)]


# --- pairs of keys ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", Seat)
def test_other_keys_differ_only_where_they_may(seat):
    chance = random.Random(5)
    changed = []
    for key in KEYS:
        touched = set(chance.sample(ALL_POSITIONS, chance.randrange(12)))
        covered = set(chance.sample(ALL_POSITIONS, chance.randrange(12)))
        other = other_key(key, seat, touched, covered)
        assert faults(key, other, seat, touched, covered) == []
        changed.append(sum(a is not b for a, b in zip(key.face(seat), other.face(seat), strict=True)))
    assert min(changed) >= 2
    assert sum(changed) / len(changed) > 8


def test_before_the_first_touch_nearly_the_whole_face_differs():
    for key in KEYS:
        other = other_key(key, Seat.A, (), ())
        assert sum(a is not b for a, b in zip(key.face(Seat.A), other.face(Seat.A), strict=True)) >= 18


def test_without_a_free_position_there_is_no_other_key():
    with pytest.raises(ValueError, match="must not"):
        other_key(KEYS[0], Seat.A, ALL_POSITIONS, ())


def test_a_pair_that_differs_where_it_must_not_is_noticed():
    one, two = KEYS[0], KEYS[1]
    assert "the face of B differs" in faults(one, two, Seat.A, (), ())
    assert faults(one, one, Seat.A, (), ()) == ["they are the same"]
    other = other_key(one, Seat.A, (), ())
    changed = [Position(i) for i in range(25) if one.face(Seat.A)[i] is not other.face(Seat.A)[i]]
    assert faults(one, other, Seat.A, changed[:1], ()) == [f"{changed[0]} was touched"]
    agents = [p for p in changed if Identity.AGENT in (one.identity(Seat.A, p), other.identity(Seat.A, p))]
    assert faults(one, other, Seat.A, (), agents[:1]) == [f"{agents[0]} carries an agent card"]


@pytest.mark.parametrize("script", [missions.WON, missions.SUDDEN_DEATH, missions.NO_TOKENS, missions.SHORT])
def test_the_scripts_fit_any_key(script):
    for key in KEYS:
        touched = missions.touched(key, script)
        for line in missions.with_places(key, script).splitlines():
            if line.split()[0] in missions.TOUCHES:
                _, seat, place = line.split()
                assert Position.parse(place) in touched.by[Seat(seat)]
        assert touched.agents <= touched.by[Seat.A] | touched.by[Seat.B]


def test_names_mean_pairs():
    assert KEYS[0].pairs[missions.place(KEYS[0], "XT1").index] == (Identity.ASSASSIN, Identity.BYSTANDER)
    with pytest.raises(IndexError):
        missions.place(KEYS[0], "XT2")


# --- the cable and its log -------------------------------------------------------------------------------------------


def crossed(down: list[Frame] = (), up: list[Frame] = (), noise: bytes = b"") -> dict[str, bytes]:
    return {DOWN: b"".join(END + encode(f) for f in down) + noise, UP: b"".join(encode(f) for f in up)}


def ack(sequence: int, status: bytes = b"\0") -> Frame:
    return Frame(Kind.ACK, sequence, status)


def test_numbers_repetitions_and_heartbeats_make_no_difference():
    def log(first: int, *more: Frame) -> list[str]:
        wire = WireLog()
        orders = [Frame(Kind.HELLO, first), Frame(Kind.SHOW, first + 1, b"face"), *more]
        return wire.messages(crossed(orders, [ack(first + 1)]))

    plain = log(7)
    assert log(900) == plain
    assert log(7, Frame(Kind.SHOW, 8, b"face")) == plain
    assert log(7, Frame(Kind.PING, 9)) == plain
    assert plain == ["to the screen: SHOW version 3 66616365", "from the screen: ACK to SHOW 00"]


@pytest.mark.parametrize(
    "other",
    [
        crossed([Frame(Kind.HELLO, 7), Frame(Kind.SHOW, 8, b"fact")]),
        crossed([Frame(Kind.HELLO, 7), Frame(Kind.SHOW, 9, b"face")]),
        crossed([Frame(Kind.HELLO, 7), Frame(Kind.SHOW, 8, b"face"), Frame(Kind.PING, 9, b"x")]),
        crossed([Frame(Kind.HELLO, 7, b"x"), Frame(Kind.SHOW, 8, b"face")]),
        crossed([Frame(Kind.HELLO, 7), Frame(Kind.SHOW, 8, b"face"), Frame(Kind.SHOW, 9, b"face")]),
        crossed([Frame(Kind.HELLO, 7), Frame(Kind.SHOW, 8, b"face", version=2)]),
        crossed([Frame(Kind.HELLO, 7), Frame(Kind.SHOW, 8, b"face")], [ack(8, b"\3")]),
        crossed([Frame(Kind.HELLO, 7), Frame(Kind.SHOW, 8, b"face")], [Frame(Kind.BUTTON, 1, b"\0\1")]),
        crossed([Frame(Kind.HELLO, 7), Frame(Kind.SHOW, 8, b"face")], noise=END + b"stray" + END),
    ],
)
def test_everything_else_on_the_wire_makes_one(other):
    usual = crossed([Frame(Kind.HELLO, 7), Frame(Kind.SHOW, 8, b"face")])
    assert WireLog().messages(other) != WireLog().messages(usual)


def test_a_link_that_begins_anew_is_counted():
    wire = WireLog()
    wire.messages(crossed([Frame(Kind.HELLO, 7), Frame(Kind.HELLO, 7)]))
    assert wire.restarts == 0
    wire.messages(crossed([Frame(Kind.HELLO, 40000)]))
    assert wire.restarts == 1


def test_a_cable_carries_and_keeps_both_ways(tmp_path):
    master, slave = os.openpty()
    cable = Cable(os.ttyname(slave), tmp_path / "screen")
    host = os.open(cable.port, os.O_RDWR | os.O_NOCTTY)
    os.write(host, b"down\0\3")
    assert os.read(master, 100) == b"down\0\3"
    os.write(master, b"up\r\n")
    assert os.read(host, 100) == b"up\r\n"
    assert cable.take() == {DOWN: b"down\0\3", UP: b"up\r\n"}
    assert cable.take() == {DOWN: b"", UP: b""}
    cable.close()
    for end in (master, slave, host):
        os.close(end)


# --- evidence --------------------------------------------------------------------------------------------------------


def evidence(*pieces: tuple[str, bytes]) -> Evidence:
    made = Evidence()
    made.step("one")
    for channel, content in pieces:
        made.keep(channel, content)
    return made


def test_any_byte_that_differs_is_named():
    one = evidence(("window", b"abc"), ("log", b""))
    assert differences(one, evidence(("window", b"abc"), ("log", b""))) == []
    assert differences(one, evidence(("window", b"abd"), ("log", b""))) == ["000 one/window"]
    assert differences(one, evidence(("window", b"abc"), ("log", b""), ("file new", b""))) == ["000 one/file new"]
    assert differences(one, evidence(("window", b"abc"))) == ["000 one/log"]
    assert differences(one, evidence(("window", b"abd"), ("log", b"")), ["window"]) == []


def test_evidence_comes_back_from_its_file(tmp_path):
    kept = evidence(("window", b"abc"), ("glass", b"abc"))
    kept.write(tmp_path / "evidence.zip")
    back = Evidence.read(tmp_path / "evidence.zip")
    assert (back.pieces, back.steps) == (kept.pieces, kept.steps)


def test_a_piece_is_not_overwritten():
    with pytest.raises(ValueError, match="already"):
        evidence(("window", b"abc"), ("window", b"abd"))


def test_a_difference_can_be_read():
    one, two = evidence(("log", b"the same, then A")), evidence(("log", b"the same, then B"))
    assert "1 bytes differ, from 15 of 16" in shown(one, two, "000 one/log")
    assert shown(one, evidence(), "000 one/log") == "000 one/log: only in the first"


def test_a_mission_says_the_same_of_two_keys():
    """The states between are public: the difference of a pair reaches none of them."""
    from companion.game.board import Board
    from companion.game.duet import DuetSetup
    from companion.game.moves import Clue, Guess

    key = KEYS[0]
    touched = missions.touched(key, missions.SHORT)
    board = Board(tuple(f"WORD{i}" for i in range(25)))
    states = []
    for each in (key, other_key(key, Seat.A, touched.by[Seat.B], touched.agents)):
        mission = Mission(DuetSetup(board, each, first=Seat.A))
        mission.apply(Clue(Seat.A))
        mission.apply(Guess(Seat.B, missions.place(key, "GG1")))
        states.append((mission.state, repr(mission)))
    assert states[0] == states[1]
