"""Lines of ``set`` and ``allow`` for random missions of both modes: most of them as players would say them."""

from tests.game.independent_model import PLACES, _missing

TOKENS = ("A>B", "B>A", "A>B A>B", "B>A B>A", "A>B B>A", "A>B A>B B>A")
MALFORMED = (
    "set", "set ,", "set bank", "set bank 1", "set bank 1 2 3", "set bank x 1", "set taken 1", "set discarded",
    "set giver", "set giver C", "set giver A B", "set A1", "set F1 free", "set A1 agent agent", "set A1 free agent",
    "set A1 A>A", "set A1 A>B A>B A>B", "set A1 free, a1 agent", "set bank 1 1, bank 1 1", "set bank 1 1,",
    "set , A1 free", "set turn red", "set A1 red", "set bank -1 1", "set bank 1 ²", "set A1 agentagent", "set A1 A > B",
    "allow",
)  # fmt: skip
MALFORMED_CLASSIC = (
    "set", "set ,", "set turn", "set turn green", "set turn red blue", "set A1", "set A1 agent", "set A1 red blue",
    "set A1 red, a1 free", "set turn red, turn red", "set bank 9 0", "set giver A", "set A1 red,", "set F1 red",
    "allow",
)  # fmt: skip


def allow_line(rng):
    word = rng.choice(("OCEANS", "deep sea", "-", "invalid", "9:30", "clue A 2", "ß"))
    return f"{rng.choice(('allow', 'Allow'))} {word}"


def duet_set(rng, table):
    """One line of ``set`` for a table of the model."""
    ways = (_tokens_moved, _bank_shape, _card, _card, _two_cards, _giver, _all_of_a_side, _rare, _anything)
    return f"{rng.choice(('set', 'set', 'SET'))} {rng.choice(ways)(rng, table)}"


def _tokens_moved(rng, table):
    """Counts that may add up: the tokens that lie in no pile on a card, dealt anew."""
    on_cards = sum(">" in thing for pile in table["piles"].values() for thing in pile)
    free = table["all"] - on_cards
    cuts = sorted(rng.randint(0, free) for _ in range(3))
    bank, of_a, of_b, out = cuts[0], cuts[1] - cuts[0], cuts[2] - cuts[1], free - cuts[2]
    up = rng.randint(0, bank)
    parts = [f"bank {up} {bank - up}", f"taken {of_a} {of_b}", f"discarded {out}"]
    if rng.random() < 0.3:
        parts.append(f"giver {rng.choice('AB')}")
    if rng.random() < 0.5:
        del parts[rng.randrange(len(parts))]
    return ", ".join(parts)


def _bank_shape(rng, table):
    up, down = table["bank"].count("bystander"), table["bank"].count("checkmark")
    up, down = rng.choice(((up + 1, down), (up, down + 1), (up - 1, down), (up, down - 1), (down, up), (0, 0), (0, 1)))
    wanted = rng.choice(("", "", ", giver A", ", giver b"))
    return f"bank {max(0, up)} {max(0, down)}{wanted}"


def _card(rng, table, place=None):
    place = place or rng.choice(PLACES)
    lies = [*table["piles"][place]]
    what = rng.choice(("agent", "free", "agent", *TOKENS, f"agent {rng.choice(TOKENS)}", f"{rng.choice(TOKENS)} agent"))
    if "agent" in lies and rng.random() < 0.5:
        what = "free"
    return f"{place} {what}"


def _two_cards(rng, table):
    first, second = rng.sample(PLACES, 2)
    parts = [_card(rng, table, first), _card(rng, table, second).lower(), _bank_shape(rng, table)]
    rng.shuffle(parts)
    return ", ".join(parts)


def _giver(rng, table):
    return f"giver {rng.choice('ABab')}"


def _all_of_a_side(rng, table):
    """All agents of one side, or of both, are said to lie there."""
    sides = rng.choice(("A", "B", "AB"))
    places = [p for p in PLACES if any(table["face"][s][p] == "G" and "agent" not in table["piles"][p] for s in sides)]
    if rng.random() < 0.5:
        places = places[1:]
    return ", ".join(f"{place} agent" for place in places) or "giver A"


def _rare(rng, table):
    return rng.choice(
        (
            "A1 assassin",
            "discarded 11",
            f"bank {'9' * 40} 0",
            "taken 0 0, giver A",
            f"discarded {len(table['box'])}",
            f"taken {len(table['front']['A'])} {len(table['front']['B']) + 1}",
            ", ".join(f"{place} agent" for place in rng.sample(PLACES, rng.choice((14, 15, 16, 25)))),
            ", ".join(f"{place} free" for place in PLACES),
        )
    )


def _anything(rng, table):
    giver = next((seat for seat in "AB" if _missing(table, seat)), "A")
    return f"bank {rng.randint(0, 4)} {rng.randint(0, 4)}, giver {giver}"


def classic_set(rng, game):
    """One line of ``set`` for a table of the model of the base game."""
    place = rng.choice(PLACES)
    right = {"R": "red", "B": "blue", "T": "bystander", "X": "assassin"}[game["key"][place]]
    letter = rng.choice("RB")
    whole = [p for p in PLACES if game["key"][p] == letter][rng.choice((0, 0, 1)) :]
    parts = rng.choice(
        (
            [f"{place} {right}"],
            [f"{place} {rng.choice(('red', 'blue', 'bystander', 'free', 'assassin', 'Free'))}"],
            [f"{p} free" for p in rng.sample(PLACES, 3)],
            [f"{p} {'red' if letter == 'R' else 'blue'}" for p in whole],
            [f"turn {rng.choice(('red', 'blue'))}"],
            [f"turn {rng.choice(('red', 'blue'))}", f"{place} {right}"],
            [f"{p} {'red' if game['key'][p] == 'R' else 'blue'}" for p in PLACES if game["key"][p] in "RB"],
        )
    )
    return f"set {', '.join(parts)}"
