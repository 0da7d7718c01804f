import copy
import random

import pytest

from tests.game import independent_classic
from tests.game.independent_model import PLACES
from tests.game.random_missions import WORDS
from tests.game.replaying import assert_same_play, replayed


def random_game(rng):
    """The text of one transcript of a base game; the independent model follows along, so that moves can be aimed."""
    first, players = rng.choice(("red", "blue")), rng.choice("2234")
    letters = list(("R" if first == "red" else "B") + "RB" * 8 + "T" * 7 + "X")
    rng.shuffle(letters)
    heads = {"mode": "classic", "first": first, "key": "".join(letters), "words": ", ".join(rng.sample(WORDS, 25))}
    if players != "4" or rng.random() < 0.5:
        heads["players"] = players
    game, history, after_end = independent_classic.begin(heads), [], rng.randrange(4)
    lines = [f"{name}: {value}" for name, value in heads.items()]
    skill, noise = rng.choice((0.5, 0.8, 1.0)), rng.choice((0.0, 0.1))
    for _ in range(120):
        line = _noise(rng) if rng.random() < noise else _aimed(rng, game, skill)
        if game["outcome"]:
            if not after_end:
                break
            after_end -= 1
            line = line if rng.random() < 0.5 else "undo"
        independent_classic.step(game, history, line, 0)
        lines.append(line)
    return "\n".join(lines)


def _aimed(rng, game, skill):
    team = game["turn"] or "red"
    other = {"red": "blue", "blue": "red"}[team]
    mine = team[0].upper()
    if game["phase"] == "cover":
        whose = "B" if game["first"] == "red" else "R"
        return f"{rng.choice((team, other))} cover {_one(rng, game, whose)}"
    if game["right"] and rng.random() < 0.7:
        return f"{team} cover {_one(rng, game, mine)}"
    if game["phase"] == "guessing":
        if game["touched"] and rng.random() < 0.25:
            return f"{team} stop"
        return f"{team} guess {_one(rng, game, mine if rng.random() < skill else rng.choice('RBTTX'))}"
    kind = "clue invalid" if rng.random() < 0.1 else "clue"
    return f"{team} {kind} {rng.choice(('OCEAN', '-', 'deep sea'))} {rng.choice((0, 1, 2, 3, 'unlimited', '-'))}"


def _one(rng, game, letter):
    free = [p for p in PLACES if p not in game["on"]]
    return game["words"][rng.choice([p for p in free if game["key"][p] == letter] or free)]


def _noise(rng):
    team, place = rng.choice(("red", "blue")), rng.choice(PLACES)
    return rng.choice(
        ("undo", f"{team} stop", f"{team} cover {place}", f"{team} guess {place}", f"{team} guess NOWHERE",
         f"{team} clue FAR 26", f"{team} clue FAR 1", f"name {place} {rng.choice(WORDS)}", f"name {place} NEW")
    )  # fmt: skip


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
             "red cover", "red stop now", "undo now", "name A1", "first: red")  # fmt: skip


@pytest.mark.parametrize("line", BAD_LINES)
def test_what_is_no_move_ends_the_base_game_at_its_line(line):
    lines = random_game(random.Random(line)).split("\n")
    lines.insert(len(lines) - 2, line)
    got, ended_by = replayed("\n".join(lines))
    expected, expected_end = independent_classic.run("\n".join(lines))
    assert ended_by == expected_end == len(lines) - 2
    assert_same_play(got, expected)
