"""The missions of the secrecy tests: written by what the touched cards are, so that they fit any key.

``GT2`` is the second position that is an agent on face A and a bystander on face B. The lines say what players do at
the app; each is a step at which everything is compared. A ``touch`` is looked at in between too, when the card is
selected and not yet confirmed; a ``tap`` is not.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.game.keycard import Identity, KeyCard
from companion.game.position import ALL_POSITIONS, Position, Seat

TOUCHES = ("touch", "tap")

WON = """
clue OCEAN 3
touch B GG1
hide
touch B GT1
show
turn
stop
invalid 2
correct C3 RIGHT
touch A TG1
turn
touch A TT1
clues
touch B TT1
menu
screens
lost
touch A XG1
undo
touch A XG1
letters WAVE
stop
touch B XT1
undo end
tap B GT2
tap B GG2
tap B GG3
tap B GT3
tap B GT4
tap B GT5
touch B GX1
number 5
touch A TG2
tap A TG3
tap A TG4
touch A TG5
keys
undo end
touch A TG5
"""
"""An agent, one on both faces, two tokens on one card, an assassin taken back, a complete side, a win; an
invalid clue, a word corrected, a lost token set by hand."""

SUDDEN_DEATH = """
touch B TG1
touch A GT1
leave
camera
back
resume
tap B TG2
tap A GT2
tap B TG3
tap A GT3
tap B TG4
tap A GT4
tap B TG5
touch A TG1
touch B TT1
undo end
touch B XX1
"""
"""Nine bystanders, a pause in the middle, an agent in sudden death, and both ways of losing there."""

NO_TOKENS = """
number 1
touch B TT1
"""
"""Of a mission with one token and no mistake allowed."""

SHORT = """
clue OCEAN 3
touch B GG1
hide
show
"""
"""For planted leaks."""


@dataclass(frozen=True)
class Touched:
    """What a mission does to the cards, in whole, with what is taken back."""

    by: dict[Seat, frozenset[Position]]
    agents: frozenset[Position]


def place(key: KeyCard, name: str) -> Position:
    """The position that a name such as ``GT2`` means."""
    pair = (Identity(name[0]), Identity(name[1]))
    return [p for p in ALL_POSITIONS if key.pairs[p.index] == pair][int(name[2:]) - 1]


def touched(key: KeyCard, script: str) -> Touched:
    """Who touches what in a mission, and where agent cards come to lie."""
    by: dict[Seat, set[Position]] = {seat: set() for seat in Seat}
    agents = set()
    for line in script.strip().splitlines():
        verb, *rest = line.split()
        if verb in TOUCHES:
            seat, position = Seat(rest[0]), place(key, rest[1])
            by[seat].add(position)
            if key.identity(seat.other, position) is Identity.AGENT:
                agents.add(position)
    return Touched({seat: frozenset(by[seat]) for seat in Seat}, frozenset(agents))


def with_places(key: KeyCard, script: str) -> str:
    """The same script with positions instead of names: it can be played without the key."""
    lines = [line.split() for line in script.strip().splitlines()]
    return "\n".join(" ".join([*ws[:2], str(place(key, ws[2]))]) if ws[0] in TOUCHES else " ".join(ws) for ws in lines)
