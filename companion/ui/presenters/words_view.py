"""What the words page shows: the cards and how each stands, and the one sentence over them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from companion.game.position import Position, Seat
from companion.table.confirm import BoardDraft, DraftCard
from companion.table.scan import SeenCover
from companion.ui.presenters.desk import Reading, positions_as_seen, sentence
from companion.ui.presenters.start import counted
from companion.ui.presenters.typing import Typed

NAMED = 4
"""So many places are named in a sentence; of more only their number is said."""
NO_BREAK = "\N{NO-BREAK SPACE}"
COVERS = {
    SeenCover.AGENT: "an agent card", SeenCover.BYSTANDER: "a bystander card", SeenCover.ASSASSIN: "the assassin card",
    SeenCover.TOKEN: "a token", SeenCover.HAND: "a hand", SeenCover.UNKNOWN: "something",
    SeenCover.RED_AGENT: "a red agent card", SeenCover.BLUE_AGENT: "a blue agent card",
}  # fmt: skip


class Mark(Enum):
    """How a card stands."""

    SETTLED = "settled"
    LOOKING = "looking"
    """Doubtful, and more pictures of it are being read."""
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


def cells_of(draft: BoardDraft, reading: Reading, facing: Seat, opened: Position | None) -> tuple[WordCell, ...]:
    """All 25, in the order in which they are drawn for ``facing``."""
    twice = draft.duplicates
    return tuple(
        WordCell(p, _shown(draft.card(p)), _mark(draft.card(p), p in twice, reading.active), p == opened)
        for p in positions_as_seen(facing)
    )


def page_sentence(draft: BoardDraft, reading: Reading, waited: str) -> str:
    """The one thing to know now: what keeps the camera, what is being looked at, or what is still to be done."""
    if reading.active:
        if reading.trouble:
            return f"{sentence(reading.trouble)}. Or type what is missing."
        return with_time(_looking_at(draft), waited)
    if draft.doubtful and reading.pictures > 1 and not draft.duplicates and not _questions(draft):
        return f"{reading.pictures} pictures leave a doubt at {named(draft.doubtful)}: touch the amber cards"
    return draft_sentence(draft)


def with_time(doing: str, waited: str) -> str:
    """What is being done, and for how long; the number of seconds and its unit stay in one line."""
    return f"{doing} ...  {waited.replace(' ', NO_BREAK)}".rstrip()


def draft_sentence(draft: BoardDraft) -> str:
    """What is still to be done on a board, the weightiest first."""
    if draft.duplicates:
        word = draft.card(draft.duplicates[0]).word
        places = " and ".join(str(p) for p in draft.duplicates[:2])
        return f"{word} stands at {places}: one of them is misread"
    questions = _questions(draft)
    if questions:
        card = questions[0]
        return f"{card.position} was {card.word}, now {card.asked} is read there: touch it and say which it is"
    if draft.doubtful:
        return f"{counted(len(draft.doubtful), 'word')} to look at: touch the amber cards"
    return _about_unread(draft) if draft.unread else "Are these the words on the table?"


def named(positions: Sequence[Position]) -> str:
    """``B3, D2``; of many only the first and how many more there are."""
    names = ", ".join(str(p) for p in positions[:NAMED])
    return names if len(positions) <= NAMED else f"{names} and {len(positions) - NAMED} more"


def _about_unread(draft: BoardDraft) -> str:
    empty = draft.unread
    covered = [p for p in empty if draft.card(p).cover is not None]
    if covered:
        cover = draft.card(covered[0]).cover
        if len(covered) == 1 and cover is not None:
            return f"On {covered[0]} lies {COVERS[cover]}: take it away and read again, or touch it to type"
        return f"{named(covered)} are covered: uncover them and read again, or touch them to type"
    if len(empty) == len(draft.cards):
        return "Touch a card to type its word"
    if len(empty) == 1:
        return f"{empty[0]} has no word: name it now, or later in play"
    return f"{named(empty)} have no word yet: touch them"


def _looking_at(draft: BoardDraft) -> str:
    left = sorted({*draft.doubtful, *draft.unread}, key=lambda position: position.index)
    if len(left) > len(draft.cards) // 2:
        return "Reading the words"
    return f"Still looking at {named(left)}" if left else "Looking once more"


def _questions(draft: BoardDraft) -> list[DraftCard]:
    return [card for card in draft.cards if card.asked is not None]


def _shown(card: DraftCard) -> str:
    if card.word is not None:
        return card.word
    return f"{card.position} {card.cover.value}" if card.cover is not None else str(card.position)


def _mark(card: DraftCard, twice: bool, looking: bool) -> Mark:
    if card.word is None:
        return Mark.UNREAD
    if twice:
        return Mark.TWICE
    if not card.doubtful:
        return Mark.SETTLED
    return Mark.LOOKING if looking and not card.confirmed else Mark.DOUBTFUL
