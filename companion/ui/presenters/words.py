"""The words page: 25 cards, the doubtful ones to be settled while more pictures of them are read."""

from __future__ import annotations

from companion.game.board import same_word
from companion.game.position import Position
from companion.table.confirm import DraftCard
from companion.table.ports import Picture
from companion.table.scan import BoardScan
from companion.ui.presenters.desk import Desk, Page, sentence
from companion.ui.presenters.typing import Typed, first_alphabet
from companion.ui.presenters.words_view import Editor, WordsView, cells_of, page_sentence, with_time

MOST_CANDIDATES = 3


class WordsPresenter:
    """See the module."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._open: Position | None = None
        self._offered: tuple[str, ...] = ()
        self._typed: Typed | None = None
        self._alphabet: int | None = None
        self._read_alone = False

    # --- what is to be seen --------------------------------------------------------------------------------------

    def view(self) -> WordsView:
        """What the page shows now."""
        desk, draft = self._desk, self._desk.session.draft
        reading = desk.eyes.reading
        return WordsView(
            cells=cells_of(draft, reading, desk.facing, self._open),
            sentence=page_sentence(draft, reading, desk.waited()),
            ready=draft.ready,
            ready_text="All right",
            can_read=desk.eyes.available,
            reading=reading.active,
            can_turn=len(draft.unread) < len(draft.cards),
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
        self._offer(position)
        # The second half of a touch that came twice is no choice of a candidate.
        self._desk.settle()

    def accept(self) -> None:
        """All right: on to the mission. No picture changes a word any more."""
        desk = self._desk
        if desk.session.draft.ready and not desk.too_soon() and desk.attempt(desk.session.confirm_words):
            desk.eyes.give_up()
            desk.go(Page.MISSION)

    def read_again(self) -> None:
        """Read the whole board again; what players have confirmed stays."""
        if self._desk.too_soon():
            return
        self._desk.read_board(self._board_was_read, self._not_read)
        self._desk.settle()

    def give_up(self) -> None:
        """No more pictures."""
        if self._desk.too_soon():
            return
        self._desk.eyes.give_up()
        self._desk.settle()

    def turn_board(self) -> None:
        """The words stand upside down for A: exchange the seats."""
        if self._desk.too_soon():
            return
        if self._desk.attempt(self._desk.session.turn_board):
            self._desk.eyes.turn()
        self._desk.settle()

    def back(self) -> None:
        """To the camera, or to the first page where there is none."""
        if self._desk.too_soon():
            return
        self._desk.eyes.give_up()
        self.close()
        self._desk.go(Page.TABLE if self._desk.eyes.available else Page.START)

    # --- one card ------------------------------------------------------------------------------------------------

    def choose(self, candidate: str) -> None:
        """This candidate is what is printed; the next card in doubt is offered at once."""
        if not self._desk.too_soon():
            self._settle(candidate)

    def start_typing(self) -> None:
        """None of them is right."""
        if not self._desk.too_soon():
            self._typed = self._keys()
            self._desk.settle()

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
        if self._open is not None and not self._desk.too_soon() and self._desk.may_read():
            self._desk.eyes.give_up()
            self._desk.eyes.read(self._card_was_read, self._not_read, only=self._open)
            self._read_alone = True

    def leave_open(self) -> None:
        """Take the word off this card again: it is named later."""
        if self._open is not None and not self._desk.too_soon():
            self._settle("")

    def close(self) -> None:
        """Leave the card as it is. If it was the only one that was being read, nothing is any more."""
        if self._read_alone:
            self._desk.eyes.give_up()
        self._open, self._typed, self._offered, self._read_alone = None, None, (), False
        self._desk.settle()

    # --- inside --------------------------------------------------------------------------------------------------

    def _offer(self, position: Position) -> None:
        """Ask for this card. What is offered stays while fingers are on the way, whatever is read meanwhile."""
        card = self._desk.session.draft.card(position)
        self._open, self._offered = position, _candidates(card)
        self._typed = None if self._offered or self._desk.eyes.card(position) is not None else self._keys()

    def _editor(self) -> Editor | None:
        if self._open is None:
            return None
        eyes = self._desk.eyes
        return Editor(
            self._open, self._question(self._open), self._offered, eyes.available, self._typed, eyes.reading.active
        )

    def _question(self, position: Position) -> str:
        card, reading = self._desk.session.draft.card(position), self._desk.eyes.reading
        if self._typed is not None:
            return f"Type the word of {position}"
        if reading.active and self._read_alone:
            return sentence(reading.trouble) or with_time(f"Reading {position} again", self._desk.waited())
        if card.asked is not None:
            return f"{position} was {card.word}, now {card.asked} is read: which is it?"
        if reading.active and reading.trouble:
            return sentence(reading.trouble)
        return f"Which word is it, at {position}?"

    def _settle(self, word: str) -> None:
        position, session = self._open, self._desk.session
        if position is None or not self._desk.attempt(lambda: session.set_word(position, word)):
            return
        typed = self._typed is not None
        self.close()
        if word:
            self._offer_next(position, typed)

    def _offer_next(self, after: Position, typed: bool) -> None:
        """The next card in doubt; by hand, the keys stay as long as several cards are empty."""
        draft = self._desk.session.draft
        left = draft.doubtful
        if not left and typed and len(draft.unread) > 1:
            left = draft.unread
        behind = [p for p in left if p.index > after.index]
        if left:
            self._offer((behind or list(left))[0])

    def _keys(self) -> Typed:
        """Empty, with the letters of the word before on the keys, or those of the cards' language."""
        if self._alphabet is not None:
            return Typed(alphabet=self._alphabet)
        return Typed(alphabet=first_alphabet(self._desk.box.language) if self._desk.box is not None else 0)

    def _board_was_read(self, scan: BoardScan) -> None:
        self._desk.take_words(scan)

    def _not_read(self, trouble: str) -> None:
        self._desk.say(sentence(trouble))

    def _card_was_read(self, scan: BoardScan) -> None:
        position = self._open
        if position is None or not self._desk.take_card(scan, position):
            return
        card, before = self._desk.session.draft.card(position), self._offered
        self._offered = _candidates(card)
        if card.settled and card.asked is None and scan.cards[position.index].word is not None:
            self.close()
        if self._offered != before:
            # A finger that is on the way to what stood there before chooses nothing.
            self._desk.settle()


def _candidates(card: DraftCard) -> tuple[str, ...]:
    """What is offered for a card: the likeliest words, each once."""
    found: dict[str, str] = {}
    for word in (card.word, card.asked, *card.candidates, *card.denied):
        if word is not None:
            found.setdefault(same_word(word), word)
    return tuple(found.values())[:MOST_CANDIDATES]
