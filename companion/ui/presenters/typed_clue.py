"""A clue on the letter keys, of either game: what the helper says to it, and the three answers to that."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

from companion.game.position import Seat
from companion.ui.presenters.consent import Consent
from companion.ui.presenters.desk import Desk
from companion.ui.presenters.play_view import FlagsView
from companion.ui.presenters.typing import Typed

NumberT = TypeVar("NumberT")


class TypedClue(ABC, Generic[NumberT]):
    """A part of a play page. ``given`` is called when a clue was given."""

    def __init__(self, desk: Desk, consent: Consent, given: Callable[[], None]) -> None:
        self._desk = desk
        self._consent = consent
        self._given = given
        self.typed = Typed()
        self.number: NumberT | None = None
        self.flags: FlagsView | None = None

    def begin(self) -> None:
        """Nothing is typed."""
        self.typed, self.number, self.flags = Typed(alphabet=self.typed.alphabet), None, None

    def finish(self) -> None:
        """The clue is typed: it counts, unless there is something to be said about it first."""
        word = self.typed.word
        reasons = self._reasons(word)
        if not reasons:
            self.give(word or None, self.number)
            return
        self.flags = FlagsView(self.clue_text(), reasons)
        self._desk.settle()

    def change(self) -> None:
        """Back to the keys: another clue."""
        self.flags = None
        self._desk.settle()

    def give_all_the_same(self) -> None:
        """The giver stands by the clue; nothing is recorded about what was said."""
        if not self._desk.too_soon():
            self.give(self.typed.word or None, self.number)

    def ask_both(self) -> None:
        """Both let the clue pass, and the record says so."""
        if self._desk.too_soon():
            return
        word, number = self.typed.word, self.number
        self._consent.ask(
            "Does this clue count for both of you?",
            (self.clue_text(), *(self.flags.reasons if self.flags else ())),
            lambda both: self._give(word, number, allowed=both),
            lambda: self._clue_given(number),
            self._labels(),
        )

    def give(self, word: str | None, number: NumberT | None) -> None:
        """A clue was given; a refusal becomes the notice."""
        if self._desk.attempt(lambda: self._give(word, number)):
            self._clue_given(number)
        self._desk.settle()

    def clue_text(self) -> str:
        """The clue as it is typed so far."""
        number = "" if self.number is None else f" {self.number}"
        return f"{self.typed.word}{number}"

    @abstractmethod
    def _give(self, word: str | None, number: NumberT | None, allowed: frozenset[Seat] | None = None) -> None:
        """Give the clue to the session; ``allowed``: who let it pass, where something was said to it."""

    def _reasons(self, word: str) -> tuple[str, ...]:
        """What is to be said about a clue before it counts."""
        return tuple(flag.reason for flag in self._desk.session.clue_flags(word))

    def _clue_given(self, number: NumberT | None) -> None:  # noqa: ARG002 (what a game says about it)
        self.begin()
        self._given()

    def _labels(self) -> tuple[str, str] | None:
        """How the sides at A and at B are called; None for their letters and names."""
        return None
