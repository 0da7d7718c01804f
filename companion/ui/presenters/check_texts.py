"""What is said about a table that lies otherwise than the record has it."""

from __future__ import annotations

from companion.game.position import Position, Seat
from companion.game.tokens import Bank
from companion.table.check import BANK, Difference, Due, Kind, Place, Thing
from companion.table.observation import FREE
from companion.table.scan import SeenCover
from companion.table.session import Session
from companion.ui.presenters.people import called

PIECES = {
    SeenCover.AGENT: "agent card",
    SeenCover.BYSTANDER: "bystander card",
    SeenCover.ASSASSIN: "assassin card",
    SeenCover.RED_AGENT: "red agent card",
    SeenCover.BLUE_AGENT: "blue agent card",
    SeenCover.TOKEN: "timer token",
}
MOVES = {Kind.FORGOTTEN: "I'll lay it", Kind.WRONG_ARROW: "I'll turn it", Kind.BANK: "I'll put it right"}


class CheckTexts:
    """Questions and requests about one table. ``should`` is what lies there by the record."""

    def __init__(self, session: Session, should: Due) -> None:
        self._session, self._should = session, should

    def question(self, asked: Difference) -> tuple[str, str]:
        """What lies there, and what the record says."""
        say = {
            Kind.WRONG_CARD: self._wrong_card,
            Kind.WRONG_ARROW: self._wrong_arrow,
            Kind.WRONG_PLACE: self._wrong_place,
            Kind.FORGOTTEN: self._forgotten,
            Kind.TWO_TOKENS: self._two_tokens,
            Kind.SURPLUS: self._surplus,
            Kind.BANK: self._bank,
        }[asked.kind]
        return say(asked)

    def request(self, promised: Difference) -> str:
        """What somebody has said would be done."""
        thing, name = promised.thing, _the(promised.thing)
        belongs, lies = promised.belongs, promised.lies
        match promised.kind:
            case Kind.BANK:
                text = f"Count the time bank: {_tokens(self._should.bank)} by the record"
            case Kind.WRONG_ARROW:
                text = f"Turn the arrow {self._on(belongs)} to {self._arrow(thing)}"
            case Kind.WRONG_CARD:
                text = f"Lay {_a(thing).lower()} {self._onto(belongs)} instead"
            case Kind.WRONG_PLACE:
                text = f"Move the {name} from {self._place(lies)} to {self._place(belongs)}"
            case Kind.FORGOTTEN:
                text = f"Lay {_a(thing, promised.count).lower()} {self._onto(belongs)}"
            case _ if belongs == BANK:
                text = f"Put the {name} from {self._place(lies)} into the time bank"
            case _:
                text = f"Take the {name} off {self._place(lies)}"
        return text

    # --- the questions ----------------------------------------------------------------------------------------------

    def _wrong_card(self, asked: Difference) -> tuple[str, str]:
        there = _a(asked.instead or asked.thing)
        return f"{there} lies {self._on(asked.belongs)}", f"By the record it is {_a(asked.thing).lower()}."

    def _wrong_arrow(self, asked: Difference) -> tuple[str, str]:
        there = self._arrow(asked.instead or asked.thing)
        text = f"The arrow {self._on(asked.belongs)} points to {there}"
        return text, f"By the record it points to {self._arrow(asked.thing)}."

    def _wrong_place(self, asked: Difference) -> tuple[str, str]:
        return f"{_a(asked.thing)} lies {self._on(asked.lies)}", f"By the record it lies {self._on(asked.belongs)}."

    def _two_tokens(self, asked: Difference) -> tuple[str, str]:
        return f"There is a token too many {self._on(asked.lies)}", "By the record one less lies there."

    def _forgotten(self, asked: Difference) -> tuple[str, str]:
        what = _none(asked.thing, asked.count)
        if isinstance(asked.belongs, Seat):
            detail = "It is still in the time bank." if asked.lies == BANK else "By the record it was taken."
            return f"{what} lies before {self._name(asked.belongs)}", detail
        still = "It is still in the time bank." if asked.lies == BANK else "By the record it was laid there."
        if asked.thing.token and asked.thing.to is not None:
            still = f"By the record its arrow points to {self._arrow(asked.thing)}. " + still * (asked.lies == BANK)
        return f"{what} lies {self._on(asked.belongs)}", still.strip()

    def _surplus(self, asked: Difference) -> tuple[str, str]:
        text = f"{_a(asked.thing, asked.count)} {'lies' if asked.count == 1 else 'lie'} {self._on(asked.lies)}"
        if isinstance(asked.lies, Seat):
            return text, "By the record nobody has taken it."
        free = isinstance(asked.lies, Position) and self._should.cells[asked.lies.index] == FREE
        return text, "By the record the word is free." if free else "By the record it does not lie there."

    def _bank(self, asked: Difference) -> tuple[str, str]:
        return f"{_tokens(asked.bank)} in the time bank", f"By the record {_tokens(self._should.bank)}."

    def _place(self, place: Place | None) -> str:
        if isinstance(place, Position):
            return self._session.board.word(place)
        return self._name(place) if isinstance(place, Seat) else "the time bank"

    def _on(self, place: Place | None) -> str:
        kind = "on" if isinstance(place, Position) else "before" if isinstance(place, Seat) else "in"
        return f"{kind} {self._place(place)}"

    def _onto(self, place: Place | None) -> str:
        return f"onto {self._place(place)}" if isinstance(place, Position) else self._on(place)

    def _arrow(self, thing: Thing) -> str:
        return self._name(thing.to) if thing.to is not None else "nobody"

    def _name(self, seat: Seat) -> str:
        return called(self._session.options, seat)


def moves(kind: Kind) -> str:
    """The answer of somebody who puts it right."""
    return MOVES.get(kind, "I'll move it")


def _the(thing: Thing) -> str:
    return PIECES.get(thing.cover, "thing")


def _a(thing: Thing, count: int = 1) -> str:
    if count > 1:
        return f"Two {_the(thing)}s"
    name = _the(thing)
    return f"An {name}" if name[0] in "aeiou" else f"A {name}"


def _none(thing: Thing, count: int) -> str:
    return f"No {_the(thing)}" if count == 1 else f"Not both {_the(thing)}s"


def _tokens(bank: Bank | None) -> str:
    """``8 tokens``, with the sides where both lie there."""
    if bank is None:
        return "none"
    text = "1 token" if bank.total == 1 else f"{bank.total} tokens"
    if bank.bystander and bank.checkmark:
        return f"{text} ({bank.bystander} bystander, {bank.checkmark} checkmark side up)"
    return f"{text}, checkmark side up" if bank.checkmark else text
