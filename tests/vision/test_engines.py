"""The engines behind one interface: the real one, the one that reads nothing, the recorded one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.vision.ocr.blank import BlankEngine
from companion.vision.ocr.engine import NOTHING, EngineMissing, Line, forewarned
from companion.vision.ocr.installed import installed_languages
from companion.vision.ocr.recorded import RecordedEngine, RecordingEngine, fingerprint
from companion.vision.ocr.tesseract import TesseractEngine
from companion.vision.ocr.waiting import WaitingCall
from companion.vision.readcard import ReadCard
from companion.vision.reader import Engines, read_cards
from companion.vision.scanner import Scanner


def strip(word: str) -> np.ndarray:
    canvas = np.full((60, 60 + 30 * len(word)), 255, np.uint8)
    cv2.putText(canvas, word, (30, 44), cv2.FONT_HERSHEY_DUPLEX, 1.3, 0, 3, cv2.LINE_AA)
    return canvas


def test_tesseract_gives_one_line_for_each_strip_in_their_order():
    lines = TesseractEngine().read_lines([strip("HOUSE"), strip(" "), strip("GARDEN")])
    assert [line.text for line in (lines[0], lines[-1])] == ["HOUSE", "GARDEN"]
    assert len(lines) == 3
    assert lines[1].confidence < 0.5 < min(lines[0].confidence, lines[2].confidence)


def test_no_strips_need_no_call():
    assert TesseractEngine().read_lines([]) == []


def test_tesseract_leaves_no_files_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    TesseractEngine().read_lines([strip("HOUSE")])
    assert list(tmp_path.iterdir()) == []


class Started:
    """Counts the calls of Tesseract that were started, by a program of its name that notes them."""

    def __init__(self, folder: Path, *, broken: bool = False) -> None:
        self.command, self._notes = folder / "tesseract", folder / "notes"
        waiting = "cat >/dev/null; exit 1" if broken else ""
        self.command.write_text(
            f'#!/bin/sh\necho "$$ $1" >>{self._notes}\nif [ "$1" = - ]; then :; {waiting}\nfi\n'
            f'exec {shutil.which("tesseract")} "$@"\n'
        )
        self.command.chmod(0o755)

    def calls(self) -> list[list[str]]:
        """Number of the process and first argument of each."""
        return [line.split() for line in self._notes.read_text().splitlines()] if self._notes.exists() else []


def is_running(process: int) -> bool:
    """Whether a process is there and has not ended; one that has ended may still be listed."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def comes_true(condition: Callable[[], object]) -> bool:
    """Whether something happens within half a minute."""
    clock = threading.Event()
    return any(condition() or clock.wait(0.05) for _ in range(600))


def test_a_call_that_waits_reads_the_same(tmp_path, monkeypatch):
    strips, engine = [strip("HOUSE"), strip(" "), strip("GARDEN")], TesseractEngine()
    at_once = engine.read_lines(strips)
    started = Started(tmp_path)
    monkeypatch.setattr("pytesseract.pytesseract.tesseract_cmd", str(started.command))
    with forewarned(engine, 2):
        assert [engine.read_lines(strips) for _ in range(3)] == [at_once] * 3
    assert [first == "-" for _, first in started.calls()].count(True) == 2


def test_calls_that_wait_in_vain_are_ended(tmp_path, monkeypatch):
    started, engine = Started(tmp_path), TesseractEngine()
    monkeypatch.setattr("pytesseract.pytesseract.tesseract_cmd", str(started.command))
    with forewarned(engine, 2):
        assert [line.text for line in engine.read_lines([strip("HOUSE")])] == ["HOUSE"]
    assert not [process for process, _ in started.calls() if is_running(int(process))]


def test_a_waiting_call_that_fails_is_made_anew(tmp_path, monkeypatch):
    started, engine = Started(tmp_path, broken=True), TesseractEngine()
    monkeypatch.setattr("pytesseract.pytesseract.tesseract_cmd", str(started.command))
    with forewarned(engine, 1):
        assert [line.text for line in engine.read_lines([strip("HOUSE")])] == ["HOUSE"]
    assert len(started.calls()) == 2


def test_a_waiting_call_ends_with_the_process_that_began_it(tmp_path):
    started, pipe = Started(tmp_path), subprocess.PIPE
    code = (
        "import sys; from companion.vision.ocr.tesseract import TesseractEngine;"
        "TesseractEngine().get_ready(1); sys.stdin.read()"
    )
    path = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    with subprocess.Popen([sys.executable, "-c", code], stdin=pipe, env=path) as beginner:
        assert comes_true(lambda: [first for _, first in started.calls() if first == "-"])
        waiting = next(int(process) for process, first in started.calls() if first == "-")
        assert is_running(waiting)
        beginner.kill()
    assert comes_true(lambda: not is_running(waiting))


def test_an_engine_that_needs_no_time_to_get_ready_is_left_alone():
    with forewarned(BlankEngine(), 2) as nothing:
        assert nothing is None


@pytest.mark.parametrize(
    ("language", "told"),
    [("xyz", "tesseract-ocr-xyz"), ("eng+xyz", "tesseract-ocr-xyz"), ("chi_sim", "tesseract-ocr-chi-sim"),
     ("english please", "no Tesseract code"), ("../etc", "no Tesseract code"), ("", "no Tesseract code")],
)  # fmt: skip
def test_a_language_without_a_model_names_the_package_to_install(language, told):
    with pytest.raises(EngineMissing, match=told) as missing:
        TesseractEngine(language)
    assert "\n" not in str(missing.value)


def test_without_tesseract_the_package_to_install_is_named(monkeypatch, tmp_path):
    engine = TesseractEngine()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EngineMissing, match="apt install tesseract-ocr") as missing:
        engine.read_lines([strip("HOUSE")])
    assert "\n" not in str(missing.value)


def called_tesseract(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str) -> None:
    """From now on this program is what is called Tesseract."""
    (folder / "tesseract").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "tesseract").chmod(0o755)
    monkeypatch.setattr("pytesseract.pytesseract.tesseract_cmd", str(folder / "tesseract"))


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("exec sleep 100", "within 0.3 s"), ("echo no memory >&2; exit 1", "no memory"), ("exit 3", "gives no reason"),
        (r"printf '\377\376\000eng\n'; exit 1", "Tesseract failed"),
    ],
)  # fmt: skip
def test_a_tesseract_that_does_not_list_its_models_is_given_up(monkeypatch, tmp_path, script, told):
    called_tesseract(monkeypatch, tmp_path, script)
    with pytest.raises(EngineMissing, match=told) as missing:
        installed_languages(0.3)
    assert "\n" not in str(missing.value)


def test_a_tesseract_that_lists_rubbish_has_no_model(monkeypatch, tmp_path):
    called_tesseract(monkeypatch, tmp_path, r"printf '\377\376\000\n\303('")
    with pytest.raises(EngineMissing, match="install tesseract-ocr-eng"):
        TesseractEngine()


@pytest.mark.parametrize(
    "table",
    [r"\377\376\000", r"page_num\tconf\ttext\nx\t90\tHOUSE\n", r"page_num\ttext\n1\tHOUSE\n", r"HOUSE\n"],
    ids=["no text", "a page without number", "no confidence", "no table"],
)
def test_an_answer_that_is_no_table_is_refused_in_one_line(monkeypatch, tmp_path, table):
    engine = TesseractEngine()
    called_tesseract(monkeypatch, tmp_path, f"printf '{table}\nHOUSE\n' >\"$2.tsv\"")
    with pytest.raises(EngineMissing, match="something else than a table") as missing:
        engine.read_lines([strip("HOUSE")])
    assert "\n" not in str(missing.value)


def test_a_waiting_call_that_hangs_is_ended_and_says_so(tmp_path):
    (tmp_path / "hangs").write_text("#!/bin/sh\nexec sleep 100\n")
    (tmp_path / "hangs").chmod(0o755)
    call = WaitingCall(str(tmp_path / "hangs"), [])
    with pytest.raises(TimeoutError):
        call.read("", 0.2)


def test_an_unknown_engine_is_refused_with_the_known_ones():
    with pytest.raises(EngineMissing, match="blank or tesseract"):
        Scanner(engine="magic")


def test_the_blank_engine_reads_nothing():
    assert BlankEngine().read_lines([strip("HOUSE"), strip("GARDEN")]) == [NOTHING, NOTHING]


def test_a_recording_repeats_what_was_read_and_fails_on_anything_else(tmp_path):
    recording = RecordingEngine(TesseractEngine())
    read = recording.read_lines([strip("HOUSE"), strip("GARDEN")])
    recording.save(tmp_path / "lines.json")
    repeated = RecordedEngine.load(tmp_path / "lines.json")
    assert repeated.read_lines([strip("GARDEN"), strip("HOUSE")]) == read[::-1]
    changed = strip("HOUSE")
    changed[0, 0] = 0
    with pytest.raises(EngineMissing, match="record it again"):
        repeated.read_lines([changed])


def test_a_strip_is_known_by_its_pixels_and_its_shape():
    flat = np.zeros((4, 6), np.uint8)
    assert fingerprint(flat) == fingerprint(flat.copy())
    assert fingerprint(flat) != fingerprint(flat.reshape(6, 4))


class CountingEngine:
    """Reads every strip as the same word and remembers how many strips came, from which threads."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self.calls: list[tuple[int, int]] = []

    def read_lines(self, strips):
        self.calls.append((len(strips), threading.get_ident()))
        return [self._line for _ in strips]


@pytest.mark.parametrize(("confidence", "strips"), [(0.97, 50), (0.5, 50 + 25 * 5)])
def test_only_doubtful_cards_are_read_in_further_ways(confidence, strips):
    from companion.vision.board import find_board
    from companion.vision.lexicon import Lexicon
    from companion.vision.surface import reading_gray
    from tests.vision.drawn import ALL_WORDS, Look, draw

    drawn = draw(tuple(word for word in ALL_WORDS if len(word) < 5)[:25], Look(), 1)
    board = find_board(drawn.picture)
    assert board is not None
    engine = CountingEngine(Line("WORD", confidence))
    cards = read_cards(reading_gray(drawn.picture), board.places, Engines(engine), Lexicon())
    assert sum(count for count, _ in engine.calls) == strips
    assert all(isinstance(card, ReadCard) and card.settled == (confidence > 0.9) for card in cards)


def test_a_board_that_is_refused_after_the_first_look_is_not_read_in_the_further_ways():
    from companion.vision.board import find_board
    from companion.vision.lexicon import Lexicon
    from companion.vision.surface import reading_gray
    from tests.vision.drawn import ALL_WORDS, Look, draw

    def refuse(cards):
        assert all(card.readable for card in cards)
        raise LookupError("not a board")

    drawn = draw(tuple(word for word in ALL_WORDS if len(word) < 5)[:25], Look(), 1)
    board = find_board(drawn.picture)
    assert board is not None
    engine = CountingEngine(Line("WORD", 0.7))
    with pytest.raises(LookupError, match="not a board"):
        read_cards(reading_gray(drawn.picture), board.places, Engines(engine), Lexicon(), check=refuse)
    assert sum(count for count, _ in engine.calls) == 50
