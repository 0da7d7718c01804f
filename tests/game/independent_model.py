"""A second reading of the rules: plays a Duet transcript without a line of the product.

Written from the rule tables and the format description alone, as one flat interpreter over dicts and lists that lays
physical things about: every token is an item that lies in some pile. Slow and plain on purpose. What it says about a
transcript is compared with what the product prints, field by field.
"""

import re
import unicodedata

PLACES = [row + column for row in "ABCDE" for column in "12345"]
PAIRS = {"GG": 3, "GT": 5, "TG": 5, "GX": 1, "XG": 1, "TT": 7, "TX": 1, "XT": 1, "XX": 1}
KEPT = ("id", "date", "language", "city", "names a", "names b")


class BadLine(Exception):
    """The transcript ends here: exit 1. ``args[0]`` is the line number, 0 where a header is missing."""


def folded(text):
    return unicodedata.normalize("NFC", " ".join(text.split())).casefold()


def run(text):
    """Return (objects printed after the first, number of the line that ended it or None)."""
    printed = []
    try:
        for thing in _objects(text):
            printed.append(thing)
    except BadLine as bad:
        return printed, bad.args[0]
    return printed, None


def _objects(text):
    heads, table, history = {}, None, []
    for number, raw in enumerate(text.lstrip("\ufeff").split("\n"), start=1):
        line = " ".join(re.sub(r"(^|\s)#.*", "", raw).split())
        if not line:
            continue
        if table is None:
            name, colon, value = line.partition(":")
            if colon and line.split()[0].casefold() not in ("a", "b", "undo", "name", "allow", "set"):
                _header(heads, number, name.strip().casefold(), value.strip())
                continue
            table = _lay_out(heads)
        yield _line(table, history, line, number)
    if table is None:
        table = _lay_out(heads)
    yield _summary(heads, table)


def _header(heads, number, name, value):
    known = ("mode", "turns", "mistakes", "scoring", "first", "words", "face a", "face b", *KEPT)
    if name in heads or not (name in known or (name.startswith("x-") and len(name) > 2)):
        raise BadLine(number)
    heads[name] = value


def _check(heads, turns, mistakes, words, faces):
    pairs = [a + b for a, b in zip(faces["a"], faces["b"], strict=False)]
    ok = (
        heads["mode"].casefold() == "duet"
        and 1 <= turns <= 11
        and 0 <= mistakes <= turns
        and heads.get("scoring", "three-per-token").casefold() in ("three-per-token", "one-per-token")
        and heads.get("first", "a").casefold() in ("a", "b")
        and len(words) == len(set(map(folded, words))) == 25
        and all(words)
        and len(faces["a"]) == len(faces["b"]) == 25
        and {pair: pairs.count(pair) for pair in set(pairs)} == PAIRS
    )
    if not ok:
        raise BadLine(0)


def _lay_out(heads):
    for name in ("mode", "words", "face a", "face b"):
        if name not in heads:
            raise BadLine(0)
    try:
        turns = int(heads.get("turns", "9"))
        mistakes = int(heads.get("mistakes", turns))
    except ValueError:
        raise BadLine(0) from None
    words = [" ".join(word.split()) for word in heads["words"].split(",")]
    faces = {seat: heads[f"face {seat}"].replace(" ", "").upper() for seat in "ab"}
    _check(heads, turns, mistakes, words, faces)
    return {
        "words": dict(zip(PLACES, words, strict=True)),
        "face": {
            "A": dict(zip(PLACES, faces["a"], strict=True)),
            "B": dict(zip(PLACES, faces["b"], strict=True)),
        },
        "piles": {place: [] for place in PLACES},
        "all": turns,
        "bank": ["bystander"] * mistakes + ["checkmark"] * (turns - mistakes),
        "box": [],
        "front": {"A": [], "B": []},
        "giver": heads["first"].upper() if "first" in heads else None,
        "phase": "clue",
        "outcome": None,
        "hits": 0,
        "turns": 0,
        "sudden": False,
    }


def _line(table, history, line, number):
    """One line of play: change the table in place, return the object to print."""
    parts = line.split()
    head = parts[0].casefold()
    verdict, accepted = None, False
    if head == "undo":
        if len(parts) > 1:
            raise BadLine(number)
        if history:
            names = table["words"]
            table.clear()
            table.update(history.pop())
            table["words"] = names
            accepted = True
    elif head == "name":
        accepted = _name(table, parts, number)
    elif head == "allow":
        if len(parts) == 1:
            raise BadLine(number)
        accepted = table["outcome"] is None
    else:
        order = _said(line, number) if head == "set" else _order(parts, number)
        before = _copied(table)
        verdict = _judge(table, *order) if head != "set" else _by_hand(table, order)
        accepted = verdict != "no" and len(history) < 2000
        if accepted:
            history.append(before)
        else:
            table.clear()
            table.update(before)
            verdict = None
    return _shown(table, line, accepted, verdict)


def _shown(table, line, accepted, verdict):
    shown = {
        "move": line,
        "accepted": accepted,
        "verdict": verdict,
        "giver": table["giver"],
        "phase": table["phase"],
        "bank": {side: table["bank"].count(side) for side in ("bystander", "checkmark")},
        "agents_found": sum("agent" in pile for pile in table["piles"].values()),
        "taken": {seat: len(table["front"][seat]) for seat in "AB"},
        "discarded": len(table["box"]),
        "outcome": table["outcome"],
    }
    if not accepted:
        shown["error"] = "?"
    return shown


def _copied(table):
    """The table with piles of its own; faces and words are never changed in place."""
    return table | {
        "piles": {place: list(pile) for place, pile in table["piles"].items()},
        "bank": list(table["bank"]),
        "box": list(table["box"]),
        "front": {seat: list(tokens) for seat, tokens in table["front"].items()},
    }


def _name(table, parts, number):
    if len(parts) < 3 or parts[1].upper() not in PLACES:
        raise BadLine(number)
    place, word = parts[1].upper(), " ".join(parts[2:])
    others = {folded(w) for p, w in table["words"].items() if p != place}
    if table["phase"] == "over" or folded(word) in others or "," in word:
        return False
    table["words"] = table["words"] | {place: word}
    return True


def _order(parts, number):
    """Cut a line into (seat, verb, argument); anything that is no move ends the transcript."""
    seat = parts[0].upper()
    verb = parts[1].casefold() if len(parts) > 1 else ""
    if seat not in ("A", "B") or verb not in ("clue", "guess", "stop"):
        raise BadLine(number)
    rest = parts[2:]
    if verb == "stop":
        if rest:
            raise BadLine(number)
        return seat, "stop", None
    if verb == "guess":
        if not rest:
            raise BadLine(number)
        return seat, "guess", " ".join(rest)
    if len(rest) >= 3 and rest[0].casefold() == "invalid":
        verb, rest = "invalid clue", rest[1:]
    if len(rest) < 2:
        raise BadLine(number)
    last = rest[-1].casefold()
    if last not in ("-", "unlimited") and not re.fullmatch("[0-9]+", last):
        raise BadLine(number)
    return seat, verb, last


def _said(line, number):
    """What a line of ``set`` says: the name of each part and its words, in capitals."""
    said, fits = {}, {"BANK": "[0-9]+ [0-9]+", "TAKEN": "[0-9]+ [0-9]+", "DISCARDED": "[0-9]+", "GIVER": "[AB]"}
    most = {"AGENT": 1, "ASSASSIN": 1, "A>B": 2, "B>A": 2}
    for part in line[len("set") :].upper().split(","):
        name, words = "".join(part.split()[:1]), part.split()[1:]
        if name in PLACES:
            good = words == ["FREE"] or (words and all(words.count(thing) <= most.get(thing, 0) for thing in words))
        else:
            good = name in fits and re.fullmatch(fits[name], " ".join(words))
        if name in said or not good:
            raise BadLine(number)
        said[name] = words
    return said


def _by_hand(table, said):
    """Lay the table as it was said, then look what it has become. Returns None, or "no" for a refusal."""
    if table["outcome"] is not None:
        return "no"
    cards = sum("agent" in pile for pile in table["piles"].values())
    for place in PLACES:
        if place in said:
            table["piles"][place] = [{"AGENT": "agent"}.get(thing, thing) for thing in said[place] if thing != "FREE"]
    now = sum("agent" in pile for pile in table["piles"].values())
    if any("ASSASSIN" in pile for pile in table["piles"].values()) or (now > 15 and now > cards):
        return "no"
    if "BANK" in said:
        up, down = map(int, said["BANK"])
        table["bank"] = ["bystander"] * min(up, 99) + ["checkmark"] * min(down, 99)
    if "TAKEN" in said:
        table["front"] = {seat: ["checkmark"] * min(int(n), 99) for seat, n in zip("AB", said["TAKEN"], strict=True)}
    on_cards = sum(len(pile) - ("agent" in pile) for pile in table["piles"].values())
    rest = table["all"] - len(table["bank"]) - on_cards - len(table["front"]["A"]) - len(table["front"]["B"])
    if rest < 0 or int("".join(said.get("DISCARDED", [str(rest)]))) != rest:
        return "no"
    table["box"] = ["lost"] * rest
    table["sudden"] = table["sudden"] and not table["bank"]
    return _goes_on(table, "".join(said.get("GIVER", [])))


def _goes_on(table, wanted):
    open_sides = [seat for seat in "AB" if _missing(table, seat)]
    if not open_sides:
        _end(table, "won")
    elif not table["bank"]:
        if wanted:
            return "no"
        _sudden_death(table)
    elif wanted:
        if wanted not in open_sides:
            return "no"
        table["giver"], table["phase"] = wanted, "clue"
    elif len(open_sides) == 1:
        if table["giver"] != open_sides[0]:
            table["giver"], table["phase"] = open_sides[0], "clue"
    elif table["phase"] == "sudden death":
        return "no"
    return None


def _judge(table, seat, verb, argument):
    """Play it. Returns the verdict, None for a move without one, "no" for a refusal (the caller restores the table)."""
    if table["outcome"] is not None:
        return "no"
    if verb == "guess":
        return _touch(table, seat, argument)
    if verb == "stop":
        return _stop(table, seat)
    return _speak(table, seat, verb, argument)


def _stop(table, seat):
    if table["phase"] != "guessing" or seat == table["giver"] or not table["hits"]:
        return "no"
    _to_front(table, seat)
    _next_turn(table)
    return None


def _speak(table, seat, verb, number):
    if table["phase"] != "clue" or table["giver"] not in (None, seat):
        return "no"
    if number == "unlimited" or (number != "-" and int(number) > 25):
        return "no"
    if verb == "invalid clue":
        table["box"].append(_out_of_bank(table, "checkmark", "bystander"))
    if table["bank"]:
        table["giver"], table["phase"], table["hits"] = seat, "guessing", 0
    else:
        _sudden_death(table)
    return None


def _touch(table, seat, argument):
    judge = "B" if seat == "A" else "A"
    place = next((p for p, word in table["words"].items() if folded(word) == folded(argument)), None)
    if place is None:
        place = argument.upper() if argument.upper() in PLACES else None
    if place is None or table["phase"] == "clue" or (table["phase"] == "guessing" and seat == table["giver"]):
        return "no"
    pile = table["piles"][place]
    if "agent" in pile or f"{judge}>{seat}" in pile or _missing(table, judge) == 0:
        return "no"
    colour = table["face"][judge][place]
    if colour == "X":
        pile.append("assassin")
        table["turns"] += table["phase"] == "guessing"
        _end(table, "lost: assassin")
        return "assassin"
    if colour == "G":
        pile.append("agent")
        _after_agent(table, seat, judge)
        return "agent"
    if table["phase"] == "sudden death":
        _end(table, "lost: sudden death")
        return "bystander"
    owed = 1 if "bystander" in table["bank"] else 2
    for _ in range(min(owed, len(table["bank"]))):
        _out_of_bank(table, "bystander", "checkmark")
        pile.append(f"{judge}>{seat}")
        owed -= 1
    if owed:
        table["turns"] += 1
        _end(table, "lost: tokens")
    else:
        _next_turn(table)
    return "bystander"


def _after_agent(table, seat, judge):
    won = _missing(table, "A") == 0 and _missing(table, "B") == 0
    if table["phase"] == "sudden death":
        if won:
            _end(table, "won")
        return
    table["hits"] += 1
    if won:
        _to_front(table, seat)
        table["turns"] += 1
        _end(table, "won")
    elif _missing(table, judge) == 0:
        _to_front(table, seat)
        _next_turn(table)


def _next_turn(table):
    table["turns"] += 1
    if not table["bank"]:
        _sudden_death(table)
        return
    other = "B" if table["giver"] == "A" else "A"
    if _missing(table, other):
        table["giver"] = other
    table["phase"] = "clue"


def _sudden_death(table):
    table["phase"], table["giver"], table["sudden"] = "sudden death", None, True


def _end(table, how):
    table["phase"], table["giver"], table["outcome"] = "over", None, how


def _missing(table, seat):
    """Words of a face that are agents and not yet found."""
    return sum(table["face"][seat][p] == "G" and "agent" not in table["piles"][p] for p in PLACES)


def _out_of_bank(table, *preferred):
    side = next(side for side in preferred if side in table["bank"])
    table["bank"].remove(side)
    return side


def _to_front(table, seat):
    _out_of_bank(table, "checkmark", "bystander")
    table["front"][seat].append("checkmark")


def _summary(heads, table):
    covers = {}
    for place, pile in table["piles"].items():
        if "agent" in pile or "assassin" in pile:
            covers[place] = "agent" if "agent" in pile else "assassin"
        elif pile:
            covers[place] = sorted(set(pile))
    result = None
    turns = int(heads.get("turns", 9))
    if table["outcome"] == "won" and turns == int(heads.get("mistakes", turns)) == 9:
        each = 1 if heads.get("scoring", "").casefold() == "one-per-token" else 3
        left, marks, minus = len(table["bank"]), len(table["front"]["A"] + table["front"]["B"]), int(table["sudden"])
        result = {
            "total": left * each + marks - minus,
            "tokens_left": left,
            "points_per_token": each,
            "checkmarks": marks,
            "sudden_death_penalty": minus,
        }
    return {"outcome": table["outcome"], "turns_used": table["turns"], "score": result, "covers": covers}
