"""``companion key``: the lines of a transcript, or one line that says why not."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import pytest

from companion.cli import main
from companion.game.keycard import KeyCard
from companion.game.position import Seat
from companion.game.transcript import in_rows
from companion.simulator.chance import SeededShuffler
from companion.simulator.key_photo import KeyShot
from tests.vision.drawn_keys import SMALL, base, duet

CALM = KeyShot(size_px=SMALL)
SEED = 21


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    folder = tmp_path_factory.mktemp("keys")
    drawn = {
        "a": duet(SEED)[0],
        "b": duet(SEED, Seat.B)[0],
        "b turned": duet(SEED, Seat.B, replace(CALM, turn_deg=180))[0],
        "b other": duet(SEED + 1, Seat.B)[0],
        "key": base(SEED)[0],
    }
    paths = {}
    for name, picture in drawn.items():
        paths[name] = str(folder / f"{name}.jpg")
        cv2.imwrite(paths[name], picture)
    paths["no picture"] = str(folder / "words.txt")
    (folder / "words.txt").write_text("no picture", encoding="utf-8")
    paths["cut off"] = str(folder / "cut.jpg")
    whole = (folder / "a.jpg").read_bytes()
    (folder / "cut.jpg").write_bytes(whole[: len(whole) // 3])
    return paths


def lines_of(key: KeyCard) -> str:
    return "".join(f"face {seat.value}: {in_rows(i.value for i in key.face(seat))}\n" for seat in Seat)


def test_both_faces_are_printed_in_seat_as_frame(pictures, capsys):
    assert main(["key", pictures["a"], pictures["b"]]) == 0
    out, err = capsys.readouterr()
    assert (out, err) == (lines_of(KeyCard.draw(SeededShuffler(SEED))), "")


def test_the_key_of_a_base_game_and_who_begins_are_printed(pictures, capsys):
    _, key, first = base(SEED)
    assert main(["key", pictures["key"]]) == 0
    out, err = capsys.readouterr()
    assert (out, err) == (f"key: {in_rows(card.value for card in key.cards)}\nfirst: {first.value}\n", "")


def test_json_holds_the_same(pictures, capsys):
    assert main(["key", "--json", pictures["a"], pictures["b"]]) == 0
    said = json.loads(capsys.readouterr().out)
    key = KeyCard.draw(SeededShuffler(SEED))
    assert said == {f"face {seat.value}": "".join(i.value for i in key.face(seat)) for seat in Seat}


def test_a_face_that_lies_turned_is_taken_on_request(pictures, capsys):
    assert main(["key", "--any-turn", pictures["a"], pictures["b turned"]]) == 0
    assert capsys.readouterr().out == lines_of(KeyCard.draw(SeededShuffler(SEED)))


REFUSED = {
    ("a", "b turned"): "face B lies turned",
    ("a", "a"): "the same face twice",
    ("a", "b other"): "both faces of one card",
    ("a",): "give the pictures of both its faces",
    ("a", "key"): "give that picture alone",
    ("no picture", "b"): "no picture that can be read",
    ("a", "cut off"): "damaged or cut off",
    ("missing",): "no such file",
}


@pytest.mark.parametrize("names", REFUSED, ids=" + ".join)
def test_what_cannot_be_served_is_one_line_and_exit_1(names, pictures, capsys):
    assert main(["key", *(pictures.get(name, "missing.jpg") for name in names)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert REFUSED[names] in err
    assert "missing.jpg" in err or any(path in err for path in pictures.values())


def test_an_option_that_belongs_to_two_faces_is_wrong_usage_with_one(pictures):
    with pytest.raises(SystemExit) as left:
        main(["key", "--any-turn", pictures["key"]])
    assert left.value.code == 2
