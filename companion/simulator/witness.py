"""The witness of a demonstration of Duet: knows the truth, counts for itself, says where the product differs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.errors import CompanionError
from companion.game.board import same_word
from companion.game.duet import DuetState, Outcome
from companion.game.keycard import Identity, KeyCard
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.game.tokens import Bank, Cover
from companion.simulator.glass import Glass, Sight
from companion.table.scan import BoardScan, Certainty

STANDARD = 9
AGENTS = 15
POINTS_PER_TOKEN = 3


class Disagreement(CompanionError):
    """The product and the truth differ. The message says at which step, and nothing of a face."""


def agree(true: bool, what: str) -> None:
    """Go on if it is true.

    Raises:
        Disagreement: it is not; ``what`` says how product and truth differ.
    """
    if not true:
        raise Disagreement(what)


@dataclass
class Witness:
    """Counts a mission of Duet by the pieces on the table, with rules of its own and not the engine's.

    Attributes:
        key: The key of the mission; the witness shows it to nobody.
        giver: Who gives the clue of this turn; in sudden death it means nothing.
        turns: Tokens at the start.
        mistakes: How many of them lie bystander side up at the start.
    """

    key: KeyCard
    giver: Seat
    turns: int = STANDARD
    mistakes: int = STANDARD
    taken: dict[Seat, int] = field(default_factory=lambda: dict.fromkeys(Seat, 0))
    covers: list[Cover] = field(default_factory=lambda: [Cover()] * len(ALL_POSITIONS))
    discarded: int = 0
    sudden_death: bool = False
    outcome: Outcome | None = None
    moves: int = 0

    def __post_init__(self) -> None:
        self._brown = self.mistakes
        self._green = self.turns - self.mistakes

    @property
    def tokens_left(self) -> int:
        """Tokens that lie in the bank, whichever side is up."""
        return self._brown + self._green

    # --- what happens ---------------------------------------------------------------------------------------------

    def clue_given(self, seat: Seat, invalid: bool = False) -> None:
        """``seat`` gave a clue; an invalid one costs a token, and is void if that was the last (rules A4, U1)."""
        self.moves += 1
        agree(seat is self.giver, f"seat {seat.value} gave a clue out of turn")
        agree(not self.sudden_death, "a clue was taken in sudden death")
        if invalid:
            self._checkmark_first()
            self.discarded += 1
            self.sudden_death = not self.tokens_left

    def stopped(self, seat: Seat) -> None:
        """``seat`` ended its turn and took a token."""
        self.moves += 1
        self._take(seat)

    def guessed(self, seat: Seat, position: Position, verdict: Identity) -> None:
        """``seat`` touched a card and was told what it is."""
        self.moves += 1
        true = self.key.identity(seat.other, position)
        agree(verdict is true, f"the verdict on {position} is not what the key says")
        match verdict:
            case Identity.AGENT:
                self._agent(seat, position)
            case Identity.ASSASSIN:
                self._lay(position, assassin=True)
                self.outcome = Outcome.LOST_ASSASSIN
            case Identity.BYSTANDER if self.sudden_death:
                self.outcome = Outcome.LOST_SUDDEN_DEATH
            case Identity.BYSTANDER:
                self._mistake(seat.other, position)

    def _agent(self, seat: Seat, position: Position) -> None:
        self._lay(position, agent=True)
        found = sum(cover.agent for cover in self.covers)
        if found == AGENTS:
            self.outcome = Outcome.WON
        if (found == AGENTS or self._complete(seat.other)) and not self.sudden_death:
            self._take(seat)

    def _mistake(self, giver: Seat, position: Position) -> None:
        """A token onto the word; where no bystander side is up two, and where only one is left all is lost (A10)."""
        if self._brown:
            self._brown -= 1
            self._lay(position, tokens=[giver])
        elif self._green == 1:
            self._green = 0
            self._lay(position, tokens=[giver])
            self.outcome = Outcome.LOST_TOKENS
        else:
            self._green -= 2
            self._lay(position, tokens=[giver, giver])
        self._end_turn()

    def _lay(
        self, position: Position, agent: bool = False, assassin: bool = False, tokens: Sequence[Seat] = ()
    ) -> None:
        lies = self.covers[position.index]
        self.covers[position.index] = Cover(
            lies.agent or agent, lies.assassin or assassin, lies.tokens | set(tokens),
            lies.stacked | (set(tokens) if len(tokens) == 2 else set()),
        )  # fmt: skip

    def _complete(self, seat: Seat) -> bool:
        agents = [p for p in ALL_POSITIONS if self.key.identity(seat, p) is Identity.AGENT]
        return all(self.covers[p.index].agent for p in agents)

    def _take(self, seat: Seat) -> None:
        self._checkmark_first()
        self.taken[seat] += 1
        self._end_turn()

    def _checkmark_first(self) -> None:
        if self._green:
            self._green -= 1
        else:
            self._brown -= 1

    def _end_turn(self) -> None:
        if not self.tokens_left and self.outcome is None:
            self.sudden_death = True
        if not self._complete(self.giver.other):
            self.giver = self.giver.other

    # --- what must agree ------------------------------------------------------------------------------------------

    def face_seen(self, seat: Seat, face: Sequence[Sight] | None) -> None:
        """What the glass of ``seat`` was decoded to."""
        agree(face is not None, f"the screen of seat {seat.value} shows no face")
        assert face is not None
        identities = tuple(sight.identity for sight in face)
        agree(identities == self.key.face(seat), f"the screen of seat {seat.value} shows another face than its own")
        dimmed = [sight.dimmed for sight in face]
        covered = [cover.covered for cover in self.covers]
        agree(dimmed == covered, f"the screen of seat {seat.value} dims other cards than those that are covered")

    def state_is(self, state: DuetState) -> None:
        """The state of the engine after the move."""
        agree(list(state.covers) == self.covers, "the state has other covers than the moves led to")
        agree(state.bank.total == self.tokens_left, f"the state has {state.bank.total} tokens, not {self.tokens_left}")
        agree(state.bank == self._bank, "the tokens of the state lie with other sides up than the moves led to")
        agree(state.discarded == self.discarded, "the state has other discarded tokens")
        agree(state.taken == tuple(self.taken[seat] for seat in Seat), "the state has other taken tokens")
        gives = self.giver if self.outcome is None and not self.sudden_death else None
        agree(state.giver is gives, "the state has another clue-giver than the moves led to")
        agree(state.outcome is self.outcome, f"the state says {state.outcome}, the moves led to {self.outcome}")

    @property
    def _bank(self) -> Bank:
        return Bank(self._brown, self._green)

    def table_is(self, covers: Sequence[Cover], bank: Bank, taken: dict[Seat, int]) -> None:
        """What lies on the table after the players did what they were told."""
        agree(list(covers) == self.covers, "other pieces lie on the cards than the moves led to")
        agree(bank.total == self.tokens_left, f"{bank.total} tokens lie in the bank, not {self.tokens_left}")
        agree(bank == self._bank, "the tokens in the bank lie with other sides up than the moves led to")
        agree(taken == self.taken, "other tokens lie before the players than they took")

    def score_is(self, total: int | None) -> None:
        """The score that is shown."""
        own = self.own_score()
        agree(total == own, f"the score is given as {total}, counted on the table it is {own}")

    def own_score(self) -> int | None:
        """The score counted by hand: tokens left, checkmarks, sudden death; of a standard mission only (rules A9)."""
        if self.outcome is not Outcome.WON or (self.turns, self.mistakes) != (STANDARD, STANDARD):
            return None
        return POINTS_PER_TOKEN * self.tokens_left + sum(self.taken.values()) - int(self.sudden_death)


def words_are(truth: Sequence[str], scan: BoardScan) -> None:
    """No word that was read as sure is wrong.

    Raises:
        Disagreement: one is.
    """
    for word, card in zip(truth, scan.cards, strict=True):
        wrong = card.certainty is Certainty.SURE and (card.word is None or same_word(card.word) != same_word(word))
        agree(not wrong, f"{card.position} was read as {card.word} and called sure: it is {word}")


def dark(seat: Seat, glass: Glass) -> None:
    """A screen shows nothing any more.

    Raises:
        Disagreement: it shows something.
    """
    agree(glass.dark, f"the screen of seat {seat.value} still shows something after the end")
