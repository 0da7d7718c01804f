"""Buttons that bounce: a change counts once two looks at least `SETTLE_MS` apart agree."""

import ticks

SETTLE_MS = 15


class Buttons:
    """Follows a row of buttons. `down` is what counts now."""

    def __init__(self, states, now):
        self.down = list(states)
        self.seen = list(states)
        self.since = [now] * len(self.down)

    def look(self, states, now):
        """Number and new state of each button that has changed for good."""
        changed = []
        for number, state in enumerate(states):
            if state != self.seen[number]:
                self.seen[number] = state
                self.since[number] = now
            elif state != self.down[number] and ticks.elapsed(self.since[number], now) >= SETTLE_MS:
                self.down[number] = state
                changed.append((number, state))
        return changed
