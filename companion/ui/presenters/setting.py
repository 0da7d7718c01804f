"""Setting the record to what lies on the table: a lost token, a card that was bumped. Both sides agree to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.game.moves import SetTable
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.game.tokens import Bank, Cover
from companion.ui.presenters.choices import Choice
from companion.ui.presenters.consent import Consent
from companion.ui.presenters.desk import Desk
from companion.ui.presenters.people import called_fully
from companion.ui.presenters.table_cards import PlayCard, cards

COUNTS = (
    ("bystander", "Bank, bystander side up"),
    ("checkmark", "Bank, checkmark side up"),
    ("taken A", "Taken by A"),
    ("taken B", "Taken by B"),
)
GIVERS = (None, Seat.A, Seat.B)
MOST_TOKENS = 11


@dataclass(frozen=True, slots=True)
class CoverView:
    """The card that is being set: an agent card on it or not; 0 to 2 tokens whose arrows point to A, and to B."""

    word: str
    agent: bool
    to_a: int
    to_b: int


@dataclass(frozen=True, slots=True)
class HandView:
    """``numbers``: as ``COUNTS``. ``box``: tokens that are nowhere else, so back in the box. ``trouble``: why not yet.

    ``changes``: the difference to the record, one line each.
    """

    cards: tuple[PlayCard, ...]
    card: CoverView | None
    numbers: tuple[int, ...]
    box: int
    givers: tuple[Choice, ...]
    changes: tuple[str, ...]
    trouble: str


class SetByHand:
    """A part of the play page. ``after`` is called when the record was set."""

    def __init__(self, desk: Desk, consent: Consent, after: Callable[[], None]) -> None:
        self._desk = desk
        self._consent = consent
        self._after = after
        self.open = False
        self._covers: list[Cover] = []
        self._numbers: dict[str, int] = {}
        self._giver: Seat | None = None
        self._chosen: Position | None = None

    def show(self, seen: SetTable | None = None) -> None:
        """Begin with the table as the record has it, or as the camera has seen it where that differs."""
        self.open, self._giver, self._chosen = True, None, None
        self._covers = list(self._desk.session.state.covers)
        self._numbers = dict(self._recorded())
        if seen is not None:
            for position, cover in seen.covers:
                self._covers[position.index] = cover
            counts = (*((seen.bank.bystander, seen.bank.checkmark) if seen.bank else (None,) * 2),
                      *(seen.taken or (None,) * 2))  # fmt: skip
            self._numbers |= {n: c for (n, _), c in zip(COUNTS, counts, strict=True) if c is not None}
        self._desk.settle()

    def close(self) -> None:
        """Nothing is set."""
        self.open = False
        self._desk.settle()

    def view(self) -> HandView | None:
        """What the sheet shows, None while it is not open."""
        if not self.open:
            return None
        session = self._desk.session
        box = self._box()
        texts = ("as it is", *(f"{called_fully(session.options, seat)}" for seat in Seat))
        trouble = f"That makes {-box} more than the mission began with: count again." if box < 0 else ""
        return HandView(
            cards=cards(session.board, self._covers, self._desk.facing, self._chosen),
            card=self._card(),
            numbers=tuple(self._numbers[name] for name, _ in COUNTS),
            box=max(0, box),
            givers=tuple(Choice(t, self._giver is seat) for t, seat in zip(texts, GIVERS, strict=True)),
            changes=self._changes(),
            trouble=trouble,
        )

    # --- intents -------------------------------------------------------------------------------------------------

    def touch(self, position: Position) -> None:
        """A card was touched: what lies on it is asked; touched again it is left."""
        self._chosen = None if position == self._chosen else position

    def leave_card(self) -> None:
        """Back to the tokens."""
        self._chosen = None

    def set_agent(self, agent: bool) -> None:
        """Whether an agent card lies on the card."""
        if self._chosen is not None:
            cover = self._covers[self._chosen.index]
            self._covers[self._chosen.index] = Cover(agent, False, cover.tokens, cover.stacked)

    def set_tokens(self, to: Seat, count: int) -> None:
        """How many tokens with an arrow to a seat lie on the card: 0 to 2. Two are a stack (rules A10)."""
        if self._chosen is None:
            return
        cover, giver = self._covers[self._chosen.index], frozenset({to.other})
        tokens = cover.tokens | giver if count else cover.tokens - giver
        stacked = cover.stacked | giver if count == 2 else cover.stacked - giver
        self._covers[self._chosen.index] = Cover(cover.agent, False, tokens, stacked)

    def count(self, index: int, step: int) -> None:
        """One token more or less at one of ``COUNTS``."""
        name = COUNTS[index][0]
        self._numbers[name] = min(MOST_TOKENS, max(0, self._numbers[name] + step))

    def choose_giver(self, index: int) -> None:
        """Who gives the next clue."""
        self._giver = GIVERS[index]

    def ask(self) -> None:
        """Ask both sides."""
        if self._desk.too_soon():
            return
        changes, move = self._changes(), self.move()
        if not changes:
            self._desk.say("Nothing differs from the record: touch a card, or count tokens up and down.")
            return
        session = self._desk.session
        self._consent.ask(
            "Does the table lie like this?", changes, lambda both: session.set_by_hand(move, both), self._done
        )

    def move(self) -> SetTable:
        """Only what differs from the record."""
        state, recorded = self._desk.session.state, self._recorded()
        now = self._numbers
        covers = tuple(
            (p, new) for p, old, new in zip(ALL_POSITIONS, state.covers, self._covers, strict=True) if new != old
        )
        bank = Bank(now["bystander"], now["checkmark"])
        taken = (now["taken A"], now["taken B"])
        return SetTable(
            covers=covers,
            bank=bank if bank != state.bank else None,
            taken=taken if taken != (recorded["taken A"], recorded["taken B"]) else None,
            giver=self._giver,
        )

    # --- inside --------------------------------------------------------------------------------------------------

    def _done(self) -> None:
        self.open = False
        self._after()

    def _recorded(self) -> dict[str, int]:
        state = self._desk.session.state
        counts = (state.bank.bystander, state.bank.checkmark, *state.taken)
        return {name: count for (name, _), count in zip(COUNTS, counts, strict=True)}

    def _box(self) -> int:
        turns = self._desk.session.mission.setup.turns
        return turns - sum(self._numbers.values()) - sum(cover.count for cover in self._covers)

    def _card(self) -> CoverView | None:
        if self._chosen is None:
            return None
        cover = self._covers[self._chosen.index]
        return CoverView(
            self._desk.session.board.word(self._chosen), cover.agent, _to(cover, Seat.A), _to(cover, Seat.B)
        )

    def _changes(self) -> tuple[str, ...]:
        session = self._desk.session
        state, recorded = session.state, self._recorded()
        lines = [
            f"{session.board.word(p)}: {cover_text(new)} (record: {cover_text(old)})"
            for p, old, new in zip(ALL_POSITIONS, state.covers, self._covers, strict=True)
            if new != old
        ]
        lines += [
            f"{text}: {self._numbers[name]} (record: {recorded[name]})"
            for name, text in COUNTS
            if self._numbers[name] != recorded[name]
        ]
        box = self._box()
        if box >= 0 and box != state.discarded:
            lines.append(f"Tokens back in the box: {box} (record: {state.discarded})")
        if self._giver is not None:
            lines.append(f"The next clue is given by {called_fully(session.options, self._giver)}")
        return tuple(lines)


def cover_text(cover: Cover) -> str:
    """What lies on a card, in words."""
    parts = ["agent card"] if cover.agent else []
    for seat in Seat:
        count = _to(cover, seat)
        if count:
            parts.append(f"{'a token' if count == 1 else 'two tokens'} to {seat.value}")
    return ", ".join(parts) or "free"


def _to(cover: Cover, seat: Seat) -> int:
    giver = seat.other
    return int(giver in cover.tokens) + int(giver in cover.stacked)
