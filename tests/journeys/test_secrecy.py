"""Secrecy by difference over the real chain (docs/secrecy.md): store, session, app, service, wire, firmware, glass.

The same missions are played with keys that differ only where one player's partner never touches. Everything but that
player's own screen and wire must be equal, byte for byte, at every step.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.game.keycard import KeyCard
from companion.game.position import Seat
from tests.journeys import secrecy_missions as missions
from tests.journeys.secrecy_evidence import Evidence, differences, shown
from tests.journeys.secrecy_keys import faults, other_key
from tests.journeys.secrecy_runs import Job, evidence_of
from tests.stand_ins import SeededShuffler

KEY = KeyCard.draw(SeededShuffler(7))
SCRIPTS = (missions.WON, missions.SUDDEN_DEATH, missions.NO_TOKENS)
OWN = ("glass", "memory of panel", "wire")
AWAY = ("leave", "camera", "back", "waiting", "gone")
"""Steps at which no mission is on the table though one was."""
TRIES = 3


def other_keys(seat: Seat, scripts=SCRIPTS) -> list[KeyCard]:
    """For each mission the key that only the player at ``seat`` may tell from the usual one."""
    keys = []
    for script in scripts:
        touched = missions.touched(KEY, script)
        keys.append(other_key(KEY, seat, touched.by[seat.other], touched.agents))
        assert faults(KEY, keys[-1], seat, touched.by[seat.other], touched.agents) == []
    return keys


def jobs(folder: Path, scripts=SCRIPTS) -> dict[str, Job]:
    """The usual key, and one for each seat."""
    played = [missions.with_places(KEY, script) for script in scripts]
    keys = {"usual": [KEY] * len(scripts)} | {seat.value: other_keys(seat, scripts) for seat in Seat}
    return {name: Job(folder / name, keys[name], played) for name in keys}


@pytest.fixture(scope="module")
def seen(tmp_path_factory) -> dict[str, Evidence]:
    """What was to be seen with each key. On a machine that is so busy that a link broke off, it is played again."""
    for _ in range(TRIES):
        wanted = jobs(tmp_path_factory.mktemp("secrecy"))
        found = dict(zip(wanted, evidence_of(*wanted.values()), strict=True))
        if not any(broken(evidence) for evidence in found.values()):
            return found
    raise AssertionError("the links broke off each time: this machine is too busy")


def broken(evidence: Evidence) -> bool:
    return evidence.pieces[f"{evidence.steps[-1]}/restarts"] != b"0"


def own(seat: Seat) -> list[str]:
    """What only the player at ``seat`` may see."""
    return [f"{name} {seat.value}" for name in OWN]


def state(evidence: Evidence, step: str) -> str:
    return evidence.pieces.get(f"{step}/state", b"").decode()


@pytest.mark.parametrize("seat", Seat)
def test_nothing_but_the_own_screen_depends_on_a_face(seen, seat):
    usual, other = seen["usual"], seen[seat.value]
    found = differences(usual, other, own(seat))
    assert not found, "\n".join(shown(usual, other, name) for name in found[:3])


@pytest.mark.parametrize("seat", Seat)
def test_the_own_screen_does_show_another_face_at_every_step(seen, seat):
    """Else the test above would compare missions in which nothing was to be seen."""
    usual, other = seen["usual"], seen[seat.value]
    lit = [step for step in usual.steps if state(usual, step).endswith("lit")]
    same = [
        step for step in lit if usual.pieces[f"{step}/glass {seat.value}"] == other.pieces[f"{step}/glass {seat.value}"]
    ]
    assert len(lit) > 30
    assert same == []


def test_every_kind_of_step_was_played(seen):
    usual = seen["usual"]
    states = [state(usual, step) for step in usual.steps]
    for phase in ("clue", "guessing", "sudden death", "no mission"):
        assert any(each.startswith(phase) for each in states)
    for end in ("won", "lost: assassin", "lost: sudden death", "lost: tokens"):
        assert f"over; {end}; dark" in states
    for name in ("window", "title", "camera", "processes", "values", "commands", "log", "stdout", "stderr"):
        assert name in usual.channels()
    assert b"A guess" in usual.pieces[f"{usual.steps[-1]}/file data/missions.sqlite3"]


@pytest.mark.parametrize("seat", Seat)
def test_dark_is_black_in_the_memory_of_the_panel_too(seen, seat):
    usual = seen["usual"]
    dark = [step for step in usual.steps if state(usual, step).endswith("dark") or step.split(" ", 1)[1] in AWAY]
    assert len(dark) >= 10
    for step in dark:
        light, pixels = (
            usual.pieces[f"{step}/glass {seat.value}"][8],
            usual.pieces[f"{step}/memory of panel {seat.value}"],
        )
        assert light == 0, step
        assert pixels == bytes(len(pixels)), step


def test_a_lit_face_is_not_taken_for_dark(seen):
    usual = seen["usual"]
    (step,) = [step for step in usual.steps if step.endswith(" show")]
    assert usual.pieces[f"{step}/glass A"][8] > 0
    assert any(usual.pieces[f"{step}/memory of panel A"])


LEAKS = {
    "LogLine": ("keys on/log",),
    "InnocentFile": ("keys on/file data/cache.bin",),
    "TempFile": ("keys on/file tmp/scratch",),
    "Print": ("gone/stdout",),
    "Complaint": ("gone/stderr",),
    "Argument": ("keys on/processes",),
    "OnePixel": ("keys on/window",),
    "Title": ("keys on/title",),
    "OtherFace": ("keys on/glass B", "keys on/wire B", "keys on/memory of panel B"),
    "Flash": ("show/wire B",),
}
"""Each planted leak and where it must be found; nothing else may be found at that step."""


@pytest.fixture(scope="module")
def leaking(tmp_path_factory) -> list[str]:
    """The differences between two keys of seat A when everything leaks."""
    for _ in range(TRIES):
        wanted = jobs(tmp_path_factory.mktemp("leaking"), (missions.SHORT,))
        pair = [wanted["usual"], wanted["A"]]
        for job in pair:
            job.leaks = list(LEAKS)
        usual, other = evidence_of(*pair)
        if not broken(usual) and not broken(other):
            return [name.split(" ", 1)[1] for name in differences(usual, other, own(Seat.A))]
    raise AssertionError("the links broke off each time: this machine is too busy")


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leaking, leak):
    assert [place for place in LEAKS[leak] if place not in leaking] == []


def test_nothing_is_found_but_what_leaks(leaking):
    """A flash leaves nothing on the glass; the rest is where it was planted, from the key's first moment on."""
    places = {place for places in LEAKS.values() for place in places}
    assert {place for place in leaking if place.startswith("keys on/")} == {
        p for p in places if p.startswith("keys on/")
    }
    assert "show/glass B" not in leaking
    assert [place for place in leaking if place.split("/")[0] in ("start page", "words page", "words shown")] == []
