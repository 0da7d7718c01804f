"""``companion scan`` as a user calls it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from companion.cli import main

ROOT = Path(__file__).resolve().parents[2]
IMAGES = ROOT / "tests" / "fixtures" / "images"
LABELS = {label["file"]: label for label in json.loads((IMAGES / "labels.json").read_text(encoding="utf-8"))}
EASY = str(IMAGES / "easy.jpg")


def scan(capfd, *words) -> tuple[int, str, list[str]]:
    """Exit status, standard output, lines of standard error."""
    status = main(["scan", *words])
    told = capfd.readouterr()
    return status, told.out, told.err.splitlines()


def test_json_gives_one_object_a_line_and_the_refusal_in_its_place(capfd):
    gone = str(IMAGES / "gone.jpg")
    status, out, err = scan(capfd, "--json", EASY, gone, str(IMAGES / "from_b.jpg"))
    first, second, third = (json.loads(line) for line in out.splitlines())
    assert (status, len(err)) == (1, 1)
    assert second == {"image": gone, "error": f"{gone}: no such file"}
    assert gone in err[0]
    assert list(first) == ["image", "rotation_deg", "elapsed_ms", "cards"]
    assert (first["image"], first["rotation_deg"], third["rotation_deg"]) == (EASY, 0, 180)
    assert first["elapsed_ms"] > 0
    assert [card["position"] for card in first["cards"]] == [f"{row}{column}" for row in "ABCDE" for column in "12345"]
    for card, word in zip(first["cards"], LABELS["easy.jpg"]["words"], strict=True):
        assert list(card) == ["position", "word", "certainty", "confidence", "candidates", "cover", "outline_px"]
        assert (card["word"], card["certainty"], card["candidates"], card["cover"]) == (word, "sure", [word], None)
        assert np.array(card["outline_px"]).shape == (4, 2)


def test_a_turned_and_reduced_file_gives_outlines_in_the_picture_as_displayed(capfd, tmp_path):
    from PIL import Image

    exif = Image.Exif()
    exif[274] = 6
    large = Image.open(EASY).transpose(Image.Transpose.ROTATE_90).resize((2160, 3840))
    large.save(tmp_path / "phone.jpg", exif=exif, quality=90)
    status, out, _ = scan(capfd, "--json", str(tmp_path / "phone.jpg"))
    card = json.loads(out)["cards"][6]
    assert (status, json.loads(out)["rotation_deg"]) == (0, 0)
    truth = 2 * np.array(LABELS["easy.jpg"]["outlines_px"][6])
    assert np.abs(np.array(card["outline_px"]) - truth).max() < 40


def test_doubtful_words_are_marked_and_their_candidates_named(capfd):
    status, out, _ = scan(capfd, str(IMAGES / "accents.jpg"))
    assert status == 0
    assert " ?" in out


def test_covered_cards_are_named_in_the_table(capfd):
    _, out, _ = scan(capfd, str(IMAGES / "mid_game.jpg"))
    assert "[agent]" in out


def test_a_word_list_is_preferred_and_may_be_given_twice(capfd, tmp_path):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("\n".join(LABELS["easy.jpg"]["words"]), encoding="utf-8")
    status, out, _ = scan(capfd, "--words", str(tmp_path / "a.txt"), "--words", str(tmp_path / "b.txt"), "--json", EASY)
    assert status == 0
    assert {card["certainty"] for card in json.loads(out)["cards"]} == {"sure"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((str(IMAGES / "no_board.jpg"),), "no board"),
        ((str(IMAGES / "cut_off.jpg"),), "of 25 cards"),
        ((str(IMAGES),), "no file"),
        (("--language", "xyz", EASY), "tesseract-ocr-xyz"),
        (("--engine", "magic", EASY), "not known"),
        (("--words", "gone.txt", EASY), "gone.txt: no such file"),
    ],
)
def test_what_can_not_be_served_gets_one_line_and_status_one(capfd, words, told):
    status, out, err = scan(capfd, *words)
    assert (status, out, len(err)) == (1, "", 1)
    assert told in err[0]


def test_words_are_told_although_the_drawing_of_them_cannot_be_written(capfd):
    status, out, err = scan(capfd, EASY, "--annotate", "/nowhere/out.png")
    assert (status, len(err)) == (1, 1)
    assert "/nowhere/out.png: cannot be written" in err[0]
    assert out == scan(capfd, EASY)[1]


@pytest.mark.parametrize(
    "words", [(), (EASY, EASY, "--annotate", "out.png"), (EASY, "--annotate", "out.jpg"), (EASY, "--nonsense")]
)
def test_wrong_usage_is_status_two(words, capfd):
    with pytest.raises(SystemExit) as left:
        main(["scan", *words])
    assert left.value.code == 2
    assert "usage:" in capfd.readouterr().err


def test_with_an_engine_that_reads_nothing_there_are_no_words(capfd):
    status, out, err = scan(capfd, "--engine", "blank", EASY)
    assert (status, out) == (1, "")
    assert "of 25 cards" in err[0] or "no word" in err[0]


def test_without_tesseract_the_program_says_what_to_install(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "companion", "scan", EASY],
        capture_output=True, text=True, cwd=ROOT, check=False, env={**os.environ, "PATH": str(tmp_path)},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        "companion scan: Tesseract was not found: install it with: apt install tesseract-ocr"
    ]
