"""What holds in a base game after any sequence of moves, tried by Hypothesis."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from companion.game.board import Board
from companion.game.classic import (
    Card,
    ClassicKey,
    ClassicPhase,
    ClassicSetup,
    SetCards,
    Team,
    TeamClue,
    TeamCover,
    TeamGuess,
    TeamStop,
    apply,
)
from companion.game.classic_mission import ClassicMission
from companion.game.ending import outcome_text, total_score
from companion.game.moves import Allow, IllegalMove, NameWord, Undo
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.game.record import read_record, write_record
from companion.table.views import key_view
from tests.game.boards import WORDS
from tests.game.test_state_machine import POSITIONS, TEXTS, Chance

TEAMS = st.sampled_from(list(Team))


def screens(mission):
    """What the two screens show, whichever side the spymasters sit at."""
    return [key_view(seat, side, mission.board, mission.setup.key, mission.state) for seat in Seat for side in Seat]


class GameMachine(RuleBasedStateMachine):
    """A base game under arbitrary moves."""

    @initialize(seed=st.integers(0, 10_000), first=TEAMS, players=st.sampled_from([2, 3, 4]))
    def begin(self, seed, first, players):
        mine = Card.RED if first is Team.RED else Card.BLUE
        deck = [mine, *[Card.RED, Card.BLUE] * 8, *[Card.BYSTANDER] * 7, Card.ASSASSIN]
        key = ClassicKey(tuple(Chance(seed).shuffled(deck)))
        self.mission = ClassicMission(ClassicSetup(Board(WORDS), key, first, players))

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
        assert before.phase is not ClassicPhase.OVER
        if isinstance(move, NameWord | Allow):
            assert after is before
            return True
        if not isinstance(move, SetCards):
            for was, now in zip(before.covers, after.covers, strict=True):
                assert was in (None, now)
            laid = sum(was is not now for was, now in zip(before.covers, after.covers, strict=True))
            assert laid == isinstance(move, TeamGuess | TeamCover)
        twin = ClassicMission.replayed(self.mission.setup, self.mission.moves)
        assert twin.undo() == before
        assert screens(twin) == seen
        return True

    @rule(team=TEAMS, word=st.none() | TEXTS, number=st.none() | st.integers(-1, 26), unlimited=st.booleans())
    def clue(self, team, word, number, unlimited):
        self._try(TeamClue(team, word, None if unlimited else number, unlimited))

    @precondition(lambda self: self.mission.state.phase is ClassicPhase.CLUE)
    @rule(number=st.sampled_from([None, 0, 1, 2, 3]), invalid=st.sampled_from([False, False, False, True]))
    def proper_clue(self, number, invalid):
        assert self._try(TeamClue(self.mission.state.team, None, number, invalid=invalid))

    @rule(team=TEAMS, position=POSITIONS)
    def guess(self, team, position):
        state = self.mission.state
        legal = state.phase is ClassicPhase.GUESSING and team is state.team and state.covers[position.index] is None
        assert self._try(TeamGuess(team, position)) is legal

    @precondition(lambda self: self.mission.state.phase is ClassicPhase.GUESSING)
    @rule(choice=st.integers(0, 100), own=st.sampled_from([True, True, True, False]))
    def aimed_guess(self, choice, own):
        setup, state = self.mission.setup, self.mission.state
        free = [p for p in ALL_POSITIONS if state.covers[p.index] is None]
        aim = [p for p in free if (setup.key.cards[p.index].team is state.team) is own] or free
        if aim:
            assert self._try(TeamGuess(state.team, aim[choice % len(aim)]))

    @rule(team=TEAMS)
    def stop(self, team):
        state = self.mission.state
        legal = state.phase is ClassicPhase.GUESSING and team is state.team and state.guesses_this_turn > 0
        assert self._try(TeamStop(team)) is legal

    @rule(team=TEAMS, position=POSITIONS)
    def cover(self, team, position):
        self._try(TeamCover(team, position))

    @precondition(lambda self: self.mission.state.phase is ClassicPhase.COVER or self.mission.state.may_cover)
    @rule(choice=st.integers(0, 100))
    def proper_cover(self, choice):
        setup, state = self.mission.setup, self.mission.state
        whose = setup.first.other if state.phase is ClassicPhase.COVER else state.team
        aim = [p for p in ALL_POSITIONS if setup.key.cards[p.index].team is whose and state.covers[p.index] is None]
        if aim:
            assert self._try(TeamCover(state.team, aim[choice % len(aim)]))

    @rule(position=POSITIONS, word=TEXTS)
    def name(self, position, word):
        self._try(NameWord(position, word))

    @rule(word=TEXTS)
    def allow(self, word):
        self._try(Allow(word))

    @rule(
        covers=st.dictionaries(POSITIONS, st.sampled_from([None, *Card]), max_size=4),
        team=st.none() | TEAMS,
    )
    def set_something(self, covers, team):
        """Refused for public reasons alone: the key is not asked."""
        setup, state = self.mission.setup, self.mission.state
        legal = (covers or team) and Card.ASSASSIN not in covers.values() and state.phase is not ClassicPhase.OVER
        legal = legal and not (setup.players == 2 and team is setup.first.other)
        assert self._try(SetCards(tuple(covers.items()), team)) is bool(legal)

    @rule(whose=TEAMS, but=st.integers(0, 1))
    def set_all_of_a_team(self, whose, but):
        card = Card.RED if whose is Team.RED else Card.BLUE
        places = [p for p in ALL_POSITIONS if self.mission.setup.key.cards[p.index] is card]
        if self._try(SetCards(tuple((p, card) for p in places[but:]))) and not but:
            assert self.mission.state.winner is whose

    @rule(times=st.integers(1, 3))
    def undo(self, times):
        for _ in range(times):
            if not self.mission.can_undo:
                return
            self.mission.undo()

    @invariant()
    def the_cards_left_are_counted(self):
        setup, state = self.mission.setup, self.mission.state
        for team, card in ((Team.RED, Card.RED), (Team.BLUE, Card.BLUE)):
            whole = 9 if team is setup.first else 8
            assert state.left_of(team) == max(0, whole - sum(lies is card for lies in state.covers))

    @invariant()
    def the_phase_fits(self):
        setup, state = self.mission.setup, self.mission.state
        lying = list(zip(setup.key.cards, state.covers, strict=True))
        complete = [team for team in Team if all(key is lies for key, lies in lying if key.team is team)]
        assert (state.phase is ClassicPhase.OVER) == (state.winner is not None) == (state.team is None)
        assert self.mission.is_over == (outcome_text(state) is not None) == (state.winner is not None)
        assert state.by_assassin == (Card.ASSASSIN in state.covers)
        assert state.by_assassin or (state.winner in complete if complete else state.winner is None)
        assert state.guesses_left is None or (state.phase is ClassicPhase.GUESSING and state.guesses_left > 0)
        assert state.phase is not ClassicPhase.COVER or setup.players == 2
        assert (total_score(setup, state) is not None) == (setup.players == 2 and state.winner is setup.first)

    @invariant()
    def an_ended_game_takes_nothing_but_undo(self):
        if self.mission.is_over:
            for move in (
                TeamClue(Team.RED), TeamGuess(Team.BLUE, Position(0)), TeamStop(Team.RED), Allow("OCEAN"),
                TeamCover(Team.RED, Position(0)), NameWord(Position(0), "NEW"), SetCards(team=Team.RED),
            ):  # fmt: skip
                try:
                    apply(self.mission.setup, self.mission.state, move)
                except IllegalMove:
                    continue
                raise AssertionError(f"{move} after the end")
            assert self.mission.can_undo

    @invariant()
    def the_record_gives_the_same_game(self):
        again = ClassicMission.replayed(self.mission.setup, self.mission.moves)
        read = read_record(write_record(self.mission, faces=True).split("\n"), "written").mission
        for other in (again, read):
            assert other == self.mission
            assert (other.state, other.board) == (self.mission.state, self.mission.board)

    @invariant()
    def undos_are_in_the_record(self):
        taken_back = sum(isinstance(move, Undo) for move in self.mission.moves)
        counted = sum(not isinstance(move, NameWord | Allow | Undo) for move in self.mission.moves)
        assert counted - taken_back == len(self.mission.standing)


TestGame = GameMachine.TestCase
TestGame.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
