"""Table and record over time: what is asked, when, and what the record could take."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.game.classic import Card, SetCards, Team
from companion.game.keycard import Identity
from companion.game.moves import SetTable
from companion.game.position import COUNT, Position, Seat
from companion.game.tokens import FREE, Bank, Cover
from companion.storage import StoreError
from companion.table.check import Kind, due, place_of
from companion.table.following import BLIND_S, PATIENCE_S, Following, Standing
from companion.table.observation import FREE as NOTHING
from companion.table.observation import Lies, Observation
from companion.table.options import Game
from companion.table.remedy import CountByHand, Propose, TakeBack
from companion.table.scan import SeenCover
from tests.table.lying import A, B, lying, on_card, truly
from tests.table.playing import Table


class Watched:
    """A mission that is looked at ten times a second by something that misses nothing, unless told otherwise."""

    def __init__(self, folder, **options):
        self.table = Table(folder)
        self.session = self.table.begin(first=A, **options)
        self.follow = self.session.follow
        self.now = 50.0

    @property
    def truth(self) -> Observation:
        return truly(self.session.play.state)

    def look(self, seen: Observation | None, for_s: float = 0.1, laying=frozenset()):
        for _ in range(max(1, round(for_s * 10))):
            self.now += 0.1
            self.follow.take(seen, self.now, laying)
        return self.follow.standing

    def guess(self, identity: Identity) -> Position:
        session = self.session
        seat = session.may_guess()[0]
        position = next(
            p for p in self.table.places(seat.other, identity) if session.state.covers[p.index].guessable_by(seat)
        )
        session.guess(seat, position)
        return position

    def without(self, position: Position) -> Observation:
        return on_card(self.truth, str(position), NOTHING)


@pytest.fixture
def watched(tmp_path) -> Watched:
    return Watched(tmp_path)


def free_place(watched: Watched) -> Position:
    return next(Position(i) for i, cover in enumerate(watched.session.state.covers) if cover == FREE)


def test_nothing_is_said_of_a_table_that_nobody_has_looked_at(watched) -> None:
    assert watched.follow.standing is Standing.BLIND


def test_a_table_that_lies_rightly_agrees(watched) -> None:
    watched.guess(Identity.AGENT)
    assert watched.look(watched.truth) is Standing.AGREED


def test_what_lies_wrong_is_asked_about_only_after_a_while(watched) -> None:
    position = watched.guess(Identity.BYSTANDER)
    seen = lying(watched.truth, str(position), A)
    assert watched.look(seen, PATIENCE_S[Kind.WRONG_ARROW] - 0.5) is Standing.LAYING
    assert watched.look(seen, 1.0) is Standing.DESYNCHRONISED
    assert watched.follow.question.kind is Kind.WRONG_ARROW


def test_while_a_hand_is_over_the_table_nothing_new_is_asked(watched) -> None:
    position = watched.guess(Identity.BYSTANDER)
    watched.look(replace(lying(watched.truth, str(position), A), hand=True), 60.0)
    assert watched.follow.question is None


def test_what_is_being_laid_is_not_forgotten(watched) -> None:
    position = watched.guess(Identity.AGENT)
    laying = frozenset(place_of(step) for step in watched.session.report.instructions)
    assert watched.look(watched.without(position), 60.0, laying) is Standing.LAYING
    assert watched.look(watched.without(position), PATIENCE_S[Kind.FORGOTTEN] + 1) is Standing.DESYNCHRONISED


def test_a_question_goes_away_when_it_is_put_right(watched) -> None:
    position = watched.guess(Identity.BYSTANDER)
    watched.look(lying(watched.truth, str(position), A), 5.0)
    assert watched.look(watched.truth) is Standing.AGREED


def test_a_question_stays_while_its_card_is_out_of_sight(watched) -> None:
    position = watched.guess(Identity.BYSTANDER)
    watched.look(lying(watched.truth, str(position), A), 5.0)
    assert watched.look(on_card(watched.truth, str(position), None), 5.0) is Standing.DESYNCHRONISED


def test_a_question_does_not_become_another_one_while_a_part_of_it_is_out_of_sight(watched) -> None:
    position = watched.guess(Identity.AGENT)
    other = next(p for p in map(Position, range(COUNT)) if p != position)
    seen = lying(watched.without(position), str(other), cover=SeenCover.AGENT)
    watched.look(seen, 5.0)
    before = watched.follow.question
    watched.look(on_card(seen, str(other), None), 60.0)
    assert watched.follow.question == before
    assert before.kind is Kind.WRONG_PLACE


def test_who_moves_it_is_not_asked_again(watched) -> None:
    position = watched.guess(Identity.BYSTANDER)
    seen = lying(watched.truth, str(position), A)
    watched.look(seen, 5.0)
    watched.follow.move_it()
    assert watched.look(seen, 600.0) is Standing.LAYING
    assert [d.kind for d in watched.follow.promised] == [Kind.WRONG_ARROW]
    assert watched.look(watched.truth) is Standing.AGREED


def test_who_moves_it_is_not_asked_again_after_the_next_move(watched) -> None:
    position = watched.guess(Identity.BYSTANDER)
    watched.look(lying(watched.truth, str(position), A), 5.0)
    watched.follow.move_it()
    watched.guess(Identity.BYSTANDER)
    assert watched.look(lying(watched.truth, str(position), A), 60.0) is Standing.LAYING


def test_what_is_moved_to_another_wrong_place_is_a_new_question(watched) -> None:
    position = watched.guess(Identity.AGENT)
    first, second = [p for p in map(Position, range(COUNT)) if p != position][:2]
    watched.look(lying(watched.without(position), str(first), cover=SeenCover.AGENT), 5.0)
    watched.follow.move_it()
    assert watched.look(lying(watched.without(position), str(second), cover=SeenCover.AGENT), 5.0) \
        is Standing.DESYNCHRONISED  # fmt: skip


def test_what_was_asked_about_an_old_record_is_asked_no_more(watched) -> None:
    position = watched.guess(Identity.BYSTANDER)
    watched.look(lying(watched.truth, str(position), A), 5.0)
    watched.session.undo(consents=set(Seat))
    watched.look(watched.truth)
    assert watched.follow.question is None


def test_without_a_picture_play_goes_on_and_afterwards_it_is_in_step_by_itself(watched) -> None:
    position = watched.guess(Identity.BYSTANDER)
    watched.look(lying(watched.truth, str(position), A), 5.0)
    assert watched.look(None, BLIND_S + 1) is Standing.BLIND
    assert watched.follow.question is None
    assert watched.look(watched.truth) is Standing.AGREED


def test_a_camera_that_was_knocked_says_so_only_after_a_while(watched) -> None:
    watched.look(watched.truth, 1.0)
    lost = Observation((None,) * COUNT, in_step=False)
    assert watched.look(lost, BLIND_S - 1) is Standing.LOOKING
    assert watched.look(lost, 2.0) is Standing.BLIND


def test_what_is_not_seen_is_not_said_to_agree(watched) -> None:
    assert watched.look(on_card(watched.truth, "C3", None)) is Standing.LOOKING


def test_an_hour_without_a_picture_ripens_no_question(watched) -> None:
    position = watched.guess(Identity.BYSTANDER)
    seen = lying(watched.truth, str(position), A)
    watched.look(seen)
    watched.now += 3600
    watched.look(seen)
    assert watched.follow.question is None


def test_following_is_switched_off_without_a_word_and_stays_off(watched) -> None:
    position = watched.guess(Identity.BYSTANDER)
    watched.follow.follow_table(False)
    assert watched.look(lying(watched.truth, str(position), A), 60.0) is Standing.OFF
    assert watched.follow.question is None
    assert watched.table.again().session.follow.table is False


def test_the_finger_is_switched_off_alone(watched) -> None:
    pointing = replace(watched.truth, finger=Position(3))
    watched.look(pointing)
    assert watched.follow.pointed_at == Position(3)
    watched.follow.follow_finger(False)
    assert watched.follow.pointed_at is None
    assert watched.table.again().session.follow.finger is False
    assert watched.look(watched.truth) is Standing.AGREED


def test_another_mission_starts_without_what_was_seen_of_the_last_one(watched) -> None:
    position = watched.guess(Identity.BYSTANDER)
    watched.look(lying(watched.truth, str(position), A), 5.0)
    watched.session.new_mission()
    assert watched.look(watched.follow.observation) is Standing.BLIND
    assert isinstance(watched.follow, Following)


# --- as on the table --------------------------------------------------------------------------------------------------


def asked(watched, seen):
    """What is asked about a table that lies so, and what the record could take."""
    watched.look(seen, 20.0)
    return watched.follow.remedy()


def test_the_piece_of_the_last_guess_that_lies_nowhere_takes_the_guess_back(watched) -> None:
    position = watched.guess(Identity.AGENT)
    assert asked(watched, watched.without(position)) == TakeBack()


def test_the_piece_of_the_last_guess_that_lies_elsewhere_was_the_guess_of_another_word(watched) -> None:
    position = watched.guess(Identity.AGENT)
    other = next(p for p in map(Position, range(COUNT)) if p != position)
    seen = lying(watched.without(position), str(other), cover=SeenCover.AGENT)
    assert asked(watched, seen) == TakeBack(other)


def test_a_piece_that_a_guess_would_have_laid_is_proposed_as_the_guess(watched) -> None:
    place = free_place(watched)
    assert asked(watched, lying(watched.truth, str(place), cover=SeenCover.AGENT)) == Propose(place)


def test_a_token_to_the_guesser_is_proposed_and_one_to_the_giver_is_not(watched) -> None:
    place = free_place(watched)
    assert asked(watched, lying(watched.truth, str(place), B)) == Propose(place)
    assert asked(watched, lying(watched.truth, str(place), A)) == SetTable(
        ((place, Cover(tokens=frozenset({B}))),), Bank(8, 0)
    )


def test_an_arrow_the_other_way_is_set_by_hand(watched) -> None:
    position = watched.guess(Identity.BYSTANDER)
    assert asked(watched, lying(watched.truth, str(position), A)) == SetTable(
        ((position, Cover(tokens=frozenset({B}))),)
    )


def test_a_lost_token_is_set_by_hand_once_other_moves_have_followed(watched) -> None:
    position = watched.guess(Identity.BYSTANDER)
    watched.guess(Identity.AGENT)
    assert asked(watched, watched.without(position)) == SetTable(((position, FREE),))


def test_a_token_that_is_back_in_the_bank_is_counted_there(watched) -> None:
    position = watched.guess(Identity.BYSTANDER)
    watched.guess(Identity.AGENT)
    seen = replace(watched.without(position), bank=Bank(9, 0))
    assert asked(watched, seen) == SetTable(((position, FREE),), Bank(9, 0))


def test_a_stop_whose_token_was_not_taken_is_taken_back(watched) -> None:
    watched.guess(Identity.AGENT)
    watched.session.stop(B)
    assert asked(watched, replace(watched.truth, bank=Bank(9, 0), taken=(0, 0))) == TakeBack()


def test_a_token_that_was_taken_on_the_other_side_is_set_by_hand(watched) -> None:
    watched.guess(Identity.AGENT)
    watched.session.stop(B)
    assert asked(watched, replace(watched.truth, taken=(1, 0))) == SetTable(taken=(1, 0))


def test_a_token_too_few_in_the_bank_is_set_by_hand(watched) -> None:
    assert asked(watched, replace(watched.truth, bank=Bank(8, 0))) == SetTable(bank=Bank(8, 0))


def test_a_token_too_many_in_the_bank_has_to_be_counted_by_the_players(watched) -> None:
    assert asked(watched, replace(watched.truth, bank=Bank(10, 0))) == CountByHand(SetTable(bank=Bank(10, 0)))


def test_what_is_set_by_hand_agrees_afterwards(watched) -> None:
    position = watched.guess(Identity.BYSTANDER)
    seen = lying(watched.truth, str(position), A)
    change = asked(watched, seen)
    watched.session.set_by_hand(change, set(Seat))
    assert due(watched.session.state).cells == seen.cells
    assert watched.look(seen) is Standing.AGREED


def base(tmp_path) -> Watched:
    watched = Watched(tmp_path, game=Game.CLASSIC, team=Team.RED)
    watched.session.classic.give_clue(Team.RED, "HINT", 3)
    return watched


def test_a_base_game_knows_the_same_ways(tmp_path) -> None:
    watched = base(tmp_path)
    red, second = watched.table.cards(Card.RED)[:2]
    assert asked(watched, lying(watched.truth, str(red), cover=SeenCover.RED_AGENT)) == Propose(red)
    watched.session.classic.guess(Team.RED, red)
    assert asked(watched, watched.without(red)) == TakeBack()
    seen = lying(watched.without(red), str(second), cover=SeenCover.RED_AGENT)
    assert asked(watched, seen) == TakeBack(second)
    assert asked(watched, lying(watched.truth, str(red), cover=SeenCover.BLUE_AGENT)) == SetCards(((red, Card.BLUE),))


def test_a_base_game_in_which_nobody_guesses_is_set_by_hand(tmp_path) -> None:
    watched = Watched(tmp_path, game=Game.CLASSIC, team=Team.RED)
    place = Position(7)
    assert asked(watched, on_card(watched.truth, str(place), Lies(SeenCover.BYSTANDER))) == SetCards(
        ((place, Card.BYSTANDER),)
    )


def test_what_was_seen_of_one_mission_is_not_asked_about_in_the_next(watched) -> None:
    watched.look(lying(watched.truth, "A1", cover=SeenCover.AGENT), 6.0)
    assert watched.follow.question is not None
    watched.session.new_mission()
    watched.table.begin(first=A)
    assert watched.follow.question is None
    assert watched.follow.standing is Standing.BLIND


def test_an_interrupted_mission_goes_on_with_a_table_that_nobody_has_seen_yet(watched) -> None:
    watched.look(watched.truth, 2.0)
    mission = watched.session.mission_id
    watched.session.new_mission()
    watched.session.resume(mission)
    assert watched.follow.standing is Standing.BLIND


def test_a_promise_outlives_a_move_made_while_a_hand_hides_the_card(watched) -> None:
    first = watched.guess(Identity.AGENT)
    watched.look(watched.without(first), 14.0)
    watched.follow.move_it()
    hidden = replace(on_card(watched.truth, str(first), None), hand=True)
    watched.look(hidden, 0.5)
    second = watched.guess(Identity.AGENT)
    watched.look(replace(on_card(on_card(watched.truth, str(first), None), str(second), NOTHING), hand=True), 0.5)
    assert [difference.belongs for difference in watched.follow.promised] == [first]


def test_a_token_of_an_earlier_turn_takes_back_no_other_guess(watched) -> None:
    both = next(
        p for p in watched.table.places(A, Identity.BYSTANDER) if p in watched.table.places(B, Identity.BYSTANDER)
    )
    watched.session.give_clue(A, "OCEAN", 1)
    watched.session.guess(B, both)
    watched.session.give_clue(B, "WAVE", 1)
    watched.session.guess(A, both)
    watched.look(on_card(watched.truth, str(both), Lies(None, (A,))), 14.0)
    assert watched.follow.question is not None
    assert not isinstance(watched.follow.remedy(), TakeBack)


@pytest.mark.parametrize("what", ["follow_table", "follow_finger"])
def test_it_is_switched_off_also_where_the_disk_takes_nothing(watched, monkeypatch, what) -> None:
    def full(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(watched.table.store, "remember", full)
    with pytest.raises(StoreError):
        getattr(watched.follow, what)(on=False)
    assert not (watched.follow.table and watched.follow.finger)
