import pytest

from companion.game.duet import Scoring
from companion.game.scoring import Score, ScoreError, rating, score, score_of_table
from tests.game.boards import FACE_A_FOUND, NINE_BYSTANDERS, REST_FOUND, WIN, played


def test_a_won_standard_mission_scores_by_parts():
    mission = played(*WIN)
    assert score(mission.setup, mission.state) == Score(7, 3, 2, 0)
    assert score(mission.setup, mission.state).total == 23


def test_the_winning_token_is_counted_by_a_named_policy():
    mission = played(*WIN)
    assert score(mission.setup, mission.state, winning_token_counts=False).total == 22


def test_the_policy_does_not_touch_a_win_in_sudden_death():
    mission = played(*NINE_BYSTANDERS, *FACE_A_FOUND, *REST_FOUND)
    assert score(mission.setup, mission.state) == Score(0, 3, 0, 1)
    assert score(mission.setup, mission.state, winning_token_counts=False).total == -1


def test_there_is_no_score_while_it_runs_or_when_it_is_lost():
    for lines in (WIN[:-1], ("A clue - -", "B guess SOLDIER")):
        mission = played(*lines)
        assert score(mission.setup, mission.state) is None


@pytest.mark.parametrize(("turns", "mistakes"), [(10, 10), (11, 11), (9, 8), (9, 0), (8, 8)])
def test_only_the_standard_nine_tokens_score(turns, mistakes):
    mission = played(*WIN, turns=turns, mistakes=mistakes)
    assert mission.state.outcome is not None
    assert score(mission.setup, mission.state) is None


def test_one_point_a_token():
    mission = played(*WIN, scoring=Scoring.ONE_PER_TOKEN)
    assert score(mission.setup, mission.state).total == 9


@pytest.mark.parametrize(
    ("left", "checkmarks", "sudden", "total"),
    [(2, 5, False, 11), (7, 2, False, 23), (7, 1, False, 22), (0, 1, False, 1), (0, 9, False, 9), (0, 0, True, -1),
     (0, 9, True, 8)],
)  # fmt: skip
def test_the_tokens_on_the_table_give_the_score(left, checkmarks, sudden, total):
    assert score_of_table(left, checkmarks, sudden, Scoring.THREE_PER_TOKEN).total == total


@pytest.mark.parametrize(
    ("left", "checkmarks", "sudden"),
    [(-1, 5, False), (2, -1, False), (5, 5, False), (0, 10, True), (1, 3, True), (3, 0, False), (0, 0, False),
     (8, 1, False), (9, 0, False)],
)  # fmt: skip
def test_numbers_of_no_won_standard_mission_are_refused(left, checkmarks, sudden):
    with pytest.raises(ScoreError):
        score_of_table(left, checkmarks, sudden, Scoring.THREE_PER_TOKEN)


def test_ratings_follow_the_printed_range():
    words = {total: rating(Score(0, 3, total, 0)) for total in (-1, 5, 6, 8, 9, 10, 11)}
    assert words[-1] == words[5] != words[6] == words[8] != words[9] == words[10] != words[11]
    assert "really good" in words[6].lower()
    assert "awesome" in words[9].lower()
