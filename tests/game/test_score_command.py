import json

import pytest

from companion.cli import main


def _score(capsys, line):
    status = main(["score", *line.split()])
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize(
    ("line", "printed"),
    [
        ("--tokens-left 2 --checkmarks 5", "score 11 = 2 x 3 + 5 - 0"),
        ("--tokens-left 2 --checkmarks 5 --scoring one-per-token", "score 7 = 2 x 1 + 5 - 0"),
        ("--tokens-left 2 --checkmarks 5 --scoring three-per-token", "score 11 = 2 x 3 + 5 - 0"),
        ("--tokens-left 0 --checkmarks 0 --sudden-death", "score -1 = 0 x 3 + 0 - 1"),
        ("--checkmarks 2 --tokens-left 7", "score 23 = 7 x 3 + 2 - 0"),
    ],
)
def test_a_score_is_printed_with_its_parts(line, printed, capsys):
    assert _score(capsys, line) == (0, printed + "\n", "")


def test_json_has_the_score_of_a_replay(capsys):
    status, out, _ = _score(capsys, "--tokens-left 2 --checkmarks 5 --json")
    assert status == 0
    assert json.loads(out) == {
        "total": 11, "tokens_left": 2, "points_per_token": 3, "checkmarks": 5, "sudden_death_penalty": 0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("--tokens-left -1 --checkmarks 5", "counted from 0"),
        ("--tokens-left 1 --checkmarks -5", "counted from 0"),
        ("--tokens-left 5 --checkmarks 5", "are 10 tokens"),
        ("--tokens-left 1 --checkmarks 5 --sudden-death", "empty bank"),
        ("--tokens-left 1 --checkmarks 0", "at least 1 checkmark"),
        ("--tokens-left 8 --checkmarks 1", "no more than 7"),
        ("table.jpg", "table.jpg: no such file"),
        ("table.jpg --json", "table.jpg: no such file"),
    ],
)
def test_what_cannot_be_scored_gets_one_line(line, reason, capsys):
    status, out, err = _score(capsys, line)
    assert (status, out) == (1, "")
    assert reason in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "line",
    ["", "--tokens-left 2", "--checkmarks 2", "--tokens-left two --checkmarks 5", "table.jpg --tokens-left 2",
     "--tokens-left 2 --checkmarks 5 --scoring two", "a.jpg b.jpg"],
)  # fmt: skip
def test_wrong_usage_is_told_apart(line, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["score", *line.split()])
    assert ended.value.code == 2
    assert "usage:" in capsys.readouterr().err
