"""The page on which a player without a screen looks at the key: alone, and only while a finger holds it there."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from companion.game.position import Seat
from companion.table.options import Game
from companion.table.views import ScreenView
from companion.ui.presenters.desk import Desk
from companion.ui.presenters.people import called, called_fully

HOLD_S = 0.4
"""A finger that only brushes the button shows nothing."""
MOST_S = 20.0
"""After so long the key goes even while it is held: a finger's going up may have been lost."""
IDLE_S = 30.0
"""A page that nobody has touched for so long asks again who looks."""


class Step(Enum):
    """What the page is for now."""

    HAND = "hand the table over"
    HOLD = "hold to look"
    SHOWN = "the key is there"


@dataclass(frozen=True, slots=True)
class PeekView:
    """``seat``: whose key it is, None for that of all spymasters.

    ``face`` is there only while it is held, and never in the text form. ``main``, ``other``: answers, "" for none.
    """

    step: Step
    title: str
    sentence: str
    seat: Seat | None
    main: str = ""
    other: str = ""
    hold: str = ""
    face: ScreenView | None = field(default=None, repr=False)


class PeekPresenter:
    """See the module. It keeps no face longer than it is held."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._seat = Seat.A
        self._step = Step.HAND
        self._face: ScreenView | None = None
        self._pressed_at: float | None = None
        self._touched_at = desk.now()
        self._back_to = desk.facing

    def enter(self) -> None:
        """The page comes up: whoever is to give a clue looks first."""
        self.release()
        seats, options = self._seats, self._desk.session.options
        self._back_to = self._desk.facing
        giver = self._desk.session.state.giver if options.game is Game.DUET else None
        self._hand_to(giver if giver in seats else (seats or tuple(Seat))[0])

    def view(self) -> PeekView:
        """What the page shows now."""
        if self._step is Step.HAND:
            return self._hand()
        return PeekView(
            Step.HOLD if self._face is None else Step.SHOWN,
            "The key" if self._classic else f"The key of {self._called}",
            "It is there while the button is held, and gone when the finger goes up.",
            None if self._classic else self._seat,
            hold="Hold to look",
            main="Done",
            face=self._face,
        )

    def _hand(self) -> PeekView:
        others = () if self._classic else tuple(seat for seat in self._seats if seat is not self._seat)
        away = "The guessers look" if self._classic else f"{self._name(self._seat.other)} looks"
        sure = "Nobody else looks" if self._classic else f"I am {self._name(self._seat)}, nobody else looks"
        return PeekView(
            self._step,
            f"Hand the table to {self._called}",
            f"{away} away. Whoever holds the table then says:",
            None if self._classic else self._seat,
            main=sure,
            other=f"Hand it to {self._name(others[0])}" if others else "",
        )

    # --- intents -------------------------------------------------------------------------------------------------

    def main(self) -> None:
        """The answer to "hand the table over", or the end of looking."""
        if self._desk.too_soon():
            return
        if self._step is Step.HAND and self._seat in self._seats:
            self._step = Step.HOLD
            self._desk.facing = self._looks_from
            self._touch()
        else:
            self.back()

    def other(self) -> None:
        """The other player looks."""
        if not self._desk.too_soon() and self._step is Step.HAND and self._seat.other in self._seats:
            self._hand_to(self._seat.other)

    def press(self) -> None:
        """A finger is on the button."""
        if self._step is Step.HOLD and not self._desk.too_soon():
            self._pressed_at = self._touched_at = self._desk.now()

    def release(self) -> None:
        """The finger went up, or anything else happened: the key is gone at once."""
        self._desk.session.shared.hide()
        self._face = self._pressed_at = None
        self._touched_at = self._desk.now()

    def tick(self) -> None:
        """Time passes: a finger that stays shows the key, one that stays too long does not."""
        now = self._desk.now()
        if self._pressed_at is None:
            if self._step is Step.HOLD and now - self._touched_at >= IDLE_S:
                self._hand_to(self._seat)
        elif self._face is None:
            if now - self._pressed_at >= HOLD_S:
                self._show()
        elif now - self._pressed_at >= MOST_S or self._seat not in self._seats:
            self.release()

    def back(self) -> None:
        """To the mission."""
        self.leave()
        self._desk.facing = self._back_to
        self._desk.go_on_playing()

    def leave(self) -> None:
        """The page goes, by whatever way: nothing stays on it."""
        self.release()
        self._step = Step.HAND

    # --- inside --------------------------------------------------------------------------------------------------

    @property
    def _seats(self) -> tuple[Seat, ...]:
        return self._desk.session.shared.seats()

    @property
    def _classic(self) -> bool:
        return self._desk.session.options.game is Game.CLASSIC

    @property
    def _looks_from(self) -> Seat:
        """The side of the table from which the key is seen."""
        return self._desk.session.options.side if self._classic else self._seat

    @property
    def _called(self) -> str:
        return "the spymasters" if self._classic else called_fully(self._desk.session.options, self._seat)

    def _name(self, seat: Seat) -> str:
        return called(self._desk.session.options, seat)

    def _show(self) -> None:
        eyes = self._desk.eyes
        if eyes.reading.active or eyes.keys.reading:
            self.release()
            self._desk.say("The camera takes a picture just now: hold the button again in a moment.")
            return
        if not self._desk.attempt(self._take):
            self.release()

    def _take(self) -> None:
        self._face = self._desk.session.shared.show(self._seat)

    def _hand_to(self, seat: Seat) -> None:
        self.release()
        self._seat, self._step = seat, Step.HAND
        self._touch()

    def _touch(self) -> None:
        self._touched_at = self._desk.now()
        self._desk.settle()
