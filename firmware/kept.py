"""What the player of a screen has set and the screen keeps without power: which way up, and how bright."""

import os

STEPS = (255, 128, 64, 24)


class Kept:
    """`path`: the file on the board, or None where nothing is kept. Holds nothing of any picture."""

    def __init__(self, path):
        self.path = path
        self.turned = False
        self.step = 0
        if path:
            self._load()

    def _load(self):
        try:
            with open(self.path) as kept:
                words = kept.read(16).split()
            turned, step = int(words[0]), int(words[1])
        except (OSError, ValueError, IndexError):
            return  # Not there yet, or spoilt: as a new screen.
        self.turned = turned == 1
        self.step = step if 0 <= step < len(STEPS) else 0

    def save(self):
        """Put it into the file in one step; a full or broken memory costs only the remembering."""
        if not self.path:
            return
        try:
            with open(self.path + ".new", "w") as kept:
                kept.write("%d %d\n" % (1 if self.turned else 0, self.step))
            os.rename(self.path + ".new", self.path)
        except OSError:
            pass

    @property
    def share(self):
        """The player's share of the light, of 255."""
        return STEPS[self.step]

    def dimmer(self):
        """The next step down, after the last one full light again."""
        self.step = (self.step + 1) % len(STEPS)
