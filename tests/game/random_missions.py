"""Random Duet transcripts that reach every corner: all bank shapes, ends of each kind, noise between the moves.

The independent model follows along, so that guesses can be aimed; the product is not asked.
"""

from tests.game.independent_model import PAIRS, PLACES, _header, _lay_out, _line, _missing
from tests.game.random_sets import allow_line, duet_set

WORDS = tuple(
    "AMBER BASKET CANDLE DONKEY EMBER FEATHER GARLIC HARBOR ISLAND JACKET KETTLE LADDER MARBLE NEEDLE OYSTER PEPPER "
    "QUARTZ RIBBON SADDLE TURNIP UMBRELLA VELVET WALNUT YELLOW ZIPPER BJÖRN O'CLOCK C4 NEW~YORK ST.~PATRICK "
    "STRASSE מים ΣΟΦΟΣ".replace("~", "\N{NO-BREAK SPACE}").split(" ")
)
SHAPES = tuple((turns, mistakes) for turns in range(1, 12) for mistakes in range(turns + 1))


def random_mission(rng, shape=None):
    """The text of one transcript. Without a ``shape``, every third is a standard mission."""
    heads = _headers(rng, shape or rng.choice(((9, 9), rng.choice(SHAPES), rng.choice(SHAPES))))
    lines = [f"{name}: {value}" for name, value in heads.items()]
    rng.shuffle(lines)
    table, history = _table(heads), []
    skill, noise = rng.choice((0.3, 0.6, 0.8, 0.9, 1.0)), rng.choice((0.0, 0.02, 0.15))
    after_end = rng.randrange(4)
    by_hand = rng.choice((0.0, 0.0, 0.03, 0.2))
    for _ in range(120):
        line = _next_line(rng, table, skill, noise) if rng.random() >= by_hand else duet_set(rng, table)
        if table["outcome"] is not None:
            if not after_end:
                break
            after_end -= 1
            line = line if rng.random() < 0.5 else "undo"
        _line(table, history, " ".join(line.split()), 0)
        lines.append(_dressed(rng, line))
    return "\n".join(lines) + "\n"


def _headers(rng, shape):
    pairs = [pair for pair, n in PAIRS.items() for _ in range(n)]
    rng.shuffle(pairs)
    heads = {
        "mode": "duet",
        "words": ", ".join(rng.sample(WORDS, 25)),
        "face a": "".join(pair[0] for pair in pairs),
        "face b": "".join(pair[1] for pair in pairs),
    }
    turns, mistakes = shape
    if turns != 9 or rng.random() < 0.5:
        heads["turns"] = str(turns)
    if mistakes != turns or rng.random() < 0.5:
        heads["mistakes"] = str(mistakes)
    if rng.random() < 0.5:
        heads["scoring"] = rng.choice(("three-per-token", "one-per-token"))
    if rng.random() < 0.7:
        heads["first"] = rng.choice("AB")
    if rng.random() < 0.3:
        heads["names a"], heads["x-note"] = "Ann: the first", "kept"
    return heads


def _table(heads):
    checked = {}
    for name, value in heads.items():
        _header(checked, 0, name, value)
    return _lay_out(checked)


def _next_line(rng, table, skill, noise):
    if rng.random() < noise:
        return _noise(rng, table)
    if table["phase"] == "clue":
        return _clue(rng, table["giver"] or rng.choice("AB"))
    if table["phase"] == "guessing":
        seat = "B" if table["giver"] == "A" else "A"
        if table["hits"] and rng.random() < 0.35:
            return f"{seat} stop"
        return _aimed(rng, table, seat, skill)
    return _aimed(rng, table, rng.choice("AB"), skill)


def _clue(rng, seat):
    kind = "clue invalid" if rng.random() < 0.06 else "clue"
    word = rng.choice(("OCEAN", "-", "deep sea", "invalid", "9:30", "C#", "ß"))
    return f"{seat} {kind} {word} {rng.choice((0, 1, 2, 3, 9, 25, '-', '007'))}"


def _aimed(rng, table, seat, skill):
    judge = "B" if seat == "A" else "A"
    wanted = "G" if rng.random() < skill else rng.choice("TTTTX")
    free = [p for p in PLACES if not table["piles"][p] or (len(table["piles"][p]) == 1 and rng.random() < 0.5)]
    aim = [p for p in free if table["face"][judge][p] == wanted] or free or PLACES
    if not _missing(table, judge) and rng.random() < 0.8:
        return _aimed(rng, table, judge, skill) if _missing(table, seat) else f"{seat} stop"
    return f"{seat} guess {_called(rng, table, rng.choice(aim))}"


def _called(rng, table, place):
    """A card by its position where no word is in the way, or by its word in some case."""
    others = {word.casefold() for p, word in table["words"].items() if p != place}
    word = table["words"][place]
    if rng.random() < 0.3 and place.casefold() not in others:
        return rng.choice((place, place.lower()))
    return rng.choice((word, word.lower(), word.title(), word.replace("\N{NO-BREAK SPACE}", "  ")))


def _noise(rng, table):
    seat = rng.choice("AB")
    return rng.choice(
        (
            "undo",
            "undo",
            "Undo",
            f"{seat} stop",
            f"{seat} guess {rng.choice(PLACES)}",
            f"{seat} guess {_called(rng, table, rng.choice(PLACES))}",
            f"{seat} guess NOWHERE",
            f"{seat} guess F1",
            f"{seat} clue FAR {rng.choice((26, 999, '9' * 50))}",
            f"{seat} clue FAR unlimited",
            _clue(rng, seat),
            f"name {rng.choice(PLACES)} {rng.choice(WORDS)}",
            f"name {rng.choice(PLACES).lower()} NEWLY NAMED",
            allow_line(rng),
            duet_set(rng, table),
        )
    )


def _dressed(rng, line):
    """The same line as people type it."""
    if rng.random() < 0.1:
        line = line.lower() if rng.random() < 0.5 else line.replace(" ", " \t ")
        line += rng.choice(("  # said twice", "\t", "\r", " #"))
    return line if rng.random() > 0.05 else f"# a remark\n\n{line}"
