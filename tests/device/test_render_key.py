"""The key of a base game on a spymaster's screen, and two tokens of one direction on a face."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from companion.device.layout import Layout
from companion.device.palette import CARD, PALETTE, SEAT, SYMBOL, TEAM, Ink
from companion.device.picture import Picture, rgb565
from companion.device.render import draw
from companion.game.classic import Card, ClassicKey, ClassicPhase, ClassicState, Team, start
from companion.game.position import ALL_POSITIONS, Position, Seat
from companion.game.tokens import Cover
from companion.table.views import SPYMASTERS, key_view, seat_view, words_view
from tests.device.colour_vision import AS_SEEN, apart, contrast, seen_as
from tests.device.faces import SIZE, STRIP, cells, state, view, white
from tests.device.keys import KEY_LATE, KEY_SETUP, another, classic_setup, on_the_words, spymaster
from tests.device.test_render import SIZES

CARDS = list(itertools.combinations(Card, 2))
SHAPE = np.s_[2:24, 16:48]
BADGE = np.s_[2:24, 49:63]


def shape(cell: np.ndarray, ink: Ink, part: tuple[slice, slice] = SHAPE) -> np.ndarray:
    """Where a cell has a colour in the room for its shape, above the word."""
    return cell[part] == rgb565(PALETTE[ink])


def shown(picture: Picture) -> list[tuple[Card, bool]]:
    """What each cell says: the card, and whether it is dimmed."""
    found = []
    for cell in cells(picture):
        sums = {(c, dim): shape(cell, ink).sum() for c in Card for dim, ink in enumerate(CARD[c])}
        best = max(sums, key=lambda key: sums[key])
        assert sums[best] >= 100
        found.append((best[0], bool(best[1])))
    return found


@pytest.mark.parametrize("side", Seat)
@pytest.mark.parametrize("seat", Seat)
def test_both_screens_show_the_key_as_the_spymasters_see_the_table(seat, side):
    found = shown(draw(spymaster(seat, side=side), SIZE))
    for position in ALL_POSITIONS:
        assert found[position.seen_from(side)] == (KEY_SETUP.key.cards[position.index], False)


def test_covered_words_are_dimmed_and_say_in_colour_what_lies_there():
    picture = draw(spymaster(Seat.A, KEY_LATE), SIZE)
    laid = KEY_LATE.covers
    assert shown(picture) == [(card, laid[i] is not None) for i, card in enumerate(KEY_SETUP.key.cards)]
    for cell, card in zip(cells(picture), laid, strict=True):
        ticks = {c for c in Card if 12 <= shape(cell, CARD[c][0]).sum() < 100}
        assert ticks == ({card} if card else set())


def test_what_lies_there_against_the_key_is_told_by_a_shape_too():
    badges = {}
    for key, laid in itertools.permutations(Card, 2):
        place = next(p for p in ALL_POSITIONS if KEY_SETUP.key.cards[p.index] is key)
        cell = cells(draw(spymaster(Seat.A, on_the_words(**{str(place): laid})), SIZE))[place.index]
        badges.setdefault(laid, []).append(shape(cell, CARD[laid][0], BADGE))
        own = cells(draw(spymaster(Seat.A, on_the_words(str(place))), SIZE))[place.index]
        assert not own[BADGE].any()
    for alike in badges.values():
        assert alike[0].sum() >= 25
        assert all(np.array_equal(alike[0], other) for other in alike)
    for one, other in CARDS:
        assert (badges[one][0] != badges[other][0]).mean() > 0.05


def test_shapes_differ_without_their_colours():
    by_card = {}
    for cell, (card, _) in zip(cells(draw(spymaster(Seat.A), SIZE)), shown(draw(spymaster(Seat.A), SIZE)), strict=True):
        by_card.setdefault(card, cell[SHAPE] != 0)
    red, blue, bystander, assassin = (by_card[card] for card in Card)
    assert red[1].sum() < red[10].sum() / 3
    assert red[-2].sum() < red[10].sum() / 3
    assert blue.sum() == blue.any(axis=1).sum() * blue.any(axis=0).sum()
    assert blue.any(axis=1).sum() == pytest.approx(blue.any(axis=0).sum(), abs=1)
    assert bystander[0].sum() < bystander[10].sum()
    assert bystander.sum() < 0.85 * bystander.any(axis=1).sum() * bystander.any(axis=0).sum()
    assert not assassin[9:12, 15:17].any()
    assert assassin[0].sum() == assassin[-1].sum() > blue[10].sum()
    for one, other in CARDS:
        assert (by_card[one] != by_card[other]).mean() > 0.1


@pytest.mark.parametrize("vision", AS_SEEN)
def test_the_four_cards_stay_apart_in_every_colour_vision(vision):
    for one, other in CARDS:
        assert apart(PALETTE[CARD[one][0]], PALETTE[CARD[other][0]], vision) > 25
        assert apart(PALETTE[CARD[one][1]], PALETTE[CARD[other][1]], vision) > 12
    for full, dim in CARD.values():
        assert apart(PALETTE[full], PALETTE[dim], vision) > 25


def test_every_card_stands_out_from_the_ground():
    for card in Card:
        assert contrast(PALETTE[CARD[card][0]], PALETTE[Ink.BLACK]) > 4.5
    assert contrast(PALETTE[CARD[Card.ASSASSIN][0]], PALETTE[Ink.RED]) > 3


def test_teams_are_no_seats_and_no_assassin_of_duet():
    """The assassin of a key is not red, so that it is no agent of red; blue is not the blue of seat A's letter."""
    inks = [ink for pair in (*TEAM.values(), *SEAT.values()) for ink in pair]
    assert len({PALETTE[ink] for ink in inks}) == len(inks)
    assert CARD[Card.ASSASSIN][0] not in (*TEAM[Team.RED], *SYMBOL.values())
    for team, seat in itertools.product(Team, Seat):
        assert apart(PALETTE[TEAM[team][0]], PALETTE[SEAT[seat][0]], "full") > 20


def test_the_simulation_of_colour_vision_does_what_it_is_known_for():
    for vision in AS_SEEN:
        assert np.allclose(seen_as((255, 255, 255), vision), 1, atol=0.01)
        assert apart((0, 0, 0), (255, 255, 255), vision) > 95
    green, red = (96, 160, 60), (190, 130, 50)
    assert apart(green, red, "full") > 2 * apart(green, red, "deuteranopia")
    assert apart((40, 90, 255), (0, 120, 90), "full") > 2 * apart((40, 90, 255), (0, 120, 90), "tritanopia")
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)


def strip_of(picture: Picture) -> np.ndarray:
    """The line above the cells."""
    return np.frombuffer(picture.as_rgb565(), dtype=">u2").reshape(SIZE[1], SIZE[0])[:STRIP]


@pytest.mark.parametrize("team", Team)
@pytest.mark.parametrize("seat", Seat)
def test_the_strip_names_the_team_and_tells_its_spymaster_to_give_the_clue(seat, team):
    own = Team.RED if seat is Seat.A else Team.BLUE
    awaited = replace(start(KEY_SETUP), team=team)
    guessing = replace(awaited, phase=ClassicPhase.GUESSING)
    pictures = [strip_of(draw(spymaster(seat, now), SIZE)) for now in (awaited, guessing)]
    lit = [(p == rgb565(PALETTE[TEAM[team][0]])).mean() for p in pictures]
    assert bool(lit[0] > 0.6) == (team is own)
    assert 0 < lit[1] < 0.1
    names = {t: strip_of(draw(spymaster(seat, replace(guessing, team=t)), SIZE))[:, 24:] != 0 for t in Team}
    assert (names[Team.RED] != names[Team.BLUE]).any()


def test_the_only_spymaster_is_told_whatever_the_seat_of_the_screen():
    setup = classic_setup(first=Team.BLUE, players=2)
    strips = [
        strip_of(draw(key_view(Seat.A, Seat.A, setup.board, setup.key, start(setup), own=own), SIZE))
        for own in (Team.BLUE, None)
    ]
    lit = [(strip == rgb565(PALETTE[TEAM[Team.BLUE][0]])).mean() for strip in strips]
    assert lit[0] > 0.6
    assert lit[1] < 0.1


def test_a_spymaster_is_asked_in_the_colour_of_the_team():
    board = KEY_SETUP.board
    for seat, team in SPYMASTERS.items():
        ink = rgb565(PALETTE[TEAM[team][0]])
        letter = np.frombuffer(draw(seat_view(seat, team), SIZE).as_rgb565(), dtype=">u2")
        assert letter[0] == ink
        words = strip_of(draw(words_view(seat, board, Seat.A, team), SIZE))[:, :24]
        assert (words == ink).any()
        assert not (words == rgb565(PALETTE[SEAT[seat][0]])).any()


def test_nobody_is_named_when_the_game_is_over():
    over = replace(start(KEY_SETUP), phase=ClassicPhase.OVER, team=None, winner=Team.RED)
    strip = strip_of(draw(spymaster(Seat.A, over), SIZE))
    assert strip[:, :24].any()
    assert not strip[:, 24:].any()


@pytest.mark.parametrize("size", SIZES)
def test_a_key_of_every_size_has_its_shapes_in_their_cells(size):
    layout, picture = Layout(size), draw(spymaster(Seat.B), size)
    pixels = np.frombuffer(picture.as_rgb565(), dtype=">u2").reshape(size[1], size[0])
    for index, card in enumerate(KEY_SETUP.key.cards):
        area = layout.cell(index)
        part = pixels[area.y : area.y + area.height, area.x : area.x + area.width]
        counts = {c: (part == rgb565(PALETTE[CARD[c][0]])).sum() for c in Card if c is not Card.ASSASSIN}
        if card is not Card.ASSASSIN:
            assert max(counts, key=lambda c: counts[c]) is card
            assert counts[card] >= 100


def test_a_key_on_one_screen_is_the_key_on_the_other():
    """Both spymasters see one key: the cells do not depend on the seat, only the strip does."""
    one, other = (draw(spymaster(seat, KEY_LATE), SIZE) for seat in Seat)
    assert all(np.array_equal(a, b) for a, b in zip(cells(one), cells(other), strict=True))
    assert not np.array_equal(strip_of(one), strip_of(other))


def test_another_key_is_another_picture():
    cards = list(KEY_SETUP.key.cards)
    first, second = cards.index(Card.RED), cards.index(Card.ASSASSIN)
    cards[first], cards[second] = cards[second], cards[first]
    swapped = key_view(Seat.A, Seat.A, KEY_SETUP.board, ClassicKey(tuple(cards)), start(KEY_SETUP))
    assert draw(swapped, SIZE) != draw(spymaster(Seat.A), SIZE)


def test_the_keys_of_these_tests_are_what_they_say():
    assert another(Card.BYSTANDER) is not Card.BYSTANDER
    assert all(another(card) is not card for card in Card)
    assert classic_setup(first=Team.BLUE).first is Team.BLUE
    now: ClassicState = on_the_words("A1", B2=Card.BLUE)
    assert now.covers[0] is KEY_SETUP.key.cards[0]
    assert now.covers[Position.parse("B2").index] is Card.BLUE
    assert sum(card is not None for card in now.covers) == 2


# Two tokens of one direction on a face (rules A10).


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("giver", Seat)
def test_two_tokens_of_one_direction_show_a_second_rim(seat, giver):
    single, stack = (
        white(cells(draw(view(seat, state(C3=Cover(tokens=frozenset({giver}), stacked=stacked))), SIZE))[12])[:24]
        for stacked in (frozenset(), frozenset({giver}))
    )
    side = np.s_[:, -18:] if giver is seat else np.s_[:, :18]
    other = np.s_[:, :18] if giver is seat else np.s_[:, -18:]
    rows = [np.flatnonzero(disc[side].any(axis=1)) for disc in (single, stack)]
    assert np.ptp(rows[1]) >= np.ptp(rows[0]) + 4
    assert stack[side].sum() > single[side].sum() + 20
    assert np.array_equal(single[other], stack[other])


def test_a_stack_does_not_cover_the_word():
    both = Cover(tokens=frozenset({Seat.A}), stacked=frozenset({Seat.A}))
    cell = cells(draw(view(Seat.A, state(A3=both)), SIZE))[2]
    assert (cell == rgb565(PALETTE[Ink.WHITE])).sum() > 100
