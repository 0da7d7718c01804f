"""Whatever is no whole board is refused in one line: sixty pictures and files, and what is asked of the command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import CompanionError
from companion.vision.scanner import Scanner
from tests.vision.drawn import Look, deal, draw
from tests.vision.not_boards import COUNT, FILES, PICTURES

LONGEST = 200
"""Two reasons with the cards they are about, and what to do."""
ROOT = Path(__file__).resolve().parents[2]


@lru_cache
def scanner() -> Scanner:
    return Scanner()


def refusal(path: Path) -> str:
    """What the reader says to a file that it must not take for a board."""
    with pytest.raises(CompanionError) as told:
        scanner().read_file(path)
    return str(told.value)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_that_is_no_whole_board_is_refused_in_one_line(name, tmp_path):
    path = tmp_path / "picture.png"
    cv2.imwrite(str(path), PICTURES[name](), [cv2.IMWRITE_PNG_COMPRESSION, 1])
    said = refusal(path)
    assert said.startswith("found ") or "too small" in said
    assert "\n" not in said
    assert len(said) < LONGEST


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_damaged_turned_or_huge_is_refused_in_one_line(name, tmp_path):
    path = tmp_path / name
    path.write_bytes(FILES[name]())
    said = refusal(path)
    assert "\n" not in said
    assert len(said.replace(str(path), "")) < LONGEST


def test_the_set_holds_sixty_files():
    assert COUNT == len({*PICTURES, *FILES}) >= 60


def test_the_command_names_each_file_once_and_prints_no_traceback(tmp_path):
    paths = [tmp_path / "bingo.png", tmp_path / "truncated.jpg", tmp_path / "one pixel.png"]
    cv2.imwrite(str(paths[0]), PICTURES["bingo"]())
    paths[1].write_bytes(FILES["truncated.jpg"]())
    cv2.imwrite(str(paths[2]), PICTURES["one pixel"]())
    words = [sys.executable, "-m", "companion", "scan", "--json", *map(str, paths)]
    run = subprocess.run(
        words, capture_output=True, text=True, check=False, cwd=ROOT, env={**os.environ, "OMP_THREAD_LIMIT": "1"}
    )
    assert (run.returncode, len(run.stderr.splitlines())) == (1, 3)
    assert [json.loads(line)["image"] for line in run.stdout.splitlines()] == [str(path) for path in paths]
    assert all("error" in json.loads(line) for line in run.stdout.splitlines())


def test_a_photograph_of_a_hundred_megapixels_is_read(tmp_path):
    drawn = draw(deal(31), Look(), 31)
    large = cv2.resize(drawn.picture, (11600, 8700), interpolation=cv2.INTER_LINEAR)
    cv2.imwrite(str(tmp_path / "large.jpg"), large, [cv2.IMWRITE_JPEG_QUALITY, 80])
    scan = scanner().read_file(tmp_path / "large.jpg")
    assert [card.word for card in scan.cards] == list(drawn.words)
    apart = np.abs(np.array([card.outline_px for card in scan.cards]) / 7.25 - drawn.outlines)
    assert apart.max() < 25


def test_the_check_of_refusals_can_fail(tmp_path):
    cv2.imwrite(str(tmp_path / "board.jpg"), draw(deal(32), Look(), 32).picture)
    with pytest.raises(pytest.fail.Exception):
        refusal(tmp_path / "board.jpg")
