"""The score of a won standard mission (rules A9)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import CompanionError
from companion.game.duet import DuetSetup, DuetState, Outcome, Scoring

STANDARD_TOKENS = 9
FASTEST_WIN_TURNS = 2
"""The 15 agents need both faces, so at least one turn of each seat."""

WINNING_TOKEN_COUNTS = True
"""Policy U4: the token of the winning turn lies checkmark side up and scores. The rules leave it open."""

POINTS_PER_TOKEN = {Scoring.THREE_PER_TOKEN: 3, Scoring.ONE_PER_TOKEN: 1}


class ScoreError(CompanionError):
    """The numbers are not those of a won standard mission."""


@dataclass(frozen=True, slots=True)
class Score:
    """A score by parts. ``sudden_death_penalty`` is 0 or 1 and is taken off."""

    tokens_left: int
    points_per_token: int
    checkmarks: int
    sudden_death_penalty: int

    @property
    def total(self) -> int:
        """-1 to 23."""
        return self.tokens_left * self.points_per_token + self.checkmarks - self.sudden_death_penalty

    def parts(self) -> dict[str, int]:
        """The score as it is printed for programs."""
        return {
            "total": self.total,
            "tokens_left": self.tokens_left,
            "points_per_token": self.points_per_token,
            "checkmarks": self.checkmarks,
            "sudden_death_penalty": self.sudden_death_penalty,
        }


def score(setup: DuetSetup, state: DuetState, *, winning_token_counts: bool = WINNING_TOKEN_COUNTS) -> Score | None:
    """The score of a mission; None unless it is a standard nine-token one and won (rules A9)."""
    standard = setup.turns == STANDARD_TOKENS and setup.mistakes == STANDARD_TOKENS
    if not standard or state.outcome is not Outcome.WON:
        return None
    uncounted = 0 if winning_token_counts or state.sudden_death_used else 1
    return Score(
        tokens_left=state.bank.total,
        points_per_token=POINTS_PER_TOKEN[setup.scoring],
        checkmarks=sum(state.taken) - uncounted,
        sudden_death_penalty=int(state.sudden_death_used),
    )


def score_of_table(tokens_left: int, checkmarks: int, sudden_death: bool, scoring: Scoring) -> Score:
    """The score of a standard mission that was won without the app, from the tokens as they lie when all is over.

    Raises:
        ScoreError: no won standard mission ends with these numbers; the message says why.
    """
    if tokens_left < 0 or checkmarks < 0:
        raise ScoreError("tokens are counted from 0: count those in the bank and those taken checkmark side up again")
    if tokens_left + checkmarks > STANDARD_TOKENS:
        raise ScoreError(
            f"{tokens_left} tokens left and {checkmarks} checkmarks are {tokens_left + checkmarks} tokens: a standard "
            f"mission has {STANDARD_TOKENS}, count again"
        )
    if sudden_death and tokens_left:
        raise ScoreError(f"sudden death begins with an empty bank: {tokens_left} tokens cannot be left in it")
    if not sudden_death and not checkmarks:
        raise ScoreError(
            "a win without sudden death has at least 1 checkmark: the token of the winning turn counts as one"
        )
    most = STANDARD_TOKENS - FASTEST_WIN_TURNS
    if not sudden_death and tokens_left > most:
        raise ScoreError(f"a win takes at least {FASTEST_WIN_TURNS} turns: no more than {most} tokens can be left")
    return Score(tokens_left, POINTS_PER_TOKEN[scoring], checkmarks, int(sudden_death))


def rating(result: Score) -> str:
    """A few words on a score. The printed range praises more than 5 and, most of all, 9 or 10 (rules A9)."""
    if result.total > 10:
        return "Beyond the best that the rulebook has a word for."
    if result.total >= 9:
        return "Awesome."
    if result.total > 5:
        return "Really good."
    return "All fifteen agents are safe."
