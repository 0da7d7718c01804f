"""Runs a transcript through the product, and compares what it prints with what was expected."""

from companion.game.record import Playback
from companion.game.transcript import TranscriptError


def replayed(text):
    """Return (objects printed after the first, number of the line that ended it or None), like the model's ``run``."""
    playback, printed = Playback("file"), []
    try:
        for number, line in enumerate(text.split("\n"), start=1):
            shown = playback.line(number, line)
            if shown is not None:
                printed.append(shown)
        printed.append(playback.end())
    except TranscriptError as error:
        return printed, int(str(error).split(":")[1])
    return printed, None


def assert_same_play(got, expected):
    """Every object has the same fields with the same values; of ``error`` only that it says something."""
    for number, (mine, other) in enumerate(zip(got, expected, strict=False), start=1):
        if "error" in mine:
            assert mine["error"].strip() and "\n" not in mine["error"], f"object {number}: a refusal without a reason"
        differing = [
            name
            for name in {**other, **mine}
            if name not in mine or name not in other or (name != "error" and mine[name] != other[name])
        ]
        assert not differing, f"object {number}: {differing} differ: {mine} instead of {other}"
    assert len(got) == len(expected), f"{len(got)} objects instead of {len(expected)}"
