"""Random transcripts of base games: either team first, every number of players, noise between the moves."""

from tests.game import independent_classic
from tests.game.independent_model import PLACES
from tests.game.random_missions import WORDS
from tests.game.random_sets import allow_line, classic_set


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
    skill, noise, by_hand = rng.choice((0.5, 0.8, 1.0)), rng.choice((0.0, 0.1)), rng.choice((0.0, 0.0, 0.03, 0.2))
    for _ in range(120):
        line = _noise(rng) if rng.random() < noise else _aimed(rng, game, skill)
        line = classic_set(rng, game) if rng.random() < by_hand else line
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
         f"{team} clue FAR 26", f"{team} clue FAR 1", f"name {place} {rng.choice(WORDS)}", f"name {place} NEW",
         allow_line(rng))
    )  # fmt: skip
