"""Profiles as files: kept whole, read back the same, and refused in one line when damaged."""

from __future__ import annotations

import json

import pytest

from companion.vision.lens.held import Held
from companion.vision.lens.profile import LensProfile
from companion.vision.lens.store import (
    ProfileNewer,
    ProfileUnusable,
    load_profile,
    profile_file,
    profile_for,
    save_profile,
)
from companion.vision.written import FileNotWritten, write_whole

PROFILE = LensProfile(
    "usb:0", "Cam 3", (1280, 720), (1000.5, 1004.25), (648.0, 352.0), (-0.28, 0.09, 0.001, -0.001, 0.0), 0.12, 0.05,
    0.2, 12, "2026-01-02", Held(40.0, 156.0, None, (4600.0,)),
)  # fmt: skip


def test_a_profile_comes_back_as_it_was_kept(tmp_path):
    file = profile_file(tmp_path, "usb:0")
    save_profile(file, PROFILE)
    assert load_profile(file) == PROFILE
    assert [path.name for path in file.parent.iterdir()] == ["usb-0.json"]
    assert "Cam 3" in PROFILE.in_one_line() and "0.05 mm" in PROFILE.in_one_line()


def test_each_camera_has_a_file_of_its_own_inside_the_folder(tmp_path):
    files = {profile_file(tmp_path, spec) for spec in ("usb:0", "usb:1", "picamera2", "../../etc/passwd")}
    assert len(files) == 4
    assert {file.parent for file in files} == {tmp_path / "lenses"}


def damaged(change) -> str:
    kept = json.loads(json.dumps(GOOD))
    change(kept)
    return json.dumps(kept)


GOOD = {
    "format": "companion lens profile", "version": 1, "camera": "usb:0", "device": "", "size_px": [1280, 720],
    "focal_px": [1000.0, 1000.0], "centre_px": [640.0, 360.0], "distortion": [0.0, 0.0, 0.0, 0.0, 0.0],
    "error_px": 0.1, "error_mm": 0.1, "worst_mm": 0.2, "views": 12, "made": "2026-01-02", "held": None,
}  # fmt: skip


def held_colour(*colour: float) -> dict[str, object]:
    """What a profile keeps of a camera that held its colour alone."""
    return {"focus": None, "exposure": None, "gain": None, "colour": list(colour)}


@pytest.mark.parametrize("colour", [(4600.0,), (1.5, 2.0)])
def test_one_or_two_held_colours_are_none_of_the_damages_below(tmp_path, colour):
    file = tmp_path / "lens.json"
    file.write_text(damaged(lambda kept: kept.update(held=held_colour(*colour))), encoding="utf-8")
    held = load_profile(file).held
    assert held is not None
    assert held.colour == colour


DAMAGED = {
    "empty": "",
    "cut off": json.dumps(GOOD)[:120],
    "no object": "[1, 2]",
    "a number": "7",
    "deep": "[" * 60_000,
    "another format": damaged(lambda kept: kept.update(format="something")),
    "no size": damaged(lambda kept: kept.pop("size_px")),
    "size of one": damaged(lambda kept: kept.update(size_px=[1280])),
    "size of nothing": damaged(lambda kept: kept.update(size_px=[0, 0])),
    "text for a number": damaged(lambda kept: kept.update(focal_px=["1000", "1000"])),
    "no focal length": damaged(lambda kept: kept.update(focal_px=[0.0, 1000.0])),
    "no number": damaged(lambda kept: kept.update(distortion=[float("nan")] * 5)),
    "endless": damaged(lambda kept: kept.update(distortion=[float("inf")] * 5)),
    "views of none": damaged(lambda kept: kept.update(views=None)),
    "name of another line": damaged(lambda kept: kept.update(device="Cam\n3")),
    "name of a number": damaged(lambda kept: kept.update(device=3)),
    "held by half": damaged(lambda kept: kept.update(held={"focus": 1.0})),
    "no colour": damaged(lambda kept: kept.update(held=held_colour())),
    "three colours": damaged(lambda kept: kept.update(held=held_colour(1.0, 2.0, 3.0))),
    "beyond all numbers": damaged(lambda kept: kept.update(error_px=10**400)),
    "no version": damaged(lambda kept: kept.pop("version")),
    "version of text": damaged(lambda kept: kept.update(version="1")),
}


@pytest.mark.parametrize("kind", sorted(DAMAGED))
def test_a_damaged_profile_is_refused_in_one_line_and_set_aside(tmp_path, kind):
    file = profile_file(tmp_path, "usb:0")
    file.parent.mkdir()
    file.write_text(DAMAGED[kind], encoding="utf-8")
    with pytest.raises(ProfileUnusable, match="damaged: make it anew") as refused:
        load_profile(file)
    assert "\n" not in str(refused.value)
    said: list[str] = []
    assert profile_for(tmp_path, "usb:0", said.append) is None
    assert len(said) == 1 and "set aside as usb-0.damaged" in said[0]
    assert profile_for(tmp_path, "usb:0", said.append) is None
    assert len(said) == 1
    assert file.with_suffix(".damaged").read_text(encoding="utf-8") == DAMAGED[kind]


def test_bytes_that_are_no_text_and_a_huge_file_are_refused(tmp_path):
    file = tmp_path / "lens.json"
    for data in (b"\xff\xfe\x00" * 50, b" " * 200_000):
        file.write_bytes(data)
        with pytest.raises(ProfileUnusable, match="damaged"):
            load_profile(file)


def test_a_profile_of_a_newer_version_is_left_untouched(tmp_path):
    file = profile_file(tmp_path, "usb:0")
    file.parent.mkdir()
    file.write_text(damaged(lambda kept: kept.update(version=2, size_px="otherwise")), encoding="utf-8")
    with pytest.raises(ProfileNewer, match="newer version"):
        load_profile(file)
    said: list[str] = []
    assert profile_for(tmp_path, "usb:0", said.append) is None
    assert "newer version" in said[0]
    assert file.exists()


def test_where_there_is_no_profile_nothing_is_said(tmp_path):
    said: list[str] = []
    assert profile_for(tmp_path, "usb:0", said.append) is None
    assert said == []
    with pytest.raises(ProfileUnusable, match="no such lens profile"):
        load_profile(tmp_path / "none.json")
    with pytest.raises(ProfileUnusable, match="cannot be read"):
        load_profile(tmp_path)


def test_a_profile_that_cannot_be_written_leaves_the_old_one(tmp_path):
    (tmp_path / "lenses").write_text("a file where the folder should be")
    with pytest.raises(ProfileUnusable, match="the folder cannot be made"):
        save_profile(profile_file(tmp_path, "usb:0"), PROFILE)
    with pytest.raises(FileNotWritten, match="cannot be written"):
        write_whole(tmp_path / "nowhere" / "lens.json", b"new")
    target = tmp_path / "folder"
    target.mkdir()
    (target / "inside").write_text("kept")
    with pytest.raises(FileNotWritten):
        write_whole(target, b"new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "lenses"]
