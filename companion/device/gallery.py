"""What each seat is to see, drawn when a screen needs it and kept no longer than it is wanted."""

from __future__ import annotations

from dataclasses import replace

from companion.device.picture import Picture
from companion.device.render import draw, draw_number, draw_waiting
from companion.game.position import Seat
from companion.table.look import words_suit
from companion.table.views import ScreenView, Show


class Gallery:
    """The wanted pictures.

    Attributes:
        numbered: every screen shows its number, so that people see which is which.
        dark: screens without a seat stay black instead of waiting.
        words: whether the seats that have said so want words on their face; for the others the size decides.
        while_held: what is secret is seen only while its player holds the screen's button.
    """

    def __init__(self) -> None:
        self.numbered = False
        self.dark = False
        self.while_held = False
        self.words: dict[Seat, bool] = {}
        self._views: dict[Seat, ScreenView] = {}
        self._drawn: dict[tuple[Seat, tuple[int, int]], tuple[ScreenView, bool, Picture]] = {}

    def hang(self, view: ScreenView) -> None:
        """From now on this is what the seat sees."""
        self._views[view.seat] = view
        self.numbered = self.dark = False

    def forget(self, seat: Seat) -> None:
        """The seat sees nothing."""
        self._views.pop(seat, None)
        self._drawn = {key: drawn for key, drawn in self._drawn.items() if key[0] is not seat}

    def clear(self) -> None:
        """Nobody sees anything."""
        for seat in Seat:
            self.forget(seat)
        self.numbered, self.dark = False, True

    def picture(
        self, seat: Seat | None, number: int, size_px: tuple[int, int], inches_tenths: int = 0
    ) -> Picture | None:
        """What a screen of this seat, number and size is to show; None for black."""
        if self.numbered:
            return draw_number(number, size_px)
        if seat is None:
            return None if self.dark else draw_waiting(size_px)
        view = self._views.get(seat)
        if view is None or view.show is Show.BLANK:
            return None
        words, held = self.words.get(seat, words_suit(inches_tenths)), self._held(view)
        drawn = self._drawn.get((seat, size_px))
        if drawn is None or drawn[:2] != (view, words) or drawn[2].while_held is not held:
            drawn = (view, words, replace(draw(view, size_px, words), while_held=held))
            self._drawn[seat, size_px] = drawn
        return drawn[2]

    def _held(self, view: ScreenView) -> bool:
        """Only a face or a key is worth hiding: waiting, the seat's letter and the words are always to be seen."""
        return self.while_held and view.show in (Show.FACE, Show.KEY)
