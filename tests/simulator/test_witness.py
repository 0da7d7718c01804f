"""The witness agrees with the rules engine over many missions, and notices each kind of difference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from companion.game.duet import DuetState, Outcome, start
from companion.game.keycard import Identity
from companion.game.mission import Mission
from companion.game.moves import Clue
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.game.scoring import score
from companion.game.tokens import Bank, Cover
from companion.simulator.glass import Glass, Sight
from companion.simulator.play import play
from companion.simulator.players import Player, skill_of
from companion.simulator.witness import Disagreement, Witness, dark, words_are
from companion.simulator.words import deal_words
from companion.table.scan import BoardScan, CardReading, Certainty
from tests.simulator.bare_game import BareGame, setup_of


class WitnessedGame(BareGame):
    """The bare game with a witness beside it."""

    def __init__(self, seed: int, turns: int = 9, mistakes: int = 9) -> None:
        super().__init__(Mission(replace(setup_of(seed), turns=turns, mistakes=mistakes)))
        first = self.mission.setup.first
        assert first is not None
        self.witness = Witness(self.mission.setup.key, first, turns, mistakes)

    def clue(self, clue: Clue) -> None:
        super().clue(clue)
        self.witness.clue_given(clue.seat, clue.invalid)
        self.witness.state_is(self.mission.state)

    def guess(self, seat: Seat, position: Position) -> Identity:
        verdict = super().guess(seat, position)
        self.witness.guessed(seat, position, verdict)
        self.witness.state_is(self.mission.state)
        return verdict

    def stop(self, seat: Seat) -> None:
        super().stop(seat)
        self.witness.stopped(seat)
        self.witness.state_is(self.mission.state)


def test_witness_and_engine_agree_on_two_hundred_missions() -> None:
    outcomes = set()
    for seed in range(200):
        game = WitnessedGame(seed)
        play(game, {seat: Player(seat, skill_of(seed, seat), seed) for seat in Seat})
        total = score(game.mission.setup, game.mission.state)
        game.witness.score_is(total.total if total else None)
        assert game.witness.moves == len(game.mission.moves)
        outcomes.add(game.witness.outcome)
    assert outcomes == {Outcome.WON, Outcome.LOST_ASSASSIN, Outcome.LOST_SUDDEN_DEATH}


@pytest.mark.parametrize(("turns", "mistakes"), [(9, 9), (10, 10), (11, 11), (11, 2), (9, 0), (4, 1), (1, 1), (2, 0)])
def test_witness_and_engine_agree_on_every_bank_with_invalid_clues(turns: int, mistakes: int) -> None:
    outcomes = set()
    for seed in range(60):
        game = WitnessedGame(seed, turns, mistakes)
        play(game, {seat: Player(seat, replace(skill_of(seed, seat), slips=0.2), seed) for seat in Seat})
        total = score(game.mission.setup, game.mission.state)
        game.witness.score_is(total.total if total else None)
        assert game.witness.moves == len(game.mission.moves)
        outcomes.add(game.witness.outcome)
    assert (Outcome.LOST_TOKENS in outcomes) == (mistakes < turns)


def fresh() -> tuple[Witness, DuetState]:
    setup = setup_of(1)
    return Witness(setup.key, Seat.A), start(setup)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda s: replace(s, bank=Bank(8, 0)), "8 tokens, not 9"),
        (lambda s: replace(s, bank=Bank(8, 1)), "other sides up"),
        (lambda s: replace(s, discarded=1), "other discarded tokens"),
        (lambda s: replace(s, taken=(1, 0)), "other taken tokens"),
        (lambda s: replace(s, covers=(Cover(agent=True), *s.covers[1:])), "other covers"),
        (lambda s: replace(s, outcome=Outcome.WON), "the moves led to None"),
        (lambda s: replace(s, giver=Seat.B), "another clue-giver"),
    ],
)
def test_a_wrong_state_is_noticed(change: Callable[[DuetState], DuetState], says: str) -> None:
    witness, state = fresh()
    witness.state_is(state)
    with pytest.raises(Disagreement, match=says):
        witness.state_is(change(state))


def test_a_wrong_verdict_is_noticed() -> None:
    witness, _ = fresh()
    position = next(p for p in ALL_POSITIONS if witness.key.identity(Seat.A, p) is Identity.BYSTANDER)
    with pytest.raises(Disagreement, match="verdict"):
        witness.guessed(Seat.B, position, Identity.AGENT)


def test_a_clue_out_of_turn_is_noticed() -> None:
    witness, _ = fresh()
    with pytest.raises(Disagreement, match="out of turn"):
        witness.clue_given(Seat.B)


def test_a_wrong_face_on_a_screen_is_noticed_without_saying_what_it_shows() -> None:
    witness, _ = fresh()
    for seat in Seat:
        face = [Sight(identity, False) for identity in witness.key.face(seat)]
        witness.face_seen(seat, face)
        for wrong, says in (
            (None, "shows no face"),
            ([*face[1:], face[0]], "another face"),
            ([Sight(face[0].identity, True), *face[1:]], "dims other cards"),
        ):
            with pytest.raises(Disagreement, match=says) as told:
                witness.face_seen(seat, wrong)
            assert not {"G", "T", "X", "agent", "assassin", "bystander"} & set(str(told.value).split())


def test_a_wrong_table_is_noticed() -> None:
    witness, state = fresh()
    nothing = dict.fromkeys(Seat, 0)
    nine = Bank(9, 0)
    witness.table_is(state.covers, nine, nothing)
    for covers, bank, taken, says in (
        ((Cover(tokens=frozenset({Seat.A})), *state.covers[1:]), nine, nothing, "other pieces"),
        (state.covers, Bank(8, 0), nothing, "8 tokens lie"),
        (state.covers, Bank(7, 2), nothing, "other sides up"),
        (state.covers, nine, {Seat.A: 1, Seat.B: 0}, "before the players"),
    ):
        with pytest.raises(Disagreement, match=says):
            witness.table_is(covers, bank, taken)


def test_a_wrong_score_is_noticed() -> None:
    witness, _ = fresh()
    witness.score_is(None)
    with pytest.raises(Disagreement, match="given as 7"):
        witness.score_is(7)


def scan_with(word: str | None, certainty: Certainty) -> BoardScan:
    words: list[str | None] = list(deal_words(1))
    words[3] = word
    return BoardScan(
        tuple(
            CardReading(p, w, certainty if p.index == 3 else Certainty.SURE, 0.9)
            for p, w in zip(ALL_POSITIONS, words, strict=True)
        )
    )


def test_a_wrong_word_may_be_doubtful_but_never_sure() -> None:
    words_are(deal_words(1), scan_with(deal_words(1)[3].lower(), Certainty.SURE))
    words_are(deal_words(1), scan_with("WRONG", Certainty.DOUBTFUL))
    words_are(deal_words(1), scan_with(None, Certainty.UNREAD))
    with pytest.raises(Disagreement, match="A4 was read as WRONG"):
        words_are(deal_words(1), scan_with("WRONG", Certainty.SURE))


def test_a_screen_that_is_not_dark_is_noticed() -> None:
    dark(Seat.A, Glass(np.zeros((240, 320, 3), np.uint8), 1))
    with pytest.raises(Disagreement, match="seat B still shows"):
        dark(Seat.B, Glass(np.full((240, 320, 3), 1, np.uint8), 1))
