"""A camera whose pictures are straightened before anybody sees them."""

from __future__ import annotations

from collections.abc import Callable

from companion.table.ports import CameraFeed, Picture
from companion.vision.lens.profile import LensProfile, Straightener

Size = tuple[int, int]


class StraightFeed:
    """``CameraFeed`` over another one. One thread at a time, as that one."""

    def __init__(
        self, feed: CameraFeed, profile: LensProfile, say: Callable[[str], None],
        holds: Callable[[], bool] = lambda: True,
    ) -> None:  # fmt: skip
        """Wrap a camera.

        Args:
            feed: the camera.
            profile: of its lens.
            say: takes one sentence for people: when the pictures are of a shape that the profile does not hold for.
            holds: asked after each picture, whether the profile holds for the camera that took it.
        """
        self._feed = feed
        self._profile = profile
        self._say, self._holds = say, holds
        self._straighteners: dict[Size, Straightener | None] = {}

    def frame(self) -> Picture:
        """The newest picture, straightened; as it is if it has another shape than those the profile was made from.

        Raises:
            CompanionError: what the camera raises.
        """
        return self._straight(self._feed.frame())

    def still(self) -> Picture:
        """A picture as large as the camera can give, straightened as ``frame``.

        Raises:
            CompanionError: what the camera raises.
        """
        picture = self._feed.still()
        if self._holds() and not self._profile.fits(_size(picture)):
            # Large pictures of another shape: of use only together with the live ones, and those are straightened.
            return self.frame()
        return self._straight(picture)

    def leave(self) -> None:
        """Nobody waits for a picture any longer."""
        self._feed.leave()

    def close(self) -> None:
        """Let the camera go. Safe to call twice."""
        self._feed.close()

    def _straight(self, picture: Picture) -> Picture:
        if not self._holds():
            return picture
        size_px = _size(picture)
        if size_px not in self._straighteners:
            self._straighteners[size_px] = self._straightener_for(size_px)
        straightener = self._straighteners[size_px]
        return picture if straightener is None else straightener.straight(picture)

    def _straightener_for(self, size_px: Size) -> Straightener | None:
        if self._profile.fits(size_px):
            return Straightener(self._profile, size_px)
        width, height = self._profile.size_px
        self._say(
            f"the lens profile of {self._profile.camera} is for pictures of {width} x {height}, these have "
            f"{size_px[0]} x {size_px[1]}: they are used as they come; make it anew with `companion calibrate`"
        )
        return None


def _size(picture: Picture) -> Size:
    return picture.shape[1], picture.shape[0]
