"""The table in play as the camera sees it: what agrees, what is asked, what a finger rests on.

A part of both play pages. It never changes the record by itself: it proposes a word, or asks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.game.classic import SetCards
from companion.game.moves import SetTable
from companion.game.position import Position, Seat
from companion.table.check import BANK, Difference, Place, done, due, place_of
from companion.table.following import Standing
from companion.table.instruct import Instruction
from companion.table.observation import Lies
from companion.table.remedy import CountByHand, Propose, TakeBack
from companion.ui.presenters.badges import Badge, badges_of
from companion.ui.presenters.check_texts import CheckTexts, moves
from companion.ui.presenters.consent import Consent
from companion.ui.presenters.desk import Desk, sentence
from companion.ui.presenters.record import move_text

LayT = TypeVar("LayT", bound=Any)
"""The strip of either game: a frozen dataclass with ``laid``."""
SAID = {
    Standing.OFF: "The table is not looked at.",
    Standing.BLIND: "The camera does not see the 25 cards just now.",
    Standing.LOOKING: "What is seen lies as recorded; not all cards are seen just now.",
    Standing.AGREED: "What lies on the table is as recorded.",
    Standing.LAYING: "Something is still to be laid.",
    Standing.DESYNCHRONISED: "Table and record differ.",
}
SIGNS = {
    Standing.OFF: "", Standing.BLIND: "ring", Standing.LOOKING: "dots", Standing.AGREED: "tick",
    Standing.LAYING: "dots", Standing.DESYNCHRONISED: "ask",
}  # fmt: skip
DONE_S = 1.2
"""So long the check mark stands behind what was laid, before it goes away."""
AS_ON_TABLE = "As on the table"


@dataclass(frozen=True, slots=True)
class TableStrip:
    """What the strip says about the table. ``answers``: as on the table, I'll move it; else what was promised is told.

    ``dismiss`` is then what the touch says that puts it away.
    """

    text: str
    detail: str
    answers: tuple[str, str] | None = None
    dismiss: str = ""


@dataclass(frozen=True, slots=True)
class FollowView:
    """How the app stands to the table. ``trouble``: why the camera does not see it, in one sentence.

    ``laid``: for each piece of the last move whether it is seen to lie rightly.
    """

    standing: Standing
    table: bool
    finger: bool
    camera: bool
    trouble: str
    laid: tuple[bool, ...] = ()

    @property
    def said(self) -> str:
        """The same in one sentence."""
        if not self.camera:
            return "No camera looks at the table: what is done is touched here."
        if self.standing is Standing.BLIND and self.trouble:
            return f"{sentence(self.trouble)}."
        return SAID[self.standing]

    @property
    def sign(self) -> str:
        """The same as a sign; empty where the camera has no say."""
        return SIGNS[self.standing] if self.camera else ""

    @property
    def paused(self) -> bool:
        """Table and record differ: play waits for an answer."""
        return self.standing is Standing.DESYNCHRONISED


@dataclass(frozen=True, slots=True)
class Hooks:
    """What the play page does for this part.

    ``pieces``: what the page just tells the players to lay; ``laid``: all of it lies there. ``selected``: the word that
    is proposed now. ``propose``: a word as the
    guess; ``points``: the same by a finger, where a guess is awaited. ``count``: the sheet on which the record is set
    by hand, with a beginning. ``after``: moves were taken back or the record was set.
    """

    pieces: Callable[[], Sequence[Instruction]]
    laid: Callable[[], None]
    selected: Callable[[], Position | None]
    propose: Callable[[Position], None]
    points: Callable[[Position], None]
    count: Callable[[SetTable | SetCards], None]
    after: Callable[[], None]


class Followed:
    """See the module. ``labels``: how the two sides are called that have to agree."""

    def __init__(self, desk: Desk, consent: Consent, hooks: Hooks, labels: tuple[str, str] | None = None) -> None:
        self._desk, self._consent, self._hooks, self._labels = desk, consent, hooks, labels
        self._pointed: Position | None = None
        self._by_finger: Position | None = None
        self._laid: tuple[bool, ...] = ()
        self._laid_since: float | None = None
        self._put_away: frozenset[Difference] = frozenset()
        self._shown: object = None
        self._asked: Difference | None = None
        self._agreeing: Difference | None = None

    # --- what is to be seen -------------------------------------------------------------------------------------------

    def view(self) -> FollowView:
        """How the app stands to the table now."""
        follow, eyes = self._desk.session.follow, self._desk.eyes.watching
        return FollowView(follow.standing, follow.table, follow.finger, eyes.camera, eyes.trouble, self._laid)

    @property
    def paused(self) -> bool:
        """Play waits for an answer."""
        return self._desk.session.follow.standing is Standing.DESYNCHRONISED

    def strip(self) -> TableStrip | None:
        """What is asked; None for nothing."""
        session = self._desk.session
        asked = session.follow.question if self.paused else None
        if asked is None:
            return None
        text, detail = self._texts().question(asked)
        return TableStrip(text, detail, (AS_ON_TABLE, moves(asked.kind)))

    def request(self) -> TableStrip | None:
        """What somebody has promised and what does not lie rightly yet, unless that was put away."""
        promised = next((d for d in self._promised() if d.what not in self._put_away), None)
        if promised is None:
            return None
        return TableStrip(self._texts().request(promised), "This goes away by itself once it lies there.", None, "Done")

    def marked(self, strip: LayT) -> LayT:
        """A strip that says what is to be laid, with a mark at what is seen to lie there."""
        if len(self._laid) != len(strip.laid):
            return strip
        items = tuple(replace(item, done=done) for item, done in zip(strip.laid, self._laid, strict=True))
        return replace(strip, laid=items)

    def badges(self) -> dict[Position, Badge]:
        """What the camera sees on the cards that are in question."""
        follow = self._desk.session.follow
        found: dict[Position, Badge] = {}
        for difference in self._promised():
            found.update(badges_of(difference, self._desk.facing, asked=False))
        if self.paused and follow.question is not None:
            found.update(badges_of(follow.question, self._desk.facing, asked=True))
        return found

    # --- intents ------------------------------------------------------------------------------------------------------

    def as_on_table(self) -> None:
        """It is as on the table: ask for what the record needs to say so."""
        if self._desk.too_soon():
            return
        session, remedy = self._desk.session, self._desk.session.follow.remedy()
        match remedy:
            case None:
                return
            case Propose(position):
                session.follow.put_off()
                self._hooks.propose(position)
            case TakeBack(propose):
                move = move_text(session.standing_moves()[-1], session.board)
                self._ask("Take this back?", (move,), lambda both: session.undo(consents=both), propose)
            case CountByHand(change):
                self._hooks.count(change)
            case _:
                asked = session.follow.question
                cells = asked.cells if asked is not None else ()
                about = self._texts().question(asked) if asked is not None else ()
                self._ask("Is this how it lies on the table?", tuple(about),
                          lambda both: session.set_by_hand(remedy, both), None, cells)  # fmt: skip
        self._desk.settle()

    def move_it(self) -> None:
        """Somebody puts it right."""
        if not self._desk.too_soon():
            self._desk.session.follow.move_it()
            self._desk.settle()

    def put_away(self) -> None:
        """What was promised is known: the strip is free again."""
        if not self._desk.too_soon():
            self._put_away |= {d.what for d in self._promised()}
            self._desk.settle()

    def follow_table(self, on: bool) -> None:
        """Whether the camera follows the table."""
        self._desk.session.follow.follow_table(on)
        self._desk.settle()

    def follow_finger(self, on: bool) -> None:
        """Whether a finger that rests on a word proposes it."""
        self._desk.session.follow.follow_finger(on)
        self._desk.settle()

    def told_done(self) -> None:
        """The players say that what was to be laid lies there: what the camera could not tell by itself it learns."""
        follow, should = self._desk.session.follow, due(self._desk.session.play.state)
        for step in self._hooks.pieces():
            if step.position is not None and follow.table and follow.untold(step.position):
                self._desk.eyes.confirm(step.position, should.cells[step.position.index])

    # --- what the camera has seen meanwhile ---------------------------------------------------------------------------

    def watch(self) -> bool:
        """Take what was seen since the last call; whether the page looks otherwise now. Called again and again."""
        follow, now = self._desk.session.follow, self._desk.now()
        self._look_at_laid(now)
        promised = {difference.what for difference in self._promised()}
        self._put_away &= promised
        pointed = follow.pointed_at
        if pointed != self._pointed:
            self._pointed = pointed
            if pointed is not None:
                self._point_at(pointed)
        shown = (follow.standing, follow.question, follow.promised, self._laid, pointed, self._desk.eyes.watching)
        changed, self._shown = shown != self._shown, shown
        self._drop_what_is_settled()
        if follow.question != self._asked:
            # Under a finger that was about to touch something else there stands a question now, or none any more.
            self._asked = follow.question
            self._desk.settle()
        return changed

    def _drop_what_is_settled(self) -> None:
        """Both are asked to agree how it lies: if it is seen to lie otherwise meanwhile, that is no longer asked."""
        follow = self._desk.session.follow
        if self._agreeing is None or follow.standing is Standing.BLIND:
            return
        if self._consent.view() is None:
            self._agreeing = None
        elif follow.question is None or follow.question.what != self._agreeing.what:
            self._agreeing = None
            self._consent.forget()
            self._desk.settle()

    def _point_at(self, position: Position) -> None:
        """A finger has come to rest: what a player has selected by touch is not taken away by it."""
        free = self._hooks.selected() in (None, self._by_finger)
        if free and not self.paused and self._consent.view() is None:
            self._hooks.points(position)
            self._by_finger = self._hooks.selected()

    def _look_at_laid(self, now: float) -> None:
        pieces, seen = self._hooks.pieces(), self._desk.session.follow.observation
        self._desk.laying = self._laying(pieces)
        if not pieces or seen is None or not self._desk.session.follow.table:
            self._laid, self._laid_since = (False,) * len(pieces), None
            return
        should = due(self._desk.session.play.state)
        laid = tuple(done(step, should, seen) for step in pieces)
        # What was seen to lie there stays laid while a hand is over it.
        kept = self._laid if len(self._laid) == len(laid) else (False,) * len(laid)
        hidden = [p.position is None or seen.cells[p.position.index] is None for p in pieces]
        self._laid = tuple(new or (old and hid) for new, old, hid in zip(laid, kept, hidden, strict=True))
        if not all(self._laid):
            self._laid_since = None
        elif self._laid_since is None:
            self._laid_since = now
        elif now - self._laid_since >= DONE_S:
            self._laid, self._laid_since = (), None
            self._hooks.laid()

    # --- inside -------------------------------------------------------------------------------------------------------

    def _laying(self, pieces: Sequence[Instruction]) -> frozenset[Place]:
        """Where nothing is forgotten or too much yet."""
        places: set[Place] = {place_of(step) for step in pieces}
        if pieces:
            places.add(BANK)  # Tokens are fetched from it.
        selected = self._hooks.selected()
        return frozenset(places if selected is None else {*places, selected})

    def _promised(self) -> tuple[Difference, ...]:
        follow = self._desk.session.follow
        return follow.promised if follow.standing in (Standing.LAYING, Standing.DESYNCHRONISED) else ()

    def _texts(self) -> CheckTexts:
        session = self._desk.session
        return CheckTexts(session, due(session.play.state))

    def _ask(
        self, question: str, about: tuple[str, ...], intent: Callable[[frozenset[Seat]], None], then: Position | None,
        cells: Sequence[tuple[Position, Lies]] = (),
    ) -> None:  # fmt: skip
        def after() -> None:
            self._hooks.after()
            for position, lies in cells:
                self._desk.eyes.confirm(position, lies)
            if then is not None:
                self._hooks.propose(then)

        self._agreeing = self._desk.session.follow.question
        self._consent.ask(question, about, intent, after, self._labels)
