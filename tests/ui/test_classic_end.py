"""What the end page of the base game says: who won and how, the score of one team, the key on request (B3, B6)."""

from __future__ import annotations

import pytest

from companion.game.classic import Card, ClassicPhase, Team
from companion.game.position import Position, Seat
from companion.ui.presenters.classic_texts import RATINGS
from companion.ui.presenters.desk import Page
from companion.ui.presenters.end_classic import EndClassicPresenter
from tests.ui.classic_table import ClassicTable
from tests.ui.scenes_classic import won_script
from tests.ui.table import PlainDesk

RED, BLUE = Team.RED, Team.BLUE


class End:
    """A base game at its end page; each intent after some time."""

    def __init__(self, table, script):
        self.table, self.session = table, table.begin()
        table.play(script)
        self.desk = PlainDesk(self.session)
        self.desk.page = Page.END_CLASSIC
        self.page = EndClassicPresenter(self.desk)

    def do(self, intent, *values):
        self.desk.later()
        target = self.page
        *parts, name = intent.split(".")
        for part in parts:
            target = getattr(target, part)
        getattr(target, name)(*values)

    @property
    def view(self):
        return self.page.view()


@pytest.fixture
def ended(tmp_path):
    def make(script, **options):
        return End(ClassicTable(tmp_path, **options), script)

    return make


@pytest.fixture
def blues(tmp_path):
    """All words of blue but one, as blue finds them in one turn, then the last one's place."""
    *lines, last = won_script(ClassicTable(tmp_path / "plan"), BLUE).splitlines()
    return "red clue A 1\nred guess B2\n" + "\n".join(lines), last.split()[-1]


@pytest.fixture(autouse=True)
def plan_folder(tmp_path):
    (tmp_path / "plan").mkdir()


def test_a_team_that_found_all_its_agents_has_won(ended, tmp_path):
    view = ended(won_script(ClassicTable(tmp_path / "plan"))).view
    assert (view.word, view.winner, view.sentence) == ("Red wins", RED, "All agents of red are found.")
    assert [item.sentence for item in view.laid] == ["Double agent card onto NEW YORK"]
    assert view.score == view.rating == ""


def test_the_assassin_is_named_with_who_touched_it(ended):
    view = ended("red clue SEA 1\nred guess B5").view
    assert (view.word, view.sentence) == ("Blue wins", "FILM was the assassin, touched by red.")
    assert [item.sentence for item in view.laid] == ["Assassin card onto FILM"]


def test_a_win_on_the_other_teams_turn_says_who_touched_the_last_agent(ended, blues):
    script, last = blues
    view = ended(f"{script}\nblue stop\nred clue B 1\nred guess {last}").view
    assert (view.word, view.sentence) == ("Blue wins", "Red touched APPLE, the last agent of blue.")


def test_a_win_by_a_word_that_was_covered_says_so(ended, blues):
    script, last = blues
    view = ended(f"{script}\nblue stop\nred invalid\nblue cover {last}").view
    assert view.word == "Blue wins"
    assert view.sentence == "APPLE was covered, the last agent of blue, after an invalid clue."


def test_one_team_alone_gets_a_score_and_a_few_words(ended, tmp_path):
    view = ended(
        "red clue A 1\nred guess B2\nred cover A4\n" + won_script(ClassicTable(tmp_path / "plan")), players=2
    ).view
    assert (view.word, view.good) == ("Won", True)
    assert (view.score, view.counted, view.rating) == ("7", "7 cards of blue not laid", RATINGS[7])


def test_each_score_has_words_of_its_own():
    assert sorted(RATINGS) == list(range(1, 9))
    assert len(set(RATINGS.values())) == 8


def test_one_team_alone_loses_to_the_assassin_without_a_score(ended):
    view = ended("red clue A 1\nred guess B5", players=2).view
    assert (view.word, view.good, view.score) == ("Lost", False, "")


def test_one_team_alone_loses_when_all_words_of_the_other_are_covered(ended, tmp_path):
    table = ClassicTable(tmp_path / "plan")
    turns = [
        f"red clue A 1\nred guess {guess}\nred cover {cover}"
        for guess, cover in zip(table.places(Card.BYSTANDER), table.places(Card.BLUE), strict=False)
    ]
    last = table.places(Card.BLUE)[7]
    view = ended("\n".join(turns) + f"\nred clue A 1\nred guess {last}", players=2).view
    assert (view.word, view.sentence) == ("Lost", "Red touched APPLE, the last agent of blue.")


def test_the_key_is_shown_on_request_and_goes_again(ended):
    end = ended("red clue SEA 1\nred guess B5")
    assert end.view.key == ()
    end.do("show_key")
    assert [place.card for place in end.view.key] == list(end.table.key.cards)
    assert [place.word for place in end.view.key if place.laid] == ["FILM"]
    end.desk.turn_page()
    assert [place.card for place in end.view.key] == list(reversed(end.table.key.cards))
    end.do("show_key")
    assert end.view.key == ()


def test_coming_to_the_page_again_the_key_is_away(ended):
    end = ended("red clue SEA 1\nred guess B5")
    end.do("show_key")
    end.do("enter")
    assert end.view.key == ()


def test_the_last_move_is_taken_back_with_both_yes_and_play_goes_on(ended):
    end = ended("red clue SEA 1\nred guess B5")
    end.do("undo")
    end.do("undoing.ask")
    assert end.view.consent.labels == ("Red", "Blue")
    end.do("consent.say_yes", Seat.A)
    assert end.session.over
    end.do("consent.say_yes", Seat.B)
    assert end.desk.page is Page.PLAY_CLASSIC
    assert end.session.classic.state.phase is ClassicPhase.GUESSING
    assert end.session.classic.state.covers[Position.parse("B5").index] is None
    assert end.table.screens.of(Seat.A) is not None


def test_the_next_game_has_a_new_board_and_the_same_screens(ended):
    end = ended("red clue SEA 1\nred guess B5")
    end.do("next_mission")
    assert end.desk.page is Page.TABLE
    assert not end.session.running
    assert {info.seat for info in end.session.screens()} == set(Seat)


def test_or_the_first_page(ended):
    end = ended("red clue SEA 1\nred guess B5")
    end.do("leave")
    assert end.desk.page is Page.START
