"""The page of the rules: every row names a function and a test that exist, and every transcript has a row."""

import importlib
import re
from pathlib import Path

import pytest

from tests.game.test_transcripts import TRANSCRIPTS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text("utf-8")
TESTS = {
    name
    for path in (ROOT / "tests" / "game").glob("test_*.py")
    for name in re.findall(r"def (test_\w+)", path.read_text("utf-8"))
}
STEMS = {path.stem for path in TRANSCRIPTS}


def rows_of(page):
    """Return (rule, functions, names of tests) of every table row."""
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and len(cells) == 3 and cells[0] != "rule" and set(cells[0]) != {"-"}:
            yield (
                cells[0],
                re.findall(r"`([\w.]+)`", cells[1]),
                [name.strip() for name in cells[2].split(",") if name.strip()],
            )


def problems_of(page):
    """What is wrong with the page, as sentences."""
    told = set()
    for rule, functions, names in rows_of(page):
        told.update(names)
        if not functions or not names:
            yield f"{rule}: no function or no test"
        for function in functions:
            if not _exists(function):
                yield f"{rule}: there is no {function}"
        for name in names:
            if name not in TESTS | STEMS:
                yield f"{rule}: there is no {name}"
    for stem in STEMS - told:
        yield f"the transcript {stem} has no row"


def _exists(dotted):
    module, *names = dotted.split(".")
    try:
        thing = importlib.import_module(f"companion.game.{module}")
        for name in names:
            thing = getattr(thing, name)
    except (ImportError, AttributeError):
        return False
    return True


def test_every_rule_has_a_function_and_a_test():
    assert list(problems_of(PAGE)) == []


def test_every_part_of_the_rules_is_there():
    for part in (
        "A4",
        "A5",
        "A6",
        "A7",
        "A8",
        "A9",
        "A10",
        "A11",
        "A12",
        *(f"B{n}:" for n in range(1, 7)),
        *(f"U{n}:" for n in range(1, 9)),
    ):
        assert part in PAGE


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("`duet.may_guess`", "`duet.may_fly`", "no duet.may_fly"),
        ("| u6_undo,", "| u6_redo,", "no u6_redo"),
        ("| u6_undo,", "| ", "u6_undo has no row"),
        ("| a8_bystander_loses |", "|  |", "no function or no test"),
        ("| `duet.may_guess` |", "|  |", "no function or no test"),
    ],
)
def test_a_fault_of_the_page_is_noticed(old, new, says):
    assert old in PAGE
    assert any(says in problem for problem in problems_of(PAGE.replace(old, new)))
