"""The strip of the play page of a base game: what it says at each moment, and what a touched word becomes."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game.classic import ClassicPhase, Team, TeamCover, TeamGuess
from companion.game.position import Position
from companion.table.classic_play import ClassicPlay
from companion.ui.presenters.classic_texts import CARD_NAMES, guesses_text, laid_cards, team_name, verdict_text
from companion.ui.presenters.classic_view import Ask, Strip


@dataclass(frozen=True, slots=True)
class Moment:
    """What the players have touched since the last move.

    ``tell``: why a touched word cannot be taken. ``done``: the card of the last move lies. ``declined``: the team
    covers no word. ``invalid``: it is asked whether the clue was.
    """

    selected: Position | None = None
    tell: str = ""
    done: bool = False
    declined: bool = False
    invalid: bool = False

    def cleared(self) -> Moment:
        """Nothing is selected or asked, and the card of the last move lies."""
        return Moment(done=True, declined=self.declined)


def covering(play: ClassicPlay, moment: Moment) -> Team | None:
    """The team one of whose words is being covered now; None for nobody's, also once that was declined."""
    must = play.state.phase is ClassicPhase.COVER
    return play.covers_for() if must or not moment.declined else None


def selected(play: ClassicPlay, moment: Moment, position: Position) -> Moment:
    """What a touch of a word leads to: it is proposed, or told why it cannot be."""
    word, clear = play.mission.board.word(position), moment.cleared()
    if not play.visible(position):
        card = play.state.covers[position.index]
        what = f": {CARD_NAMES[card]}" if card is not None else ""
        return Moment(tell=f"{word} is covered already{what}", done=True, declined=clear.declined)
    if covering(play, moment) is None and play.state.phase is not ClassicPhase.GUESSING:
        return Moment(tell="The clue comes first: touch its number", done=True, declined=clear.declined)
    return Moment(selected=position, done=True, declined=clear.declined)


def strip(play: ClassicPlay, moment: Moment) -> Strip:
    """What the strip says now."""
    if moment.invalid:
        return _invalid(play)
    if moment.selected is not None:
        return _confirm(play, moment, moment.selected)
    if play.report is not None and not moment.done:
        laid = _report(play)
        if laid is not None:
            return laid
    if moment.tell:
        return Strip(Ask.TELL, moment.tell)
    return _awaited(play, moment)


def _invalid(play: ClassicPlay) -> Strip:
    team = play.state.team
    whose = team.value if team is not None else ""
    other = team.other.value if team is not None else ""
    detail = "The turn ends." if play.one_team else f"The turn ends, and {other} may cover one of its words."
    return Strip(Ask.INVALID, f"Was {whose}'s clue invalid?", detail, yes="Yes, invalid")


def _confirm(play: ClassicPlay, moment: Moment, position: Position) -> Strip:
    word, can_name = play.mission.board.word(position), play.mission.board.is_unnamed(position)
    team = covering(play, moment)
    if team is not None:
        return Strip(Ask.CONFIRM_COVER, word, f"Cover it for {team.value}?", yes="Yes, cover it", can_name=can_name)
    whose = play.state.team.value if play.state.team is not None else ""
    return Strip(Ask.CONFIRM, word, f"Is this {whose}'s guess?", yes="Yes, guess", can_name=can_name)


def _report(play: ClassicPlay) -> Strip | None:
    """What the last move puts on the table; None where it puts nothing there."""
    report = play.report
    if report is None or not report.instructions:
        return None
    laid = laid_cards(play)
    move = report.move
    if isinstance(move, TeamGuess) and report.verdict is not None:
        text = verdict_text(report.verdict, move.team, play.state)
        return Strip(Ask.LAY, text, _next(play), verdict=report.verdict, laid=laid)
    if isinstance(move, TeamCover):
        return Strip(Ask.LAY, "Covered", _next(play), verdict=play.state.covers[move.position.index], laid=laid)
    return None


def _next(play: ClassicPlay) -> str:
    """What follows, in one sentence."""
    state = play.state
    if state.team is None:
        return ""
    if state.phase is ClassicPhase.GUESSING:
        return f"{guesses_text(state).capitalize()}: guess on, or stop."
    if state.phase is ClassicPhase.COVER:
        return f"The turn is over: the spymaster covers a word of {state.team.other.value}."
    return f"Now {state.team.value}'s spymaster gives a clue."


def _awaited(play: ClassicPlay, moment: Moment) -> Strip:
    state = play.state
    if state.team is None:
        return Strip(Ask.TELL, "The game is over")
    name, team = team_name(state.team), covering(play, moment)
    if team is not None and state.phase is ClassicPhase.COVER:
        return Strip(Ask.COVER, f"The spymaster covers a word of {team.value}", "Touch it on the board.")
    if team is not None:
        text = f"{team_name(team.other)}'s clue was invalid: {team.value} may cover one of its words"
        return Strip(Ask.COVER, text, "Touch it on the board.", other="On to the clue")
    if state.phase is ClassicPhase.CLUE:
        return Strip(Ask.CLUE, f"{name}'s clue, and its number:")
    first = state.guesses_this_turn == 0
    text = f"{name}: which word is it?" if first else f"{name}: guess on, or stop"
    return Strip(Ask.GUESS, text, "Touch it on the board." if first else "Touch the next word on the board.")
