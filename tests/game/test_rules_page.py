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


SECTIONS = (
    *(f"A{n}" for n in range(4, 13)), "A1, A2", "B1 to B6", "Transcripts", "Set by hand", "Test vectors",
)  # fmt: skip
NUMBERED = (
    *(f"B{n}" for n in range(1, 7)),
    *(f"U{n}" for n in range(1, 9)),
    *(f"D{n}" for n in range(1, 17)),
)


def gaps_of(page):
    """The parts of the rules that have no row of their own, as sentences. Prose is no row."""
    sections = {text.splitlines()[0]: list(rows_of(text)) for text in page.split("\n## ")[1:]}
    for part in SECTIONS:
        title = next((t for t in sections if t == part or t.endswith(f"({part})")), None)
        if title is None:
            yield f"there is no section of {part}"
        elif not sections[title]:
            yield f"{title}: a section without a row"
    for title, rows in sections.items():
        if not rows and title not in SECTIONS:
            yield f"{title}: a section without a row"
    rules = [rule for rows in sections.values() for rule, _, _ in rows]
    for part in NUMBERED:
        if not any(re.match(rf"(\w+, )*{part}(, \w+)*:", rule) for rule in rules):
            yield f"{part} has no row"
    for part in (*(f"a{n}_" for n in range(4, 12)), *(f"{part.casefold()}_" for part in NUMBERED if part[0] in "BU")):
        if not any(stem.startswith(part) for stem in STEMS):
            yield f"no transcript is named for {part.rstrip('_')}"


def test_every_part_of_the_rules_has_a_row_and_a_transcript():
    assert list(gaps_of(PAGE)) == []


def _prose(page, title):
    """The page with one section's table made prose."""
    head, found, rest = page.partition(f"## {title}")
    section, following, tail = rest.partition("\n## ")
    assert found
    assert following
    return head + found + section.replace("|", ";") + following + tail


@pytest.mark.parametrize(
    ("title", "says"),
    [("More than two players (A11)", "A11): a section without a row"), ("Set by hand", "Set by hand: a section"),
     ("The base game (B1 to B6)", "B5 has no row"), ("Open corners (A12)", "U4 has no row"),
     ("Test vectors", "D16 has no row"), ("The clue (A4)", "A4): a section")],
)  # fmt: skip
def test_a_section_of_prose_is_noticed(title, says):
    assert any(says in gap for gap in gaps_of(_prose(PAGE, title)))


def test_a_section_that_is_not_there_is_noticed():
    assert "there is no section of A11" in list(gaps_of(PAGE.replace("(A11)", "")))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("`duet_state.may_guess`", "`duet_state.may_fly`", "no duet_state.may_fly"),
        ("| u6_undo,", "| u6_redo,", "no u6_redo"),
        ("| u6_undo,", "| ", "u6_undo has no row"),
        ("| a8_bystander_loses |", "|  |", "no function or no test"),
        ("| `duet_state.may_guess` |", "|  |", "no function or no test"),
    ],
)
def test_a_fault_of_the_page_is_noticed(old, new, says):
    assert old in PAGE
    assert any(says in problem for problem in problems_of(PAGE.replace(old, new)))
