"""What should lie on the table, against what a camera says lies there: each difference is one thing.

Nothing here changes a record. What the camera does not know now never differs. Tokens of one direction that lie below
another one or below a large card cannot be seen, so that only the time bank can tell that they are missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum

from companion.game.classic import Card, ClassicState
from companion.game.duet import DuetState
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.game.tokens import Bank, Cover
from companion.table.instruct import Instruction, Piece
from companion.table.observation import FREE, Lies, Observation
from companion.table.scan import SeenCover

BANK = "time bank"
"""The place of tokens that are not spent yet."""

Place = Position | Seat | str
"""Where a piece can lie: on a card, before a seat (a token that was taken), in the ``BANK``."""

CARDS = {
    Card.RED: SeenCover.RED_AGENT,
    Card.BLUE: SeenCover.BLUE_AGENT,
    Card.BYSTANDER: SeenCover.BYSTANDER,
    Card.ASSASSIN: SeenCover.ASSASSIN,
}


class Kind(Enum):
    """How the table differs from the record."""

    WRONG_CARD = "another piece than recorded lies there"
    WRONG_PLACE = "it lies somewhere else"
    WRONG_ARROW = "the arrow points to the other seat"
    FORGOTTEN = "it is recorded and lies nowhere"
    SURPLUS = "it lies there and is not recorded"
    TWO_TOKENS = "two tokens lie where one is recorded"
    BANK = "another number of tokens is in the time bank"


@dataclass(frozen=True, slots=True)
class Thing:
    """A piece: a large card, or ``SeenCover.TOKEN`` with the seat that its arrow points to (None beside the cards)."""

    cover: SeenCover
    to: Seat | None = None

    @property
    def token(self) -> bool:
        """It is a timer token."""
        return self.cover is SeenCover.TOKEN


TOKEN = Thing(SeenCover.TOKEN)


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing in which table and record differ: one question.

    Attributes:
        kind: How they differ.
        thing: The piece as the record has it; of one that is too many, as it lies.
        belongs: Where the record has it; None for nowhere on the table.
        lies: Where it is seen; None for nowhere.
        instead: What lies in its stead (``WRONG_CARD``), or the piece as it lies (``WRONG_ARROW``, ``WRONG_PLACE``).
        count: How many such pieces it is about, 1 or 2.
        cells: What lies on the cards that it is about.
        bank: The time bank as it was counted, where it has to do with it; else None.
        taken: The tokens before A and B as they were counted, where it has to do with them; else None.
    """

    kind: Kind
    thing: Thing
    belongs: Place | None = None
    lies: Place | None = None
    instead: Thing | None = None
    count: int = 1
    cells: tuple[tuple[Position, Lies], ...] = ()
    bank: Bank | None = None
    taken: tuple[int, int] | None = None

    @property
    def what(self) -> Difference:
        """The same without what was counted and seen beside it: two looks at one slip are equal in this."""
        return replace(self, cells=(), bank=None, taken=None)

    @property
    def places(self) -> frozenset[Place]:
        """All places that it is about."""
        return frozenset(place for place in (self.belongs, self.lies) if place is not None)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The cards that it is about, in the order A1 to E5."""
        return tuple(sorted({place for place in self.places if isinstance(place, Position)}))


@dataclass(frozen=True, slots=True)
class Due:
    """What should lie on the table: 25 cards; bank and taken tokens are None in a base game."""

    cells: tuple[Lies, ...]
    bank: Bank | None = None
    taken: tuple[int, int] | None = None


def due(state: DuetState | ClassicState) -> Due:
    """What should lie on the table in a state of either game."""
    if isinstance(state, ClassicState):
        return Due(tuple(FREE if card is None else Lies(CARDS[card]) for card in state.covers))
    return Due(tuple(_lies(cover) for cover in state.covers), state.bank, state.taken)


def _lies(cover: Cover) -> Lies:
    large = SeenCover.AGENT if cover.agent else SeenCover.ASSASSIN if cover.assassin else None
    # A token of giver A points to B (rules A5).
    arrows = [giver.other for giver in cover.tokens] + [giver.other for giver in cover.stacked]
    return Lies(large, tuple(sorted(arrows, key=lambda seat: seat.value)))


def lies_rightly(should: Lies, seen: Lies | None) -> bool:
    """All that should lie on a card is seen to lie there, and nothing else."""
    if seen is None or seen.cover is SeenCover.UNKNOWN or seen.cover is not should.cover:
        return False
    lacking, extra = _arrows(should, seen)
    return not extra and (should.cover is not None or not lacking)


def done(step: Instruction, should: Due, seen: Observation) -> bool:
    """Whether what was to be laid is seen to lie there as it should."""
    if step.position is not None:
        return lies_rightly(should.cells[step.position.index], seen.cells[step.position.index])
    counted = seen.bank is not None and seen.bank == should.bank
    if step.piece is not Piece.TOKEN_TAKEN or step.to is None or seen.taken is None or should.taken is None:
        return counted
    side = list(Seat).index(step.to)
    return seen.taken[side] == should.taken[side]


def place_of(step: Instruction) -> Place:
    """Where what is to be laid goes."""
    if step.position is not None:
        return step.position
    return step.to if step.piece is Piece.TOKEN_TAKEN and step.to is not None else BANK


def differences(should: Due, seen: Observation) -> tuple[Difference, ...]:
    """Where the table is seen to differ from the record, the cards first, in the order A1 to E5.

    Args:
        should: what lies there by the record.
        seen: what a camera says; whatever is None in it differs from nothing.
    """
    sorting = _Sorting(should, seen)
    sorting.on_one_card()
    sorting.elsewhere()
    sorting.beside()
    return tuple(sorted(sorting.found, key=_order))


def _order(difference: Difference) -> tuple[int, str]:
    positions = difference.positions
    return positions[0].index if positions else len(ALL_POSITIONS), difference.kind.value


@dataclass(slots=True)
class _Loose:
    """A piece that is missing at a place, or lies there and should not. ``below``: it may be there, out of sight."""

    thing: Thing
    place: Place
    below: bool = False


class _Sorting:
    """Pairs what is missing with what lies too much, the likeliest first: so each slip is one difference."""

    def __init__(self, should: Due, seen: Observation) -> None:
        self._should, self._seen = should, seen
        self.found: list[Difference] = []
        self._missing: list[_Loose] = []
        self._extra: list[_Loose] = []
        self._in_bank = _too_many(should.bank, seen.bank)
        self._bank_told = False
        for position, lies in zip(ALL_POSITIONS, seen.cells, strict=True):
            if lies is not None and lies.cover is not SeenCover.UNKNOWN:
                self._look_at(position, should.cells[position.index], lies)
        if should.taken is not None and seen.taken is not None:
            for seat, ought, is_there in zip(Seat, should.taken, seen.taken, strict=True):
                self._missing += [_Loose(TOKEN, seat) for _ in range(ought - is_there)]
                self._extra += [_Loose(TOKEN, seat) for _ in range(is_there - ought)]

    def _look_at(self, position: Position, should: Lies, lies: Lies) -> None:
        if should.cover is not lies.cover:
            if should.cover is not None:
                self._missing.append(_Loose(Thing(should.cover), position))
            if lies.cover is not None:
                self._extra.append(_Loose(Thing(lies.cover), position))
        lacking, extra = _arrows(should, lies)
        self._extra += [_Loose(Thing(SeenCover.TOKEN, seat), position) for seat in extra]
        for seat in lacking:
            hidden = lies.cover is not None or (not extra and seat in lies.arrows)
            self._missing.append(_Loose(Thing(SeenCover.TOKEN, seat), position, hidden))

    # --- the pairs ------------------------------------------------------------------------------------------------

    def on_one_card(self) -> None:
        """Another card, another piece, an arrow the wrong way round."""
        for gone in list(self._missing):
            if not isinstance(gone.place, Position) or gone.below:
                continue
            other = self._take_extra(lambda loose, gone=gone: loose.place == gone.place)  # type: ignore[misc]
            if other is None:
                continue
            self._missing.remove(gone)
            both_tokens = gone.thing.token and other.thing.token
            self._tell(Kind.WRONG_ARROW if both_tokens else Kind.WRONG_CARD, gone, other)
            if not both_tokens:
                self._settle_bank(int(gone.thing.token) - int(other.thing.token))

    def elsewhere(self) -> None:
        """It lies on another card, or before another seat: near ones first, a token of the same arrow first."""
        for alike in (_same, _same_kind):
            pairs = [
                (_far(gone.place, other.place), gone, other)
                for gone in self._missing
                for other in self._extra
                if not gone.below and alike(gone.thing, other.thing)
            ]
            for _, gone, other in sorted(pairs, key=lambda pair: pair[0]):
                if any(gone is loose for loose in self._missing) and any(other is loose for loose in self._extra):
                    self._missing = [loose for loose in self._missing if loose is not gone]
                    self._extra = [loose for loose in self._extra if loose is not other]
                    self._tell(Kind.WRONG_PLACE, gone, other)

    def beside(self) -> None:
        """What lies nowhere, or is recorded nowhere; the time bank says whether a token lies in it, or came from it."""
        for hidden in [loose for loose in self._missing if loose.below]:
            # Of those that may lie out of sight, only the bank can tell that they do not.
            if self._in_bank <= sum(loose.thing.token and not loose.below for loose in self._missing):
                self._missing = [loose for loose in self._missing if loose is not hidden]
            else:
                hidden.below = False
        for gone, count in _together(self._missing):
            in_bank = gone.thing.token and self._in_bank >= count
            self._settle_bank(count if in_bank else 0)
            over = self._covering(gone) if in_bank else None
            if over is not None:
                self._tell(Kind.WRONG_CARD, gone, over, count)
            else:
                self._tell(Kind.FORGOTTEN, gone, _Loose(gone.thing, BANK) if in_bank else None, count)
        for more, count in _together(self._extra):
            from_bank = more.thing.token and self._in_bank <= -count
            self._settle_bank(-count if from_bank else 0)
            self._tell(self._surplus(more), None, more, count, belongs=BANK if from_bank else None)
        self._tell_bank()

    # --- inside ---------------------------------------------------------------------------------------------------

    def _surplus(self, more: _Loose) -> Kind:
        """A token too many on a card on which one is recorded is its double."""
        recorded = self._should.cells[more.place.index].arrows if isinstance(more.place, Position) else ()
        return Kind.TWO_TOKENS if more.thing.token and recorded else Kind.SURPLUS

    def _covering(self, gone: _Loose) -> _Loose | None:
        """A large card that lies where a token went back into the bank: it lies in the token's stead."""
        return self._take_extra(lambda loose: loose.place == gone.place and not loose.thing.token)

    def _take_extra(self, wanted: Callable[[_Loose], bool]) -> _Loose | None:
        other = next((loose for loose in self._extra if wanted(loose)), None)
        if other is not None:
            self._extra = [loose for loose in self._extra if loose is not other]
        return other

    def _settle_bank(self, tokens: int) -> None:
        """So many tokens of the difference in the bank are explained, as far as it is there."""
        if tokens and tokens * self._in_bank > 0:
            self._in_bank -= tokens
            self._bank_told = True

    def _tell_bank(self) -> None:
        """What is left over of the bank, or sides that do not lie up as they should."""
        should, seen = self._should.bank, self._seen.bank
        if should is None or seen is None or (self._bank_told and not self._in_bank):
            return
        if should != seen:
            count = abs(self._in_bank) or 1
            self.found.append(Difference(Kind.BANK, TOKEN, BANK, BANK, count=count, bank=seen))

    def _tell(
        self, kind: Kind, gone: _Loose | None, other: _Loose | None, count: int = 1, belongs: Place | None = None
    ) -> None:
        loose = gone or other
        assert loose is not None
        belongs = gone.place if gone is not None else belongs
        lies = other.place if other is not None else None
        instead = other.thing if gone is not None and other is not None and other.thing != gone.thing else None
        told = Difference(kind, loose.thing, belongs, lies, instead, count)
        cells = tuple((position, self._lying(position)) for position in told.positions)
        # A token that another piece stands for has moved from or to the bank.
        spent = kind is Kind.WRONG_CARD and other is not None and loose.thing.token != other.thing.token
        bank = self._seen.bank if BANK in told.places or spent else None
        taken = self._seen.taken if any(isinstance(place, Seat) for place in told.places) else None
        self.found.append(replace(told, cells=cells, bank=bank, taken=taken))

    def _lying(self, position: Position) -> Lies:
        lies = self._seen.cells[position.index]
        return FREE if lies is None else lies


def _arrows(should: Lies, seen: Lies) -> tuple[list[Seat], list[Seat]]:
    """The arrows that are lacking on a card, and those that are too many."""
    ought, there = Counter(should.arrows), Counter(seen.arrows)
    return list((ought - there).elements()), list((there - ought).elements())


def _too_many(should: Bank | None, seen: Bank | None) -> int:
    """How many tokens more than recorded are in the bank; 0 where that is not known."""
    return 0 if should is None or seen is None else seen.total - should.total


def _same(one: Thing, other: Thing) -> bool:
    return one == other


def _same_kind(one: Thing, other: Thing) -> bool:
    return one.cover is other.cover


def _far(one: Place, other: Place) -> int:
    """Steps between two cards; what lies beside them is farther than any."""
    if isinstance(one, Position) and isinstance(other, Position):
        return max(abs(one.row - other.row), abs(one.column - other.column))
    return len(ALL_POSITIONS)


def _together(loose: Iterable[_Loose]) -> list[tuple[_Loose, int]]:
    """The same piece at the same place, with how many of it there are."""
    counted: dict[tuple[Thing, Place], list[_Loose]] = {}
    for one in loose:
        counted.setdefault((one.thing, one.place), []).append(one)
    return [(those[0], len(those)) for those in counted.values()]
