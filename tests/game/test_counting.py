"""How many ways play can go on, counted by the engine and worked out by hand from the printed composition (rules A1).

The pairs (face A/face B) of every key card: G/G 3, G/T 5, G/X 1, T/G 5, T/T 7, T/X 1, X/G 1, X/T 1, X/X 1.
"""

from collections import Counter

import pytest

from companion.game.board import Board
from companion.game.classic import Card, ClassicKey, ClassicSetup, Team, TeamClue, TeamGuess
from companion.game.classic_mission import ClassicMission
from companion.game.duet import DuetSetup, Phase, may_guess
from companion.game.keycard import Identity, KeyCard
from companion.game.mission import Mission
from companion.game.moves import Clue, Guess, IllegalMove, SetTable, Stop
from companion.game.position import ALL_POSITIONS, Seat
from companion.game.tokens import Bank, Cover
from tests.game.boards import WORDS, setup
from tests.game.test_state_machine import Chance

G, T, X = Identity.AGENT, Identity.BYSTANDER, Identity.ASSASSIN
KEYS = [setup(), *(DuetSetup(Board(WORDS), KeyCard.draw(Chance(seed))) for seed in range(3))]
each_key = pytest.mark.parametrize("given", KEYS, ids=["fixed", "drawn 0", "drawn 1", "drawn 2"])
SEATS = list(Seat)


def _begun(given, seat):
    """A mission in which ``seat`` is to guess for the first time."""
    mission = Mission(given)
    mission.apply(Clue(seat.other))
    return mission


def _ways(mission, seats=SEATS):
    """Each guess that is legal now, as (guess, what it turned out to be)."""
    for seat in seats:
        for position in ALL_POSITIONS:
            guess = Guess(seat, position)
            try:
                yield guess, mission.check(guess).verdict
            except IllegalMove:
                continue


def _after(mission, *moves):
    return Mission.replayed(mission.setup, [*mission.moves, *moves])


@each_key
@pytest.mark.parametrize("seat", SEATS)
def test_first_guesses_per_face(given, seat):
    # The face across the table judges. Face A: G 3+5+1 = 9, T 5+7+1 = 13, X 1+1+1 = 3; face B: G 3+5+1 = 9,
    # T 5+7+1 = 13, X 1+1+1 = 3.
    mission = _begun(given, seat)
    assert Counter(verdict for _, verdict in _ways(mission)) == {G: 9, T: 13, X: 3}
    assert {guess.seat for guess, _ in _ways(mission)} == {seat}


@each_key
@pytest.mark.parametrize("seat", SEATS)
def test_second_guesses_of_the_same_turn(given, seat):
    # Only an agent lets the turn go on: 9 first guesses. Then 24 words are free: 8 agents, 13 bystanders, 3 assassins.
    # 9 x 8 = 72, 9 x 13 = 117, 9 x 3 = 27; 72 + 117 + 27 = 216 = 9 x 24.
    mission, seen = _begun(given, seat), Counter()
    for first, verdict in _ways(mission):
        if verdict is G:
            seen.update(verdict for _, verdict in _ways(_after(mission, first)))
    assert seen == {G: 72, T: 117, X: 27}


@each_key
@pytest.mark.parametrize("seat", SEATS)
def test_guesses_after_a_bystander(given, seat):
    # 13 words end the turn. The token on one binds only the seat that hit it, so the other may touch all 25:
    # 13 x 9 = 117, 13 x 13 = 169, 13 x 3 = 39. The same word again, a bystander on both faces (T/T), covers it: 7.
    mission, seen, covered = _begun(given, seat), Counter(), 0
    for first, verdict in _ways(mission):
        if verdict is T:
            later = _after(mission, first, Clue(seat))
            seen.update(verdict for _, verdict in _ways(later))
            again = Guess(seat.other, first.position)
            covered += later.check(again).state.covers[first.position.index].tokens == frozenset(Seat)
    assert (seen, covered) == ({G: 117, T: 169, X: 39}, 7)


@each_key
@pytest.mark.parametrize("seat", SEATS)
def test_guesses_after_an_agent_and_a_stop(given, seat):
    # The word that was found is covered for the other seat too. Of the 9, on the face that judges next: 3 are agents
    # (G/G), which leaves 8/13/3; 5 bystanders, 9/12/3; 1 an assassin, 9/13/2.
    # G 3x8 + 5x9 + 9 = 78, T 3x13 + 5x12 + 13 = 112, X 3x3 + 5x3 + 2 = 26; together 216 = 9 x 24.
    mission, seen = _begun(given, seat), Counter()
    for first, verdict in _ways(mission):
        if verdict is G:
            later = _after(mission, first, Stop(seat), Clue(seat))
            seen.update(verdict for _, verdict in _ways(later))
    assert seen == {G: 78, T: 112, X: 26}


@each_key
def test_a_small_board_in_sudden_death(given):
    # All agents lie there but x, an agent on both faces, and y, an agent on face A and a bystander on face B. Besides
    # these two, 10 words are free: T/T 7, T/X 1, X/T 1, X/X 1. Face A has 8 T and 2 X among them, face B the same.
    pairs = dict(zip(ALL_POSITIONS, given.key.pairs, strict=True))
    x = next(p for p, pair in pairs.items() if pair == (G, G))
    y = next(p for p, pair in pairs.items() if pair == (G, T))
    found = tuple((p, Cover(agent=True)) for p, pair in pairs.items() if G in pair and p not in (x, y))
    mission = Mission(given)
    mission.apply(SetTable(found, Bank(0, 0)))
    assert mission.state.phase is Phase.SUDDEN_DEATH
    assert may_guess(given, mission.state) == (Seat.A, Seat.B)
    # One guess: A (judged by face B) x G, y T, 8 T, 2 X; B (judged by face A) x G, y G, 8 T, 2 X.
    assert Counter(verdict for _, verdict in _ways(mission)) == {G: 1 + 2, T: 1 + 8 + 8, X: 2 + 2}
    # Two guesses: whoever found x, only B has something left to find: y or 10 others, twice (1 G + 8 T + 2 X).
    # After B found y both may still find x: A x, 8 T, 2 X; B x, 8 T, 2 X.
    seen, won = Counter(), 0
    for first, verdict in list(_ways(mission)):
        if verdict is G:
            later = _after(mission, first)
            seen.update(verdict for _, verdict in _ways(later))
            won += sum(later.check(second).state.outcome is not None for second, v in _ways(later) if v is G)
    assert seen == {G: 2 * 1 + 2, T: 2 * 8 + 2 * 8, X: 2 * 2 + 2 * 2}
    assert won == 4


@pytest.mark.parametrize("first", list(Team))
def test_guesses_of_a_base_game(first):
    # The team that begins: 9 own, 8 of the other, 7 bystanders, 1 assassin. A second guess follows one of the 9:
    # 9 x 8 = 72 own, 9 x 8 = 72 other, 9 x 7 = 63, 9 x 1 = 9; together 216 = 9 x 24.
    mine, theirs = (Card.RED, Card.BLUE) if first is Team.RED else (Card.BLUE, Card.RED)
    deck = [mine] * 9 + [theirs] * 8 + [Card.BYSTANDER] * 7 + [Card.ASSASSIN]
    mission = ClassicMission(ClassicSetup(Board(WORDS), ClassicKey(tuple(Chance(3).shuffled(deck))), first))
    mission.apply(TeamClue(first, None, 2))
    ones = {p: mission.check(TeamGuess(first, p)).verdict for p in ALL_POSITIONS}
    assert Counter(ones.values()) == {mine: 9, theirs: 8, Card.BYSTANDER: 7, Card.ASSASSIN: 1}
    twos = Counter()
    for found in (p for p, card in ones.items() if card is mine):
        mission.apply(TeamGuess(first, found))
        twos.update(mission.check(TeamGuess(first, p)).verdict for p in ALL_POSITIONS if p != found)
        mission.undo()
    assert twos == {mine: 72, theirs: 72, Card.BYSTANDER: 63, Card.ASSASSIN: 9}
