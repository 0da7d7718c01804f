"""A finished table is scored from a picture of it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from companion.cli import main
from companion.game.position import Position, Seat
from companion.simulator.conditions import GRADES
from companion.simulator.table import VirtualTable
from companion.simulator.words import deal_words
from companion.table.finished import FinishedTable, NotWon, finished, refuse_not_won
from companion.table.observation import FREE, Observation
from companion.table.scan import BoardScan, CardReading, Certainty
from companion.vision.finished import read_finished

WHOLE = replace(GRADES["easy"], fill=(0.68, 0.74))
FOUND = (0, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 20, 21, 23)


def drawn(folder: Path, agents=FOUND, bank=(2, 0), taken=(3, 2), assassin=None) -> Path:
    table = VirtualTable(deal_words(4), 4, WHOLE)
    for index in agents:
        table.lay_agent(Position(index))
    if assassin is not None:
        table.lay_assassin(Position(assassin))
    table.lay_token(Position(1), Seat.A)
    table.lay_token(Position(4), Seat.B)
    table.set_bank(*bank, *taken)
    path = folder / "finished.png"
    cv2.imwrite(str(path), table.photograph())
    return path


def test_a_won_mission_is_scored_from_its_picture_or_what_was_not_seen_is_named(tmp_path, capsys) -> None:
    """Never another score than the true one."""
    status = main(["score", str(drawn(tmp_path)), "--json"])
    told = capsys.readouterr()
    if status == 0:
        assert json.loads(told.out) == {
            "total": 11, "tokens_left": 2, "points_per_token": 3, "checkmarks": 5, "sudden_death_penalty": 0,
        }  # fmt: skip
    else:
        assert (status, told.out, told.err.count("\n")) == (1, "", 1)
        assert "could not be counted" in told.err


def test_tokens_beside_the_cards_are_counted(tmp_path, capsys) -> None:
    """Few agents lie there, so that it is told how many are wanting; the tokens are counted all the same."""
    table = read_finished(drawn(tmp_path, agents=(0, 2)))
    assert table.agents == 2
    assert (table.tokens_left, table.checkmarks) in ((2, 5), (None, None))


def test_a_card_of_which_no_word_was_read_may_be_covered() -> None:
    words = [CardReading(Position(i), f"WORD{i}", Certainty.SURE, 0.9) for i in range(25)]
    words[3] = CardReading(Position(3), None, Certainty.UNREAD, 0.0)
    words[4] = replace(words[4], word="WORD5")
    table = finished(Observation((FREE,) * 25), BoardScan(tuple(words)))
    assert (table.agents, table.unknown) == (0, 3)


def test_a_mission_with_an_assassin_has_no_score(tmp_path, capsys) -> None:
    path = drawn(tmp_path, agents=FOUND[:9], assassin=24)
    assert main(["score", str(path)]) == 1
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert "assassin" in told.err


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        (FinishedTable(15, 0, True, 2, 5), "assassin"),
        (FinishedTable(13, 1, False, 2, 5), "13 agent cards"),
    ],
)
def test_what_was_not_won_is_refused(table: FinishedTable, reason: str) -> None:
    with pytest.raises(NotWon, match=reason):
        refuse_not_won(table)


def test_a_card_that_cannot_be_told_may_be_the_fifteenth_agent() -> None:
    table = FinishedTable(14, 1, False, 2, 5)
    refuse_not_won(table)
    with pytest.raises(NotWon):
        refuse_not_won(replace(table, unknown=0))


def test_only_an_empty_bank_leaves_sudden_death_open() -> None:
    assert FinishedTable(15, 0, False, 0, 5).sudden_death_open
    assert FinishedTable(15, 0, False, None, 5).missing == ("tokens left in the time bank",)
    assert not FinishedTable(15, 0, False, 1, 5).sudden_death_open
