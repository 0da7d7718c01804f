"""Tests that are left out and counted: those that read the shared folder where it is not there, those of the chip."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).resolve().parent / "conftest.py"
TESTS = """
import pytest

def test_plain():
    assert True

@pytest.mark.shared
def test_of_a_photograph(shared):
    assert shared.is_dir()

@pytest.mark.shared
def test_of_a_list(shared):
    assert shared.is_dir()
"""
CHIP = """
import pytest

@pytest.mark.chip
def test_on_the_chip():
    assert True
"""
PROCESSES = pytest.mark.parametrize("processes", ["0", "2"])


@pytest.fixture
def project(tmp_path):
    """A project with one plain test and two that read the shared folder, which is not there."""
    tests = tmp_path / "project" / "tests"
    tests.mkdir(parents=True)
    shutil.copy(CONFTEST, tests)
    (tests / "test_some.py").write_text(TESTS)
    (tests.parent / "pytest.ini").write_text("[pytest]\nmarkers =\n    shared: reads it\n    chip: needs it\n")
    return tests.parent


def closing_line(project: Path, processes: str, *options: str, ci: str = "") -> str:
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", processes, *options], cwd=project,
        text=True, capture_output=True, check=False, env={**os.environ, "CI": ci},
    )  # fmt: skip
    return (ran.stdout + ran.stderr).strip().splitlines()[-1]


@PROCESSES
def test_without_the_folder_they_are_left_out_and_counted(project, processes):
    assert "1 passed, 2 deselected" in closing_line(project, processes)


@PROCESSES
def test_with_the_folder_all_are_run(project, processes):
    (project.parent / "shared").mkdir()
    line = closing_line(project, processes, ci="true")
    assert "3 passed" in line
    assert "deselected" not in line


@PROCESSES
def test_an_automated_run_needs_the_folder(project, processes):
    assert "shared folder beside the project" in closing_line(project, processes, ci="true")


@PROCESSES
@pytest.mark.parametrize(("options", "ci", "run"), [((), "", False), (("--chip",), "", True), ((), "true", True)])
def test_the_chip_is_emulated_where_it_is_asked_for(project, processes, options, ci, run):
    (project.parent / "shared").mkdir()
    (project / "tests" / "test_chip.py").write_text(CHIP)
    line = closing_line(project, processes, *options, ci=ci)
    assert ("4 passed" if run else "3 passed, 1 deselected") in line
