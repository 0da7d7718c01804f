"""How the record can be made to say what lies on the table: nothing is done here, it is only said what could be."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.errors import CompanionError
from companion.game.classic import ClassicPhase, SetCards, TeamGuess
from companion.game.duet import DuetState
from companion.game.moves import Guess, SetTable, Stop
from companion.game.position import Position
from companion.game.tokens import Bank, Cover
from companion.table.check import CARDS, Difference, Kind
from companion.table.classic_play import ClassicPlay
from companion.table.dealing import Play
from companion.table.duet_play import DuetPlay
from companion.table.observation import Lies
from companion.table.scan import SeenCover


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last move is taken back; then the word at ``propose``, if there is one, is proposed as the guess."""

    propose: Position | None = None


@dataclass(frozen=True, slots=True)
class Propose:
    """The players have laid a piece without a word to the app: that word is proposed as the guess."""

    position: Position


@dataclass(frozen=True, slots=True)
class CountByHand:
    """The record cannot be set to what is seen alone: the players have to say more. ``change`` is where they begin."""

    change: SetTable | SetCards


Remedy = TakeBack | Propose | SetTable | SetCards | CountByHand


def remedy(play: Play, difference: Difference) -> Remedy:
    """What "it is as on the table" does about a difference, once the players have agreed to it.

    A guess that was not meant is taken back; a piece that only a guess could have laid is proposed as one, so that the
    rules judge it and pay for it; else the record is set by hand.
    """
    last = play.mission.standing[-1] if play.mission.can_undo else None
    if isinstance(last, Guess | TeamGuess) and last.position == difference.belongs and _laid_by(last, difference):
        if difference.kind is Kind.FORGOTTEN:
            return TakeBack()
        if difference.kind is Kind.WRONG_PLACE and isinstance(difference.lies, Position):
            return TakeBack(difference.lies)
    if isinstance(last, Stop) and difference.kind is Kind.FORGOTTEN and difference.belongs is last.seat:
        return TakeBack()
    if difference.kind is Kind.SURPLUS and isinstance(difference.lies, Position) and _as_guessed(play, difference):
        return Propose(difference.lies)
    change = _duet(play, difference) if isinstance(play, DuetPlay) else _classic(difference)
    return change if _can_be_set(play, change) else CountByHand(change)


def _laid_by(guess: Guess | TeamGuess, difference: Difference) -> bool:
    """Whether it is the piece of this guess: on one card may lie tokens of both directions."""
    thing = difference.thing
    return not thing.token or (isinstance(guess, Guess) and thing.to is guess.seat)


def _as_guessed(play: Play, difference: Difference) -> bool:
    """The piece lies where a guess of now would have laid it."""
    assert isinstance(difference.lies, Position)
    thing, index = difference.thing, difference.lies.index
    if isinstance(play, ClassicPlay):
        return play.state.phase is ClassicPhase.GUESSING and play.visible(difference.lies)
    guessers = [seat for seat in play.may_guess() if play.state.covers[index].guessable_by(seat)]
    if thing.token:
        return thing.to in guessers and difference.count == 1
    return bool(guessers) and thing.cover in (SeenCover.AGENT, SeenCover.ASSASSIN)


def _can_be_set(play: Play, change: SetTable | SetCards) -> bool:
    trial = play.mission.fork()
    try:
        trial.apply(change)  # type: ignore[arg-type]
    except CompanionError:
        return False
    return True


def _classic(difference: Difference) -> SetCards:
    laid = {seen: card for card, seen in CARDS.items()}
    cells = ((position, lies.cover) for position, lies in difference.cells)
    return SetCards(tuple((position, laid.get(cover) if cover else None) for position, cover in cells))


def _duet(play: DuetPlay, difference: Difference) -> SetTable:
    state = play.state
    covers = tuple((position, _cover(state.covers[position.index], lies, difference)) for position, lies in
                   difference.cells)  # fmt: skip
    changed = tuple((position, cover) for position, cover in covers if cover != state.covers[position.index])
    bank = difference.bank if difference.bank is not None else _paid(play, difference, changed)
    return SetTable(
        covers=changed,
        bank=bank if bank != state.bank else None,
        taken=difference.taken if difference.taken != state.taken else None,
    )


def _cover(recorded: Cover, lies: Lies, difference: Difference) -> Cover:
    """What lies on a card, with what may lie there out of sight as it is recorded."""
    arrows = Counter(seat.other for seat in lies.arrows)
    givers = frozenset(arrows)
    hidden = recorded.tokens if lies.cover is not None else frozenset()
    stacked = recorded.stacked & (hidden | givers)
    gone = difference.thing
    if gone.token and gone.to is not None and difference.kind in (Kind.FORGOTTEN, Kind.WRONG_CARD):
        hidden, stacked = hidden - {gone.to.other}, stacked - {gone.to.other}
    twice = frozenset(giver for giver, count in arrows.items() if count > 1)
    agent, assassin = lies.cover is SeenCover.AGENT, lies.cover is SeenCover.ASSASSIN
    return Cover(agent, assassin, givers | hidden, stacked | twice)


def _paid(play: DuetPlay, difference: Difference, covers: tuple[tuple[Position, Cover], ...]) -> Bank:
    """The bank where it cannot be counted: tokens that lie on the table now and are recorded nowhere came from it."""
    state: DuetState = play.state
    after = list(state.covers)
    for position, cover in covers:
        after[position.index] = cover
    taken = difference.taken or state.taken
    elsewhere = sum(cover.count for cover in after) + sum(taken)
    bank = state.bank
    while bank.total and bank.total + elsewhere > play.mission.setup.turns:
        fewer = Bank(bank.bystander - 1, bank.checkmark) if bank.bystander else Bank(0, bank.checkmark - 1)
        bank = fewer
    return bank
