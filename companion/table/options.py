"""What is agreed before play, and how it is kept beside the record."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from companion.game.classic import ClassicSetup, Team
from companion.game.duet import Scoring
from companion.game.position import Seat
from companion.table.ports import StoredMission

STANDARD_TOKENS = 9
TIMERS_S = (0, 60, 90, 120, 180, 300)
"""What the turn clock of the base game can be set to; 0 is off. The rules name no time (B4)."""

PLAYERS = (4, 3, 2)

NAMES = ("names A", "names B")
CITY = "city"
CLUE_RULES = "x-clue-rules"
CLUE_HELPER = "x-clue-helper"
SIDE = "x-spymasters-side"
TIMER = "x-timer-s"
RELAXED, ON = "relaxed", "on"


class Game(Enum):
    """Which game is played; the value is the mode of the transcript format."""

    DUET = "duet"
    CLASSIC = "classic"


class KeySource(Enum):
    """Where the key of a mission comes from."""

    DRAWN = "drawn"
    PHOTOGRAPHED = "photographed"
    TYPED = "typed"


@dataclass(frozen=True, slots=True)
class Options:
    """What is agreed on the mission page before play.

    Duet: ``first`` (None: whoever speaks first), ``scoring``, ``turns`` and ``mistakes`` as in ``DuetSetup``, ``city``
    of the mission map ("" for none). Base game: ``players`` 4 (two teams), 3 (two teams with one operative) or 2 (one
    team), ``team`` that begins (None: the key decides), ``side`` at which the spymasters sit, ``timer_s`` for a turn
    (0: none). Both: ``names`` of the people at A and at B (red and blue), ``relaxed`` clue rules, whether the
    ``clue_help`` speaks, where the ``key`` comes from, and whether a face is seen only while its player has the button
    of the screen ``held``.
    """

    game: Game = Game.DUET
    first: Seat | None = None
    scoring: Scoring = Scoring.THREE_PER_TOKEN
    turns: int = STANDARD_TOKENS
    mistakes: int = STANDARD_TOKENS
    city: str = ""
    names: tuple[str, str] = ("", "")
    relaxed: bool = False
    clue_help: bool = False
    players: int = 4
    team: Team | None = None
    side: Seat = Seat.A
    timer_s: int = 0
    key: KeySource = KeySource.DRAWN
    held: bool = False

    def kept(self) -> dict[str, str]:
        """The headers of a record for what no rule looks at."""
        headers = {name: text for name, text in zip(NAMES, self.names, strict=True) if text}
        if self.city and self.game is Game.DUET:
            headers[CITY] = self.city
        if self.relaxed:
            headers[CLUE_RULES] = RELAXED
        if self.clue_help:
            headers[CLUE_HELPER] = ON
        if self.game is Game.CLASSIC:
            headers[SIDE] = self.side.value
            if self.timer_s:
                headers[TIMER] = str(self.timer_s)
        return headers


def options_of(stored: StoredMission) -> Options:
    """The options with which a stored mission was begun. What its headers do not say is as by default."""
    kept, setup = stored.kept, stored.setup
    names = (kept.get(NAMES[0], ""), kept.get(NAMES[1], ""))
    relaxed, clue_help = kept.get(CLUE_RULES) == RELAXED, kept.get(CLUE_HELPER) == ON
    if isinstance(setup, ClassicSetup):
        return Options(
            game=Game.CLASSIC, names=names, relaxed=relaxed, clue_help=clue_help, players=setup.players,
            team=setup.first, side=_side(kept), timer_s=_timer_s(kept),
        )  # fmt: skip
    return Options(
        first=setup.first, scoring=setup.scoring, turns=setup.turns, mistakes=setup.mistakes,
        city=kept.get(CITY, ""), names=names, relaxed=relaxed, clue_help=clue_help,
    )  # fmt: skip


def options_to_text(options: Options) -> str:
    """What is worth remembering for the next start: not the city, nor its numbers."""
    return json.dumps(
        {
            "game": options.game.value,
            "first": options.first.value if options.first else None,
            "scoring": options.scoring.value,
            "names": options.names,
            "relaxed": options.relaxed,
            "clue_help": options.clue_help,
            "players": options.players,
            "side": options.side.value,
            "timer_s": options.timer_s,
            "key": options.key.value,
            "held": options.held,
        },
        ensure_ascii=False,
    )


def options_from_text(text: str | None) -> Options:
    """What ``options_to_text`` wrote; the usual options where there is nothing or nothing that can be used."""
    try:
        said = json.loads(text or "{}")
        a, b = said["names"]
        if said["players"] not in PLAYERS:
            return Options()
        return Options(
            game=Game(said["game"]), first=Seat(said["first"]) if said["first"] else None,
            scoring=Scoring(said["scoring"]), names=(str(a), str(b)), relaxed=said["relaxed"] is True,
            clue_help=said["clue_help"] is True, players=said["players"], side=Seat(said["side"]),
            timer_s=int(said["timer_s"]), key=KeySource(said.get("key", KeySource.DRAWN.value)),
            held=said.get("held") is True,
        )  # fmt: skip
    except (ValueError, KeyError, TypeError):
        return Options()


def _side(kept: Mapping[str, str]) -> Seat:
    return Seat.B if kept.get(SIDE, "").strip().upper() == Seat.B.value else Seat.A


def _timer_s(kept: Mapping[str, str]) -> int:
    text = kept.get(TIMER, "")
    return min(int(text), 3600) if text.isascii() and text.isdigit() and len(text) < 6 else 0
