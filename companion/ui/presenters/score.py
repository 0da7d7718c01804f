"""Score a mission that was played without the app: three numbers."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game.duet import AGENTS, Scoring
from companion.game.scoring import STANDARD_TOKENS, Score, ScoreError, rating, score_of_table
from companion.table.finished import FinishedTable, NotWon, refuse_not_won
from companion.ui.presenters.choices import Choice
from companion.ui.presenters.desk import Desk, Page
from companion.ui.presenters.desk import sentence as said
from companion.ui.presenters.mission import SCORINGS


@dataclass(frozen=True, slots=True)
class Part:
    """One line of a sum: ``2 × 3`` and what it counts."""

    figures: str
    label: str


def parts_of(result: Score) -> tuple[Part, ...]:
    """A score as a sum that adds up."""
    parts = [
        Part(f"{result.tokens_left} × {result.points_per_token}", "tokens left"),
        Part(f"+ {result.checkmarks}", "checkmarks"),
    ]
    if result.sudden_death_penalty:
        parts.append(Part(f"− {result.sudden_death_penalty}", "sudden death"))
    return tuple(parts)


@dataclass(frozen=True, slots=True)
class ScoreView:
    """``total`` is empty and ``sentence`` says why when no won mission ends so."""

    tokens_left: int
    checkmarks: int
    sudden_death: bool
    scorings: tuple[Choice, ...]
    parts: tuple[Part, ...]
    total: str
    sentence: str
    can_look: bool = False
    looking: bool = False
    seen: str = ""
    """What the camera has seen, and what it could not: one or two sentences."""


class ScorePresenter:
    """See the module."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._tokens_left = 0
        self._checkmarks = 5
        self._sudden_death = False
        self._scoring = Scoring.THREE_PER_TOKEN
        self._looking = False
        self._seen = ""

    def view(self) -> ScoreView:
        """What the page shows now."""
        scorings = tuple(Choice(text, self._scoring is scoring) for scoring, text in SCORINGS)
        parts: tuple[Part, ...] = ()
        total = ""
        try:
            result = score_of_table(self._tokens_left, self._checkmarks, self._sudden_death, self._scoring)
        except ScoreError as error:
            text = str(error)
            sentence = text[:1].upper() + text[1:] + "."
        else:
            parts, total, sentence = parts_of(result), str(result.total).replace("-", "−"), rating(result)
        return ScoreView(
            self._tokens_left, self._checkmarks, self._sudden_death, scorings, parts, total, sentence,
            self._desk.eyes.watching.camera and not self._desk.session.faces_lit, self._looking, self._seen,
        )  # fmt: skip

    def look(self) -> None:
        """Count what lies on the table by the camera; only what it cannot tell is left to the players."""
        if self._looking or self._desk.too_soon():
            return
        self._looking, self._seen = True, ""
        self._desk.settle()
        self._desk.eyes.count(self._counted, self._not_counted)

    def _counted(self, table: FinishedTable) -> None:
        self._looking = False
        try:
            refuse_not_won(table)
        except NotWon as error:
            self._seen = said(str(error)) + "."
            return
        if table.tokens_left is not None:
            self._tokens_left = min(STANDARD_TOKENS, table.tokens_left)
        if table.checkmarks is not None:
            self._checkmarks = min(STANDARD_TOKENS, table.checkmarks)
        if not table.sudden_death_open:
            self._sudden_death = False
        self._seen = " ".join([_agents(table), *(f"Count the {name} yourselves." for name in table.missing),
                               *(["Was it sudden death?"] if table.sudden_death_open else [])])  # fmt: skip

    def _not_counted(self, sentence: str) -> None:
        self._looking, self._seen = False, said(sentence) + "."

    def count_tokens(self, step: int) -> None:
        """One more or one less token in the bank."""
        self._tokens_left = min(STANDARD_TOKENS, max(0, self._tokens_left + step))

    def count_checkmarks(self, step: int) -> None:
        """One more or one less token taken checkmark side up."""
        self._checkmarks = min(STANDARD_TOKENS, max(0, self._checkmarks + step))

    def say_sudden_death(self, needed: bool) -> None:
        """Whether the last agents were found in sudden death."""
        self._sudden_death = needed
        if needed:
            self._tokens_left = 0

    def choose_scoring(self, index: int) -> None:
        """Points per token left in the bank."""
        self._scoring = SCORINGS[index][0]

    def back(self) -> None:
        """To the first page."""
        self._desk.go(Page.START)


def _agents(table: FinishedTable) -> str:
    return f"{AGENTS} agents are seen." if table.agents == AGENTS else f"{table.agents} of {AGENTS} agents are seen."
