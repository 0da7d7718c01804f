"""Bad transcripts, fuzzed: exit 0 or 1, one line with its number for a bad file, never a traceback, in bounded time."""

import json
import random
import re
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.cli import main
from tests.game.random_games import random_game
from tests.game.random_missions import random_mission
from tests.game.random_sets import MALFORMED, MALFORMED_CLASSIC

fuzzed = settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
MISSIONS = [random_mission(random.Random(seed)) for seed in range(12)]
GAMES = [random_game(random.Random(seed)) for seed in range(12)]
TEXTS = st.sampled_from(MISSIONS + GAMES)
MOST_SECONDS = 20
"""Far above what any file here takes on a busy machine; what hangs is found."""


def _served(tmp_path, capsys, content):
    """Replay one file; what holds for any input at all is checked here.

    Returns:
        Exit status, and the line on standard error or "".
    """
    path = tmp_path / "bad.txt"
    path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogateescape"))
    began = time.monotonic()
    status = main(["replay", str(path)])
    assert time.monotonic() - began < MOST_SECONDS
    out, err = capsys.readouterr()
    objects = [json.loads(line) for line in out.split("\n") if line]
    assert objects[0] == {"transcript": str(path)}
    assert ("turns_used" in objects[-1]) == (status == 0)
    assert (status, err.count("\n")) in ((0, 0), (1, 1))
    assert len(err) < 600 + len(str(path))
    if status:
        assert re.match(re.escape(str(path)) + r":[1-9]\d*: \S", err), err
        assert err.rstrip("\n").isprintable()
    return status, err


def _with_header(text, name, change):
    """The text with the value of one header changed."""
    lines = text.split("\n")
    at = next(i for i, line in enumerate(lines) if line.casefold().startswith(f"{name}:"))
    head, _, value = lines[at].partition(":")
    lines[at] = f"{head}: {change(value.strip())}"
    return "\n".join(lines), at + 1


def _refused_at(tmp_path, capsys, text, number, *words):
    status, err = _served(tmp_path, capsys, text)
    assert status == 1
    assert f"bad.txt:{number}: " in err
    assert all(word in err for word in words), err


@fuzzed
@given(TEXTS, st.integers(0, 60).filter(lambda n: n != 25), st.booleans())
def test_a_wrong_count_of_words_is_told_with_its_line(tmp_path, capsys, text, count, empty):
    words = ", ".join("" if empty and n == count - 1 else f"W{n}" for n in range(count))
    bad, number = _with_header(text, "words", lambda _: words)
    _refused_at(tmp_path, capsys, bad, number)


@fuzzed
@given(TEXTS, st.permutations(range(25)), st.sampled_from([str, str.lower, str.upper, "  {}  ".format]))
def test_a_word_that_is_there_twice_is_told_with_its_line(tmp_path, capsys, text, order, form):
    def twice(value):
        words = [word.strip() for word in value.split(",")]
        words[order[0]] = form(words[order[1]])
        return ", ".join(words)

    bad, number = _with_header(text, "words", twice)
    _refused_at(tmp_path, capsys, bad, number, "one of them is misread")


@fuzzed
@given(st.sampled_from(MISSIONS), st.permutations(range(25)), st.sampled_from(["face a", "face b"]))
def test_two_faces_of_a_wrong_composition_are_told_with_the_counts(tmp_path, capsys, text, order, which):
    bad, _ = _with_header(text, which, lambda face: "".join(face.replace(" ", "")[i] for i in order))
    status, err = _served(tmp_path, capsys, bad)
    _, face_b = _with_header(text, "face b", str)
    assert status == 0 or (f"bad.txt:{face_b}: " in err and re.search(r"[GTX]/[GTX] \d+ instead of \d", err))


@fuzzed
@given(st.sampled_from(MISSIONS), st.sampled_from(["face a", "face b"]), st.text("GTX", min_size=20, max_size=30))
def test_a_face_of_other_letters_is_told(tmp_path, capsys, text, which, letters):
    bad, _ = _with_header(text, which, lambda _: letters)
    status, err = _served(tmp_path, capsys, bad)
    assert status == 0 or "instead of" in err or f"{len(letters)} letters" in err


@fuzzed
@given(st.sampled_from(GAMES), st.text("RBTX", min_size=24, max_size=26))
def test_a_key_of_a_wrong_composition_is_told_with_the_counts(tmp_path, capsys, text, letters):
    bad, number = _with_header(text, "key", lambda _: letters)
    status, err = _served(tmp_path, capsys, bad)
    assert status == 0 or (f"bad.txt:{number}: " in err and ("instead of" in err or "letters" in err))


@fuzzed
@given(
    TEXTS, st.text(min_size=1, max_size=12), st.sampled_from(["clue OCEAN 2", "guess A1", "stop", "", "set A1 free"])
)
def test_an_unknown_seat_is_told_with_its_line(tmp_path, capsys, text, seat, rest):
    seat = "".join(seat.replace("#", "").split()).replace("\N{ZERO WIDTH NO-BREAK SPACE}", "") or "C"
    if seat.casefold() in ("a", "b", "red", "blue", "undo", "name", "allow", "set"):
        seat = f"{seat}?"
    bad = f"{text.rstrip()}\n{seat} {rest}\n"
    _refused_at(tmp_path, capsys, bad, bad.count("\n"))


@fuzzed
@given(st.data())
def test_a_line_that_is_no_move_is_told_wherever_it_stands(tmp_path, capsys, data):
    text, lines = data.draw(st.sampled_from([(MISSIONS, MALFORMED), (GAMES, MALFORMED_CLASSIC)]))
    whole = data.draw(st.sampled_from(text)).rstrip("\n").split("\n")
    begins = next(i for i, line in enumerate(whole) if re.match(r"(a|b|red|blue)\s", line, re.IGNORECASE))
    at = data.draw(st.integers(begins, len(whole)))
    whole.insert(at, data.draw(st.sampled_from(lines)))
    _refused_at(tmp_path, capsys, "\n".join(whole), at + 1)


@fuzzed
@given(TEXTS, st.floats(0, 1))
def test_a_transcript_that_was_cut_off_is_played_or_told(tmp_path, capsys, text, share):
    content = text.encode()
    _served(tmp_path, capsys, content[: int(len(content) * share)])


@fuzzed
@given(TEXTS, st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 4), st.integers(0, 255)), min_size=1, max_size=8))
def test_a_transcript_with_changed_bytes_is_played_or_told(tmp_path, capsys, text, changes):
    content = bytearray(text.encode())
    for share, removed, byte in changes:
        at = int(len(content) * share)
        content[at : at + removed] = bytes([byte])
    _served(tmp_path, capsys, bytes(content))


@fuzzed
@given(TEXTS, TEXTS, st.randoms(use_true_random=False))
def test_lines_of_two_transcripts_in_any_order_are_played_or_told(tmp_path, capsys, one, other, rng):
    lines = one.split("\n") + other.split("\n")
    rng.shuffle(lines)
    _served(tmp_path, capsys, "\n".join(lines))
    head = [line for line in one.split("\n") if ":" in line]
    _served(tmp_path, capsys, "\n".join([*head, *lines]))


PIECES = st.sampled_from(
    ["set", "allow", "undo", "name", "A", "b", "red", "clue", "guess", "stop", "cover", "invalid", "unlimited", "bank",
     "taken", "discarded", "giver", "turn", "A1", "E5", "agent", "free", "A>B", "B>A", "assassin", "blue", "9", "0",
     ",", "-", "#", "9999999999", "F9", ":", "\N{NO-BREAK SPACE}", "\x00", "\x85", "\N{LINE SEPARATOR}", "\u0301"]
)  # fmt: skip


@fuzzed
@given(TEXTS, st.lists(st.lists(PIECES, max_size=9), max_size=6), st.sampled_from([" ", "", "  \t"]))
def test_lines_of_true_words_in_any_order_are_played_or_told(tmp_path, capsys, text, lines, between):
    head = [line for line in text.split("\n") if ":" in line]
    _served(tmp_path, capsys, "\n".join([*head, *(between.join(line) for line in lines)]))


@fuzzed
@given(st.binary(max_size=2000) | st.text(max_size=2000).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_noise_is_told(tmp_path, capsys, content):
    _served(tmp_path, capsys, content)


NOISE = random.Random(1).randbytes(10_000_000)


@pytest.mark.parametrize(
    "content",
    [NOISE, NOISE.replace(b"\n", b" "), b"\n" * 10_000_000, b"\xff\xfe" + b"a\0" * 5_000_000, b"G" * 10_000_000,
     b"x-note: y\n" * 1_000_000, b"A guess A1\n" * 900_000, b"undo\n" * 2_000_000, b"words: " + b"A," * 5_000_000,
     b"".join(b"x-%d: y\n" % n for n in range(700_000)), b"set A1 free, " * 800_000],
    ids=["noise", "noise in one line", "empty lines", "wide text", "one letter", "one header", "moves alone", "undo",
         "words", "many headers", "one move"],
)  # fmt: skip
def test_ten_megabytes_of_noise_are_told(tmp_path, capsys, content):
    assert _served(tmp_path, capsys, content)[0] == 1


@pytest.mark.parametrize("text", [MISSIONS[0], GAMES[0]], ids=["duet", "classic"])
@pytest.mark.parametrize(
    "lines", ["undo", "allow OCEAN", "A guess A1", "name A1 STADION", "set A1 free", "A clue X 1\nset giver A"]
)
def test_lines_that_come_thousands_of_times_are_played(tmp_path, capsys, text, lines):
    if "classic" in text:
        lines = lines.replace("A guess", "red guess").replace("A clue", "red clue").replace("giver A", "turn red")
    assert _served(tmp_path, capsys, text + "\n" + "undo\n" * 99 + f"{lines}\n" * 3000)[0] == 0


def test_what_is_checked_of_every_file_can_fail(tmp_path, capsys):
    with pytest.raises(AssertionError):
        _refused_at(tmp_path, capsys, MISSIONS[0], 1)
    with pytest.raises(AssertionError):
        _refused_at(tmp_path, capsys, "nonsense", 2)
