"""Reads the one page of a sheet as a printer does, without any of the code that writes it."""

from __future__ import annotations

import re

import numpy as np

NUMBER = r"-?\d+(?:\.\d+)?"


def objects(data: bytes) -> dict[int, bytes]:
    """The objects of a PDF file by the table at its end: a wrong place in it is an error."""
    start = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", data)[1])
    assert data[start : start + 4] == b"xref"
    table = re.match(rb"xref\n0 (\d+)\n0{10} 65535 f \n((?:\d{10} 00000 n \n)+)", data[start:])
    found = {}
    for number, line in enumerate(re.findall(rb"(\d{10}) 00000 n \n", table[2]), 1):
        head = b"%d 0 obj\n" % number
        assert data[int(line) : int(line) + len(head)] == head
        found[number] = data[int(line) + len(head) : data.index(b"\nendobj\n", int(line))]
    assert len(found) == int(table[1]) - 1
    return found


def page_size_pt(data: bytes) -> tuple[float, float]:
    """Width and height of the paper, in points."""
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    return float(box[1]), float(box[2])


def content(data: bytes) -> str:
    """What is drawn on the page; its length must be the one that is told."""
    body = next(body for body in objects(data).values() if b"stream\n" in body)
    told, stream = re.match(rb"<< /Length (\d+) >>\nstream\n(.*)\nendstream$", body, re.DOTALL).groups()
    assert int(told) == len(stream)
    return stream.decode("ascii")


def filled_pt(data: bytes) -> list[list[tuple[float, float, float, float]]]:
    """The rectangles that are filled, path by path: left, bottom, right, top, in points from the paper's lower left.

    Knows one matrix (``cm``), rectangles (``re``) and filling (``f``), and takes everything else for text.
    """
    matrix, paths, path = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0), [], []
    for line in content(data).splitlines():
        if found := re.fullmatch(rf"((?:{NUMBER} ){{6}})cm", line):
            matrix = tuple(map(float, found[1].split()))
        elif found := re.fullmatch(rf"((?:{NUMBER} ){{4}})re", line):
            x, y, w, h = map(float, found[1].split())
            (a, _, _, d, e, f) = matrix
            ends = (a * x + e, a * (x + w) + e), (d * y + f, d * (y + h) + f)
            path.append((min(ends[0]), min(ends[1]), max(ends[0]), max(ends[1])))
        elif line == "f":
            paths.append(path)
            path = []
    return paths


def printed(data: bytes, dots_per_mm: float) -> np.ndarray:
    """The page as a picture, white paper and black shapes, without the texts."""
    width, height = (side / 72 * 25.4 * dots_per_mm for side in page_size_pt(data))
    paper = np.full((round(height), round(width)), 255, np.uint8)
    scale = 25.4 / 72 * dots_per_mm
    for path in filled_pt(data):
        for left, bottom, right, top in path:
            rows = slice(round(height - top * scale), round(height - bottom * scale))
            paper[rows, round(left * scale) : round(right * scale)] = 0
    return paper
