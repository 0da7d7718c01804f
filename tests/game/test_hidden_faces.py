"""Nothing that is printed, refused or shown on a seat's own screen depends on what no guess has brought to light.

By difference: the same lines are played with two keys that differ only in two positions which no move has touched, and
which, for Duet, look alike on the face of the seat that watches. Everything public and that seat's screen stay equal.
"""

import random

import pytest

from companion.game.position import Seat
from companion.game.record import Playback
from companion.table.views import face_view
from tests.game.independent_model import PLACES
from tests.game.random_games import random_game
from tests.game.random_missions import random_mission

PLAYED = 80


def _touched(text):
    """Positions that a line of play may speak of: by their names, by any word of theirs, or by ``name``."""
    words = next(line for line in text.split("\n") if line.startswith("words:")).removeprefix("words:").split(",")
    places = {" ".join(word.split()).casefold(): place for place, word in zip(PLACES, words, strict=True)}
    found = set()
    for line in text.split("\n"):
        spoken = " ".join(line.partition("#")[0].split())
        if ":" not in spoken.split(" ")[0]:
            found |= {place for place in PLACES if place.casefold() in spoken.casefold().replace(",", " ").split()}
            found |= {place for word, place in places.items() if word in spoken.casefold()}
    return found


def _swapped(text, header, one, other):
    """The text with the letters of two positions exchanged in one header."""
    lines = text.split("\n")
    at = next(i for i, line in enumerate(lines) if line.casefold().startswith(f"{header}:"))
    letters = list(lines[at].partition(":")[2].replace(" ", ""))
    letters[one], letters[other] = letters[other], letters[one]
    lines[at] = f"{header}: {''.join(letters)}"
    return "\n".join(lines)


def _letters(text, header):
    line = next(line for line in text.split("\n") if line.casefold().startswith(f"{header}:"))
    return line.partition(":")[2].replace(" ", "")


def _seen(text, seat=None):
    """All that is printed while it is played, and what the screen of ``seat`` shows after each line."""
    playback, seen = Playback("file"), []
    for number, line in enumerate(text.split("\n"), start=1):
        shown = playback.line(number, line)
        if shown is not None:
            mission = playback.game.mission
            view = seat and face_view(seat, mission.board, mission.setup.key, mission.state)
            seen.append((shown, view))
    return [*seen, playback.end()]


def _pairs(rng, text, same, differ):
    """Two untouched positions with one letter in the header ``same`` (if any) and two in the header ``differ``."""
    free = [PLACES.index(place) for place in PLACES if place not in _touched(text)]
    differing = _letters(text, differ)
    alike = _letters(text, same) if same else "-" * 25
    pairs = [(p, q) for p in free for q in free if alike[p] == alike[q] and differing[p] != differing[q]]
    return rng.sample(pairs, min(2, len(pairs)))


@pytest.mark.parametrize("seat", list(Seat))
def test_a_seat_sees_nothing_of_the_other_face_but_what_is_public(seat):
    rng, compared = random.Random(seat.value), 0
    for _ in range(PLAYED):
        text = random_mission(rng)
        own, other = f"face {seat.value.casefold()}", f"face {seat.other.value.casefold()}"
        for p, q in _pairs(rng, text, own, other):
            assert _seen(_swapped(text, other, p, q), seat) == _seen(text, seat)
            compared += 1
    assert compared > PLAYED


def test_nothing_public_depends_on_a_key_of_a_base_game_before_it_is_touched():
    rng, compared = random.Random(4), 0
    for _ in range(PLAYED):
        text = random_game(rng)
        for p, q in _pairs(rng, text, None, "key"):
            assert _seen(_swapped(text, "key", p, q)) == _seen(text)
            compared += 1
    assert compared > PLAYED


def test_a_view_of_the_other_face_would_be_noticed():
    rng = random.Random(1)
    text = random_mission(rng)
    p, q = _pairs(rng, text, "face a", "face b")[0]
    assert _seen(_swapped(text, "face b", p, q), Seat.B) != _seen(text, Seat.B)


def test_the_positions_that_a_line_speaks_of_are_found():
    text = f"words: {', '.join(f'W{place}' for place in PLACES)}\nA clue X 1\nB guess wa1\nset C3 agent,b2 free # D1"
    assert _touched(text) == {"A1", "C3", "B2"}
    assert _swapped("face a: GT X", "face a", 0, 2) == "face a: XTG"
