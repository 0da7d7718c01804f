"""A virtual table and its watch, ten frames a second, for the tests of the watch."""

from companion.game.position import ALL_POSITIONS
from companion.simulator.conditions import GRADES
from companion.simulator.designs import Design
from companion.simulator.table import VirtualTable
from companion.simulator.words import WORDS
from companion.table.observation import Observation
from companion.table.scan import BoardScan, CardReading, Certainty
from companion.vision.watch import TableWatch
from companion.vision.watching.places import Picture

FRAME_S = 0.1


class Watched:
    """``light``: multiplies what the camera sees, to play with lamps and shadows."""

    def __init__(self, seed: int, grade: str = "easy", design: Design | None = None, bank: int = 0) -> None:
        self.table = VirtualTable(WORDS[:25], seed, GRADES[grade], design=design)
        if bank:
            self.table.set_bank(bank)
        self.at_s = 0.0
        self.watch = TableWatch(self.table.photograph(), scan_of(self.table))

    def wait(self, seconds: float) -> Observation:
        return self.frames(seconds)[-1]

    def frames(self, seconds: float) -> list[Observation]:
        return [self.show(self.table.photograph()) for _ in range(round(seconds / FRAME_S))]

    def show(self, picture: Picture) -> Observation:
        self.at_s += FRAME_S
        return self.watch.see(picture, self.at_s)


def scan_of(table: VirtualTable) -> BoardScan:
    truth = table.truth()
    cards = zip(ALL_POSITIONS, truth.words, truth.outlines_px, strict=True)
    return BoardScan(
        tuple(CardReading(p, word, Certainty.SURE, 1.0, (word,), None, outline) for p, word, outline in cards),
        truth.rotation_deg,
    )
