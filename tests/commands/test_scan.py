"""``companion scan``: the format, the refusals, the exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.cli import main

ROOT = Path(__file__).resolve().parents[2]
IMAGES = ROOT / "tests" / "fixtures" / "images"
EASY = str(IMAGES / "easy.jpg")
WORDS = next(e for e in json.loads((IMAGES / "labels.json").read_text(encoding="utf-8")) if e["file"] == "easy.jpg")[
    "words"
]


def run(capsys, *words):
    status = main(["scan", *words])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_the_json_object_has_every_field_of_the_format(capsys):
    status, out, err = run(capsys, "--json", EASY)
    assert (status, err) == (0, "")
    assert out.count("\n") == 1
    scan = json.loads(out)
    assert list(scan) == ["image", "rotation_deg", "elapsed_ms", "cards"]
    assert scan["image"] == EASY
    assert [card["word"] for card in scan["cards"]] == WORDS
    assert [card["position"] for card in scan["cards"]] == [
        f"{row}{column}" for row in "ABCDE" for column in range(1, 6)
    ]
    fields = ["position", "word", "certainty", "confidence", "candidates", "cover", "outline_px"]
    assert all(list(card) == fields and len(card["outline_px"]) == 4 for card in scan["cards"])


def test_without_json_the_words_stand_as_on_the_table(capsys):
    status, out, _ = run(capsys, EASY)
    assert status == 0
    assert out.split()[:5] == WORDS[:5]
    assert len(out.splitlines()) >= 5


def test_an_image_that_fails_does_not_keep_the_others_from_being_read(capsys, tmp_path):
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(Path(EASY).read_bytes()[:5000])
    status, out, err = run(capsys, "--json", str(broken), EASY)
    first, second = (json.loads(line) for line in out.splitlines())
    assert status == 1
    assert list(first) == ["image", "error"]
    assert second["cards"][0]["word"] == WORDS[0]
    assert err.count("\n") == 1
    assert str(broken) in err


def test_the_picture_may_be_turned_by_its_exif(capsys, tmp_path):
    turned = tmp_path / "turned.jpg"
    with Image.open(EASY) as image:
        exif = image.getexif()
        exif[0x0112] = 6  # to be shown turned clockwise by a quarter
        image.transpose(Image.Transpose.ROTATE_90).save(turned, exif=exif, quality=95)
    status, out, _ = run(capsys, "--json", str(turned))
    scan = json.loads(out)
    assert status == 0
    assert scan["rotation_deg"] == 0
    assert [card["word"] for card in scan["cards"]] == WORDS


def pictures_that_are_none(folder: Path) -> dict[str, Path]:
    rng = np.random.default_rng(1)
    made = {name: folder / f"{name}.png" for name in ("black", "white", "noise", "dot", "stripes", "text")}
    cv2.imwrite(str(made["black"]), np.zeros((720, 1280, 3), np.uint8))
    cv2.imwrite(str(made["white"]), np.full((720, 1280, 3), 255, np.uint8))
    cv2.imwrite(str(made["noise"]), rng.integers(0, 255, (720, 1280, 3), np.uint8))
    cv2.imwrite(str(made["dot"]), np.zeros((1, 1, 3), np.uint8))
    stripes = np.zeros((720, 1280, 3), np.uint8)
    stripes[::16] = 255
    cv2.imwrite(str(made["stripes"]), stripes)
    page = np.full((1000, 800, 3), 250, np.uint8)
    for row in range(40):
        words = " ".join(["WORDS", "that", "stand", "on", "a", "page"][row % 3 :])
        cv2.putText(page, words, (40, 30 + 24 * row), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (20, 20, 20), 2)
    cv2.imwrite(str(made["text"]), page)
    made["truncated"] = folder / "truncated.jpg"
    made["truncated"].write_bytes(Path(EASY).read_bytes()[:700])
    made["no picture"] = folder / "notes.jpg"
    made["no picture"].write_text("bread, milk")
    made["empty"] = folder / "empty.jpg"
    made["empty"].write_bytes(b"")
    made["missing"] = folder / "missing.jpg"
    made["folder"] = folder
    return made


@pytest.mark.parametrize(
    "kind",
    ["black", "white", "noise", "dot", "stripes", "text", "truncated", "no picture", "empty", "missing", "folder"],
)
def test_what_is_no_board_gets_one_line(capsys, tmp_path, kind):
    path = pictures_that_are_none(tmp_path)[kind]
    status, out, err = run(capsys, str(path))
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert str(path) in err


def test_a_missing_model_names_its_package(capsys):
    status, out, err = run(capsys, "--language", "xyz", EASY)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "tesseract-ocr-xyz" in err


@pytest.mark.parametrize("words", [["--engine", "magic"], ["--words", "gone.txt"], ["--language", "../x"]])
def test_an_unknown_engine_list_or_language_gets_one_line(capsys, words):
    status, out, err = run(capsys, *words, EASY)
    assert (status, out, err.count("\n")) == (1, "", 1)


def test_annotate_writes_the_picture_with_what_was_read(capsys, tmp_path):
    target = tmp_path / "out.png"
    status, _, err = run(capsys, "--annotate", str(target), EASY)
    assert (status, err) == (0, "")
    drawn, before = cv2.imread(str(target)), cv2.imread(EASY)
    assert drawn.shape == before.shape
    assert 0.01 < (np.abs(drawn.astype(int) - before).max(axis=2) > 60).mean() < 0.4


def test_annotate_into_a_folder_that_is_not_there_leaves_nothing(capsys, tmp_path):
    status, _, err = run(capsys, "--annotate", str(tmp_path / "gone" / "out.png"), EASY)
    assert status == 1
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        [], ["--annotate", "out.png", EASY, EASY], ["--annotate", "out.jpg", EASY], ["--annotate", "", EASY],
        ["--annotate", "", EASY, EASY],
    ],
)  # fmt: skip
def test_wrong_usage_is_status_2(capsys, words):
    with pytest.raises(SystemExit) as ended:
        main(["scan", *words])
    assert ended.value.code == 2


def test_each_picture_is_handed_on_before_the_next_is_read(tmp_path):
    command = [sys.executable, "-m", "companion", "scan", "--json", EASY, str(tmp_path / "gone.jpg"), EASY]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT) as scan:
        assert scan.stdout is not None
        first = scan.stdout.readline()
        still_reading = scan.poll() is None
        scan.kill()
    assert json.loads(first)["image"] == EASY
    assert still_reading
