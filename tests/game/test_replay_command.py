import json
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.cli import main
from tests.game.boards import HEADERS
from tests.game.test_transcripts import GAMES

ROOT = Path(__file__).resolve().parents[2]
GOOD = HEADERS + "\nA clue OCEAN 2\nB guess STADIUM\n"


def _write(folder, name, text):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def _replay(capsys, *paths):
    """Return (exit status, objects on standard output, lines on standard error)."""
    status = main(["replay", *paths])
    out, err = capsys.readouterr()
    return status, [json.loads(line) for line in out.splitlines()], err.splitlines()


def test_a_transcript_is_printed_move_by_move(tmp_path, capsys):
    path = _write(tmp_path, "game.txt", GOOD)
    status, objects, errors = _replay(capsys, path)
    assert (status, errors) == (0, [])
    assert objects[0] == {"transcript": path}
    assert objects[1] == {
        "move": "A clue OCEAN 2", "accepted": True, "verdict": None, "giver": "A", "phase": "guessing",
        "bank": {"bystander": 9, "checkmark": 0}, "agents_found": 0, "taken": {"A": 0, "B": 0}, "discarded": 0,
        "outcome": None,
    }  # fmt: skip
    assert objects[3] == {"outcome": None, "turns_used": 0, "score": None, "covers": {"A1": "agent"}}
    assert len(objects) == 4


def test_the_keys_stand_in_the_documented_order(tmp_path, capsys):
    _, objects, _ = _replay(capsys, _write(tmp_path, "game.txt", GOOD + "B guess NOWHERE\n"))
    assert list(objects[1]) == [
        "move", "accepted", "verdict", "giver", "phase", "bank", "agents_found", "taken", "discarded", "outcome",
    ]  # fmt: skip
    assert list(objects[3])[:3] == ["move", "accepted", "error"]
    assert list(objects[-1]) == ["outcome", "turns_used", "score", "covers"]


def test_every_fixture_is_served(capsys):
    paths = [str(path) for path in sorted(GAMES.glob("*.txt"))]
    status, objects, errors = _replay(capsys, *paths)
    assert (status, errors) == (0, [])
    assert [o["transcript"] for o in objects if "transcript" in o] == paths
    assert sum("turns_used" in o for o in objects) == len(paths)


def test_a_refused_move_does_not_end_the_replay(tmp_path, capsys):
    status, objects, errors = _replay(capsys, _write(tmp_path, "game.txt", GOOD + "B clue X 1\nB stop\n"))
    assert (status, errors) == (0, [])
    assert objects[3]["accepted"] is False
    assert objects[3]["error"]
    assert objects[4]["accepted"] is True


def test_what_was_printed_before_a_line_that_is_no_move_stays(tmp_path, capsys):
    bad = _write(tmp_path, "bad.txt", GOOD + "C guess DOG\nB stop\n")
    good = _write(tmp_path, "good.txt", GOOD)
    status, objects, errors = _replay(capsys, bad, good)
    assert status == 1
    assert [o.get("transcript") for o in objects] == [bad, None, None, good, None, None, None]
    assert "turns_used" in objects[-1]
    assert len(errors) == 1
    assert errors[0].startswith(f"{bad}:8: `C` is no seat")


def test_a_wrong_composition_is_refused_with_the_counts(tmp_path, capsys):
    path = _write(tmp_path, "game.txt", GOOD.replace("TTXTT", "TTGTT"))
    status, objects, errors = _replay(capsys, path)
    assert (status, objects) == (1, [{"transcript": path}])
    assert errors[0].startswith(f"{path}:4: ")
    assert "T/G 6 instead of 5, T/X 0 instead of 1" in errors[0]


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("empty.txt", b"", ":1: the header `mode:` is missing"),
        ("latin.txt", GOOD.replace("PUPIL", "BJÖRN").encode("latin-1"), ":2: this is not UTF-8"),
        ("wide.txt", GOOD.encode("utf-16"), ":1: this is not UTF-8"),
        ("nul.txt", b"\0" * 1000, ":1: `???"),
        ("long.txt", b"x" * 10_000_000, ":1: a line of more than 65536 bytes"),
        ("noise.txt", bytes(range(256)) * 40_000, ":1: "),
        ("letters.txt", b"noise upon noise\n" * 600_000, ":1: `noise upon noise`"),
        ("remarks.txt", b"# noise\n" * 100_000, "the header `mode:` is missing"),
    ],
)
def test_noise_gets_one_line(name, content, says, tmp_path, capsys):
    path = _write(tmp_path, name, content)
    status, objects, errors = _replay(capsys, path)
    assert (status, objects, len(errors)) == (1, [{"transcript": path}], 1)
    assert errors[0].startswith(f"{path}:")
    assert says in errors[0]
    assert len(errors[0]) < 400 + len(path)


@pytest.mark.parametrize("missing", ["no such file", "a folder"])
def test_what_cannot_be_opened_gets_one_line(missing, tmp_path, capsys):
    (tmp_path / "a folder").mkdir()
    path, good = str(tmp_path / missing), _write(tmp_path, "good.txt", GOOD)
    status, objects, errors = _replay(capsys, path, good)
    assert status == 1
    assert len(errors) == 1
    assert errors[0].startswith(f"{path}: ")
    assert [o["transcript"] for o in objects if "transcript" in o] == [path, good]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.one_of(
        st.binary(max_size=300),
        st.text(max_size=300).map(str.encode),
        st.lists(
            st.sampled_from([*HEADERS.split("\n"), "A clue X 1", "B guess DOG", "undo", "a", "\x85", "x-a: b"])
        ).map(lambda lines: "\n".join(lines).encode()),
        st.text(max_size=100).map(lambda text: (GOOD + text).encode()),
    )
)
def test_no_input_is_answered_with_a_traceback(tmp_path, capsys, content):
    path = _write(tmp_path, "fuzz.txt", content)
    status, objects, errors = _replay(capsys, path)
    assert objects[0] == {"transcript": path}
    assert (status, len(errors)) in ((0, 0), (1, 1))
    assert ("turns_used" in objects[-1]) == (status == 0)


def _companion(*arguments, stdin=b"", **more):
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments], input=stdin, capture_output=True, cwd=ROOT, check=False, **more
    )


def test_standard_input_is_played_too():
    done = _companion("replay", "-", stdin=b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.splitlines()[0]) == {"transcript": "-"}
    assert len(done.stdout.splitlines()) == 4


def test_a_fault_in_standard_input_is_named():
    done = _companion("replay", "-", stdin=GOOD.encode() + b"B guess\n")
    assert done.returncode == 1
    assert done.stderr.startswith(b"-:8: no card is named")


def test_each_move_from_standard_input_is_answered_at_once():
    with subprocess.Popen(
        [sys.executable, "-m", "companion", "replay", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    ) as live:
        live.stdin.write(HEADERS.encode() + b"A clue OCEAN 2\n")
        live.stdin.flush()
        assert b"transcript" in live.stdout.readline()
        assert json.loads(live.stdout.readline())["phase"] == "guessing"
        live.stdin.close()
        assert json.loads(live.stdout.readline())["outcome"] is None
    assert live.returncode == 0


def test_a_closed_standard_input_gets_one_line():
    done = subprocess.run(
        [sys.executable, "-c", "import sys; sys.stdin = None; from companion.cli import main; main(['replay', '-'])"],
        capture_output=True, cwd=ROOT, check=False,
    )  # fmt: skip
    assert done.stderr == b"-: standard input is closed: give the name of a text file\n"


def test_words_of_any_script_are_printed_whatever_the_locale(tmp_path):
    path = _write(tmp_path, "game.txt", GOOD.replace("STADIUM", "מים"))
    done = _companion("replay", path, env={"PYTHONIOENCODING": "ascii", "PATH": ""})
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.splitlines()[2])["move"] == "B guess מים"


def test_without_a_transcript_the_usage_is_wrong(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["replay"])
    assert ended.value.code == 2
    assert "TRANSCRIPT" in capsys.readouterr().err
