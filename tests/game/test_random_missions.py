import copy
import random
from itertools import pairwise

import pytest

from tests.game import independent_model
from tests.game.random_missions import SHAPES, random_mission
from tests.game.random_sets import MALFORMED
from tests.game.replaying import assert_same_play, replayed

SEEDS = range(20)
MISSIONS_A_SEED = 150


@pytest.mark.parametrize("seed", SEEDS)
def test_random_missions_replay_as_the_independent_model_says(seed):
    rng = random.Random(seed)
    for _ in range(MISSIONS_A_SEED):
        text = random_mission(rng)
        got, ended_by = replayed(text)
        expected, expected_end = independent_model.run(text)
        assert ended_by is expected_end is None
        assert_same_play(got, expected)


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape[0]}-{shape[1]}")
def test_each_bank_shape_replays_as_the_independent_model_says(shape):
    rng = random.Random(repr(shape))
    for _ in range(8):
        text = random_mission(rng, shape)
        assert_same_play(replayed(text)[0], independent_model.run(text)[0])


def test_the_random_missions_reach_every_corner():
    rng, seen = random.Random(5), set()
    for _ in range(600):
        objects, _ = replayed(random_mission(rng))
        seen.update({f"outcome {objects[-1]['outcome']}", f"scored {objects[-1]['score'] is not None}"})
        seen.update("two directions" for cover in objects[-1]["covers"].values() if cover == ["A>B", "B>A"])
        seen.update("sixteen agent cards" for shown in objects[:-1] if shown["agents_found"] > 15)
        for before, after in pairwise(objects[:-1]):
            seen.update(_corners(before, after))
    wanted = {
        "outcome won", "outcome lost: assassin", "outcome lost: sudden death", "outcome lost: tokens", "scored True",
        "refused", "undo", "undo after the end", "two tokens for a mistake", "bystander token taken by a stop",
        "penalty", "void clue", "same giver again", "named", "two directions", "allowed", "set", "won by hand",
        "sudden death by hand", "out of sudden death by hand", "turn ended by hand", "set refused",
        "sixteen agent cards",
    }  # fmt: skip
    assert wanted - set(seen) == set()


def _corners(before, after):
    move = after["move"].casefold()
    spent = sum(before["bank"].values()) - sum(after["bank"].values())
    if not after["accepted"]:
        yield "set refused" if move.startswith("set") else "refused"
    elif move.startswith("allow"):
        yield "allowed"
    elif move.startswith("set"):
        yield from _corners_by_hand(before, after)
    elif move == "undo":
        yield "undo" if before["outcome"] is None else "undo after the end"
    elif move.startswith("name"):
        yield "named"
    elif after["discarded"] > before["discarded"]:
        yield "void clue" if after["phase"] == "sudden death" else "penalty"
    elif after["verdict"] == "bystander" and spent == 2:
        yield "two tokens for a mistake"
    elif move.endswith("stop") and before["bank"]["bystander"] > after["bank"]["bystander"]:
        yield "bystander token taken by a stop"
    elif before["phase"] == "guessing" and after["phase"] == "clue" and before["giver"] == after["giver"]:
        yield "same giver again"


def _corners_by_hand(before, after):
    yield "set"
    if after["outcome"]:
        yield "won by hand"
    if before["phase"] != "sudden death" == after["phase"]:
        yield "sudden death by hand"
    if before["phase"] == "sudden death" and after["phase"] == "clue":
        yield "out of sudden death by hand"
    if before["phase"] == "guessing" and after["phase"] == "clue" and "giver" not in after["move"].casefold():
        yield "turn ended by hand"


BAD_LINES = (
    "C clue OCEAN 2", "A", "B", "A jump", "A clue", "A clue OCEAN", "A clue OCEAN two", "A clue 3", "A clue OCEAN -1",
    "A clue OCEAN 2.5", "A clue invalid OCEAN x", "A clue invalid 1 x", "B guess", "B stop now", "undo 2", "A undo",
    "name", "name C3", "name F1 OCEAN", "first: A", "red clue TREE 2", "A cover DOG", "A clue OCEAN ٣",
    "A clue OCEAN ²", *MALFORMED,
)  # fmt: skip


@pytest.mark.parametrize("line", BAD_LINES)
def test_what_is_no_move_ends_the_transcript_at_its_line(line):
    lines = random_mission(random.Random(line)).rstrip("\n").split("\n")
    lines.insert(len(lines) - 2, line)
    text = "\n".join(lines)
    got, ended_by = replayed(text)
    expected, expected_end = independent_model.run(text)
    assert ended_by == expected_end == len(lines) - 2
    assert_same_play(got, expected)


def _tampered(objects, rng):
    """Each field of one object of either kind, changed; and an object lost or said twice."""
    for index in (rng.randrange(len(objects) - 1), len(objects) - 1):
        for name in objects[index]:
            changed = copy.deepcopy(objects)
            changed[index][name] = "" if name == "error" else ("?" if name != "accepted" else not changed[index][name])
            yield changed
            del changed[index][name]
            yield changed
    yield objects[:-1]
    yield [objects[0], *objects]


def test_any_changed_field_is_noticed():
    rng = random.Random(7)
    objects, _ = replayed(random_mission(rng, (9, 4)))
    expected = copy.deepcopy(objects)
    assert_same_play(objects, expected)
    for changed in _tampered(objects, rng):
        with pytest.raises(AssertionError):
            assert_same_play(changed, expected)


def _win_is_free(objects):
    if objects[-1]["outcome"] == "won" and objects[-2]["verdict"] == "agent":
        objects[-2]["bank"]["bystander"] += 1


def _stack_is_one_token(objects):
    for before, after in pairwise(objects[:-1]):
        if after["verdict"] == "bystander" and before["bank"]["checkmark"] - after["bank"]["checkmark"] == 2:
            after["bank"]["checkmark"] += 1


def _nine_bystanders_lose(objects):
    for shown in objects[:-1]:
        if shown["phase"] == "sudden death":
            shown["phase"], shown["outcome"] = "over", "lost: tokens"


def _complete_side_gives_on(objects):
    for before, after in pairwise(objects[:-1]):
        if before["phase"] == "guessing" and after["phase"] == "clue" and before["giver"] == after["giver"]:
            after["giver"] = {"A": "B", "B": "A"}[after["giver"]]


def _undo_keeps_the_token(objects):
    for before, after in pairwise(objects[:-1]):
        if after["move"].casefold() == "undo" and after["accepted"]:
            after["bank"] = dict(before["bank"])


def _arrow_is_turned(objects):
    covers = objects[-1]["covers"]
    for position, cover in covers.items():
        if isinstance(cover, list):
            covers[position] = [arrow[::-1].replace("<", ">") if arrow[1] != ">" else arrow[::-1] for arrow in cover]


PLANTED = (
    _win_is_free, _stack_is_one_token, _nine_bystanders_lose, _complete_side_gives_on, _undo_keeps_the_token,
    _arrow_is_turned,
)  # fmt: skip


@pytest.mark.parametrize("bug", PLANTED, ids=lambda bug: bug.__name__.strip("_"))
def test_a_planted_bug_is_noticed(bug):
    rng, caught = random.Random(11), 0
    for _ in range(200):
        text = random_mission(rng)
        expected, _ = independent_model.run(text)
        got, _ = replayed(text)
        bug(got)
        try:
            assert_same_play(got, expected)
        except AssertionError:
            caught += 1
    assert caught >= 5
