"""The session from words to score, over the real store."""

from __future__ import annotations

import itertools

import pytest

from companion.errors import CompanionError
from companion.game.duet import Outcome, Phase
from companion.game.keycard import Identity, KeyCard
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.storage import StoreError
from companion.table.instruct import Instruction, Piece
from companion.table.ports import Link
from companion.table.views import Show
from tests.stand_ins import SeededShuffler
from tests.table.playing import WORDS, Table


@pytest.fixture
def table(tmp_path):
    return Table(tmp_path)


G, T, X = Identity.AGENT, Identity.BYSTANDER, Identity.ASSASSIN


def find(table, on_a, on_b):
    key = table.session.mission.setup.key
    return next(p for p in ALL_POSITIONS if key.pairs[p.index] == (on_a, on_b))


def test_a_mission_starts_only_when_both_players_confirmed_their_screens(table):
    session = table.session
    for position, word in zip(ALL_POSITIONS, WORDS, strict=True):
        session.set_word(position, word)
    session.assign("left", Seat.A)
    session.confirm_view(Seat.A)
    with pytest.raises(CompanionError, match="both players confirm"):
        session.begin()
    assert table.store.missions() == []
    assert table.screens.of(Seat.A).show is Show.SEAT


def test_the_words_are_shown_uncoloured_before_the_keys(table):
    session = table.session
    for position, word in zip(ALL_POSITIONS, WORDS, strict=True):
        session.set_word(position, word)
    session.assign("left", Seat.A)
    session.assign("right", Seat.B)
    session.show_words()
    for seat in Seat:
        assert table.screens.of(seat).show is Show.WORDS
        assert all(cell.identity is None for cell in table.screens.of(seat).cells)


def test_a_changed_word_has_to_be_confirmed_again(table):
    session = table.session
    for position, word in zip(ALL_POSITIONS, WORDS, strict=True):
        session.set_word(position, word)
    session.assign("left", Seat.A)
    session.confirm_view(Seat.A)
    session.set_word(Position(0), "OTHER")
    assert session.views_confirmed == frozenset()


def test_a_screen_that_is_not_connected_cannot_be_confirmed(table):
    table.session.assign("left", Seat.A)
    table.screens.links["left"] = Link.ABSENT
    with pytest.raises(CompanionError, match="not connected"):
        table.session.confirm_view(Seat.A)
    assert not table.session.views_confirmed


def test_b_sees_its_own_face_turned_by_half_a_turn(table):
    session = table.begin(first=Seat.A)
    key = session.mission.setup.key
    view_a, view_b = table.screens.of(Seat.A), table.screens.of(Seat.B)
    assert [c.identity for c in view_a.cells] == [key.pairs[i][0] for i in range(25)]
    assert [c.identity for c in view_b.cells] == [key.pairs[24 - i][1] for i in range(25)]
    assert [c.word for c in view_b.cells] == WORDS[::-1]


def test_a_guess_is_judged_on_the_face_of_the_giver(table):
    session = table.begin(first=Seat.A)
    place = find(table, X, G)
    session.give_clue(Seat.A, "SEA", 1)
    session.guess(Seat.B, find(table, G, X))
    assert session.report.verdict is G
    assert session.report.instructions == (Instruction(Piece.AGENT_CARD, find(table, G, X)),)
    session.stop(Seat.B)
    assert session.report.instructions == (Instruction(Piece.TOKEN_TAKEN, to=Seat.B),)
    session.guess(Seat.A, place)
    assert session.report.verdict is G


def test_a_bystander_token_points_to_the_guesser(table):
    session = table.begin(first=Seat.A)
    place = find(table, T, G)
    session.guess(Seat.B, place)
    assert session.report.instructions == (Instruction(Piece.TOKEN, place, to=Seat.B),)
    assert session.state.giver is Seat.B


def test_a_spoken_clue_is_recorded_before_the_guess(table):
    session = table.begin(first=Seat.A)
    session.guess(Seat.B, find(table, G, G))
    assert [type(m).__name__ for m in session.mission.moves] == ["Clue", "Guess"]


def test_a_guess_that_is_refused_leaves_no_clue_behind(table):
    session = table.begin(first=Seat.A)
    with pytest.raises(CompanionError):
        session.guess(Seat.A, Position(0))
    assert session.mission.moves == ()
    assert session.state.phase is Phase.CLUE


def test_a_guess_waits_until_it_is_known_who_gives_first(table):
    session = table.begin(first=None)
    with pytest.raises(CompanionError, match="who gives the first clue"):
        session.guess(Seat.B, Position(0))
    session.give_clue(Seat.B)
    session.guess(Seat.A, find(table, T, G))
    assert session.report.verdict is G


def test_no_verdict_without_a_move_on_the_disk(table):
    session = table.begin(first=Seat.A)
    session.give_clue(Seat.A)
    before = session.state
    table.store.close()
    with pytest.raises(CompanionError):
        session.guess(Seat.B, find(table, G, G))
    assert session.state == before
    assert session.report.verdict is None


def test_the_screens_are_blank_when_the_mission_has_ended(table):
    session = table.begin(first=Seat.A)
    session.guess(Seat.B, table.places(Seat.A, X)[0])
    assert session.state.outcome is Outcome.LOST_ASSASSIN
    assert table.screens.of(Seat.A) is None
    assert table.screens.of(Seat.B) is None
    assert session.both_faces() == session.mission.setup.key


def test_the_faces_stay_hidden_while_the_mission_runs(table):
    session = table.begin(first=Seat.A)
    with pytest.raises(CompanionError, match="hidden"):
        session.both_faces()
    assert session.keys_on


def test_undo_after_the_end_brings_the_faces_back(table):
    session = table.begin(first=Seat.A)
    before = session.state
    view = table.screens.of(Seat.B)
    session.give_clue(Seat.A)
    session.guess(Seat.B, table.places(Seat.A, X)[0])
    session.undo(consents=Seat)
    session.undo(consents=Seat)
    assert session.state == before
    assert table.screens.of(Seat.B) == view
    assert session.resumable().outcome is None


def test_hidden_keys_stay_hidden_through_a_guess_until_they_are_shown(table):
    session = table.begin(first=Seat.A)
    session.hide_keys()
    session.guess(Seat.B, find(table, G, G))
    assert table.screens.of(Seat.A) is None
    session.show_keys()
    assert table.screens.of(Seat.A).show is Show.FACE


def test_keys_that_were_hidden_stay_hidden_when_an_interrupted_mission_goes_on(table):
    table.begin(first=Seat.A).hide_keys()
    again = table.resumed()
    assert again.session.keys_hidden
    again.session.guess(Seat.B, find(again, G, G))
    assert [again.screens.of(seat) for seat in Seat] == [None, None]
    again.session.show_keys()
    assert [again.screens.of(seat).show for seat in Seat] == [Show.FACE] * 2
    assert not again.resumed().session.keys_hidden


def test_keys_of_another_mission_are_not_hidden_with_those_of_the_last(table):
    session = table.begin(first=Seat.A)
    session.hide_keys()
    session.new_mission()
    assert not table.begin(first=Seat.A).keys_hidden
    assert not table.resumed().session.keys_hidden


def test_keys_that_were_hidden_stay_hidden_whatever_was_hidden_in_another_mission_since(table):
    session = table.begin(first=Seat.A)
    first = session.mission_id
    session.hide_keys()
    session.new_mission()
    table.begin(first=Seat.A).hide_keys()
    again = table.again()
    again.session.resume(first)
    assert again.session.keys_hidden


def test_keys_are_hidden_and_shown_also_where_the_disk_takes_nothing(table, monkeypatch):
    def full(*_):
        raise StoreError("the disk is full")

    session = table.begin(first=Seat.A)
    monkeypatch.setattr(table.store, "remember", full)
    session.hide_keys()
    assert [table.screens.of(seat) for seat in Seat] == [None, None]
    session.show_keys()
    assert [table.screens.of(seat).show for seat in Seat] == [Show.FACE] * 2


def test_an_interrupted_mission_goes_on_with_the_same_faces(table):
    session = table.begin(first=Seat.A)
    session.guess(Seat.B, find(table, G, T))
    view_a, view_b, state = table.screens.of(Seat.A), table.screens.of(Seat.B), session.state
    again = table.again()
    again.session.resume(again.session.resumable().id)
    assert again.session.state == state
    assert (again.screens.of(Seat.A), again.screens.of(Seat.B)) == (view_a, view_b)


def test_a_screen_exchanged_in_play_shows_no_face_before_it_is_confirmed(table):
    session = table.begin(first=Seat.A)
    table.screens.links["spare"] = Link.SHOWING
    table.screens.pictures["spare"] = None
    session.assign("spare", Seat.A)
    session.guess(Seat.B, find(table, G, G))
    assert table.screens.of(Seat.A) is None
    session.confirm_view(Seat.A)
    assert table.screens.of(Seat.A).show is Show.FACE
    assert table.store.load(session.mission_id).screens == ("spare", "right")


def test_a_seat_that_its_screen_has_left_is_no_longer_confirmed(table):
    session = table.lay_out(first=Seat.A)
    session.assign("left", Seat.B)
    session.confirm_view(Seat.B)
    assert session.views_confirmed == {Seat.B}
    with pytest.raises(CompanionError, match="both players confirm"):
        session.begin()


def test_a_screen_that_goes_to_the_other_seat_in_play_leaves_its_own_to_be_asked(table):
    session = table.begin(first=Seat.A)
    session.assign("left", Seat.B)
    session.give_clue(Seat.A)
    assert table.screens.pictures["left"] is None
    assert session.views_confirmed == frozenset()
    assert table.store.load(session.mission_id).screens == ("", "")


def test_a_mission_gone_on_with_shows_no_face_on_a_screen_whose_player_never_said_yes(table):
    session = table.begin(first=Seat.A)
    table.screens.links["spare"] = Link.SHOWING
    table.screens.pictures["spare"] = None
    session.assign("spare", Seat.A)
    assert table.store.load(session.mission_id).screens == ("", "right")
    again = table.again()
    again.session.resume(again.session.resumable().id)
    assert again.session.views_confirmed == {Seat.B}
    assert [again.screens.pictures.get(device) for device in ("left", "spare")] == [None, None]
    assert again.screens.of(Seat.B).show is Show.FACE


def test_two_screens_exchanged_in_play_are_both_asked_after_a_restart(table):
    session = table.begin(first=Seat.A)
    session.assign("left", Seat.B)
    session.assign("right", Seat.A)
    again = table.again()
    again.session.resume(again.session.resumable().id)
    assert again.session.views_confirmed == frozenset()
    assert [again.screens.pictures.get(device) for device in ("left", "right")] == [None, None]


def test_an_unread_card_starts_under_its_place_and_is_named_later(table):
    session = table.session
    for position, word in list(zip(ALL_POSITIONS, WORDS, strict=True))[:-1]:
        session.set_word(position, word)
    session.assign("left", Seat.A)
    session.assign("right", Seat.B)
    for seat in Seat:
        session.confirm_view(seat)
    session.begin()
    assert session.mission.board.word(Position(24)) == "E5"
    session.set_word(Position(24), "LATE")
    assert table.screens.of(Seat.B).cells[0].word == "LATE"
    again = table.again()
    again.session.resume(again.session.resumable().id)
    assert again.session.mission.board.word(Position(24)) == "LATE"


def test_two_unread_cards_do_not_start(table):
    for position, word in list(zip(ALL_POSITIONS, WORDS, strict=True))[:-2]:
        table.session.set_word(position, word)
    assert not table.session.draft.ready


def test_a_side_that_becomes_complete_is_announced_once(table):
    session = table.begin(first=Seat.A)
    session.give_clue(Seat.A, None, 9)
    agents = table.places(Seat.A, G)
    for place in agents[:-1]:
        session.guess(Seat.B, place)
        assert session.report.completed == ()
    session.guess(Seat.B, agents[-1])
    assert session.report.completed == (Seat.A,)
    assert session.complete_sides() == (Seat.A,)
    assert session.state.giver is Seat.B


def test_a_face_counts_as_lit_until_its_screen_has_confirmed_black(table):
    session = table.begin(first=Seat.A)
    assert session.faces_lit
    table.screens.links["right"] = Link.PENDING
    session.new_mission()
    assert not session.keys_on
    assert session.faces_lit
    table.screens.links["right"] = Link.CONNECTING
    assert session.faces_lit
    table.screens.links["right"] = Link.SHOWING
    assert not session.faces_lit
    table.screens.links["right"] = Link.PENDING
    assert not session.faces_lit


def test_a_face_on_a_screen_that_keeps_it_counts_as_lit_until_black_was_taken(table):
    session = table.begin(first=Seat.A)
    table.screens.keeps.add("right")
    table.screens.links["right"] = Link.PENDING
    session.new_mission()
    assert session.faces_lit
    table.screens.links["right"] = Link.REFUSED
    assert session.faces_lit
    table.screens.links["right"] = Link.SENT
    assert not session.faces_lit


def test_a_screen_that_keeps_its_picture_is_bound_only_by_choice(table):
    session = table.session
    table.screens.keeps.add("left")
    with pytest.raises(CompanionError, match="keeps its picture"):
        session.assign("left", Seat.A)
    assert session.screen_of(Seat.A) is None
    session.assign("left", Seat.A, chosen=True)
    assert session.screen_of(Seat.A).device == "left"


def test_the_next_mission_keeps_the_seats(table):
    session = table.begin(first=Seat.A)
    session.guess(Seat.B, table.places(Seat.A, X)[0])
    session.new_mission()
    assert table.screens.seats == {"left": Seat.A, "right": Seat.B}
    assert not session.keys_on
    table.begin(words=[f"NEXT{i}" for i in range(25)])
    assert table.screens.of(Seat.A).show is Show.FACE


def _swapped(key: KeyCard, keep: set[int]) -> KeyCard:
    """Another card of the printed composition with the same face B, and the same face A on ``keep``."""
    for i, j in itertools.combinations([i for i in range(25) if i not in keep], 2):
        (a, b), (c, d) = key.pairs[i], key.pairs[j]
        if b is d and a is not c:
            pairs = list(key.pairs)
            pairs[i], pairs[j] = (c, b), (a, d)
            return KeyCard(tuple(pairs))
    raise AssertionError("no such card")


class OneKey:
    """Chance that always deals one key."""

    def __init__(self, key):
        self.key = key

    def shuffled(self, items):
        return list(self.key.pairs)


def _watched(folder, key, places):
    """Everything but A's screen at every step of a mission in which B guesses ``places``."""
    folder.mkdir()
    table = Table(folder)
    table.session._shuffler = OneKey(key)
    session = table.begin(first=Seat.A)
    seen = []
    for place in places:
        session.guess(Seat.B, place) if session.state.giver is Seat.A else session.guess(Seat.A, place)
        files = {f.name: f.read_bytes() for f in folder.iterdir() if f.name != "keys.sqlite3"}
        seen.append((table.screens.of(Seat.B), session.state, session.report, files, table.screens.of(Seat.A)))
    return seen


def test_nothing_but_screen_a_and_the_key_file_depends_on_what_b_has_not_guessed(tmp_path):
    key = KeyCard.draw(SeededShuffler(5))
    places = [p for p in ALL_POSITIONS if key.identity(Seat.A, p) is G][:3]
    other = _swapped(key, {p.index for p in places})
    one = _watched(tmp_path / "one", key, places)
    two = _watched(tmp_path / "two", other, places)
    assert [step[:4] for step in one] == [step[:4] for step in two]
    assert [step[4] for step in one] != [step[4] for step in two]
