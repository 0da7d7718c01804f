"""What holds after any sequence of moves, tried by Hypothesis."""

import random
from collections import Counter

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.game.board import Board
from companion.game.duet import (
    DuetSetup,
    IllegalMove,
    Outcome,
    Phase,
    Scoring,
    apply,
    may_guess,
    side_complete,
)
from companion.game.keycard import Identity, KeyCard
from companion.game.mission import Mission
from companion.game.moves import Allow, Clue, Guess, NameWord, SetTable, Stop, Undo
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.game.record import read_record, write_record
from companion.game.tokens import FREE, Bank, Cover
from companion.table.views import face_view
from tests.game.boards import WORDS

SEATS = st.sampled_from(list(Seat))
POSITIONS = st.builds(Position, st.integers(0, 24))
TEXTS = st.one_of(
    st.sampled_from(["OCEAN", "invalid", "-", "#", "C#", "x, y", "A1", "E5", "dog"]), st.text(max_size=12)
)
FEW = st.integers(0, 3)
LAID = st.sampled_from(
    [FREE, Cover(agent=True), *(Cover(tokens=frozenset({seat})) for seat in Seat), Cover(tokens=frozenset(Seat)),
     Cover(agent=True, tokens=frozenset({Seat.A})), Cover(tokens=frozenset(Seat), stacked=frozenset({Seat.B})),
     Cover(assassin=True)]
)  # fmt: skip


def screens(mission):
    """What the two screens show."""
    return [face_view(seat, mission.board, mission.setup.key, mission.state) for seat in Seat]


class Chance:
    """Deals in an order of the seed."""

    def __init__(self, seed):
        self._random = random.Random(seed)

    def shuffled(self, items):
        return self._random.sample(items, len(items))


def _tokens_on(state):
    """Position and giver of the tokens on the cards, with their number."""
    return {
        (position, seat): 2 if seat in cover.stacked else 1
        for position, cover in zip(ALL_POSITIONS, state.covers, strict=True)
        for seat in cover.tokens
    }


class MissionMachine(RuleBasedStateMachine):
    """A mission under arbitrary moves, with its own count of the tokens that lie on each card."""

    @initialize(
        shape=st.integers(1, 11).flatmap(lambda turns: st.tuples(st.just(turns), st.integers(0, turns))),
        seed=st.integers(0, 10_000),
        first=st.none() | SEATS,
        scoring=st.sampled_from(Scoring),
    )
    def begin(self, shape, seed, first, scoring):
        setup = DuetSetup(Board(WORDS), KeyCard.draw(Chance(seed)), *shape, scoring, first)
        self.mission = Mission(setup)
        self.stacks = [Counter()]

    def _try(self, move):
        before, count, seen = self.mission.state, len(self.mission.moves), screens(self.mission)
        try:
            after = self.mission.apply(move).state
        except IllegalMove as refusal:
            assert str(refusal).strip()
            assert "\n" not in str(refusal)
            assert self.mission.state is before
            assert len(self.mission.moves) == count
            assert screens(self.mission) == seen
            return False
        assert before.phase is not Phase.OVER
        if isinstance(move, NameWord | Allow):
            assert after is before
            return True
        if isinstance(move, SetTable):
            self.stacks.append(Counter(_tokens_on(after)))
        else:
            self._nothing_comes_off(before, after)
            self.stacks.append(self.stacks[-1] + self._laid(before, move, after))
        self._undo_is_the_way_back(before, seen)
        return True

    def _nothing_comes_off(self, before, after):
        for was, now in zip(before.covers, after.covers, strict=True):
            assert not was.covered or now.covered
            assert was.tokens <= now.tokens
            assert was.stacked <= now.stacked
            assert was.agent <= now.agent

    def _laid(self, before, move, after):
        """Tokens that the move put onto a card: what left the bank without being taken or discarded."""
        gone = before.bank.total - after.bank.total
        gone -= sum(after.taken) - sum(before.taken) + after.discarded - before.discarded
        assert gone in (0, 1, 2)
        if gone == 2:
            assert before.bank.bystander == 0
        if not gone:
            return Counter()
        assert isinstance(move, Guess)
        return Counter({(move.position, move.seat.other): gone})

    def _undo_is_the_way_back(self, before, seen):
        twin = Mission.replayed(self.mission.setup, self.mission.moves)
        assert twin.undo() == before
        assert twin.board == self.mission.board
        assert screens(twin) == seen

    @rule(seat=SEATS, word=st.none() | TEXTS, number=st.none() | st.integers(-1, 26), invalid=st.booleans())
    def clue(self, seat, word, number, invalid):
        self._try(Clue(seat, word, number, invalid))

    @precondition(lambda self: self.mission.state.phase is Phase.CLUE)
    @rule(seat=SEATS, invalid=st.sampled_from([False, False, False, True]))
    def proper_clue(self, seat, invalid):
        giver = self.mission.state.giver or seat
        assert self._try(Clue(giver, invalid=invalid))

    @rule(seat=SEATS, position=POSITIONS)
    def guess(self, seat, position):
        state = self.mission.state
        legal = seat in may_guess(self.mission.setup, state) and state.covers[position.index].guessable_by(seat)
        assert self._try(Guess(seat, position)) is legal

    @precondition(lambda self: may_guess(self.mission.setup, self.mission.state))
    @rule(choice=st.integers(0, 100), identity=st.sampled_from([Identity.AGENT] * 4 + list(Identity)))
    def aimed_guess(self, choice, identity):
        setup, state = self.mission.setup, self.mission.state
        seats = may_guess(setup, state)
        seat = seats[choice % len(seats)]
        free = [p for p in ALL_POSITIONS if state.covers[p.index].guessable_by(seat)]
        aim = [p for p in free if setup.key.identity(seat.other, p) is identity] or free
        if aim:
            assert self._try(Guess(seat, aim[choice % len(aim)]))

    @rule(seat=SEATS)
    def stop(self, seat):
        state = self.mission.state
        legal = state.phase is Phase.GUESSING and seat is not state.giver and state.guesses_this_turn > 0
        assert self._try(Stop(seat)) is legal

    @rule(position=POSITIONS, word=TEXTS)
    def name(self, position, word):
        self._try(NameWord(position, word))

    @rule(word=TEXTS)
    def allow(self, word):
        self._try(Allow(word))

    @rule(
        covers=st.dictionaries(POSITIONS, LAID, max_size=4),
        bank=st.none() | st.builds(Bank, FEW, FEW),
        taken=st.none() | st.tuples(FEW, FEW),
        discarded=st.none() | FEW,
        giver=st.none() | SEATS,
    )
    def set_something(self, covers, bank, taken, discarded, giver):
        self._try(SetTable(tuple(covers.items()), bank, taken, discarded, giver))

    @rule(up=st.integers(0, 11), down=FEW, of_a=FEW, giver=SEATS)
    def set_counts_that_add_up(self, up, down, of_a, giver):
        """They are refused for nothing but a side that gives no more clues."""
        setup, state = self.mission.setup, self.mission.state
        left = setup.turns - state.on_cards
        up, down, of_a = min(up, left), min(down, left - min(up, left)), min(of_a, max(0, left - up - down))
        wanted = giver if up + down else None
        legal = state.phase is not Phase.OVER and not (wanted and side_complete(setup, state, wanted))
        assert self._try(SetTable((), Bank(up, down), (of_a, 0), None, wanted)) is legal

    @rule(times=st.integers(1, 3))
    def undo(self, times):
        for _ in range(times):
            if not self.mission.can_undo:
                return
            self.mission.undo()
            self.stacks.pop()

    @invariant()
    def every_token_is_somewhere(self):
        setup, state = self.mission.setup, self.mission.state
        on_cards = sum(self.stacks[-1].values())
        assert on_cards == state.on_cards
        assert state.bank.total + sum(state.taken) + state.discarded + on_cards == setup.turns
        assert min(state.bank.bystander, state.bank.checkmark) >= 0

    @invariant()
    def covers_show_the_tokens_that_lie_there(self):
        lying = {place: n for place, n in self.stacks[-1].items() if n}
        assert _tokens_on(self.mission.state) == lying

    @invariant()
    def the_phase_fits(self):
        setup, state = self.mission.setup, self.mission.state
        complete = [side_complete(setup, state, seat) for seat in Seat]
        assert (state.phase is Phase.OVER) == (state.outcome is not None)
        assert (state.outcome is Outcome.WON) == all(complete)
        assert state.giver is None or not complete[0 if state.giver is Seat.A else 1]
        assert state.giver is None or state.phase in (Phase.CLUE, Phase.GUESSING)
        assert (state.bank.total == 0) <= (state.phase in (Phase.SUDDEN_DEATH, Phase.OVER))
        assert (state.phase is Phase.SUDDEN_DEATH) <= state.sudden_death_used

    @invariant()
    def an_ended_mission_takes_nothing_but_undo(self):
        if self.mission.state.phase is Phase.OVER:
            for move in (
                Clue(Seat.A), Guess(Seat.B, Position(0)), Stop(Seat.A), NameWord(Position(0), "NEW"), Allow("OCEAN"),
                SetTable(giver=Seat.A), SetTable(((Position(0), FREE),)),
            ):  # fmt: skip
                try:
                    apply(self.mission.setup, self.mission.state, move)
                except IllegalMove:
                    continue
                raise AssertionError(f"{move} after the end")
            assert self.mission.can_undo

    @invariant()
    def the_record_gives_the_same_mission(self):
        again = Mission.replayed(self.mission.setup, self.mission.moves)
        assert again == self.mission
        assert (again.state, again.board) == (self.mission.state, self.mission.board)

    @invariant()
    def the_transcript_gives_the_same_mission(self):
        text = write_record(self.mission, faces=True)
        read = read_record(text.split("\n"), "written").mission
        assert read == self.mission
        assert (read.state, read.board) == (self.mission.state, self.mission.board)

    @invariant()
    def undos_are_in_the_record(self):
        moves = self.mission.moves
        standing = sum(not isinstance(move, NameWord | Allow | Undo) for move in moves)
        standing -= sum(isinstance(move, Undo) for move in moves)
        assert standing == len(self.stacks) - 1


TestMission = MissionMachine.TestCase
TestMission.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
