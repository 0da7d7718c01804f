import copy
import random

import pytest

from tests.game import independent_classic
from tests.game.random_games import random_game
from tests.game.random_sets import MALFORMED_CLASSIC
from tests.game.replaying import assert_same_play, replayed


@pytest.mark.parametrize("seed", range(8))
def test_random_base_games_replay_as_the_independent_model_says(seed):
    rng = random.Random(seed)
    for _ in range(100):
        text = random_game(rng)
        got, ended_by = replayed(text)
        expected, expected_end = independent_classic.run(text)
        assert ended_by is expected_end is None
        assert_same_play(got, expected)


def test_the_random_base_games_reach_every_end():
    rng, seen = random.Random(3), set()
    for _ in range(300):
        objects, _ = replayed(random_game(rng))
        seen.add(objects[-1]["outcome"])
        seen.add("scored" if objects[-1]["score"] else "unscored")
        seen.update(shown["phase"] for shown in objects[:-1])
        seen.update(shown["verdict"] for shown in objects[:-1])
    ends = {f"{team} won: {how}" for team in ("red", "blue") for how in ("agents", "assassin")}
    verdicts = {"own agent", "other agent", "bystander", "assassin"}
    assert seen == ends | verdicts | {"clue", "guessing", "cover", "over", "scored", "unscored", None}


def test_any_changed_field_of_a_base_game_is_noticed():
    objects, _ = replayed(random_game(random.Random(9)))
    for index in (3, len(objects) - 1):
        for name in objects[index]:
            changed = copy.deepcopy(objects)
            changed[index][name] = "?"
            with pytest.raises(AssertionError):
                assert_same_play(changed, objects)


BAD_LINES = ("A clue OCEAN 2", "red", "red jump", "red clue", "red clue OCEAN", "red clue OCEAN x", "red guess",
             "red cover", "red stop now", "undo now", "name A1", "first: red", *MALFORMED_CLASSIC)  # fmt: skip


@pytest.mark.parametrize("line", BAD_LINES)
def test_what_is_no_move_ends_the_base_game_at_its_line(line):
    lines = random_game(random.Random(line)).split("\n")
    lines.insert(len(lines) - 2, line)
    got, ended_by = replayed("\n".join(lines))
    expected, expected_end = independent_classic.run("\n".join(lines))
    assert ended_by == expected_end == len(lines) - 2
    assert_same_play(got, expected)
