"""The pictures of the sheet together: which are missing, and whether they are enough."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from companion.errors import CompanionError
from companion.vision.lens.view import View, ViewUnusable

FEWEST_VIEWS, WANTED_VIEWS = 8, 12
ALIKE = 0.035
"""Views in which the sheet moved less than this, in picture diagonals, tell nothing new."""
LEANS_DEG, LEANS_ENOUGH_DEG = 15.0, 12.0
GRID, FEWEST_CELLS = (4, 4), 11
"""The picture in columns and rows of cells; so many must have held a corner of the sheet."""
FILLS = 0.22
"""Share of the picture that the sheet covers when it is held close."""


class ViewsInsufficient(CompanionError):
    """Too few or too similar views for a calibration; says what to add."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A view that is worth having: what to do for it, and whether a view is of that kind."""

    do: str
    granted: Callable[[View], bool]


def _in_corner(right: bool, bottom: bool) -> Callable[[View], bool]:
    def is_there(view: View) -> bool:
        share = view.corners / np.array(view.size_px)
        x, y = (1 - share[:, 0] if right else share[:, 0]), (1 - share[:, 1] if bottom else share[:, 1])
        return bool(((x < 0.2) & (y < 0.25)).any())

    return is_there


WISHES: tuple[Wish, ...] = (
    Wish("lay the sheet flat under the camera, so close that it fills most of the picture", lambda v: v.area >= FILLS),
    Wish("lift the sheet's edge at the right of the picture by a hand", lambda v: v.tilt_deg[0] <= -LEANS_DEG),
    Wish("lift the sheet's edge at the left of the picture by a hand", lambda v: v.tilt_deg[0] >= LEANS_DEG),
    Wish("lift the sheet's edge at the bottom of the picture by a hand", lambda v: v.tilt_deg[1] <= -LEANS_DEG),
    Wish("lift the sheet's edge at the top of the picture by a hand", lambda v: v.tilt_deg[1] >= LEANS_DEG),
    Wish("bring the sheet into the upper left corner of the picture", _in_corner(right=False, bottom=False)),
    Wish("bring the sheet into the upper right corner of the picture", _in_corner(right=True, bottom=False)),
    Wish("bring the sheet into the lower left corner of the picture", _in_corner(right=False, bottom=True)),
    Wish("bring the sheet into the lower right corner of the picture", _in_corner(right=True, bottom=True)),
)
ANY_OTHER = "hold the sheet in another way: turned, leaning, nearer or farther"


class Views:
    """The usable, different views so far, each under a name (a file's, or its number)."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.views: list[View] = []

    def add(self, name: str, view: View) -> None:
        """Take a view.

        Raises:
            ViewUnusable: it is of another size than the others, or shows the sheet as one of them does.
        """
        if self.views and view.size_px != self.views[0].size_px:
            sizes = " x ".join(map(str, view.size_px)), " x ".join(map(str, self.views[0].size_px))
            raise ViewUnusable(f"{sizes[0]} pixels, where the others have {sizes[1]}: use one camera, held one way")
        for other, known in zip(self.names, self.views, strict=True):
            if view.unlike(known) < ALIKE:
                raise ViewUnusable(f"shows the sheet as picture {other} does: move or tilt it")
        self.names.append(name)
        self.views.append(view)

    @property
    def next_wish(self) -> str:
        """What to do for the next view."""
        for wish in WISHES:
            if not any(wish.granted(view) for view in self.views):
                return wish.do
        return ANY_OTHER

    @property
    def complete(self) -> bool:
        """Whether there are as many as are wanted, of all kinds."""
        return len(self.views) >= WANTED_VIEWS and self.next_wish == ANY_OTHER

    def require_enough(self) -> None:
        """Refuse what no lens can be told from.

        Raises:
            ViewsInsufficient: too few, all the same way, or all in one part of the picture.
        """
        if len(self.views) < FEWEST_VIEWS:
            raise ViewsInsufficient(
                f"{len(self.views)} usable pictures of the sheet, at least {FEWEST_VIEWS} are needed "
                f"({WANTED_VIEWS} are better): next, {self.next_wish}"
            )
        tilts = np.abs([view.tilt_deg for view in self.views])
        for axis, edges in enumerate(("left or right", "top or bottom")):
            if float(tilts[:, axis].max()) < LEANS_ENOUGH_DEG:
                raise ViewsInsufficient(
                    f"the sheet faces the camera in all pictures: add some with its edge at the {edges} of the "
                    "picture lifted by a hand"
                )
        cells = self._cells()
        if cells < FEWEST_CELLS:
            raise ViewsInsufficient(
                f"the sheet was shown in {cells} of the {GRID[0] * GRID[1]} parts of the picture only: "
                "bring it into the corners and to the edges"
            )

    def _cells(self) -> int:
        """In how many parts of the picture a corner was seen."""
        shares = np.vstack([view.corners / np.array(view.size_px) for view in self.views])
        places = np.clip((shares * GRID).astype(int), 0, np.array(GRID) - 1)
        return len({(int(x), int(y)) for x, y in places})
