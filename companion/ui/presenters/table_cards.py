"""The word cards as they lie in a mission of Duet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.game.board import Board
from companion.game.position import Position, Seat
from companion.game.tokens import Cover
from companion.ui.presenters.badges import Badge
from companion.ui.presenters.desk import positions_as_seen


@dataclass(frozen=True, slots=True)
class PlayCard:
    """A word card as it lies. ``arrows``: for each direction, whether it points to whoever the page is turned to.

    ``stacks``: for each of these whether two tokens of it lie there, a mistake paid with two (rules A10). ``badge``:
    what the camera sees there, where that is in question.
    """

    position: Position
    word: str
    agent: bool
    assassin: bool
    arrows: tuple[bool, ...]
    covered: bool
    selected: bool
    unnamed: bool
    stacks: tuple[bool, ...] = ()
    badge: Badge | None = None


def cards(
    board: Board, covers: Sequence[Cover], facing: Seat, selected: Position | None,
    badges: Mapping[Position, Badge] | None = None,
) -> tuple[PlayCard, ...]:  # fmt: skip
    """All 25, in the order in which they are drawn for ``facing``."""
    plain = [_card(board, position, covers[position.index], facing, selected) for position in positions_as_seen(facing)]
    return tuple(replace(card, badge=badges.get(card.position)) if badges else card for card in plain)


def _card(board: Board, position: Position, cover: Cover, facing: Seat, selected: Position | None) -> PlayCard:
    givers = [giver for giver in Seat if giver in cover.tokens]
    return PlayCard(
        position=position,
        word=board.word(position),
        agent=cover.agent,
        assassin=cover.assassin,
        # A token of giver A points to B.
        arrows=tuple(giver.other is facing for giver in givers),
        covered=cover.covered,
        selected=position == selected,
        unnamed=board.is_unnamed(position),
        stacks=tuple(giver in cover.stacked for giver in givers),
    )
