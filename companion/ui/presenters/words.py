"""The words page: 25 cards, the doubtful ones to be settled."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.game.position import Position
from companion.table.confirm import BoardDraft, DraftCard
from companion.table.ports import Picture
from companion.table.scan import BoardScan
from companion.ui.presenters.desk import Desk, Page, positions_as_seen
from companion.ui.presenters.start import counted
from companion.ui.presenters.typing import Typed


class Mark(Enum):
    """How a card stands."""

    SETTLED = "settled"
    DOUBTFUL = "doubtful"
    UNREAD = "unread"
    TWICE = "twice"


@dataclass(frozen=True, slots=True)
class WordCell:
    """One card of the page."""

    position: Position
    word: str
    mark: Mark
    open: bool


@dataclass(frozen=True, slots=True)
class Editor:
    """The card that is being settled. ``typed`` is None while candidates are offered."""

    position: Position
    question: str
    candidates: tuple[str, ...]
    can_read: bool
    typed: Typed | None
    reading: bool


@dataclass(frozen=True, slots=True)
class WordsView:
    """``cells`` in the order in which they are drawn."""

    cells: tuple[WordCell, ...]
    sentence: str
    ready: bool
    ready_text: str
    can_read: bool
    reading: bool
    can_turn: bool
    editor: Editor | None


class WordsPresenter:
    """See the module."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._open: Position | None = None
        self._typed: Typed | None = None
        self._alphabet = 0

    # --- what is to be seen --------------------------------------------------------------------------------------

    def view(self) -> WordsView:
        """What the page shows now."""
        desk, draft = self._desk, self._desk.session.draft
        twice = draft.duplicates
        cells = tuple(
            WordCell(p, _shown(draft.card(p)), _mark(draft.card(p), p in twice), p == self._open)
            for p in positions_as_seen(desk.facing)
        )
        empty = len(draft.unread) == len(draft.cards)
        return WordsView(
            cells=cells,
            sentence=self._sentence(),
            ready=draft.ready,
            ready_text="All right",
            can_read=desk.eyes.available,
            reading=desk.eyes.reading_since is not None,
            can_turn=not empty,
            editor=self._editor(),
        )

    def card_picture(self) -> Picture | None:
        """The cut-out of the card that is being settled."""
        return self._desk.eyes.card(self._open) if self._open is not None else None

    # --- the board -----------------------------------------------------------------------------------------------

    def open(self, position: Position) -> None:
        """Settle this card."""
        if self._desk.too_soon():
            return
        self._open = position
        card = self._desk.session.draft.card(position)
        self._typed = None if card.candidates or self._desk.eyes.card(position) is not None else self._keys()

    def accept(self) -> None:
        """All right: on to the mission."""
        if self._desk.session.draft.ready and not self._desk.too_soon():
            self._desk.go(Page.MISSION)

    def read_again(self) -> None:
        """Read the whole board again; what was settled by hand stays."""
        if self._desk.too_soon():
            return
        self._desk.eyes.read(self._board_was_read, self._desk.say)
        self._desk.settle()

    def give_up(self) -> None:
        """Do not wait for the reading any longer."""
        if self._desk.too_soon():
            return
        self._desk.eyes.give_up()
        self._desk.settle()

    def turn_board(self) -> None:
        """The words stand upside down for A: exchange the seats."""
        if self._desk.attempt(self._desk.session.turn_board):
            self._desk.eyes.turn()

    def back(self) -> None:
        """To the camera, or to the first page where there is none."""
        self._desk.eyes.give_up()
        self.close()
        self._desk.go(Page.TABLE if self._desk.eyes.available else Page.START)

    # --- one card ------------------------------------------------------------------------------------------------

    def choose(self, candidate: str) -> None:
        """This candidate is what is printed."""
        self._settle(candidate)

    def start_typing(self) -> None:
        """None of them is right."""
        self._typed = self._keys()

    def type(self, typed: Typed) -> None:
        """The text on the letter keys changed."""
        if self._typed is not None:
            self._typed, self._alphabet = typed, typed.alphabet

    def finish_typing(self) -> None:
        """The word is typed; by hand, the next empty card follows at once."""
        if self._typed is not None and self._typed.word:
            self._settle(self._typed.word)

    def read_card(self) -> None:
        """The card was swapped, or lies better now: read this one again."""
        self._desk.eyes.read(self._card_was_read, self._desk.say)

    def leave_open(self) -> None:
        """Take the word off this card again: it is named later."""
        if self._open is not None:
            self._settle("")

    def close(self) -> None:
        """Leave the card as it is; a reading of it comes to nothing."""
        if self._open is not None:
            self._desk.eyes.give_up()
        self._open, self._typed = None, None

    # --- inside --------------------------------------------------------------------------------------------------

    def _editor(self) -> Editor | None:
        if self._open is None:
            return None
        card, eyes = self._desk.session.draft.card(self._open), self._desk.eyes
        words = card.candidates or ((card.word,) if card.word is not None else ())
        reading = eyes.reading_since is not None
        question = f"Type the word of {self._open}" if self._typed else f"Which word is it, at {self._open}?"
        if reading:
            question = f"Reading this card ...  {self._desk.waited()}".rstrip()
        return Editor(self._open, question, words[:3], eyes.available, self._typed, reading)

    def _settle(self, word: str) -> None:
        position, session = self._open, self._desk.session
        if position is None or not self._desk.attempt(lambda: session.set_word(position, word)):
            return
        by_hand = self._typed is not None
        self.close()
        self._desk.settle()
        if by_hand and word:
            self._open_next(position)

    def _open_next(self, after: Position) -> None:
        """By hand, the keys stay open as long as several cards are empty."""
        unread = self._desk.session.draft.unread
        if len(unread) > 1:
            behind = [p for p in unread if p.index > after.index]
            self._open, self._typed = (behind or list(unread))[0], self._keys()

    def _keys(self) -> Typed:
        """Empty, with the letters of the word before on the keys."""
        return Typed(alphabet=self._alphabet)

    def _board_was_read(self, scan: BoardScan) -> None:
        if self._desk.attempt(lambda: self._desk.session.take_scan(scan)):
            self._desk.eyes.keep()

    def _card_was_read(self, scan: BoardScan) -> None:
        position = self._open
        if position is None:
            return
        if self._desk.attempt(lambda: self._desk.session.take_card(scan, position)):
            self._desk.eyes.keep(position)
            if self._desk.session.draft.card(position).settled:
                self.close()

    def _sentence(self) -> str:
        if self._desk.eyes.reading_since is not None:
            return f"Reading the words ...  {self._desk.waited()}".rstrip()
        return draft_sentence(self._desk.session.draft)


def draft_sentence(draft: BoardDraft) -> str:
    """What is still to be done on a board, the weightiest first."""
    empty = len(draft.unread)
    if draft.duplicates:
        word = draft.card(draft.duplicates[0]).word
        places = " and ".join(str(p) for p in draft.duplicates[:2])
        return f"{word} stands at {places}: one of them is misread"
    if draft.doubtful:
        return f"{counted(len(draft.doubtful), 'word')} to look at: touch the amber cards"
    if empty == len(draft.cards):
        return "Touch a card to type its word"
    if empty:
        one = f"{draft.unread[0]} has no word: name it now, or later in play"
        return one if empty == 1 else f"{empty} cards have no word yet: touch them"
    return "Are these the words on the table?"


def _shown(card: DraftCard) -> str:
    return card.word if card.word is not None else str(card.position)


def _mark(card: DraftCard, twice: bool) -> Mark:
    if card.word is None:
        return Mark.UNREAD
    if twice:
        return Mark.TWICE
    return Mark.SETTLED if card.settled else Mark.DOUBTFUL
