"""A camera that shows a picture of the fixtures, and a reader that answers from its labels."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from companion.errors import CompanionError
from companion.game.position import ALL_POSITIONS, Position
from companion.table.scan import BoardScan, CardReading, Certainty
from companion.table.voting import Votes
from companion.ui.camera import Seeing

IMAGES = Path(__file__).resolve().parent.parent / "fixtures" / "images"


def label(file: str) -> dict:
    return next(entry for entry in json.loads((IMAGES / "labels.json").read_text("utf-8")) if entry["file"] == file)


class PictureFeed:
    """The same picture again and again; ``trouble`` is raised instead while it is set."""

    def __init__(self, file: str) -> None:
        self.picture = cv2.imread(str(IMAGES / file))
        self.trouble = ""
        self.frames = self.stills = 0
        self.left = self.closed = False

    def frame(self):
        if self.closed:
            raise AssertionError("a picture was asked for after close")
        if self.trouble:
            raise CompanionError(self.trouble)
        self.frames += 1
        return self.picture.copy()

    def still(self):
        self.stills += 1
        return self.frame()

    def leave(self) -> None:
        self.left = True

    def close(self) -> None:
        self.closed = True


class LabelReader:
    """A ``TableReader`` that reads what the labels say; ``doubt`` and ``miss`` are laid over that.

    ``hold`` stops it until set free; ``words`` is told before that, if there are first words. ``wholes`` counts how
    often all 25 cards were to be read.
    """

    def __init__(self, file: str) -> None:
        entry = label(file)
        self.scan = BoardScan(
            tuple(
                CardReading(p, word, Certainty.SURE, 0.97, (word,), outline_px=tuple(map(tuple, outline)))
                for p, word, outline in zip(ALL_POSITIONS, entry["words"], entry["outlines_px"], strict=True)
            ),
            entry["rotation_deg"],
        )
        self.trouble = ""
        self.words: BoardScan | None = None
        self.wholes = 0
        self.hold = threading.Event()
        self.hold.set()

    def doubt(self, name: str, *candidates: str) -> None:
        self._change(name, word=candidates[0], certainty=Certainty.DOUBTFUL, confidence=0.5, candidates=candidates)

    def miss(self, name: str) -> None:
        self._change(name, word=None, certainty=Certainty.UNREAD, confidence=0.0, candidates=())

    def _change(self, name: str, **fields) -> None:
        index = Position.parse(name).index
        cards = list(self.scan.cards)
        cards[index] = replace(cards[index], **fields)
        self.scan = BoardScan(tuple(cards), self.scan.rotation_deg)

    def sure(self, name: str, word: str) -> None:
        self._change(name, word=word, certainty=Certainty.SURE, confidence=0.97, candidates=(word,))

    def take(self, picture, votes: Votes, on_words, *, whole: bool = False) -> Votes:
        self.wholes += whole
        if self.words is not None:
            on_words(self.words)
        self.hold.wait(30)
        if self.trouble:
            raise CompanionError(self.trouble)
        return votes.with_scan(self.scan)


class LabelEye:
    """Sees the cards where the labels say that they lie."""

    def __init__(self, file: str) -> None:
        self.outlines = tuple(tuple(map(tuple, outline)) for outline in label(file)["outlines_px"])
        self.trouble = ""

    def find(self, picture):
        if self.trouble:
            raise CompanionError(self.trouble)
        return self.outlines

    def card(self, picture, outline):
        size = (300, 194)
        corners = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32)
        return cv2.warpPerspective(picture, cv2.getPerspectiveTransform(np.array(outline, np.float32), corners), size)

    def cards_only(self, picture, outlines):
        mask = np.zeros(picture.shape[:2], np.uint8)
        for outline in outlines:
            cv2.fillPoly(mask, [np.array(outline, np.int32)], 255)
        return cv2.bitwise_and(picture, picture, mask=mask)


def seeing(file: str = "easy.jpg") -> Seeing:
    return Seeing(PictureFeed(file), LabelReader(file), LabelEye(file))
