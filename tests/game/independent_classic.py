"""A second reading of the base game's rules: plays a transcript of ``mode: classic`` without a line of the product.

Written from the rule tables and the format description alone. Only the reading of lines and headers is shared with
the model of Duet.
"""

import re

from tests.game.independent_model import PLACES, BadLine, folded

KEPT = ("id", "date", "language", "city", "names a", "names b")
OTHER = {"red": "blue", "blue": "red"}
LETTERS = {"R": "red agent", "B": "blue agent", "T": "bystander", "X": "assassin"}


def run(text):
    """Return (objects printed after the first, number of the line that ended it or None)."""
    printed, heads, game, history = [], {}, None, []
    try:
        for number, raw in enumerate(text.split("\n"), start=1):
            line = " ".join(re.sub(r"(^|\s)#.*", "", raw).split())
            if not line:
                continue
            if game is None:
                name, colon, value = line.partition(":")
                if colon and line.split()[0].casefold() not in ("red", "blue", "undo", "name", "allow", "set"):
                    _header(heads, number, name.strip().casefold(), value.strip())
                    continue
                game = begin(heads)
            printed.append(step(game, history, line, number))
        game = game or begin(heads)
    except BadLine as bad:
        return printed, bad.args[0]
    return [*printed, summary(game)], None


def _header(heads, number, name, value):
    if name in heads or not (name in ("mode", "first", "key", "players", "words", *KEPT) or re.match("x-.", name)):
        raise BadLine(number)
    heads[name] = value


def begin(heads):
    """The table before the first clue."""
    if not {"mode", "first", "key", "words"} <= set(heads):
        raise BadLine(0)
    key, first = heads["key"].replace(" ", "").upper(), heads["first"].casefold()
    words = [" ".join(word.split()) for word in heads["words"].split(",")]
    mine, theirs = ("R", "B") if first == "red" else ("B", "R")
    fits = sorted(key) == sorted(mine * 9 + theirs * 8 + "T" * 7 + "X")
    if first not in OTHER or not fits or len(words) != 25 or heads.get("players", "4") not in ("2", "3", "4"):
        raise BadLine(0)
    return {
        "words": dict(zip(PLACES, words, strict=True)), "key": dict(zip(PLACES, key, strict=True)), "on": {},
        "first": first, "alone": heads.get("players") == "2", "turn": first, "phase": "clue", "limit": None,
        "touched": 0, "right": False, "turns": 0, "outcome": None,
    }  # fmt: skip


def step(game, history, line, number):
    """One line of play: change the game in place, return the object to print."""
    parts = line.split()
    head, verdict, accepted = parts[0].casefold(), None, False
    before = {**game, "on": dict(game["on"])}
    if head == "undo":
        if len(parts) > 1:
            raise BadLine(number)
        if history:
            game.update(history.pop() | {"words": game["words"]})
            accepted = True
    elif head == "name":
        accepted = _name(game, parts, number)
    elif head == "allow":
        if len(parts) == 1:
            raise BadLine(number)
        accepted = not game["outcome"]
    else:
        verdict = _by_hand(game, line, number) if head == "set" else _play(game, parts, number)
        accepted = verdict != "no" and len(history) < 2000
        if accepted:
            history.append(before)
        else:
            verdict = None
            game.update(before)
    shown = {"move": line, "accepted": accepted, "verdict": verdict, "giver": game["turn"], "phase": game["phase"]}
    shown["guesses_left"] = game["limit"]
    shown["agents_left"] = {team: stack(game, team) for team in OTHER}
    shown["outcome"] = game["outcome"]
    return shown if accepted else shown | {"error": "?"}


def stack(game, team):
    """Agent cards of a team that do not lie on the table."""
    return max(0, (9 if team == game["first"] else 8) - list(game["on"].values()).count(f"{team} agent"))


def left(game, team):
    """Words of a team that nothing lies on."""
    agent = f"{team} agent"
    return sum(LETTERS[letter] == agent and game["on"].get(p) != agent for p, letter in game["key"].items())


def _name(game, parts, number):
    if len(parts) < 3 or parts[1].upper() not in PLACES:
        raise BadLine(number)
    place, word = parts[1].upper(), " ".join(parts[2:])
    if game["outcome"] or "," in word or folded(word) in {folded(w) for p, w in game["words"].items() if p != place}:
        return False
    game["words"] = game["words"] | {place: word}
    return True


LAID = {"red": "red agent", "blue": "blue agent", "bystander": "bystander", "assassin": "assassin", "free": None}


def _by_hand(game, line, number):
    """Lay the cards as they were said, then look whether a team has won. Returns None, or "no" for a refusal."""
    said = {}
    for part in line[len("set") :].casefold().split(","):
        name, _, text = part.strip().partition(" ")
        if name in said or text not in (OTHER if name == "turn" else LAID if name.upper() in PLACES else ()):
            raise BadLine(number)
        said[name] = text
    turn = said.pop("turn", None)
    if game["outcome"] or "assassin" in said.values() or (game["alone"] and turn == OTHER[game["first"]]):
        return "no"
    for place, thing in said.items():
        game["on"].pop(place.upper(), None)
        if thing != "free":
            game["on"][place.upper()] = LAID[thing]
    if turn:
        game.update({"turn": turn, "phase": "clue", "limit": None, "right": False, "touched": 0})
    winner = next((team for team in (game["turn"], OTHER[game["turn"]]) if not left(game, team)), None)
    if winner:
        game.update({"outcome": f"{winner} won: agents", "phase": "over", "turn": None, "limit": None})
    return None


def _play(game, parts, number):
    team, verb, rest = parts[0].casefold(), "".join(parts[1:2]).casefold(), parts[2:]
    if team not in OTHER or verb not in ("clue", "guess", "stop", "cover") or (verb == "stop") != (not rest):
        raise BadLine(number)
    if verb == "clue":
        return _clue(game, team, rest, number)
    if verb == "cover":
        return "no" if game["outcome"] else _cover(game, team, _place(game, rest))
    if game["phase"] != "guessing" or game["turn"] != team or (verb == "stop" and not game["touched"]):
        return "no"
    return _guess(game, team, _place(game, rest)) if verb == "guess" else _pass_on(game)


def _clue(game, team, rest, number):
    wrong = len(rest) > 2 and rest[0].casefold() == "invalid"
    last = rest[-1].casefold()
    if len(rest) - wrong < 2 or not re.fullmatch("[0-9]+|-|unlimited", last):
        raise BadLine(number)
    if game["phase"] != "clue" or game["turn"] != team or (last.isdigit() and int(last) > 25):
        return "no"
    game["right"] = False
    if wrong:
        _pass_on(game)
        game["right"] = not game["alone"]
        return None
    game["phase"], game["touched"] = "guessing", 0
    game["limit"] = int(last) + 1 if last.isdigit() and int(last) else None
    return None


def _place(game, rest):
    text = " ".join(rest)
    found = [p for p, word in game["words"].items() if folded(word) == folded(text)]
    return (found + [p for p in PLACES if p == text.upper()] + [None])[0]


def _guess(game, team, place):
    if place is None or place in game["on"]:
        return "no"
    lies = game["on"][place] = LETTERS[game["key"][place]]
    verdict = {f"{team} agent": "own agent", f"{OTHER[team]} agent": "other agent"}.get(lies, lies)
    game["touched"] += 1
    game["limit"] = game["limit"] and game["limit"] - 1
    winner = next((each for each in OTHER if not left(game, each)), None)
    if lies == "assassin":
        _finish(game, f"{OTHER[team]} won: assassin")
    elif winner:
        _finish(game, f"{winner} won: agents")
    elif verdict != "own agent" or game["limit"] == 0:
        _pass_on(game)
    return verdict


def _cover(game, team, place):
    whose = OTHER[game["first"]] if game["alone"] else team
    now = game["phase"] == "cover" if game["alone"] else game["right"] and game["turn"] == team
    if not now or place is None or place in game["on"] or LETTERS[game["key"][place]] != f"{whose} agent":
        return "no"
    game["on"][place] = f"{whose} agent"
    game["right"], game["phase"] = False, "clue"
    if not left(game, whose):
        game.update({"outcome": f"{whose} won: agents", "phase": "over", "turn": None})
    return None


def _pass_on(game):
    game["turns"] += 1
    game["limit"] = None
    game["phase"] = "cover" if game["alone"] else "clue"
    if not game["alone"]:
        game["turn"] = OTHER[game["turn"]]


def _finish(game, how):
    game["turns"] += 1
    game.update({"outcome": how, "phase": "over", "turn": None, "limit": None})


def summary(game):
    """The object at the end."""
    won = game["alone"] and (game["outcome"] or "").startswith(f"{game['first']} won")
    return {
        "outcome": game["outcome"],
        "turns_used": game["turns"],
        "score": {"total": stack(game, OTHER[game["first"]])} if won else None,
        "covers": dict(sorted(game["on"].items())),
    }
