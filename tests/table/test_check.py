"""Table against record: every way in which they can differ is one thing, and what is not known differs from nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game.classic import Card
from companion.game.position import ALL_POSITIONS, COUNT, Position, Seat
from companion.game.tokens import FREE, Bank, Cover
from companion.table.check import BANK, Difference, Kind, Thing, differences, done, due, lies_rightly
from companion.table.instruct import Instruction, Piece
from companion.table.observation import FREE as NOTHING
from companion.table.observation import Lies, Observation
from companion.table.scan import SeenCover
from tests.table.lying import AGENT, A, B, at, classic, duet, lying, on_card, token, truly

TOKEN = SeenCover.TOKEN
IN_PLAY = duet(
    {"A1": AGENT, "B2": token(B), "C3": token(A, B), "E5": Cover(True, False, frozenset({A}))}, Bank(4, 0), (1, 0)
)


def told(state, seen: Observation) -> list[tuple]:
    return [
        (d.kind, d.thing, str(d.belongs) if isinstance(d.belongs, Position) else d.belongs,
         str(d.lies) if isinstance(d.lies, Position) else d.lies)
        for d in differences(due(state), seen)
    ]  # fmt: skip


def one(state, seen: Observation) -> Difference:
    found = differences(due(state), seen)
    assert len(found) == 1, found
    return found[0]


def free(seen: Observation, name: str) -> Observation:
    return on_card(seen, name, NOTHING)


SEEN = truly(IN_PLAY)
SLIPS = {
    "agent card forgotten": (free(SEEN, "A1"), Kind.FORGOTTEN, Thing(SeenCover.AGENT), "A1", None),
    "agent card on the neighbour": (
        lying(free(SEEN, "A1"), "A2", cover=SeenCover.AGENT), Kind.WRONG_PLACE, Thing(SeenCover.AGENT), "A1", "A2"),
    "agent card on a word with a token, which it hides": (
        lying(free(SEEN, "A1"), "B2", cover=SeenCover.AGENT), Kind.WRONG_PLACE, Thing(SeenCover.AGENT), "A1", "B2"),
    "assassin card for an agent": (
        lying(SEEN, "A1", cover=SeenCover.ASSASSIN), Kind.WRONG_CARD, Thing(SeenCover.AGENT), "A1", "A1"),
    "token for an agent": (
        replace(lying(SEEN, "A1", B), bank=Bank(3, 0)), Kind.WRONG_CARD, Thing(SeenCover.AGENT), "A1", "A1"),
    "agent for a token, which is in the bank": (
        replace(lying(SEEN, "B2", cover=SeenCover.AGENT), bank=Bank(5, 0)),
        Kind.WRONG_CARD, Thing(TOKEN, B), "B2", "B2"),
    "arrow the wrong way round": (lying(SEEN, "B2", A), Kind.WRONG_ARROW, Thing(TOKEN, B), "B2", "B2"),
    "second arrow the same way as the first": (lying(SEEN, "C3", A, A), Kind.WRONG_ARROW, Thing(TOKEN, B), "C3", "C3"),
    "token in hand": (free(SEEN, "B2"), Kind.FORGOTTEN, Thing(TOKEN, B), "B2", None),
    "token in the bank": (
        replace(free(SEEN, "B2"), bank=Bank(5, 0)), Kind.FORGOTTEN, Thing(TOKEN, B), "B2", BANK),
    "token on the neighbour": (
        lying(free(SEEN, "B2"), "B3", B), Kind.WRONG_PLACE, Thing(TOKEN, B), "B2", "B3"),
    "token on the neighbour with its arrow wrong": (
        lying(free(SEEN, "B2"), "B3", A), Kind.WRONG_PLACE, Thing(TOKEN, B), "B2", "B3"),
    "token before a player": (
        replace(free(SEEN, "B2"), taken=(2, 0)), Kind.WRONG_PLACE, Thing(TOKEN, B), "B2", A),
    "two tokens for one": (
        replace(lying(SEEN, "B2", B, B), bank=Bank(3, 0)), Kind.TWO_TOKENS, Thing(TOKEN, B), BANK, "B2"),
    "agent card nobody guessed": (
        lying(SEEN, "D4", cover=SeenCover.AGENT), Kind.SURPLUS, Thing(SeenCover.AGENT), None, "D4"),
    "token nobody guessed": (
        replace(lying(SEEN, "D4", A), bank=Bank(3, 0)), Kind.SURPLUS, Thing(TOKEN, A), BANK, "D4"),
    "taken token forgotten": (
        replace(SEEN, bank=Bank(5, 0), taken=(0, 0)), Kind.FORGOTTEN, Thing(TOKEN), A, BANK),
    "taken token before the other": (replace(SEEN, taken=(0, 1)), Kind.WRONG_PLACE, Thing(TOKEN), A, B),
    "taken token too many": (
        replace(SEEN, bank=Bank(3, 0), taken=(1, 1)), Kind.SURPLUS, Thing(TOKEN), BANK, B),
    "one more in the bank": (replace(SEEN, bank=Bank(5, 0)), Kind.BANK, Thing(TOKEN), BANK, BANK),
    "one less in the bank": (replace(SEEN, bank=Bank(3, 0)), Kind.BANK, Thing(TOKEN), BANK, BANK),
    "a side up that should be down": (replace(SEEN, bank=Bank(3, 1)), Kind.BANK, Thing(TOKEN), BANK, BANK),
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
def test_each_slip_is_told_as_one_difference(slip: str) -> None:
    seen, kind, thing, belongs, lies = SLIPS[slip]
    assert told(IN_PLAY, seen) == [(kind, thing, belongs, lies)]


BASE = classic({"A1": Card.RED, "B2": Card.BLUE, "C3": Card.BYSTANDER, "D4": Card.ASSASSIN})
CARDS = truly(BASE)
BASE_SLIPS = {
    "blue for red": (lying(CARDS, "A1", cover=SeenCover.BLUE_AGENT), Kind.WRONG_CARD, SeenCover.RED_AGENT, "A1", "A1"),
    "bystander on the neighbour": (
        lying(free(CARDS, "C3"), "C4", cover=SeenCover.BYSTANDER), Kind.WRONG_PLACE, SeenCover.BYSTANDER, "C3", "C4"),
    "blue forgotten": (free(CARDS, "B2"), Kind.FORGOTTEN, SeenCover.BLUE_AGENT, "B2", None),
    "red too many": (lying(CARDS, "E5", cover=SeenCover.RED_AGENT), Kind.SURPLUS, SeenCover.RED_AGENT, None, "E5"),
    "bystander for the assassin": (
        lying(CARDS, "D4", cover=SeenCover.BYSTANDER), Kind.WRONG_CARD, SeenCover.ASSASSIN, "D4", "D4"),
}  # fmt: skip


@pytest.mark.parametrize("slip", BASE_SLIPS)
def test_each_slip_of_a_base_game_is_told_as_one_difference(slip: str) -> None:
    seen, kind, cover, belongs, lies = BASE_SLIPS[slip]
    assert told(BASE, seen) == [(kind, Thing(cover), belongs, lies)]


def test_what_is_not_known_differs_from_nothing() -> None:
    assert told(IN_PLAY, Observation((None,) * COUNT)) == []


def test_a_thing_that_is_no_piece_differs_from_nothing() -> None:
    assert told(IN_PLAY, lying(SEEN, "A1", cover=SeenCover.UNKNOWN)) == []
    assert told(IN_PLAY, lying(SEEN, "D4", cover=SeenCover.UNKNOWN)) == []


def test_what_may_lie_out_of_sight_is_not_missed() -> None:
    stack = duet({"B2": token(B, B), "E5": Cover(True, False, frozenset({A, B}))}, Bank(5, 0))
    seen = lying(lying(truly(stack), "B2", B), "E5", cover=SeenCover.AGENT)
    assert told(stack, seen) == []


def test_only_the_bank_tells_that_a_token_below_an_agent_card_is_not_there() -> None:
    found = duet({"E5": Cover(True, False, frozenset({A}))}, Bank(8, 0))
    seen = replace(lying(truly(found), "E5", cover=SeenCover.AGENT), bank=Bank(9, 0))
    assert told(found, seen) == [(Kind.FORGOTTEN, Thing(TOKEN, B), "E5", BANK)]


def test_near_ones_are_taken_for_each_other_first() -> None:
    state = duet({"A1": AGENT, "E1": AGENT}, Bank(9, 0))
    seen = truly(duet({"A2": AGENT, "E2": AGENT}, Bank(9, 0)))
    assert told(state, seen) == [
        (Kind.WRONG_PLACE, Thing(SeenCover.AGENT), "A1", "A2"), (Kind.WRONG_PLACE, Thing(SeenCover.AGENT), "E1", "E2"),
    ]  # fmt: skip


def test_two_tokens_of_one_mistake_are_one_thing() -> None:
    state = duet({"B2": token(B, B)}, Bank(0, 7))
    seen = replace(truly(state), cells=(NOTHING,) * COUNT, bank=Bank(0, 9))
    assert one(state, seen).count == 2


def test_a_difference_shows_what_lies_on_its_cards() -> None:
    seen = lying(free(SEEN, "B2"), "B3", B)
    assert one(IN_PLAY, seen).cells == ((at("B2"), NOTHING), (at("B3"), Lies(None, (B,))))


# --- what was to be laid lies there ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "seen", "expected"),
    [
        (Instruction(Piece.AGENT_CARD, at("A1")), SEEN, True),
        (Instruction(Piece.AGENT_CARD, at("A1")), free(SEEN, "A1"), False),
        (Instruction(Piece.AGENT_CARD, at("A1")), on_card(SEEN, "A1", None), False),
        (Instruction(Piece.TOKEN, at("B2"), B), SEEN, True),
        (Instruction(Piece.TOKEN, at("B2"), B), lying(SEEN, "B2", A), False),
        (Instruction(Piece.TOKEN_TAKEN, to=A), SEEN, True),
        (Instruction(Piece.TOKEN_TAKEN, to=A), replace(SEEN, taken=(0, 0)), False),
        (Instruction(Piece.TOKEN_TAKEN, to=A), replace(SEEN, taken=None), True),
        (Instruction(Piece.TOKEN_TAKEN, to=A), replace(SEEN, taken=None, bank=None), False),
        (Instruction(Piece.TOKEN_DISCARDED), replace(SEEN, bank=Bank(5, 0)), False),
        (Instruction(Piece.TOKEN_DISCARDED), SEEN, True),
    ],
)
def test_what_was_to_be_laid_is_done_once_it_is_seen(step: Instruction, seen: Observation, expected: bool) -> None:
    assert done(step, due(IN_PLAY), seen) is expected


def test_an_old_token_below_an_agent_card_need_not_be_seen() -> None:
    assert lies_rightly(due(IN_PLAY).cells[at("E5").index], Lies(SeenCover.AGENT))


# --- whatever lies there ----------------------------------------------------------------------------------------------


def _covers(two: bool) -> st.SearchStrategy[Cover]:
    tokens = st.sampled_from([token(A), token(B), token(A, B), *([token(B, B), token(A, A)] if two else [])])
    return st.one_of(st.just(FREE), st.just(FREE), st.just(AGENT), tokens, st.just(Cover(True, False, frozenset({A}))))


@st.composite
def duets(draw, two: bool = True):
    covers = draw(st.lists(_covers(two), min_size=COUNT, max_size=COUNT))
    bank = Bank(draw(st.integers(1, 9)), draw(st.integers(0, 2)))
    taken = (draw(st.integers(0, 4)), draw(st.integers(0, 4)))
    return duet({str(p): cover for p, cover in zip(ALL_POSITIONS, covers, strict=True)}, bank, taken)


@st.composite
def bases(draw):
    cards = st.sampled_from([None, None, Card.RED, Card.BLUE, Card.BYSTANDER])
    laid = draw(st.lists(cards, min_size=COUNT, max_size=COUNT))
    return classic({str(p): card for p, card in zip(ALL_POSITIONS, laid, strict=True) if card is not None})


@settings(max_examples=60, deadline=None)
@given(st.one_of(duets(), bases()), st.sets(st.sampled_from(ALL_POSITIONS)))
def test_a_table_that_lies_rightly_differs_in_nothing(state, hidden) -> None:
    seen = truly(state)
    for position in hidden:
        seen = on_card(seen, str(position), None)
    assert differences(due(state), seen) == ()


@settings(max_examples=150, deadline=None)
@given(duets(two=False), st.data())
def test_any_single_slip_in_a_mission_is_one_question(state, data) -> None:
    """One piece lies on another card, lies nowhere, is turned, is laid twice, or stays in the bank."""
    seen = truly(state)
    pieces = [
        (p, seat) for p, lies in zip(ALL_POSITIONS, seen.cells, strict=True) if not lies.cover for seat in lies.arrows
    ]
    pieces += [(p, None) for p, lies in zip(ALL_POSITIONS, seen.cells, strict=True) if lies.cover and not lies.arrows]
    if not pieces:
        return
    position, seat = data.draw(st.sampled_from(pieces))
    how = data.draw(st.sampled_from(["nowhere", "elsewhere", "turned", "twice", "in the bank"]))
    slipped = _slipped(seen, position, seat, how, data)
    if slipped is not None:
        one(state, slipped)


def _slipped(seen: Observation, position: Position, seat: Seat | None, how: str, data) -> Observation | None:
    lies = seen.cells[position.index]
    assert lies is not None
    if seat is None:
        return _agent_slipped(seen, position, how, data)
    rest = list(lies.arrows)
    rest.remove(seat)
    bank = seen.bank
    assert bank is not None
    if how == "turned":
        return lying(seen, str(position), *rest, seat.other)
    if how == "twice":
        return replace(lying(seen, str(position), *lies.arrows, seat), bank=Bank(bank.bystander - 1, bank.checkmark))
    without = lying(seen, str(position), *rest)
    if how == "in the bank":
        return replace(without, bank=Bank(bank.bystander + 1, bank.checkmark))
    return _moved(without, position, Lies(None, (seat,)), data) if how == "elsewhere" else without


def _agent_slipped(seen: Observation, position: Position, how: str, data) -> Observation | None:
    without = on_card(seen, str(position), NOTHING)
    if how == "nowhere":
        return without
    return _moved(without, position, Lies(SeenCover.AGENT), data) if how == "elsewhere" else None


def _moved(without: Observation, position: Position, thing: Lies, data) -> Observation | None:
    """On a card that was free, so that it is seen there."""
    others = [p for p in ALL_POSITIONS if p != position and without.cells[p.index] == NOTHING]
    return on_card(without, str(data.draw(st.sampled_from(others))), thing) if others else None


@settings(max_examples=80, deadline=None)
@given(bases(), st.data())
def test_any_single_slip_in_a_base_game_is_one_question(state, data) -> None:
    seen = truly(state)
    laid = [p for p in ALL_POSITIONS if seen.cells[p.index] != NOTHING]
    free_ones = [p for p in ALL_POSITIONS if seen.cells[p.index] == NOTHING]
    if not laid or not free_ones:
        return
    position, other = data.draw(st.sampled_from(laid)), data.draw(st.sampled_from(free_ones))
    lies = seen.cells[position.index]
    card = data.draw(st.sampled_from([c for c in (SeenCover.RED_AGENT, SeenCover.ASSASSIN) if c is not lies.cover]))
    for slipped in (
        on_card(seen, str(position), NOTHING),
        on_card(on_card(seen, str(position), NOTHING), str(other), lies),
        on_card(seen, str(position), Lies(card)),
        on_card(seen, str(other), Lies(card)),
    ):
        one(state, slipped)
