"""What the play page says: the headline, the announcement, the bank, why a word cannot be guessed."""

from __future__ import annotations

from companion.game.duet import AGENTS, Phase
from companion.game.keycard import Identity
from companion.game.moves import Clue, Guess, Stop
from companion.game.position import Position, Seat
from companion.table.session import Session
from companion.ui.presenters.laying import laid
from companion.ui.presenters.people import called, verb
from companion.ui.presenters.play_view import Ask, BankView, Strip
from companion.ui.presenters.record import given_text

FACE_AGENTS = 9
"""No side has more, so no clue is for more."""

VERDICTS = {
    Identity.AGENT: "Agent!",
    Identity.BYSTANDER: "Bystander",
    Identity.ASSASSIN: "Assassin",
    None: "",
}


def names_of(session: Session) -> tuple[str, str]:
    """What both sides are called."""
    return called(session.options, Seat.A), called(session.options, Seat.B)


def does(session: Session, seat: Seat, one: str, several: str) -> str:
    """``A gives``, ``Ann & Bo give``."""
    name = called(session.options, seat)
    return f"{name} {verb(name, one, several)}"


def headline(session: Session, first: Seat | None) -> tuple[str, Seat | None]:
    """Whose turn it is, and the seat in whose colour that is written. ``first`` is chosen, but has not said a clue."""
    state = session.state
    match state.phase:
        case Phase.SUDDEN_DEATH:
            return "No more clues", None
        case Phase.CLUE:
            giver = state.giver or first
            if giver is None:
                return "The first clue", None
            return f"{does(session, giver, 'gives', 'give')} a clue", giver
        case Phase.GUESSING:
            seat = session.may_guess()[0]
            return does(session, seat, "guesses", "guess"), seat
        case _:
            return "The mission is over", None


def announcement(session: Session) -> str:
    """Who may still guess in sudden death; who has no words left to find (rules A7, A8)."""
    if session.state.phase is Phase.SUDDEN_DEATH:
        names = [called(session.options, seat) for seat in session.may_guess()]
        return f"{names[0]} and {names[1]} may still guess" if len(names) == 2 else f"Only {names[0]} may still guess"
    complete = session.complete_sides()
    if session.state.phase is Phase.OVER or not complete:
        return ""
    return f"{does(session, complete[0].other, 'has', 'have')} no words left to find"


def bank(session: Session) -> BankView:
    """The tokens as they lie, and how many are left."""
    state, setup = session.state, session.mission.setup
    left = state.bank
    caption = f"{left.total} left" if left.total else "no token left"
    if left.total and setup.mistakes < setup.turns:
        caption += f", {left.bystander or 'none'} for mistakes"
    return BankView(left.bystander, left.checkmark, setup.turns - left.total, caption, state.taken, state.discarded)


def running_clue(clue: Clue) -> str:
    """The clue of this turn, as it stands below the headline."""
    if clue.word is None:
        text = "clue given" if clue.number is None else f"clue for {clue.number}"
        return text + (" (invalid)" if clue.invalid else "")
    return given_text(clue)


def why_not(session: Session, position: Position) -> str:
    """Why a word cannot be guessed now."""
    word, cover = session.board.word(position), session.state.covers[position.index]
    if cover.agent:
        return f"{word} is found already"
    if len(cover.tokens) == 2:
        return f"{word} is covered: a bystander for both of you"
    seats = " and ".join(called(session.options, seat) for seat in session.may_guess())
    return f"{word} is a bystander for {seats}: it has the token"


def too_many(session: Session, number: int | None) -> str:
    """A mild word about a number greater than what can be left, from what all can see (rules U8); empty for none."""
    left = AGENTS - session.state.agents_found
    if number is None or number <= min(FACE_AGENTS, left):
        return ""
    if number > FACE_AGENTS:
        return f"A clue for {number}: no side has more than {FACE_AGENTS} agents. It counts all the same."
    return (
        f"A clue for {number}: {left} {'agent is' if left == 1 else 'agents are'} left in all. It counts all the same."
    )


def guess_prompt(session: Session) -> tuple[str, str]:
    """What the strip says while a guess is awaited."""
    state, guessers = session.state, session.may_guess()
    if state.phase is Phase.SUDDEN_DEATH:
        return "Every word must be an agent now", "Touch a word here to guess it"
    who = called(session.options, guessers[0]) if guessers else ""
    if state.guesses_this_turn:
        return f"{who}: guess on, or stop", "Touch the next word here"
    return f"{who}: which word is it?", "Touch it here to guess it"


def report_strip(session: Session, facing: Seat) -> Strip | None:
    """What the last move leads to on the table; None where there is nothing to say about it."""
    report = session.report
    if report is None:
        return None
    said = " ".join(f"{does(session, s.other, 'has', 'have')} no words left to find." for s in report.completed)
    move = report.move
    if isinstance(move, Clue) and move.invalid:
        if session.state.phase is Phase.SUDDEN_DEATH:
            text, said = "Void clue", "That was the last token: the clue does not count. Sudden death begins."
        else:
            text, said = "Invalid clue", f"The clue counts: {does(session, move.seat.other, 'guesses', 'guess')}."
    elif isinstance(move, Guess):
        text = VERDICTS[report.verdict]
    elif isinstance(move, Stop):
        text = "Turn over"
    else:
        return None
    return Strip(Ask.LAY, text, said, verdict=report.verdict, laid=laid(session, facing))
