"""What a transcript's own comments claim: a small language, so that a fixture can be read and checked in one place.

Behind a move, between commas: ``refused`` · ``agent`` ``bystander`` ``assassin`` (a verdict) · ``giver A`` (``none``)
· ``phase clue`` · ``bank 9`` or ``bank 2+7`` (bystander side + checkmark side) · ``taken A 1`` · ``discarded 1`` ·
``agents_found 3`` · ``outcome won`` (``none``); in a base game also ``own agent`` ``other agent`` · ``guesses_left 3``
(``none``) · ``left red 8``. In a line that begins with ``# end:``: ``turns_used 7`` · ``score 11``
(``none``) · ``cover A4 A>B B>A`` (all covers, if any is named).
"""

VERDICTS = ("agent", "bystander", "assassin", "own agent", "other agent")


def claims_of(text):
    """Return (claims per move line in order, claims about the end); each a list of strings."""
    moves, end = [], []
    for raw in text.lstrip("\ufeff").split("\n"):
        line, _, comment = raw.partition(" #")
        if raw.startswith("# end:"):
            end = _split(raw.removeprefix("# end:"))
        elif line.strip() and not raw.startswith("#") and (":" not in line.replace(" 9:30 ", "")):
            moves.append(_split(comment))
    return moves, end


def _split(text):
    return [claim.strip() for claim in text.split(",") if claim.strip()]


def assert_move_claim(shown, claim):
    """One claim about what was printed for a move."""
    name, _, value = claim.partition(" ")
    if claim == "refused":
        assert shown["accepted"] is False, f"{shown['move']}: not refused"
    elif claim in VERDICTS:
        assert shown["verdict"] == claim, f"{shown['move']}: {shown['verdict']} instead of {claim}"
    elif name == "bank":
        assert value in _bank_forms(shown["bank"]), f"{shown['move']}: bank {shown['bank']} instead of {value}"
    elif name == "taken":
        assert shown["taken"][value[0]] == int(value[2:]), f"{shown['move']}: taken {shown['taken']}, claimed {value}"
    elif name in ("giver", "phase", "outcome"):
        assert (shown[name] or "none") == value, f"{shown['move']}: {name} {shown[name]} instead of {value}"
    elif name == "left":
        team, count = value.split()
        assert shown["agents_left"][team] == int(count), f"{shown['move']}: {shown['agents_left']}, claimed {value}"
    elif name == "guesses_left":
        assert str(shown[name] or "none") == value, f"{shown['move']}: {name} {shown[name]} instead of {value}"
    elif name in ("discarded", "agents_found"):
        assert shown[name] == int(value), f"{shown['move']}: {name} {shown[name]} instead of {value}"
    else:
        raise AssertionError(f"{claim!r} is no claim")


def _bank_forms(bank):
    both = f"{bank['bystander']}+{bank['checkmark']}"
    return (both, str(bank["bystander"] + bank["checkmark"]))


def assert_end_claims(shown, claims):
    """All claims about what was printed at the end."""
    covers = dict(claim.removeprefix("cover ").split(" ", 1) for claim in claims if claim.startswith("cover "))
    if covers:
        printed = {p: cover if isinstance(cover, str) else " ".join(cover) for p, cover in shown["covers"].items()}
        assert printed == covers
    for claim in claims:
        name, _, value = claim.partition(" ")
        if name == "turns_used":
            assert shown["turns_used"] == int(value)
        elif name == "score":
            assert (str(shown["score"]["total"]) if shown["score"] else "none") == value
        else:
            assert name == "cover", f"{claim!r} is no claim"
