import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game.moves import NameWord
from companion.game.position import Position
from companion.game.record import Playback, export_record, read_record, write_record
from companion.game.transcript import Malformed, TranscriptError, header_lines, shown, whole_number
from tests.game.boards import FACE_A, FACE_B, HEADERS, WIN, WORDS, played
from tests.game.random_missions import random_mission
from tests.game.replaying import replayed


def _read(text):
    return read_record(text.split("\n"), "game.txt")


def _refusal(text):
    with pytest.raises(TranscriptError) as caught:
        _read(text)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("seed", range(60))
def test_a_written_record_replays_to_the_same_end(seed):
    text = random_mission(random.Random(seed))
    record = _read(text)
    written = write_record(record.mission, record.kept, faces=True)
    assert _read(written) == record
    assert replayed(written)[0][-1] == replayed(text)[0][-1]


def test_moves_taken_back_and_their_undo_are_written():
    mission = played("A clue OCEAN 2", "B guess STADIUM", "undo", "name A2 PUPILS", "B guess PUPILS", "undo")
    assert write_record(mission, faces=True).split("\n\n")[1] == (
        "A clue OCEAN 2\nB guess STADIUM\nundo\nname A2 PUPILS\nB guess PUPILS\nundo\n"
    )


def test_a_guess_is_written_by_the_word_of_its_time():
    mission = played("A clue - -", "B guess A2", "name A2 PUPILS", "undo", "B guess A2")
    assert write_record(mission, faces=True).endswith("B guess PUPIL\nname A2 PUPILS\nundo\nB guess PUPILS\n")


def test_an_ended_mission_is_exported_whole():
    mission = played(*WIN)
    text = export_record(mission, {"date": "2026-11-30", "names A": "Zoë"})
    assert _read(text).mission == mission
    assert _read(text).kept == {"date": "2026-11-30", "names A": "Zoë"}


@pytest.mark.parametrize("count", [0, 1, 5, len(WIN) - 1])
def test_an_export_of_a_running_mission_tells_no_face(count):
    text = export_record(played(*WIN[:count]), {"x-running": "no", "id": "7"})
    assert "face" not in text.replace("its faces are left out", "")
    assert "x-running: yes" in text
    reason = _refusal(text)
    assert reason.startswith("game.txt:")
    assert "still ran" in reason


def test_two_keys_that_differ_in_what_is_hidden_give_the_same_running_export():
    texts = set()
    for face_a, face_b in ((FACE_A, FACE_B), (FACE_A[::-1], FACE_B[::-1])):
        headers = HEADERS.replace(FACE_A, face_a).replace(FACE_B, face_b)
        texts.add(export_record(_read(headers + "\nA clue OCEAN 2").mission))
    assert len(texts) == 1


@given(st.dictionaries(st.sampled_from(["id", "names A", "names B", "city", "x-note", "X-2"]), st.text(max_size=30)))
def test_kept_headers_read_back(kept):
    text = write_record(played(), kept, faces=True)
    for name, value in _read(text).kept.items():
        assert value == " ".join(f"＃{w[1:]}" if w.startswith("#") else w for w in kept[name].split())
    assert set(_read(text).kept) == set(kept)


@pytest.mark.parametrize("kept", [{"turns": "3"}, {"x-": "y"}, {"x-a:b": "c"}, {"x-a #b": "y"}, {"id": "1", "ID": "2"}])
def test_headers_that_could_not_be_read_back_are_not_written(kept):
    with pytest.raises(Malformed):
        header_lines(kept.items())


HEADER_LINES = HEADERS.rstrip("\n").split("\n")


@pytest.mark.parametrize("missing", range(4))
def test_a_missing_header_is_named(missing):
    name = HEADER_LINES[missing].split(":")[0]
    rest = HEADER_LINES[:missing] + HEADER_LINES[missing + 1 :]
    assert _refusal("\n".join([*rest, "A clue OCEAN 2"])).startswith("game.txt:4: the header")
    assert f"`{name}:` is missing" in _refusal("\n".join(rest))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("turns: 12", "turns is `12`"), ("turns: 0", "turns"), ("turns: nine", "turns"), ("turns:", "turns"),
        ("turns: -1", "turns"), ("mistakes: 10", "mistakes is `10`"), ("mistakes: -1", "mistakes"),
        ("scoring: two-per-token", "three-per-token or one-per-token"), ("first: C", "first is `C`"),
        ("first:", "first"), ("colour: red", "unknown header `colour`"), ("x-: y", "unknown header"),
        ("mode: duet", "stands in line 2 already"), ("Face A : GGG", "stands in line 4 already"),
        ("players: 2", "`players`"), ("turns = 9", "neither a header"), ("clue OCEAN 2", "neither a header"),
        ("turns: " + "9" * 5000, "turns"),
    ],
)  # fmt: skip
def test_a_wrong_header_is_refused_with_its_line(line, reason):
    refusal = _refusal(f"# first\n{HEADERS}{line}\n\nA clue OCEAN 2\n")
    assert refusal.startswith("game.txt:6: ")
    assert reason in refusal
    assert len(refusal) < 300


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("mode: duet", "mode: chess", 1, "mode is `chess`"),
        (", COURT", "", 2, "this one has 24"),
        (", COURT", ", COURT, MORE", 2, "this one has 26"),
        (", COURT", ", stadium", 2, "stands at A1 and at E5"),
        (", COURT", ",", 2, "E5 has no word"),
        (FACE_A, FACE_A[:-1], 3, "24 letters"),
        (FACE_A, FACE_A.replace("X", "B"), 3, "`B`"),
        (FACE_B, FACE_B[::-1], 4, "instead of"),
        (FACE_B, "TTGTG XGTGT GGTXT GTGTG TTXTG", 4, "T/G 6 instead of 5, T/T 6 instead of 7"),
        (f"face A: {FACE_A}", f"face A: {FACE_B}", 4, "G/G 9 instead of 3"),
    ],
)
def test_a_header_with_a_wrong_text_is_refused_with_its_line(old, new, line, reason):
    refusal = _refusal(HEADERS.replace(old, new) + "A clue OCEAN 2\n")
    assert refusal.startswith(f"game.txt:{line}: ")
    assert reason in refusal


def test_two_faces_that_are_missing_without_a_word_are_no_running_mission():
    refusal = _refusal("\n".join([*HEADER_LINES[:2], "x-running: no", "A clue OCEAN 2"]))
    assert "`face A:` is missing" in refusal


def test_a_mission_that_says_it_runs_but_has_its_faces_is_played():
    assert _read(HEADERS + "x-running: yes\nA clue OCEAN 2").mission.moves


def test_a_header_after_the_first_move_is_no_move():
    refusal = _refusal(HEADERS + "A clue OCEAN 2\nfirst: A\n")
    assert refusal.startswith("game.txt:6: ")
    assert "before the first move" in refusal


def test_lines_are_taken_as_they_come():
    playback = Playback("live")
    for number, line in enumerate(HEADERS.split("\n"), start=1):
        assert playback.line(number, line) is None
    assert playback.line(9, "A clue OCEAN 2\r\n")["phase"] == "guessing"
    assert playback.line(10, "  # nothing") is None
    assert playback.end()["outcome"] is None


def test_a_name_is_part_of_the_record():
    assert _read(HEADERS + "NAME a1 new  word").mission.moves == (NameWord(Position(0), "new word"),)


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("25", 25), ("0007", 7), ("26", 26), ("9" * 9999, 26), ("-1", None), ("", None),
                         ("1.0", None), ("²", None), ("٣", None), ("1_0", None), (" 1", None)],
)  # fmt: skip
def test_numbers_are_plain_digits(text, number):
    assert whole_number(text, 25) == number


def test_a_quoted_piece_of_input_is_short_and_harmless():
    assert shown("a\x1b[31m\nb") == "`a?[31m?b`"
    assert shown("x" * 10_000) == f"`{'x' * 40}…`"
    assert shown(WORDS[0]) == "`STADIUM`"
