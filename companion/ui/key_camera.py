"""The camera for a printed key card: one picture, read where it was taken to, never shown and never kept."""

from __future__ import annotations

from collections.abc import Callable

from companion.game.position import Seat
from companion.table.options import Game
from companion.table.ports import KeyReader
from companion.ui.presenters.key_view import Squares
from companion.ui.reading import Seeing
from companion.ui.worker import Lane, Task


class KeyCamera:
    """``KeyEyes`` over a real camera. UI thread.

    Args:
        seeing: The adapters that see the table; None where there is no camera.
        camera_lane: Where pictures are taken.
        reader_lane: Where they are read.
        rotation_deg: Degrees clockwise that bring seat A's far side up in a picture; None while no board was read.
    """

    def __init__(
        self,
        seeing: Callable[[], Seeing | None],
        camera_lane: Lane,
        reader_lane: Lane,
        rotation_deg: Callable[[], int | None],
    ) -> None:
        self._seeing = seeing
        self._camera_lane, self._reader_lane = camera_lane, reader_lane
        self._rotation_deg = rotation_deg
        self._task: Task | None = None

    @property
    def available(self) -> bool:
        """There is a camera, and it knows where seat A sits, since it has read the board."""
        seeing = self._seeing()
        return seeing is not None and seeing.key_reader is not None and self._rotation_deg() is not None

    @property
    def reading(self) -> bool:
        """A picture is on its way."""
        return self._task is not None

    def read(self, game: Game, seat: Seat, done: Callable[[Squares], None], failed: Callable[[str], None]) -> None:
        """Take a picture and read the face that lies before ``seat``; one at a time."""
        seeing, rotation = self._seeing(), self._rotation_deg()
        if self._task is not None or seeing is None or seeing.key_reader is None or rotation is None:
            return
        quarters = (rotation // 90 + (0 if seat is Seat.A else 2)) % 4
        reader: KeyReader = seeing.key_reader

        def was_read(squares: Squares) -> None:
            self._task = None
            done(squares)

        def failed_now(sentence: str) -> None:
            self._task = None
            failed(sentence)

        def was_taken(picture: object) -> None:
            read = reader.duet_face if game is Game.DUET else reader.base_key
            self._task = self._reader_lane.start(lambda: read(picture, quarters), was_read, failed_now)

        self._task = self._camera_lane.start(seeing.feed.still, was_taken, failed_now)

    def give_up(self) -> None:
        """Let the picture on its way come to nothing."""
        if self._task is not None:
            self._task.give_up()
        self._task = None
