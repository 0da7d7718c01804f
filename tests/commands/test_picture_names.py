"""A picture that cannot be served is named as it was given, once, in one line; all three commands say it alike."""

from __future__ import annotations

import json

import pytest

from companion.cli import main
from companion.commands.pictures import told_of
from companion.errors import CompanionError

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
