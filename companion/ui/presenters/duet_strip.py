"""The strip of the play page of a mission: what it says at each moment."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game.duet import Phase
from companion.game.position import Position, Seat
from companion.table.options import Options
from companion.ui.presenters import play_words
from companion.ui.presenters.cluing import Cluing
from companion.ui.presenters.desk import Desk
from companion.ui.presenters.following import Followed, TableStrip
from companion.ui.presenters.people import name_of
from companion.ui.presenters.play_view import Ask, Strip


@dataclass(frozen=True, slots=True)
class Moment:
    """What the players have touched since the last move.

    ``guessers``: who can confirm the word that is ``selected``. ``tell``: why a touched word cannot be guessed.
    ``done``: what the last move lays lies there.
    """

    selected: Position | None
    guessers: tuple[Seat, ...]
    tell: str
    done: bool


def strip(desk: Desk, cluing: Cluing, followed: Followed, moment: Moment) -> Strip | TableStrip:
    """What the strip says now: a question about the table before all else, what is to be moved before what is next."""
    asked = followed.strip()
    if asked is not None:
        return asked
    if moment.selected is not None:
        return _confirm(desk, moment.selected, moment.guessers)
    report = None if moment.done else play_words.report_strip(desk.session, desk.facing)
    if report is not None:
        return followed.marked(report)
    if moment.tell:
        return Strip(Ask.TELL, moment.tell)
    return followed.request() or _awaited(desk, cluing)


def _confirm(desk: Desk, selected: Position, guessers: tuple[Seat, ...]) -> Strip:
    board = desk.session.board
    names, unnamed = play_words.names_of(desk.session), board.is_unnamed(selected)
    return Strip(Ask.CONFIRM, board.word(selected), "Is this the guess?", guessers, can_name=unnamed, names=names)


def _awaited(desk: Desk, cluing: Cluing) -> Strip:
    session, state = desk.session, desk.session.state
    if state.phase is Phase.CLUE:
        giver = cluing.giver
        if giver is None:
            return Strip(Ask.FIRST, "Who gives the first clue?", names=play_words.names_of(session))
        return Strip(Ask.CLUE, _say(session.options, giver), "Its number:")
    text, detail = play_words.guess_prompt(session)
    opened = state.phase is Phase.GUESSING and not state.guesses_this_turn
    return Strip(Ask.GUESS, text, (cluing.warning if opened else "") or detail)


def _say(options: Options, giver: Seat) -> str:
    """Names are in the headline; a letter is short enough to be said here too."""
    return "Say your clue aloud" if name_of(options, giver) else f"{giver.value}: say your clue aloud"
