"""How the screens look: words on a face or shapes alone, how bright, and whether this page may stand in for a screen.

Belongs to the people and the room, not to a mission: it can be changed at any time and is kept for the next start.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum

from companion.game.position import Seat
from companion.table.ports import MissionStore, Screens

REMEMBERED = "look"
"""The setting under which it is kept."""
WORDS_FROM_TENTHS = 28
"""From this diagonal on, in tenths of an inch, words on a face are large enough to be read with ease."""
STEPS = 8
"""How many steps the light has that is set by hand."""
FULL_LIGHT = 255


class Words(Enum):
    """Whether the words stand on a face."""

    AUTO = "auto"
    """As the size of the screen suggests."""
    ON = "on"
    OFF = "off"


class Light(Enum):
    """How bright the screens are."""

    DAY = "day"
    NIGHT = "night"
    BY_HAND = "by hand"


LEVELS = {Light.DAY: FULL_LIGHT, Light.NIGHT: 64}
"""0 to 255. What reaches the eye goes with the square: at night a sixteenth."""


def words_suit(inches_tenths: int) -> bool:
    """Whether a glass of this diagonal has room for words; one that does not say how large it is gets them."""
    return inches_tenths == 0 or inches_tenths >= WORDS_FROM_TENTHS


@dataclass(frozen=True, slots=True)
class Look:
    """``words``: for the screen of seat A and of seat B. ``step``: of the light by hand, 1 to ``STEPS``.

    ``on_page``: a seat without a screen may look at its face on the shared page. Not kept for the next start: it is for
    those at the table to allow it, and others may sit there then.
    """

    words: tuple[Words, Words] = (Words.AUTO, Words.AUTO)
    light: Light = Light.DAY
    step: int = STEPS // 2
    on_page: bool = False

    @property
    def level(self) -> int:
        """How bright, 0 to 255; never dark."""
        return LEVELS.get(self.light, FULL_LIGHT * self.step // STEPS)

    def words_of(self, seat: Seat) -> Words:
        """What the player of a seat wants."""
        return self.words[list(Seat).index(seat)]

    def to_text(self) -> str:
        """As it is kept, but for ``on_page``."""
        return json.dumps(
            {
                "words": [words.value for words in self.words],
                "light": self.light.value,
                "step": self.step,
            }
        )


def look_from_text(text: str | None) -> Look:
    """What ``to_text`` wrote; the usual look where there is nothing or nothing that can be used."""
    try:
        said = json.loads(text or "{}")
        a, b = (Words(words) for words in said["words"])
        step = said["step"]
        if type(step) is not int or not 1 <= step <= STEPS:
            return Look()
        return Look((a, b), Light(said["light"]), step)
    except (ValueError, KeyError, TypeError, RecursionError):
        return Look()


class Looks:
    """Keeps the look, and tells the screens of each change."""

    def __init__(self, store: MissionStore, screens: Screens) -> None:
        self._store = store
        self._screens = screens
        self._look = look_from_text(store.recall(REMEMBERED))
        self._tell()

    @property
    def now(self) -> Look:
        """The look now."""
        return self._look

    def change(self, look: Look) -> None:
        """Have the screens look so from now on.

        Raises:
            CompanionError: it cannot be kept; nothing has changed.
        """
        if look != self._look:
            self._store.remember(REMEMBERED, look.to_text())
            self._look = look
            self._tell()

    def _tell(self) -> None:
        self._screens.light(self._look.level)
        for seat in Seat:
            words = self._look.words_of(seat)
            self._screens.words(seat, None if words is Words.AUTO else words is Words.ON)
