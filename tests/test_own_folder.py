"""Folders for the secrets of one run: gone after it, and after one that was killed at the next start."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from companion.own_folder import DEMO, MARK, OURS, SCREENS, own_folder, sweep

RUN = """
import sys
from companion.own_folder import own_folder
with own_folder(sys.argv[1]) as folder:
    (folder / "key").write_text("a secret")
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch) -> Path:
    """The machine's temporary folder, for this test."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.fixture
def run(place):
    """Start a run of its own; its process and folder."""
    started = []

    def start(prefix: str) -> tuple[subprocess.Popen[str], Path]:
        process = subprocess.Popen(
            [sys.executable, "-c", RUN, prefix], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            cwd=Path(__file__).parents[1], env={**os.environ, "TMPDIR": str(place)},
        )  # fmt: skip
        started.append(process)
        return process, Path(process.stdout.readline().strip())

    yield start
    for process in started:
        process.kill()
        process.communicate()


def killed(run, prefix: str = SCREENS) -> Path:
    process, folder = run(prefix)
    process.kill()
    process.wait()
    assert (folder / "key").exists()
    return folder


def test_a_run_that_ends_leaves_nothing(place):
    with own_folder(SCREENS) as folder:
        assert folder.parent == place
        assert folder.stat().st_mode & 0o077 == 0
        (folder / "key").write_text("a secret")
    assert list(place.iterdir()) == []


@pytest.mark.parametrize("prefix", [SCREENS, DEMO])
def test_what_a_killed_run_left_is_removed_by_the_next(run, prefix):
    left = killed(run, prefix)
    with own_folder(SCREENS):
        assert not left.exists()


def test_the_folder_of_a_run_that_lives_stays(run):
    process, folder = run(DEMO)
    sweep()
    with own_folder(DEMO) as own:
        sweep()
        assert own.exists()
    assert (folder / "key").read_text() == "a secret"
    process.communicate()
    assert process.returncode == 0
    assert not folder.exists()


def test_other_folders_and_those_without_a_mark_stay(place):
    for name in ("somebody-elses", f"{SCREENS}without-a-mark"):
        (place / name).mkdir()
        (place / name / "kept").write_text("")
    (place / "somebody-elses" / MARK).write_text(OURS)
    (place / f"{SCREENS}a-file").write_text("")
    before = sorted(place.rglob("*"))
    sweep()
    assert sorted(place.rglob("*")) == before


def test_links_are_not_followed(place, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / MARK).write_text(OURS)
    (elsewhere / "kept").write_text("")
    (place / f"{SCREENS}link").symlink_to(elsewhere)
    marked = place / f"{DEMO}marked-by-a-link"
    marked.mkdir()
    (marked / MARK).symlink_to(elsewhere / MARK)
    dead = place / f"{DEMO}dead"
    dead.mkdir()
    (dead / MARK).write_text(OURS)
    (dead / "link").symlink_to(elsewhere)
    sweep()
    assert not dead.exists()
    assert marked.exists()
    assert sorted(path.name for path in elsewhere.iterdir()) == sorted((MARK, "kept"))


def test_the_folders_of_another_user_stay(place, monkeypatch):
    theirs = place / f"{SCREENS}theirs"
    theirs.mkdir()
    (theirs / MARK).write_text(OURS)
    monkeypatch.setattr(os, "getuid", lambda: theirs.stat().st_uid + 1)
    sweep()
    assert theirs.exists()


@pytest.mark.parametrize("mark", ["", "in use by somebody else"])
def test_a_folder_of_that_name_with_another_mark_stays(place, mark):
    (place / f"{SCREENS}my-photos").mkdir()
    (place / f"{SCREENS}my-photos" / MARK).write_text(mark)
    sweep()
    assert (place / f"{SCREENS}my-photos" / MARK).exists()


def test_without_a_temporary_folder_a_start_goes_on(monkeypatch, tmp_path):
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(tempfile, "_candidate_tempdir_list", lambda: [str(tmp_path / "gone")])
    sweep()
    with pytest.raises(FileNotFoundError):
        tempfile.gettempdir()
