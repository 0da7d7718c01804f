"""A base game in words: teams, verdicts, what to lay, how it ended."""

from __future__ import annotations

from companion.game.classic import Card, ClassicPhase, ClassicState, Team, TeamClue, TeamCover, TeamGuess
from companion.game.position import Seat
from companion.table.classic_play import ClassicPlay
from companion.table.instruct import Piece
from companion.table.options import Options
from companion.table.views import SPYMASTERS
from companion.ui.presenters.classic_view import LaidCard
from companion.ui.presenters.people import name_of
from companion.ui.presenters.record import given_text

CARD_NAMES = {
    Card.RED: "red agent",
    Card.BLUE: "blue agent",
    Card.BYSTANDER: "bystander",
    Card.ASSASSIN: "assassin",
}

RATINGS = {
    1: "One card from losing, and won all the same.",
    2: "Close, but yours.",
    3: "A sound game.",
    4: "Well clued and well guessed.",
    5: "A strong game: little was left to chance.",
    6: "Hardly a clue was wasted.",
    7: "Few tables ever see this.",
    8: "Tell nobody: nobody will believe it.",
}
"""By the cards of the other team that are left (rules B6)."""


def team_name(team: Team) -> str:
    """``Red`` or ``Blue``, as a sentence begins."""
    return team.value.capitalize()


def names_of(options: Options, team: Team) -> str:
    """The people of a team; empty where nobody named them."""
    return name_of(options, next(seat for seat, its in SPYMASTERS.items() if its is team))


def consent_labels(options: Options, one_team: bool) -> tuple[str, str]:
    """Who says yes at seat A and at seat B: both teams, or the spymaster and an operative opposite."""
    if not one_team:
        return team_name(Team.RED), team_name(Team.BLUE)
    two = ("The spymaster", "An operative")
    return two if options.side is Seat.A else (two[1], two[0])


def headline(state: ClassicState) -> str:
    """Whose turn it is and what it does."""
    if state.phase is ClassicPhase.COVER:
        return "Spymaster covers"
    if state.team is None:
        return "The game is over"
    does = "gives a clue" if state.phase is ClassicPhase.CLUE else "guesses"
    return f"{team_name(state.team)} {does}"


def guesses_text(state: ClassicState) -> str:
    """How often may still be guessed; empty outside guessing."""
    if state.phase is not ClassicPhase.GUESSING:
        return ""
    if state.guesses_left is None:
        return "no limit"
    return "1 guess left" if state.guesses_left == 1 else f"{state.guesses_left} guesses left"


def running_clue(clue: TeamClue) -> str:
    """The clue of the turn that is running."""
    if clue.word is None:
        return "clue without limit" if clue.unlimited else f"clue for {clue.number}"
    return given_text(clue)


def verdict_text(verdict: Card, guessed: Team, after: ClassicState) -> str:
    """What was found under the word, and what it means for the turn."""
    name = CARD_NAMES[verdict].capitalize()
    if verdict is Card.BYSTANDER:
        return name
    last = verdict.team is guessed and after.phase is not ClassicPhase.GUESSING
    return f"{name}, the last guess" if last else f"{name}!"


def laid_cards(play: ClassicPlay) -> tuple[LaidCard, ...]:
    """The cards that the last move lays, as they are drawn and said."""
    laid = []
    for step in play.report.instructions if play.report is not None else ():
        card = play.state.covers[step.position.index] if step.position is not None else None
        if step.position is None or card is None:
            continue
        word, double = play.mission.board.word(step.position), step.piece is Piece.DOUBLE_AGENT
        name = "Double agent" if double else CARD_NAMES[card].capitalize()
        laid.append(LaidCard(word, card, double, f"{name} card onto {word}"))
    return tuple(laid)


def ending(play: ClassicPlay) -> str:
    """How the game ended, in one sentence."""
    state, winner = play.state, play.state.winner
    last = play.mission.standing[-1] if play.mission.standing else None
    if winner is None or last is None:
        return ""
    word = play.mission.board.word(last.position) if isinstance(last, (TeamGuess, TeamCover)) else ""
    if state.by_assassin:
        return f"{word} was the assassin, touched by {winner.other.value}."
    if isinstance(last, TeamCover):
        why = "after an invalid clue" if not play.one_team else "before yours were found"
        return f"{word} was covered, the last agent of {winner.value}, {why}."
    if isinstance(last, TeamGuess) and last.team is not winner:
        return f"{last.team.value.capitalize()} touched {word}, the last agent of {winner.value}."
    return f"All agents of {winner.value} are found."
