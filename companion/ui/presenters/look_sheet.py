"""How the screens look: a sheet over the screens page. What is touched holds at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.game.position import Seat
from companion.table.look import STEPS, Light, Words, words_suit
from companion.ui.presenters.choices import Choice
from companion.ui.presenters.desk import Desk
from companion.ui.presenters.mission import Row

LIGHTS = ((Light.DAY, "day"), (Light.NIGHT, "night"), (Light.BY_HAND, "by hand"))
STEP_TEXTS = tuple((step, str(step)) for step in range(1, STEPS + 1))
PAGES = ((False, "waits for one"), (True, "looks at this page"))
WORDS = (Words.AUTO, Words.ON, Words.OFF)
ROWS = {"words A": Seat.A, "words B": Seat.B}


@dataclass(frozen=True, slots=True)
class LookView:
    """What the sheet shows."""

    rows: tuple[Row, ...]


class LookSheet:
    """See the module."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.open = False

    def show(self) -> None:
        """Lay the sheet over the page."""
        self.open = True
        self._desk.settle()

    def close(self) -> None:
        """Put it away."""
        self.open = False
        self._desk.settle()

    def view(self) -> LookView | None:
        """What the sheet shows, None while it is not open."""
        if not self.open:
            return None
        look = self._desk.session.looks.now
        lights = Row("light", "How bright are the screens?", _of(LIGHTS, look.light), "The table's own light tells.")
        by_hand = Row("step", "How bright by hand?", _of(STEP_TEXTS, look.step))
        steps = (by_hand,) if look.light is Light.BY_HAND else ()
        pages = Row(
            "page",
            "A seat without a screen",
            _of(PAGES, look.on_page),
            "Its key comes here while a finger holds it there, and the other player looks away.",
        )
        words = tuple(self._words(name, seat) for name, seat in ROWS.items())
        return LookView((lights, *steps, *words, *((pages,) if self._desk.paint is not None else ())))

    def choose(self, name: str, index: int) -> None:
        """The choice ``index`` of a row was touched."""
        looks = self._desk.session.looks
        look = looks.now
        match name:
            case "light":
                look = replace(look, light=LIGHTS[index][0])
            case "step":
                look = replace(look, step=STEP_TEXTS[index][0])
            case "page":
                look = replace(look, on_page=PAGES[index][0])
            case _:
                words = list(look.words)
                words[list(Seat).index(ROWS[name])] = WORDS[index]
                look = replace(look, words=(words[0], words[1]))
        self._desk.attempt(lambda: looks.change(look))

    def _words(self, name: str, seat: Seat) -> Row:
        session = self._desk.session
        info, wanted = session.screen_of(seat), session.looks.now.words_of(seat)
        auto, note = "by its size", "No screen is there yet."
        if info is not None:
            inches = info.inches_tenths / 10
            note = f"Its screen has {inches:.1f} inches." if inches else "Its screen does not say its size."
            auto = f"by its size: {'on' if words_suit(info.inches_tenths) else 'off'}"
        texts = ((Words.AUTO, auto), (Words.ON, "on"), (Words.OFF, "off"))
        return Row(name, f"Words on the key of {seat.value}", _of(texts, wanted), note)


def _of(texts: Sequence[tuple[object, str]], chosen: object) -> tuple[Choice, ...]:
    return tuple(Choice(text, value == chosen) for value, text in texts)
