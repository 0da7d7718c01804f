"""Chance that repeats itself, for missions of which the same is to happen again."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class SeededShuffler:
    """A ``Shuffler`` that deals the same for the same seed. Never for a mission of real players."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(f"key {seed}")

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A new list of the same items in an order that the seed decides."""
        return self._random.sample(items, len(items))
