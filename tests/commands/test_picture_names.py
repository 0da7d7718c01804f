"""A picture that cannot be served is named as it was given, once, in one line; all three commands say it alike."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands.pictures import told_of
from companion.errors import CompanionError

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = {
    "scan": ["scan"],
    "key": ["key"],
    "calibrate": ["calibrate", "pictures", "--out", "lens.json"],
}


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """Names are given without a folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("gone.jpg", "gone.jpg"),
        ("./gone.jpg", "./gone.jpg"),
        ("two\nlines.jpg", "two?lines.jpg"),
        ("\x1b[31mred.jpg", "?[31mred.jpg"),
        ("e", "e"),
    ],
)
def test_the_name_stands_once_as_it_was_given_in_one_line(command, given, told, capsys):
    assert main([*COMMANDS[command], given]) == 1
    line = capsys.readouterr().err.split("\n")[0].removeprefix(f"companion {command}: ")
    assert line == f"{told}: no such file"


def test_a_name_that_stands_in_the_reason_by_chance_is_not_taken_for_the_picture(here, capsys):
    (here / "re").write_text("no picture", encoding="utf-8")
    assert main(["scan", "--json", "re"]) == 1
    out, err = capsys.readouterr()
    assert err == "re: no picture that can be read; use JPEG or PNG\n"
    assert json.loads(out)["image"] == "re"


def test_a_reason_that_names_another_file_keeps_its_name():
    assert told_of("a.jpg", CompanionError("out.png: cannot be written")) == "a.jpg: out.png: cannot be written"


@pytest.mark.parametrize("command", COMMANDS)
def test_a_name_that_no_file_can_have_is_that_of_a_picture_that_cannot_be_read(command, capsys):
    assert main([*COMMANDS[command], "x" * 300]) == 1
    line = capsys.readouterr().err.split("\n")[0].removeprefix(f"companion {command}: ")
    assert line.startswith(f"{'x' * 300}: cannot be read (File name too long)")


def test_a_picture_that_may_not_be_looked_at_does_not_keep_the_others_from_being_served(here):
    """Root may read everything: without the right to do so the program is started as anybody else would start it."""
    (here / "locked").mkdir(mode=0)
    (here / "mine.jpg").touch(mode=0)
    names = ["locked/a.jpg", "mine.jpg", "gone.jpg"]
    script = f"import sys; from companion.cli import main; sys.exit(main(['scan', '--json', *{names}]))"
    plain = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all"] if os.geteuid() == 0 else []
    done = subprocess.run(
        [*plain, sys.executable, "-c", script], capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert [json.loads(line)["image"] for line in done.stdout.splitlines()] == names
    told = done.stderr.splitlines()
    assert all("cannot be read (Permission denied)" in line for line in told[:2])
    assert told[2:] == ["gone.jpg: no such file"]
