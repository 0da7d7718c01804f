"""``companion demo``: the whole chain plays a mission, and a fault in it does not pass for agreement."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.demo_auto import run_auto, staged
from companion.game.classic import Card
from companion.game.position import Position, Seat
from companion.simulator.plan import SLIPS, Plan
from companion.simulator.players import Player, skill_of
from companion.simulator.witness import Disagreement
from companion.table.options import Game
from tests.simulator.bare_game import played, setup_of
from tests.simulator.bare_team_game import played_by_teams

SHORT, LONG = 2, 5
"""Seeds of a mission of few moves and of one with a complete side, two tokens on a card and sudden death."""


@pytest.mark.parametrize("seed", [SHORT, LONG])
def test_whole_chain_plays_the_mission_of_the_bare_rules(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    expected = played(seed).mission
    assert expected.state.outcome is not None
    assert main(["demo", "--auto", "--headless", "--seed", str(seed)]) == 0
    told = capsys.readouterr()
    closing = told.out.splitlines()[-1]
    assert closing == f"agreed: {expected.state.outcome.value}, {len(expected.moves)} moves"
    assert told.err == ""


@pytest.mark.parametrize(
    ("arguments", "turns", "mistakes", "seed"),
    [(["--turns", "11", "--mistakes", "2"], 11, 2, 6), (["--turns", "9", "--mistakes", "0"], 9, 0, 4),
     (["--turns", "10"], 10, 10, 14)],
)  # fmt: skip
def test_whole_chain_plays_missions_of_the_map_and_longer_ones(
    arguments: list[str], turns: int, mistakes: int, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    setup = replace(setup_of(seed), turns=turns, mistakes=mistakes)
    expected = played(seed, setup, slips=SLIPS).mission
    assert expected.state.outcome is not None
    assert main(["demo", "--auto", "--headless", "--seed", str(seed), *arguments]) == 0
    closing = capsys.readouterr().out.splitlines()[-1]
    assert closing == f"agreed: {expected.state.outcome.value}, {len(expected.moves)} moves"


@pytest.mark.parametrize(("players", "seed"), [(4, 4), (3, 2), (2, 3)])
def test_whole_chain_plays_base_games(players: int, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    expected = played_by_teams(seed, players, SLIPS)
    options = ["--mode", "classic", "--players", str(players), "--seed", str(seed)]
    assert main(["demo", "--auto", "--headless", *options]) == 0
    closing = capsys.readouterr().out.splitlines()[-1]
    assert closing == f"agreed: {expected.witness.outcome()}, {len(expected.mission.moves)} moves"


def test_card_that_nobody_was_told_to_lay_does_not_pass() -> None:
    with staged(3, windows=False, say=lambda line: None, plan=Plan(Game.CLASSIC, players=2)) as demonstration:
        demonstration.read_words()
        demonstration.set_up_screens()
        demonstration.table.lay_card(Position(12), Card.BYSTANDER)
        with pytest.raises(Disagreement, match="other cards"):
            demonstration.begin()


def test_progress_names_no_card_before_it_was_touched() -> None:
    """Nothing of the key may be told: the only words in it are those of finished guesses."""
    lines: list[str] = []
    run_auto(SHORT, windows=False, say=lines.append)
    mission = played(SHORT).mission
    touched = [mission.board.word(m.position) for m in mission.moves if hasattr(m, "position")]
    told = " ".join(lines)
    assert all(word in told for word in touched)
    assert [word for word in mission.board.words if word in told and word not in touched] == []


def test_nothing_is_left_behind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    run_auto(14, windows=False, say=lambda line: None)
    assert list(tmp_path.iterdir()) == []


def test_swapped_screens_do_not_pass() -> None:
    with staged(LONG, windows=False, say=lambda line: None) as demonstration:
        demonstration.read_words()
        demonstration.set_up_screens()
        demonstration.begin()
        one, two = demonstration.screens.values()
        one.glass_path, two.glass_path = two.glass_path, one.glass_path
        with pytest.raises(Disagreement, match="another face than its own"):
            demonstration.look(Player(Seat.A, skill_of(LONG, Seat.A), LONG))
        one.glass_path, two.glass_path = two.glass_path, one.glass_path


def test_screen_that_dies_does_not_pass() -> None:
    with staged(LONG, windows=False, say=lambda line: None) as demonstration:
        demonstration.patience_s = 3.0
        demonstration.read_words()
        for screen in demonstration.screens.values():
            screen.crash()
        with pytest.raises(Disagreement, match="within 3 s"):
            demonstration.set_up_screens()


def test_piece_that_nobody_was_told_to_lay_does_not_pass() -> None:
    with staged(LONG, windows=False, say=lambda line: None) as demonstration:
        demonstration.read_words()
        demonstration.set_up_screens()
        demonstration.table.lay_agent(Position(12))
        with pytest.raises(Disagreement, match="other pieces"):
            demonstration.begin()


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["--headless"], 2, "add --auto"),
        (["--auto", "--headless", "--seed", "-1"], 2, "a whole number from 0"),
        (["--auto", "--headless", "--seed", "x"], 2, "a whole number from 0"),
        (["--mode", "classic"], 2, "add --auto"),
        (["--auto", "--mode", "classic", "--turns", "9"], 2, "no timer tokens"),
        (["--auto", "--players", "2"], 2, "add --mode classic"),
        (["--auto", "--turns", "12"], 2, "1 to 11"),
        (["--auto", "--turns", "3", "--mistakes", "4"], 2, "not 3 and 4"),
        (["--auto", "--headless", "--faults", "3"], 1, "leave --faults out"),
    ],
)
def test_what_cannot_be_served_is_said_in_one_line(
    arguments: list[str], status: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        got = main(["demo", *arguments])
    except SystemExit as end:
        got = int(end.code or 0)
    told = capsys.readouterr()
    assert got == status
    assert says in told.err.splitlines()[-1]
    assert told.out == ""
