"""The virtual table as a camera."""

from __future__ import annotations

from companion.simulator.art import Bgr
from companion.simulator.table import FULL_HD, VirtualTable


class VirtualFeed:
    """A ``CameraFeed`` over a virtual table.

    Args:
        table: The table; pieces may be laid on it meanwhile.
        size_px: Width and height of the pictures.
    """

    def __init__(self, table: VirtualTable, size_px: tuple[int, int] = FULL_HD) -> None:
        self._table = table
        self._size_px = size_px

    def frame(self) -> Bgr:
        """Take a picture now."""
        return self._table.photograph(self._size_px)

    def still(self) -> Bgr:
        """Take another one: they are all of one size."""
        return self.frame()

    def leave(self) -> None:
        """Nobody waits here."""

    def close(self) -> None:
        """Nothing is held."""
