"""The printed sheet: true to scale, and the one that the detector knows."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest

from companion.vision.lens.pdf import PAPERS, sheet_pdf
from companion.vision.lens.sheet import COLUMNS, CORNERS, ROWS, SHEET_MM, SQUARE_MM, board, corner_mm
from tests.vision.lens.page import content, filled_pt, objects, page_size_pt, printed

DOTS_PER_MM = 12
PAPER_PT = {"a4": (595.2756, 841.8898), "letter": (612.0, 792.0)}


@pytest.fixture(params=sorted(PAPERS))
def paper(request) -> str:
    return request.param


def test_the_page_has_the_size_of_the_paper(paper):
    assert page_size_pt(sheet_pdf(PAPERS[paper])) == pytest.approx(PAPER_PT[paper], abs=0.01)


def test_the_corners_on_the_print_are_where_the_detector_takes_them_to_be(paper):
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board()).detectBoard(printed(sheet_pdf(PAPERS[paper]), DOTS_PER_MM))
    assert len(ids) == CORNERS == (COLUMNS - 1) * (ROWS - 1)
    on_paper_mm = (corners.reshape(-1, 2) + 0.5) / DOTS_PER_MM
    on_sheet_mm = corner_mm(ids.reshape(-1))
    off_mm = on_paper_mm - on_paper_mm.mean(axis=0) - (on_sheet_mm - on_sheet_mm.mean(axis=0))
    assert float(np.abs(off_mm).max()) < 0.1


def test_each_square_is_24_mm_wide_and_high(paper):
    squares = [part for part in filled_pt(sheet_pdf(PAPERS[paper]))[0] if part[2] - part[0] > 60]
    assert len(squares) == COLUMNS * ROWS // 2
    for left, bottom, right, top in squares:
        assert ((right - left) / 72 * 25.4, (top - bottom) / 72 * 25.4) == pytest.approx((24.0, 24.0), abs=0.001)
    assert SQUARE_MM == 24.0


def test_the_bar_is_100_mm_long_with_a_mark_each_10_mm(paper):
    bar, *marks = filled_pt(sheet_pdf(PAPERS[paper]))[1]
    assert (bar[2] - bar[0]) / 72 * 25.4 == pytest.approx(100.0, abs=0.001)
    assert (marks[0][0], marks[-1][2]) == pytest.approx((bar[0], bar[2]), abs=0.01)
    ways_mm = np.diff([mark[0] for mark in marks]) / 72 * 25.4
    assert ways_mm == pytest.approx(np.full(10, 9.97), abs=0.01)


def test_everything_lies_on_the_paper_with_a_margin_that_printers_leave(paper):
    data = sheet_pdf(PAPERS[paper])
    width, height = page_size_pt(data)
    margin = 5 / 25.4 * 72
    for left, bottom, right, top in (part for path in filled_pt(data) for part in path):
        assert margin <= left < right <= width - margin
        assert margin <= bottom < top <= height - margin
    baselines = [float(spot) for spot in re.findall(r"1 0 0 -1 \S+ (\S+) Tm", content(data))]
    assert len(baselines) == 3
    assert max(baselines) < PAPERS[paper].height_mm - 5


def test_the_file_is_small_whole_and_always_the_same(paper):
    data = sheet_pdf(PAPERS[paper])
    assert len(data) < 20_000
    assert data == sheet_pdf(PAPERS[paper])
    assert len(objects(data)) == 6
    assert b"/PrintScaling /None" in data


def test_the_sheet_is_the_one_that_opencv_draws():
    drawn = board().generateImage((int(SHEET_MM[0] * 10), int(SHEET_MM[1] * 10)), marginSize=0)
    page = printed(sheet_pdf(PAPERS["a4"]), 10)
    left, top = round(PAPERS["a4"].left_mm * 10), round(PAPERS["a4"].top_mm * 10)
    ours = page[top : top + drawn.shape[0], left : left + drawn.shape[1]]
    assert float((ours != drawn).mean()) < 0.01


def test_the_shipped_sheets_are_those_of_the_command(paper):
    from pathlib import Path

    shipped = Path(__file__).parents[3] / "calibration" / f"sheet-{paper}.pdf"
    assert shipped.read_bytes() == sheet_pdf(PAPERS[paper])


def test_the_reader_of_pages_notices_a_wrong_place_and_a_wrong_length():
    data = sheet_pdf(PAPERS["a4"])
    with pytest.raises(AssertionError):
        objects(data.replace(b"%PDF-1.6\n", b"%PDF-1.6\n\n"))
    with pytest.raises(AssertionError):
        content(data.replace(b" re\nf\n", b" re\nF\n\n", 1))
    shrunk = filled_pt(data.replace(b"2.83464567", b"2.70000000"))
    assert shrunk[0][0] != filled_pt(data)[0][0]
