"""``companion calibrate``: the sheet, pictures to a profile, a live camera to a profile, show and forget."""

from __future__ import annotations

import argparse
import itertools
import json

import cv2
import numpy as np
import pytest

from companion.cli import main, parser
from companion.commands.calibrate import calibrate_with
from companion.vision.lens.pdf import PAPERS, sheet_pdf
from companion.vision.lens.store import load_profile, profile_file
from tests.vision.lens.devices import TableCamera
from tests.vision.lens.held_up import pictures
from tests.vision.lens.test_session import held_still


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def images(tmp_path) -> list[str]:
    names = []
    for number, picture in enumerate(pictures()):
        names.append(str(tmp_path / f"{number:02d}.png"))
        cv2.imwrite(names[-1], picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
    return names


def one_line(captured) -> str:
    assert captured.err.count("\n") == 1
    return captured.err


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheet_is_written(tmp_path, capsys, paper):
    target = tmp_path / "sheet.pdf"
    assert main(["calibrate", "sheet", str(target), "--paper", paper]) == 0
    assert target.read_bytes() == sheet_pdf(PAPERS[paper])
    assert "100 %" in capsys.readouterr().out


def test_a_sheet_that_cannot_be_written_is_refused(tmp_path, capsys):
    assert main(["calibrate", "sheet", str(tmp_path / "nowhere" / "sheet.pdf")]) == 1
    assert "cannot be written" in one_line(capsys.readouterr())


def test_pictures_make_a_profile_that_is_shown_and_forgotten(tmp_path, capsys, home, images):
    drawn = tmp_path / "result.png"
    useless = tmp_path / "table.png"
    cv2.imwrite(str(useless), np.full((720, 1280, 3), 90, np.uint8))
    gone = str(tmp_path / "gone.jpg")
    command = ["calibrate", "pictures", *images, str(useless), images[0], gone]
    assert main([*command, "--camera", "usb:0", "--picture", str(drawn)]) == 0
    captured = capsys.readouterr()
    assert captured.err.splitlines() == [
        f"{useless}: the sheet is not to be seen: show it whole, flat and well lit",
        f"{images[0]}: shows the sheet as picture {images[0]} does: move or tilt it",
        f"{gone}: no such file",
    ]
    assert "from 12 pictures: error 0.0" in captured.out and "mm on the sheet" in captured.out
    assert cv2.imread(str(drawn)).shape[1] > 1500
    assert load_profile(profile_file(home, "usb:0")).views == 12
    assert main(["calibrate", "show"]) == 0
    assert capsys.readouterr().out.startswith("usb:0, 1280 x 720")
    assert main(["calibrate", "forget"]) == 0
    assert "forgotten" in capsys.readouterr().out
    assert not profile_file(home, "usb:0").exists()
    assert main(["calibrate", "show"]) == 0
    assert "no lens profile" in capsys.readouterr().out
    assert main(["calibrate", "forget", "--camera", "usb:0"]) == 1
    assert "nothing to forget" in one_line(capsys.readouterr())


def test_a_sheet_that_was_printed_too_small_changes_the_millimetres_only(tmp_path, images):
    true, small = tmp_path / "true.json", tmp_path / "small.json"
    assert main(["calibrate", "pictures", *images, "--out", str(true)]) == 0
    assert main(["calibrate", "pictures", *images, "--out", str(small), "--ruler", "96"]) == 0
    one, other = load_profile(true), load_profile(small)
    assert other.error_mm == pytest.approx(one.error_mm * 0.96)
    assert (*other.focal_px, other.error_px) == pytest.approx((*one.focal_px, one.error_px))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["pictures", "a.png"], "say of which camera"),
        (["pictures", "a.png", "--out", "gone/lens.json"], "its folder does not exist"),
        (["pictures", "a.png", "--out", "lens.json", "--picture", "result.jpg"], "ends in .png"),
        (["--camera", "table.png"], "is no live camera"),
        (["--camera", "usb:98"], "plug it in"),
    ],
)
def test_what_cannot_be_served_is_refused_in_one_line(capsys, words, told):
    assert main(["calibrate", *words]) == 1
    assert told in one_line(capsys.readouterr())


def test_too_few_pictures_write_nothing(tmp_path, capsys, home, images):
    drawn = tmp_path / "result.png"
    assert main(["calibrate", "pictures", *images[:6], "--camera", "usb:0", "--picture", str(drawn)]) == 1
    assert "6 usable pictures" in one_line(capsys.readouterr())
    assert not drawn.exists()
    assert not (home / "lenses").exists()


@pytest.mark.parametrize("words", [["--ruler", "0"], ["--ruler", "x"], ["sheet", "--paper", "a3"], ["pictures"]])
def test_wrong_usage(words):
    with pytest.raises(SystemExit) as ended:
        main(["calibrate", *words])
    assert ended.value.code == 2


def test_options_before_the_action_count_too(tmp_path):
    args = parser().parse_args(["calibrate", "--camera", "usb:3", "pictures", "a.png", "--ruler", "99,5"])
    assert (args.camera, args.ruler, args.out) == ("usb:3", 99.5, None)


def test_a_live_camera_makes_a_profile_with_what_it_held(capsys, home):
    camera = TableCamera(held_still(*pictures()))
    ticks = itertools.count()
    args = argparse.Namespace(out=None, picture=None, ruler=100.0)
    assert calibrate_with(camera, "usb:0", args, lambda: next(ticks) * 0.1) == 0
    kept = load_profile(profile_file(home, "usb:0"))
    assert (kept.device, kept.views) == ("Cam 3", 12)
    assert kept.held is not None and kept.held.focus == 40.0
    lines = capsys.readouterr().out.splitlines()
    assert "held from now on: focus 40, exposure 156, gain 12, colour 4600" in lines
    assert main(["calibrate", "show"]) == 0
    assert "focus 40" in capsys.readouterr().out


def test_a_damaged_profile_is_named_and_the_others_are_shown(capsys, home):
    (home / "lenses").mkdir(parents=True)
    (home / "lenses" / "usb-1.json").write_text("{")
    assert main(["calibrate", "show"]) == 1
    assert "damaged" in one_line(capsys.readouterr())
    (home / "lenses" / "usb-2.json").write_text(json.dumps({}))
    assert main(["calibrate", "forget"]) == 1
    assert "name the camera with --camera" in one_line(capsys.readouterr())


@pytest.mark.parametrize("option", ["--out", "--picture"])
def test_a_result_that_could_not_be_written_is_told_before_any_picture_is_looked_at(tmp_path, capsys, option):
    folder = tmp_path / "result.png"
    folder.mkdir()
    assert main(["calibrate", "pictures", "gone.jpg", "--camera", "usb:0", option, str(folder)]) == 1
    assert "is a folder or no ordinary file" in one_line(capsys.readouterr())


@pytest.mark.parametrize("camera", ["", "///", "file:table.jpg", "usb:one", "webcam", "x" * 300])
def test_pictures_are_kept_for_a_camera_that_the_app_can_open_and_for_no_other(capsys, home, camera):
    assert main(["calibrate", "pictures", "gone.jpg", "--camera", camera]) == 1
    assert "no live camera" in one_line(capsys.readouterr())
    assert not home.exists()
