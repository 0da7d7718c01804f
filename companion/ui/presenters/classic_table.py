"""The table of a base game as it lies: cards, the cards to go, the clues. Nothing here looks at the key."""

from __future__ import annotations

from collections.abc import Mapping

from companion.game.classic import OTHER_AGENTS, STARTING_AGENTS, Card, ClassicPhase, Team
from companion.game.position import Position, Seat
from companion.table.classic_play import ClassicPlay
from companion.table.instruct import Piece
from companion.ui.presenters.badges import Badge
from companion.ui.presenters.classic_view import Stack, TeamCard
from companion.ui.presenters.desk import positions_as_seen
from companion.ui.presenters.record import given_text

AGENTS = {Team.RED: Card.RED, Team.BLUE: Card.BLUE}


def cards(
    play: ClassicPlay, facing: Seat, selected: Position | None, badges: Mapping[Position, Badge] | None = None
) -> tuple[TeamCard, ...]:
    """All 25, in the order in which they are drawn for ``facing``."""
    board, covers = play.mission.board, play.state.covers
    steps = play.report.instructions if play.report is not None else ()
    doubles = {step.position for step in steps if step.piece is Piece.DOUBLE_AGENT}
    seen = badges or {}
    return tuple(
        TeamCard(p, board.word(p), covers[p.index], p in doubles, p == selected, board.is_unnamed(p), seen.get(p))
        for p in positions_as_seen(facing)
    )


def stacks(play: ClassicPlay) -> tuple[Stack, Stack]:
    """The agent cards of red and of blue that wait to be laid: counted from what lies on the table."""
    first, covers = play.mission.setup.first, play.state.covers

    def stack(team: Team) -> Stack:
        whole = STARTING_AGENTS if team is first else OTHER_AGENTS
        return Stack(team, max(0, whole - covers.count(AGENTS[team])), whole, team is first)

    return stack(Team.RED), stack(Team.BLUE)


def clues(play: ClassicPlay) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The clues of red and of blue, the newest first, without the one that is running."""
    state = play.state
    given = state.clues[:-1] if state.phase is ClassicPhase.GUESSING else state.clues
    red, blue = (tuple(given_text(clue) for clue in reversed(given) if clue.team is team) for team in Team)
    return red, blue
