import json
from pathlib import Path

import pytest

from tests.game import independent_classic, independent_model
from tests.game.claims import assert_end_claims, assert_move_claim, claims_of
from tests.game.replaying import assert_same_play, replayed

GAMES = Path(__file__).resolve().parent.parent / "fixtures" / "games"
TRANSCRIPTS = sorted(GAMES.glob("*.txt"))
by_name = pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.stem)


def _text(path):
    return path.read_bytes().decode("utf-8")


def _expected(path):
    return [json.loads(line) for line in path.with_suffix(".jsonl").read_text("utf-8").splitlines()]


@by_name
def test_a_transcript_replays_as_recorded(path):
    got, ended_by = replayed(_text(path))
    assert ended_by is None
    assert_same_play(got, _expected(path))
    assert [shown.get("move") for shown in got] == [shown.get("move") for shown in _expected(path)]


@by_name
def test_a_transcript_bears_out_its_comments(path):
    shown, _ = replayed(_text(path))
    moves, end = claims_of(_text(path))
    assert len(moves) == len(shown) - 1
    for printed, claims in zip(shown, moves, strict=False):
        for claim in claims:
            assert_move_claim(printed, claim)
    assert_end_claims(shown[-1], end)
    assert sum(map(len, moves)) + len(end) >= 2


@by_name
def test_the_independent_model_agrees_on_a_transcript(path):
    model = independent_classic if "mode: classic" in _text(path) else independent_model
    expected, ended_by = model.run(_text(path))
    assert ended_by is None
    assert_same_play(_expected(path), expected)


MOVE = {
    "move": "A stop", "accepted": True, "verdict": "agent", "giver": "A", "phase": "clue", "outcome": None,
    "bank": {"bystander": 2, "checkmark": 3}, "agents_found": 3, "taken": {"A": 1, "B": 0}, "discarded": 1,
    "guesses_left": 2, "agents_left": {"red": 8, "blue": 7},
}  # fmt: skip
END = {"outcome": None, "turns_used": 3, "score": {"total": 7}, "covers": {"A1": "agent", "B2": ["A>B", "B>A"]}}


@pytest.mark.parametrize(
    "claim",
    ["refused", "bystander", "giver B", "giver none", "phase guessing", "bank 4", "bank 3+2", "taken A 2", "taken B 1",
     "discarded 0", "agents_found 2", "outcome won", "nonsense",
     "own agent", "guesses_left 3", "guesses_left none", "left red 7", "left blue 8"],
)  # fmt: skip
def test_a_wrong_claim_about_a_move_is_noticed(claim):
    with pytest.raises(AssertionError):
        assert_move_claim(MOVE, claim)


@pytest.mark.parametrize(
    "claim",
    [
        "agent",
        "giver A",
        "phase clue",
        "bank 5",
        "bank 2+3",
        "taken A 1",
        "discarded 1",
        "outcome none",
        "guesses_left 2",
        "left red 8",
        "left blue 7",
    ],
)
def test_a_right_claim_about_a_move_passes(claim):
    assert assert_move_claim(MOVE, claim) is None


@pytest.mark.parametrize(
    "claims",
    [
        ["turns_used 2"],
        ["score 8"],
        ["score none"],
        ["cover A1 agent"],
        ["cover A1 agent", "cover B2 B>A"],
        ["nonsense"],
    ],
)
def test_a_wrong_claim_about_the_end_is_noticed(claims):
    with pytest.raises(AssertionError):
        assert_end_claims(END, claims)


def test_right_claims_about_the_end_pass():
    claims = ["turns_used 3", "score 7", "cover A1 agent", "cover B2 A>B B>A"]
    assert assert_end_claims(END, claims) is None
