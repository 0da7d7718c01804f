"""Whether the players had hidden the keys of a mission: no interruption lights what they had put out."""

from __future__ import annotations

import contextlib

from companion.errors import CompanionError
from companion.table.ports import MissionStore

REMEMBERED, YES, NO = "keys hidden", "yes", "no"
"""The setting that says so; its name ends with the number of the mission."""


class KeptHidden:
    """Kept beside the mission and not in its record, since it is no move of the game."""

    def __init__(self, store: MissionStore) -> None:
        self._store = store

    def of(self, mission: int) -> bool:
        """The keys of this mission were hidden last."""
        return self._store.recall(f"{REMEMBERED} {mission}") == YES

    def note(self, mission: int | None, *, hidden: bool) -> None:
        """The keys were hidden, or shown again. A disk that takes nothing keeps nobody from either."""
        if mission is None:
            return
        with contextlib.suppress(CompanionError):
            if self.of(mission) is not hidden:
                self._store.remember(f"{REMEMBERED} {mission}", YES if hidden else NO)
