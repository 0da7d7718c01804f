"""What the command line does where its input, its output or their letters are not as usual."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from companion.errors import CompanionError

ROOT = Path(__file__).resolve().parents[2]
GAME = ROOT / "tests" / "fixtures" / "games" / "a5_own_face_does_not_matter.txt"
SCORE = ("score", "--tokens-left", "2", "--checkmarks", "5")


def companion(*words, streams="", **more):
    """Run the program in a shell that changes its streams, as in ``streams=">&-"``."""
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {streams}', "sh", sys.executable, "-m", "companion", *words],
        capture_output=True, cwd=ROOT, check=False, stdin=subprocess.DEVNULL, **more,
    )  # fmt: skip


@pytest.mark.parametrize("words", [SCORE, ("replay", str(GAME)), ("missions", "list")])
def test_with_a_closed_output_it_works_in_silence(words):
    done = companion(*words, streams=">&-")
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("words", [SCORE, ("replay", str(GAME)), ("missions", "list")])
def test_an_output_that_takes_nothing_more_gets_one_line(words):
    done = companion(*words, streams=">/dev/full")
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)
    assert done.stderr.startswith(f"companion {words[0]}: ".encode())
    assert b"No space left on device" in done.stderr


def test_a_message_for_a_closed_error_stream_does_not_turn_up_in_the_output():
    done = companion("replay", str(ROOT / "no such file"), streams="2>&-")
    assert done.returncode == 1
    assert done.stdout.count(b"\n") == 1


def test_no_file_takes_the_place_of_a_closed_stream():
    script = (
        "import os, companion.cli\n"
        "companion.cli.main(['missions', 'list'])\n"
        "taken = [os.readlink(f'/proc/self/fd/{n}') for n in range(3)]\n"
        "raise SystemExit(taken != ['/dev/null'] * 3)\n"
    )
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", sys.executable, "-c", script], cwd=ROOT, check=False
    )
    assert done.returncode == 0


def test_the_list_of_missions_is_printed_whatever_the_letters_of_the_output(capsys):
    assert companion("missions", "import", str(GAME)).returncode == 0
    done = companion("missions", "list", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"\n") == 1


def test_an_export_is_utf_8_whatever_the_letters_of_the_output(tmp_path):
    file = tmp_path / "mission.txt"
    file.write_text(GAME.read_text().replace("STADIUM", "BJÖRN"))
    assert companion("missions", "import", str(file)).returncode == 0
    done = companion("missions", "export", "1", env={**os.environ, "PYTHONIOENCODING": "latin-1"})
    assert (done.returncode, done.stderr) == (0, b"")
    assert "BJÖRN" in done.stdout.decode("utf-8")


@pytest.mark.parametrize("words", [("replay",), ("missions", "import")])
@pytest.mark.parametrize("name", ["no\nsuch\nfile", "no\x1b[2Jsuch\u2028file", "no\udcffsuch"])
def test_a_file_name_with_strange_signs_gets_one_line(words, name, tmp_path):
    done = companion(*words, os.fsencode(tmp_path / name))
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
    assert b"\x1b" not in done.stderr


def test_the_text_of_an_error_is_one_line_that_no_terminal_obeys():
    assert str(CompanionError("a\nb\x1b[2J: mend it")) == "a?b?[2J: mend it"
    assert str(CompanionError("Ørsted 東京: fine")) == "Ørsted 東京: fine"


IMAGE = ROOT / "tests" / "fixtures" / "images" / "easy.jpg"


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)], ids=str
)
def test_a_command_that_is_ended_leaves_nothing_of_a_picture_behind(tmp_path, number, status):
    # Whoever runs the tests in the background has Ctrl-C ignored, and so would the program.
    listening = ["env", "--default-signal=INT"]
    command = [*listening, sys.executable, "-m", "companion", "scan", "--json", *[str(IMAGE)] * 40]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    ) as scan:
        assert scan.stdout is not None
        first = scan.stdout.readline()
        left_before = wait_for_strips(tmp_path)
        scan.send_signal(number)
        _, said = scan.communicate(timeout=60)
    assert first
    assert left_before
    assert (scan.returncode, said) == (status, b"")
    assert list(tmp_path.iterdir()) == []


def wait_for_strips(folder: Path) -> list[Path]:
    """What lies among the temporary files as soon as anything does."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if found := list(folder.iterdir()):
            return found
    return []


def test_an_interruption_while_the_program_starts_is_no_traceback():
    script = (
        "import companion.cli as cli\n"
        "def interrupted(): raise KeyboardInterrupt\n"
        "cli.parser = interrupted\n"
        "raise SystemExit(cli.main(['words', 'list']))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False, capture_output=True)
    assert (done.returncode, done.stderr) == (130, b"")
