"""``set`` in a Duet transcript: the parts of the table that both players set, text to move and back."""

from __future__ import annotations

from collections import Counter
from typing import TypedDict

from companion.game.duet_state import MAX_TURNS
from companion.game.move_lines import parse_position
from companion.game.moves import SetTable
from companion.game.position import Position, Seat
from companion.game.tokens import FREE, Bank, Cover
from companion.game.transcript import Malformed, shown, whole_number

_FORMS = "bank BYSTANDER CHECKMARK, taken A B, discarded N, giver SEAT, or a position with agent, free, A>B or B>A"
_ARROWS = {f"{seat.value}>{seat.other.value}".casefold(): seat for seat in Seat}
_SEATS = {seat.value.casefold(): seat for seat in Seat}


class _Given(TypedDict, total=False):
    bank: Bank
    taken: tuple[int, int]
    discarded: int
    giver: Seat


def parse_set(parts: list[list[str]]) -> SetTable:
    """Read the parts of ``set``, each cut into words.

    Raises:
        Malformed: a part that says nothing, or one that comes twice.
    """
    given, covers = _Given(), dict[Position, Cover]()
    for name, *rest in parts:
        match name.casefold():
            case "bank":
                _once(given, name)
                given["bank"] = Bank(*_counts(name, rest, 2))
            case "taken":
                _once(given, name)
                of_a, of_b = _counts(name, rest, 2)
                given["taken"] = (of_a, of_b)
            case "discarded":
                _once(given, name)
                (given["discarded"],) = _counts(name, rest, 1)
            case "giver":
                _once(given, name)
                given["giver"] = _seat(rest)
            case _:
                position = _place(name)
                if position in covers:
                    raise Malformed(f"set names {position} twice: say once what lies there")
                covers[position] = _cover(name, rest)
    return SetTable(tuple(covers.items()), **given)


def _once(given: _Given, name: str) -> None:
    if name.casefold() in given:
        raise Malformed(f"set has {name.casefold()} twice: say it once")


def _place(name: str) -> Position:
    try:
        return parse_position(name)
    except Malformed as error:
        raise Malformed(f"{shown(name)} is no part of set: it takes {_FORMS}") from error


def _counts(name: str, rest: list[str], due: int) -> list[int]:
    counts = [whole_number(text, MAX_TURNS) for text in rest]
    numbers = [count for count in counts if count is not None]
    if len(numbers) != due or len(counts) != due:
        raise Malformed(f"{name} is followed by {due} {'number' if due == 1 else 'numbers'}: set takes {_FORMS}")
    # A greater number than there are tokens counts as one more than that: the mission refuses it.
    return numbers


def _seat(rest: list[str]) -> Seat:
    seat = _SEATS.get(" ".join(rest).casefold())
    if seat is None:
        raise Malformed("giver is followed by one seat: giver A or giver B")
    return seat


def _cover(place: str, rest: list[str]) -> Cover:
    """What lies on a card: ``free``, or an agent or assassin card and arrows of tokens, each arrow once or twice."""
    said = Counter(text.casefold() for text in rest)
    if said == Counter(["free"]):
        return FREE
    arrows = {seat: said.pop(arrow) for arrow, seat in _ARROWS.items() if arrow in said}
    if not (arrows or said) or said - Counter(["agent", "assassin"]):
        raise Malformed(f"{shown(' '.join([place, *rest]))} says nothing of a card: set takes {_FORMS}")
    if any(count > 2 for count in arrows.values()):
        raise Malformed(f"{place} has more than two tokens of one direction: a mistake costs no more than two")
    return Cover(
        agent="agent" in said,
        assassin="assassin" in said,
        tokens=frozenset(arrows),
        stacked=frozenset(seat for seat, count in arrows.items() if count == 2),
    )


def set_text(move: SetTable) -> str:
    """The line that reads back as ``move``."""
    parts = []
    if move.bank is not None:
        parts.append(f"bank {move.bank.bystander} {move.bank.checkmark}")
    if move.taken is not None:
        parts.append(f"taken {move.taken[0]} {move.taken[1]}")
    if move.discarded is not None:
        parts.append(f"discarded {move.discarded}")
    if move.giver is not None:
        parts.append(f"giver {move.giver.value}")
    parts += [f"{position} {' '.join(_cover_words(cover))}" for position, cover in move.covers]
    return f"set {', '.join(parts)}"


def _cover_words(cover: Cover) -> list[str]:
    words = ["agent"] * cover.agent + ["assassin"] * cover.assassin
    for seat in Seat:
        arrow = f"{seat.value}>{seat.other.value}"
        words += [arrow] * ((seat in cover.tokens) + (seat in cover.stacked))
    return words or ["free"]
