"""A start that cannot be served says so in one line, and nothing that was there is lost or changed."""

from __future__ import annotations

import ctypes
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.storage import SCHEMA, SqliteStore
from tests.journeys.interruption_table import soon
from tests.journeys.interruption_writer import begin, opened

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = (["--camera", "none"], ["missions", "list"])
"""The app itself, which refuses before it opens a window, and a command that reads the same files."""
WINDOWLESS = {"SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy"}
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1


@pytest.fixture
def folder(tmp_path) -> Path:
    """A folder with one mission that still runs."""
    place = tmp_path / "data"
    place.mkdir(mode=0o700)
    with closing(SqliteStore(place)) as store:
        begin(opened(store, 1)[0])
    return place


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file() and file.suffix != ".lock"}


def companion(*words: str) -> list[str]:
    return [sys.executable, "-m", "companion", *words]


def surroundings(home: Path) -> dict[str, Any]:
    """As a user has them: what other tests tell Kivy in this process is not meant for the app."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("KIVY_")}
    return {"cwd": ROOT, "env": {**own, **WINDOWLESS, "COMPANION_HOME": str(home)}}


def refused(home: Path, words: list[str], before: Callable[[], None] | None = None) -> str:
    """Run a command that must refuse; its one line."""
    run = subprocess.run(
        companion(*words), **surroundings(home), capture_output=True, text=True, timeout=120, check=False,
        preexec_fn=before,
    )  # fmt: skip
    assert (run.returncode, run.stdout) == (1, ""), run.stderr
    assert run.stderr.count("\n") == 1, run.stderr
    return run.stderr


def as_others_may() -> None:
    """Rights count for this process too where the tests run as root."""
    ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)


def on_a_full_disk() -> None:
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, 1))


def test_a_second_copy_says_so_until_the_first_is_gone_in_whatever_way(folder):
    with subprocess.Popen(companion(*COMMANDS[0]), **surroundings(folder), stderr=subprocess.PIPE) as first:
        try:
            # The window's settings come after the store. Trying the lock itself could take it from the app.
            soon((folder / "kivy").is_dir, 60.0, "the app did not start")
            line = refused(folder, COMMANDS[0])
        finally:
            first.kill()
        assert first.stderr.read() == b""
    assert line == f"companion table: {folder} is in use: another copy of the companion is running; close it first\n"
    SqliteStore(folder, alone=True).close()


@pytest.mark.parametrize("words", COMMANDS)
@pytest.mark.parametrize("name", ["missions.sqlite3", "keys.sqlite3"])
def test_a_file_of_a_newer_version_is_named_and_left_as_it_is(folder, words, name):
    with closing(sqlite3.connect(folder / name)) as newer:
        newer.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    before = contents(folder)
    assert "newer version of the companion" in refused(folder, words)
    assert contents(folder) == before


@pytest.mark.parametrize("words", COMMANDS)
def test_a_folder_that_cannot_be_written_is_named(tmp_path, words):
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o500)
    assert "cannot be written: check the rights" in refused(folder, words, as_others_may)
    assert contents(folder) == {}
    assert "cannot be made" in refused(folder / "new", words, as_others_may)


@pytest.mark.parametrize("words", COMMANDS)
def test_a_folder_that_is_a_file_is_named(tmp_path, words):
    file = tmp_path / "notes"
    file.write_text("shopping list")
    assert "cannot be made" in refused(file, words)
    assert file.read_text() == "shopping list"


@pytest.mark.parametrize("words", COMMANDS)
def test_a_first_start_on_a_full_disk_leaves_what_a_later_start_can_use(tmp_path, words):
    folder = tmp_path / "data"
    assert "check the file, its folder and the disk" in refused(folder, words, on_a_full_disk)
    with closing(SqliteStore(folder)) as store:
        assert store.missions() == []


def test_a_damaged_file_is_named_and_left_as_it_is(folder):
    (folder / "keys.sqlite3").write_bytes(b"shopping: bread, milk\n" * 400)
    before = contents(folder)
    for words in COMMANDS:
        assert "damaged or no database" in refused(folder, words)
    assert contents(folder) == before
