"""Whether table and record agree, over time: what is asked, what was promised, and what the camera is not asked about.

A difference is asked about only once it has been seen for a while with no hand over the table, one at a time, and each
only once: who says "I'll move it" is believed until the table lies otherwise. Nothing here changes a record.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from companion.game.position import COUNT, Position
from companion.table.check import Difference, Due, Kind, Place, differences, due
from companion.table.dealing import Play
from companion.table.observation import Observation
from companion.table.ports import MissionStore
from companion.table.remedy import Remedy, remedy

PATIENCE_S = {
    Kind.WRONG_CARD: 2.0,
    Kind.WRONG_PLACE: 2.0,
    Kind.WRONG_ARROW: 2.0,
    Kind.TWO_TOKENS: 2.0,
    Kind.SURPLUS: 4.0,
    Kind.BANK: 8.0,
    Kind.FORGOTTEN: 12.0,
}
"""So long a difference is seen before it is asked about: what lies wrong soon, what is not done yet much later."""
UNDER_WAY = (Kind.FORGOTTEN, Kind.SURPLUS, Kind.BANK)
"""How a table looks on which something is just being laid."""
LONGEST_STEP_S = 1.0
"""A pause between two looks counts no longer than this."""
UNTOLD_S = 3.0
"""What lies still on a card for so long and is not known by then, the camera cannot tell by itself."""
BLIND_S = 3.0
"""So long without the 25 places the app says that it does not see the table."""

KEPT, OFF, ON = "follow", "off", "on"
TABLE, FINGER = "the table", "a finger"


class Standing(Enum):
    """How the app stands to the table."""

    OFF = "the table is not followed"
    BLIND = "the table is not seen"
    LOOKING = "what is seen agrees, and not all of it is seen"
    AGREED = "table and record agree"
    LAYING = "something is still to be laid or moved"
    DESYNCHRONISED = "table and record differ, and it is asked why"


@dataclass(slots=True)
class _Seen:
    """A difference, how long it was seen, whether it is asked about, and whether somebody puts it right."""

    difference: Difference
    for_s: float = 0.0
    asked: bool = False
    promised: bool = False


class Following:
    """What the camera makes of the mission on the table. Called by the UI thread alone.

    Args:
        store: where it is kept what the players have switched off.
        play: what is on the table, None where there is nothing.
    """

    def __init__(self, store: MissionStore, play: Callable[[], Play | None]) -> None:
        self._store, self._play = store, play
        self._on = {what: store.recall(f"{KEPT} {what}") != OFF for what in (TABLE, FINGER)}
        self.clear()

    def clear(self) -> None:
        """Another table: nothing was seen of it, and nothing was promised."""
        self._seen: list[_Seen] = []
        self._due: Due | None = None
        self._last_s = self._blind_since = float("-inf")
        self._untold_s = [0.0] * COUNT
        self.observation: Observation | None = None

    # --- what players have switched off -----------------------------------------------------------------------------

    @property
    def table(self) -> bool:
        """The camera follows the table."""
        return self._on[TABLE]

    @property
    def finger(self) -> bool:
        """A finger that rests on a word proposes it."""
        return self._on[FINGER]

    def follow_table(self, on: bool) -> None:
        """Switch it on or off; remembered."""
        self._on[TABLE] = on
        self.clear()
        self._keep(TABLE)

    def follow_finger(self, on: bool) -> None:
        """Switch it on or off; remembered."""
        self._on[FINGER] = on
        self._keep(FINGER)

    def _keep(self, what: str) -> None:
        """Last, so that a disk that takes nothing keeps nobody from it."""
        self._store.remember(f"{KEPT} {what}", ON if self._on[what] else OFF)

    # --- what is seen -----------------------------------------------------------------------------------------------

    def take(self, seen: Observation | None, at_s: float, laying: frozenset[Place] = frozenset()) -> None:
        """The camera has looked once more.

        Args:
            seen: what it says; None where it gives no picture.
            at_s: when, in seconds of a clock that only goes forward.
            laying: where the players are just laying something, or are asked whether they do: nothing is forgotten or
                too much there yet.
        """
        play = self._play()
        if play is None or not self.table:
            self.clear()
            return
        passed, self._last_s = min(max(0.0, at_s - self._last_s), LONGEST_STEP_S), at_s
        self.observation = seen
        if seen is None or not seen.in_step:
            self._blind_since = min(self._blind_since, at_s) if self._blind_since >= 0 else at_s
            return
        self._blind_since = float("-inf")
        should = due(play.state)
        if should != self._due:
            # The record went on: of what differed from the old one only what differs from the new one is still asked.
            now = {difference.what for difference in differences(should, seen)}
            before, self._due = self._due, should
            self._seen = [
                entry
                for entry in self._seen
                if entry.difference.what in now
                or (_out_of_sight(entry.difference, seen) and _as_due(entry.difference, before, should))
            ]
        if not seen.hand:
            for index, lies in enumerate(seen.cells):
                self._untold_s[index] = self._untold_s[index] + passed if lies is None else 0.0
            self._merge(differences(should, seen), seen, passed, laying)

    def _merge(self, now: tuple[Difference, ...], seen: Observation, passed: float, laying: frozenset[Place]) -> None:
        known = {entry.difference.what: entry for entry in self._seen}
        there = {difference.what for difference in now}
        kept = [e for e in self._seen if e.difference.what not in there and _out_of_sight(e.difference, seen)]
        held = {place for entry in kept for place in entry.difference.places}
        for difference in now:
            entry = known.get(difference.what)
            if entry is None:
                if not difference.places & held:
                    kept.append(_Seen(difference))
                # Else it looks otherwise only because a part of it cannot be seen just now.
                continue
            entry.difference = difference
            if not (difference.kind in UNDER_WAY and difference.places & laying):
                entry.for_s += passed
            kept.append(entry)
        self._seen = kept
        self._ask()

    def _ask(self) -> None:
        """One question at a time; what is asked stays asked until it is answered or put right."""
        ripe = [entry for entry in self._seen if entry.for_s >= PATIENCE_S[entry.difference.kind]]
        if ripe and not any(entry.asked and not entry.promised for entry in self._seen):
            for entry in [entry for entry in ripe if not entry.promised][:1]:
                entry.asked = True

    # --- what follows -----------------------------------------------------------------------------------------------

    @property
    def standing(self) -> Standing:
        """How the app stands to the table now."""
        if not self.table:
            return Standing.OFF
        if self.observation is None or self._blind_for_s > BLIND_S:
            return Standing.BLIND
        if self.question is not None:
            return Standing.DESYNCHRONISED
        if self._seen:
            return Standing.LAYING
        return Standing.LOOKING if None in self.observation.cells else Standing.AGREED

    @property
    def _blind_for_s(self) -> float:
        return self._last_s - self._blind_since if self._blind_since >= 0 else 0.0

    @property
    def question(self) -> Difference | None:
        """What is asked now: one thing at a time; nothing while the table is not seen, or the record has gone on."""
        if self._blind_for_s > BLIND_S or not self._up_to_date:
            return None
        return next((e.difference for e in self._seen if e.asked and not e.promised), None)

    @property
    def promised(self) -> tuple[Difference, ...]:
        """What somebody said would be put right, and does not lie right yet."""
        return tuple(entry.difference for entry in self._seen if entry.promised) if self._up_to_date else ()

    @property
    def _up_to_date(self) -> bool:
        """What was seen was compared with the record as it is now."""
        play = self._play()
        return play is not None and due(play.state) == self._due

    def untold(self, position: Position) -> bool:
        """The camera cannot tell what lies on a card, though no hand was in its way for a while."""
        return self._untold_s[position.index] >= UNTOLD_S

    @property
    def pointed_at(self) -> Position | None:
        """The word on which a finger rests, where that proposes it."""
        seen = self.observation
        return seen.finger if seen is not None and self.table and self.finger else None

    def move_it(self) -> None:
        """Somebody puts it right: what is asked is not asked again while the table lies like this."""
        asked = self.question
        for entry in self._seen:
            entry.promised = entry.promised or entry.difference == asked
        self._ask()

    def put_off(self) -> None:
        """The answer to what is asked comes another way: if that comes to nothing it is asked again in its time.

        So is all else that differs: what comes next is that other way.
        """
        for entry in self._seen:
            entry.asked, entry.for_s = entry.asked and entry.promised, 0.0

    def remedy(self) -> Remedy | None:
        """It is as on the table: how the record could be set to it; None where nothing is asked."""
        asked, play = self.question, self._play()
        return remedy(play, asked) if asked is not None and play is not None else None


def _out_of_sight(difference: Difference, seen: Observation) -> bool:
    """A card that it is about cannot be seen now, so that nobody knows whether it was put right."""
    return any(seen.cells[position.index] is None for position in difference.positions)


def _as_due(difference: Difference, before: Due | None, now: Due) -> bool:
    """What should lie on the cards that it is about is what should have lain there before."""
    return before is not None and all(before.cells[p.index] == now.cells[p.index] for p in difference.positions)
