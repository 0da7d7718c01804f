"""A compiler or an emulator that is not there: a fault on the usual processor, elsewhere a reason to pass over."""

from __future__ import annotations

import platform

import pytest

from tests.chip.absence import lacking


@pytest.mark.parametrize(
    ("processor", "outcome", "words"),
    [
        ("x86_64", pytest.fail.Exception, "^no compiler$"),
        ("aarch64", pytest.skip.Exception, "^on aarch64: no compiler$"),
    ],
)
def test_what_is_lacking_is_said(monkeypatch, processor, outcome, words):
    monkeypatch.setattr(platform, "machine", lambda: processor)
    with pytest.raises(outcome, match=words):
        lacking("no compiler")
