"""The simulated players: honest, able to play a whole mission, and different from seed to seed."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest

from companion.game.duet import Outcome
from companion.game.keycard import Identity, KeyCard
from companion.game.mission import Mission
from companion.game.moves import Clue
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.game.tokens import FREE, Cover
from companion.simulator.chance import SeededShuffler
from companion.simulator.clues import ClueError, decode, encode
from companion.simulator.glass import Sight
from companion.simulator.players import Player, PublicTable, Skill, skill_of
from companion.simulator.words import WORDS, deal_words
from tests.simulator.bare_game import BareGame, played, setup_of

DEMO_SEEDS = range(1, 21)
STEADY = Skill(names=3, errs=0.0, tires=0.0, dares=0.0)
TABLE = PublicTable(deal_words(1), (FREE,) * 25, 9)


def kind(game: BareGame) -> set[str]:
    """What a mission had to show."""
    state = game.mission.state
    assert state.outcome is not None
    last = "in sudden death" if state.sudden_death_used else "in a turn"
    seen = {f"{state.outcome.value} {last}"}
    if state.outcome is Outcome.WON and state.bank.total:
        seen.add("won before the last token")
    if game.complete_before_the_end:
        seen.add("a complete side")
    if any(len(cover.tokens) == 2 for cover in state.covers):
        seen.add("a card with two tokens")
    return seen


ENDINGS = {
    "won before the last token": {8, 20},
    "won in a turn": {8, 9, 13, 17, 18, 20},
    "won in sudden death": {6, 7, 10, 12, 15, 19},
    "lost: assassin in a turn": {2, 3, 14, 16},
    "lost: assassin in sudden death": {1},
    "lost: sudden death in sudden death": {4, 5, 11},
    "a complete side": {5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 17, 18, 19, 20},
    "a card with two tokens": {5, 17},
}
"""Which of the demonstration's seeds shows what."""


def test_seeds_of_the_demonstration_hold_every_ending() -> None:
    shown = {seed: kind(played(seed)) for seed in DEMO_SEEDS}
    assert {what: {seed for seed in DEMO_SEEDS if what in shown[seed]} for what in ENDINGS} == ENDINGS
    assert set().union(*shown.values()) == set(ENDINGS)


def test_same_seed_plays_the_same_mission() -> None:
    assert played(9).mission.moves == played(9).mission.moves
    assert played(9).mission.moves != played(10).mission.moves


def with_other_face(key: KeyCard, kept: Seat) -> KeyCard:
    """A key with the same face of ``kept`` and another one behind it."""
    pairs = list(key.pairs)
    mine, other = (0, 1) if kept is Seat.A else (1, 0)
    first, second = next(
        (i, j)
        for i, j in itertools.combinations(range(25), 2)
        if pairs[i][mine] is pairs[j][mine] and pairs[i][other] is not pairs[j][other]
    )
    pairs[first], pairs[second] = pairs[second], pairs[first]
    return KeyCard(tuple(pairs))


@pytest.mark.parametrize("seed", [7, 8, 9, 10])
def test_nothing_depends_on_the_partners_face_before_the_partner_gives_a_clue(seed: int) -> None:
    setup = setup_of(seed)
    first = setup.first
    assert first is not None
    changed = with_other_face(setup.key, kept=first)
    assert changed.face(first) == setup.key.face(first)
    assert changed.face(first.other) != setup.key.face(first.other)
    one, two = (played(seed, replace(setup, key=key)).mission.moves for key in (setup.key, changed))
    until = next(i for i, move in enumerate(one) if isinstance(move, Clue) and move.seat is first.other)
    assert one[:until] == two[:until]
    assert one != two


def test_player_has_no_way_to_see_more_than_its_own_screen_and_the_table() -> None:
    """By construction: everything that reaches a player is its own face, a public table, a clue or a verdict."""
    takes = {
        name: set(getattr(Player, name).__annotations__) - {"return"}
        for name in dir(Player)
        if callable(getattr(Player, name)) and not name.startswith("_")
    }
    assert takes == {
        "see": {"face"}, "think_of_clue": {"table"}, "hear_clue": {"clue"}, "hear_verdict": {"verdict"},
        "next_guess": {"table"}, "last_guess": {"table"}, "sureness": {"table"},
    }  # fmt: skip
    assert set(PublicTable.__annotations__) == {"words", "covers", "tokens_left"}


def test_only_the_giver_looks_at_a_screen() -> None:
    game = played(9)
    assert game.seen_by == [m.seat for m in game.mission.moves if isinstance(m, Clue)]


def test_steady_player_names_its_own_open_agents_and_follows_its_partner() -> None:
    key = setup_of(1).key
    giver, guesser = Player(Seat.A, STEADY, 1), Player(Seat.B, STEADY, 1)
    giver.see([Sight(key.identity(Seat.A, p), False) for p in ALL_POSITIONS])
    clue = giver.think_of_clue(TABLE)
    meant = decode(clue.word or "")
    assert clue.number == len(meant) > 0
    assert {key.identity(Seat.A, p) for p in meant} == {Identity.AGENT}
    guesser.hear_clue(clue)
    covers = list(TABLE.covers)
    for position in meant:
        assert guesser.next_guess(replace(TABLE, covers=tuple(covers))) == position
        covers[position.index] = Cover(agent=True)
        guesser.hear_verdict(Identity.AGENT)
    assert guesser.next_guess(replace(TABLE, covers=tuple(covers))) is None


def test_near_the_end_a_giver_names_all_that_is_left() -> None:
    key = setup_of(2).key
    giver = Player(Seat.B, STEADY, 2)
    giver.see([Sight(key.identity(Seat.B, p), False) for p in ALL_POSITIONS])
    assert giver.think_of_clue(replace(TABLE, tokens_left=1)).number == 9


def test_player_who_knows_nothing_touches_a_free_card_and_none_where_all_are_covered() -> None:
    player = Player(Seat.A, STEADY, 3)
    covers = [Cover(agent=True)] * 25
    covers[7] = FREE
    assert player.last_guess(replace(TABLE, covers=tuple(covers))) == Position(7)
    covers[7] = Cover(tokens=frozenset({Seat.B}))
    assert player.last_guess(replace(TABLE, covers=tuple(covers))) is None


def test_skills_differ_and_repeat() -> None:
    skills = {skill_of(seed, seat) for seed in DEMO_SEEDS for seat in Seat}
    assert len(skills) > 15
    assert skill_of(3, Seat.A) == skill_of(3, Seat.A)


def test_code_names_any_set_of_positions_with_a_word_that_is_on_no_card() -> None:
    rng = random.Random(5)
    for _ in range(300):
        meant = tuple(sorted(rng.sample(ALL_POSITIONS, rng.randint(0, 25))))
        word = encode(meant)
        assert decode(word) == meant
        assert word not in WORDS
        assert word.isalpha()


@pytest.mark.parametrize("word", ["", "BABA", "BABABABABABA", "XABABABABA", "BUBABABABA"])
def test_a_word_outside_the_code_is_refused(word: str) -> None:
    with pytest.raises(ClueError, match="names nothing"):
        decode(word)


def test_seeded_shuffler_deals_the_same_printed_key_again() -> None:
    first, again, other = (KeyCard.draw(SeededShuffler(seed)) for seed in (1, 1, 2))
    assert first == again != other


def test_bare_game_refuses_what_the_rules_refuse() -> None:
    from companion.game.duet import IllegalMove

    game = BareGame(Mission(setup_of(1)))
    with pytest.raises(IllegalMove):
        game.stop(Seat.A)
