"""Simulated teams play whole base games; the witness agrees with the rules engine and notices each difference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.game.classic import Card, ClassicState, Team, TeamClue, start
from companion.game.classic_replay import end_object
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.simulator.key_glass import KeyGlass, KeySight
from companion.simulator.pieces import Piles
from companion.simulator.plan import STANDARD, Plan
from companion.simulator.team_players import Operative, PublicCards, Spymaster, team_skill
from companion.simulator.team_witness import TeamWitness
from companion.simulator.witness import Disagreement
from companion.table.options import Game, Options
from tests.device.keys import classic_setup
from tests.simulator.bare_team_game import played_by_teams


@pytest.mark.parametrize("players", [4, 3, 2])
def test_witness_and_engine_agree_on_many_games(players: int) -> None:
    outcomes, covered = set(), 0
    for seed in range(80):
        game = played_by_teams(seed, players, slips=0.15)
        mission, witness = game.mission, game.witness
        end = end_object(mission.setup, mission.state)
        assert (end["outcome"], witness.moves) == (witness.outcome(), len(mission.moves))
        score = end["score"]
        assert witness.own_score() == (score["total"] if isinstance(score, dict) else None)
        outcomes.add(witness.outcome())
        covered += sum(hasattr(move, "position") for move in mission.moves)
    ends = {f"{team.value} won: {how}" for team in Team for how in ("agents", "assassin")}
    assert outcomes == ends
    assert covered > 80


def test_same_seed_plays_the_same_game() -> None:
    assert played_by_teams(3, 4, 0.1).mission.moves == played_by_teams(3, 4, 0.1).mission.moves
    assert played_by_teams(3, 4, 0.1).mission.moves != played_by_teams(4, 4, 0.1).mission.moves


def test_operative_has_no_way_to_see_the_key() -> None:
    takes = {
        name: set(getattr(Operative, name).__annotations__) - {"return"}
        for name in dir(Operative)
        if callable(getattr(Operative, name)) and not name.startswith("_")
    }
    assert takes == {"hear_clue": {"clue"}, "made_a_guess": set(), "next_guess": {"team", "table"}}
    assert set(PublicCards.__annotations__) == {"words", "cards"}


def test_spymaster_names_and_covers_words_of_the_right_team() -> None:
    setup = classic_setup()
    table = PublicCards(setup.board.words, (None,) * 25)
    spymaster = Spymaster(Team.BLUE, team_skill(1, Team.BLUE), 1)
    spymaster.see(tuple(map(KeySight, setup.key.cards)))
    assert setup.key.cards[spymaster.word_to_cover(Team.RED, table).index] is Card.RED
    clues = [spymaster.think_of_clue(table) for _ in range(60)]
    assert {clue.team for clue in clues} == {Team.BLUE}
    assert any(clue.unlimited for clue in clues)
    assert any(clue.number == 0 for clue in clues)


def fresh() -> tuple[TeamWitness, ClassicState]:
    setup = classic_setup()
    return TeamWitness(setup.key, setup.first), start(setup)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda s: replace(s, team=Team.BLUE), "another team"),
        (lambda s: replace(s, covers=(Card.RED, *s.covers[1:])), "other covers"),
        (lambda s: replace(s, agents_left=(8, 8)), "other agents left"),
        (lambda s: replace(s, guesses_left=2), "guesses left"),
        (lambda s: replace(s, winner=Team.RED), "another winner"),
    ],
)
def test_a_wrong_state_is_noticed(change: Callable[[ClassicState], ClassicState], says: str) -> None:
    witness, state = fresh()
    witness.state_is(state)
    with pytest.raises(Disagreement, match=says):
        witness.state_is(change(state))


def test_wrong_moves_are_noticed() -> None:
    witness, _ = fresh()
    with pytest.raises(Disagreement, match="clue out of turn"):
        witness.clue_given(TeamClue(Team.BLUE, "BABA", 1))
    with pytest.raises(Disagreement, match="covered out of turn"):
        fresh()[0].covered(Position(0))
    witness, _ = fresh()
    witness.clue_given(TeamClue(Team.RED, "BABA", 1))
    with pytest.raises(Disagreement, match="stopped out of turn"):
        witness.stopped(Team.RED)
    place = next(p for p in ALL_POSITIONS if witness.key.cards[p.index] is Card.RED)
    with pytest.raises(Disagreement, match="verdict"):
        witness.guessed(Team.RED, place, Card.BLUE)


def test_a_wrong_screen_is_noticed_without_saying_what_it_shows() -> None:
    witness, _ = fresh()
    cells = tuple(map(KeySight, witness.key.cards))
    right = KeyGlass(Seat.A, Team.RED, True, cells)
    witness.key_seen(Seat.A, right)
    other = next(i for i in range(25) if cells[i] != cells[0])
    swapped = (cells[other], *cells[1:other], cells[0], *cells[other + 1 :])
    for wrong, says in (
        (None, "no key"), (replace(right, seat=Seat.B), "another letter"),
        (replace(right, cells=swapped), "another key"),
        (replace(right, cells=(replace(cells[0], laid=cells[0].card), *cells[1:])), "other covers"),
        (replace(right, team=Team.BLUE), "another team"), (replace(right, giving=False), "wrong people"),
    ):  # fmt: skip
        with pytest.raises(Disagreement, match=says) as told:
            witness.key_seen(Seat.A, wrong)
        assert not {"RED", "BLUE", "ASSASSIN", "BYSTANDER"} & set(str(told.value).split())


def test_a_wrong_table_is_noticed() -> None:
    witness, state = fresh()
    witness.table_is(state.covers, Piles(8, 8, 7))
    with pytest.raises(Disagreement, match="other cards lie"):
        witness.table_is((Card.RED, *state.covers[1:]), Piles(8, 8, 7))
    with pytest.raises(Disagreement, match="wait beside"):
        witness.table_is(state.covers, Piles(7, 8, 7))


def test_only_missions_of_the_usual_evening_are_without_slips() -> None:
    assert [STANDARD.slips(seed) for seed in (1, 20)] == [0.0, 0.0]
    assert min(STANDARD.slips(21), Plan(turns=11, mistakes=2).slips(1), Plan(Game.CLASSIC).slips(1)) > 0
    agreed = Plan(Game.CLASSIC, players=2).agreed(6, Options())
    assert (agreed.game, agreed.players, agreed.side) == (Game.CLASSIC, 2, Seat.B)
