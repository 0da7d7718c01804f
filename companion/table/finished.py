"""A finished table as one picture shows it: what counts for the score, and what a picture cannot tell."""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import CompanionError
from companion.game.duet import AGENTS
from companion.table.observation import Observation
from companion.table.ports import Picture, TableWatcher
from companion.table.scan import BoardScan, Certainty, SeenCover

LOOKS, LOOK_S = 14, 0.2
"""The same picture is looked at as if it were several, until all has been still for long enough."""


class NotWon(CompanionError):
    """No won mission lies there; says what was seen."""


@dataclass(frozen=True, slots=True)
class FinishedTable:
    """What was seen of a finished mission.

    ``agents``: agent cards; ``unknown``: cards of which it is not known what lies there. ``tokens_left`` in the time
    bank, and ``checkmarks`` before both players, are None where they could not be counted.
    """

    agents: int
    unknown: int
    assassin: bool
    tokens_left: int | None
    checkmarks: int | None

    @property
    def missing(self) -> tuple[str, ...]:
        """The numbers that could not be seen."""
        named = (
            ("tokens left in the time bank", self.tokens_left),
            ("tokens taken checkmark side up", self.checkmarks),
        )
        return tuple(name for name, count in named if count is None)

    @property
    def sudden_death_open(self) -> bool:
        """Whether sudden death was needed cannot be told: only an empty bank leaves that open."""
        return self.tokens_left in (None, 0)


def counted(watcher: TableWatcher, picture: Picture, scan: BoardScan) -> FinishedTable:
    """Count what lies in one picture, with a watcher that was made of it and of its ``scan``."""
    seen = watcher.see(picture, 0.0)
    for number in range(1, LOOKS):
        seen = watcher.see(picture, number * LOOK_S)
    return finished(seen, scan)


def finished(seen: Observation, scan: BoardScan) -> FinishedTable:
    """What an observation says about a finished mission.

    Of a single picture nobody knows what the cards looked like before: one counts as free only where its word was read
    for certain, and stands nowhere else.
    """
    covers = [lies.cover for lies in seen.cells if lies is not None]
    words = [card.word for card in scan.cards]
    open_cards = [
        lies is None
        or lies.cover is SeenCover.UNKNOWN
        or (lies.cover is None and (card.certainty is not Certainty.SURE or words.count(card.word) > 1))
        for lies, card in zip(seen.cells, scan.cards, strict=True)
    ]
    return FinishedTable(
        agents=covers.count(SeenCover.AGENT),
        unknown=sum(open_cards),
        assassin=SeenCover.ASSASSIN in covers,
        tokens_left=seen.bank.total if seen.bank is not None else None,
        checkmarks=sum(seen.taken) if seen.taken is not None else None,
    )


def refuse_not_won(table: FinishedTable) -> None:
    """Only a won mission has a score.

    Raises:
        NotWon: an assassin card lies there, or too few agent cards do.
    """
    if table.assassin:
        raise NotWon("an assassin card lies on the table: the mission was lost, and has no score")
    if table.agents + table.unknown < AGENTS:
        raise NotWon(f"{table.agents} agent cards lie on the table, and a mission is won with {AGENTS}")
