"""What happens to the faces when cables fail, for long: real firmware at real pseudo-terminals, and a real host.

    python bench/cables.py [CYCLES] [SEED] [--bytes]

CYCLES (200) cables are pulled at any moment, in the middle of a frame, both at once, and come back at another port,
crossed or late, while the game goes on. Every glass is watched all the time. Then memory, threads and descriptors are
what they were. With ``--bytes`` every single byte of a session with a whole face is lost, then changed, on a line in
this process (some minutes). Exit 1 if a wrong face was seen, one came back too late, or something was left behind.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from companion.device.render import draw
from companion.game.position import Seat
from companion.simulator.cable import FaultyCable
from tests.device.cables import SESSION_BYTES, SOCKETS, Cables
from tests.device.faces import SIZE, view
from tests.device.hurt_line import HurtLine

RETURN_S = 2.0
LATE_S = 8.0
PATIENCE_S = 60.0
SETTLING = 20
"""After so many cycles all that is made once has been made."""
GROWTH_KB = 4096


class Cycles:
    """One after the other, with what came of them."""

    def __init__(self, table: Cables, chance: random.Random) -> None:
        self.table, self.chance = table, chance
        self.now = 0
        self.returns: list[tuple[float, str]] = []
        self.kinds: dict[str, int] = {}
        self._kind = ""
        self._ways = {
            "pulled": self.pulled, "cut in mid-frame": self.cut, "crossed": self.crossed, "stumbles": self.stumbles,
            "8 s late": self.late,
        }  # fmt: skip

    def one(self) -> None:
        """One disturbance, until all is well again."""
        (kind,) = self.chance.choices(list(self._ways), weights=[8, 8, 6, 4, 1])
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        self._kind = kind
        self._ways[kind]()
        self.table.until(self.table.all_showing, PATIENCE_S)

    def pulled(self) -> None:
        """Out for a moment, back anywhere."""
        seat, cable = self._any()
        cable.pull()
        self.table.live(self.chance.random())
        self._turn()
        self._back(seat, cable)

    def cut(self) -> None:
        """Cut off after some bytes of what is sent to it, then back anywhere."""
        seat, cable = self._any()
        cable.pull()
        cable.cut_after = self.chance.randrange(1, SESSION_BYTES)
        cable.plug(self._socket())
        self.table.until(lambda: not cable.plugged or self.table.right(seat, self.now), PATIENCE_S)
        cable.pull()
        cable.cut_after = None
        self._back(seat, cable)

    def crossed(self) -> None:
        """Both out, and each comes back where the other was."""
        ends = [(seat, self.table.cable(seat)) for seat in Seat]
        sockets = [cable.name for _, cable in ends]
        for _, cable in ends:
            cable.pull()
        self.table.live(self.chance.random())
        self._turn()
        for (_, cable), socket in zip(ends, reversed(sockets), strict=True):
            cable.plug(socket)
        for seat, _ in ends:
            self._await(seat)

    def stumbles(self) -> None:
        """Out and in again at once at the same socket, several times."""
        seat, cable = self._any()
        for _ in range(self.chance.randrange(2, 5)):
            cable.plug(cable.name)
            self.table.live(0.3 * self.chance.random())
        began = time.monotonic()
        self._await(seat, began)

    def late(self) -> None:
        """Long away, and the game goes on."""
        seat, cable = self._any()
        cable.pull()
        self._turn()
        self.table.live(LATE_S)
        self._back(seat, cable)

    def _any(self) -> tuple[Seat, FaultyCable]:
        seat = self.chance.choice(list(Seat))
        return seat, self.table.cable(seat)

    def _socket(self) -> str:
        taken = {cable.name for cable in self.table.cables.values() if cable.plugged}
        return self.chance.choice([name for name in SOCKETS if name not in taken])

    def _turn(self) -> None:
        """The game goes on: both faces change."""
        self.now = 1 - self.now
        self.table.give_seats(self.now)

    def _back(self, seat: Seat, cable: FaultyCable) -> None:
        cable.plug(self._socket())
        self._await(seat)

    def _await(self, seat: Seat, began: float | None = None) -> None:
        began = time.monotonic() if began is None else began
        self.table.until(lambda: self.table.right(seat, self.now), PATIENCE_S)
        self.returns.append((time.monotonic() - began, self._kind))


def cycles(count: int, seed: int) -> bool:
    """Run them and print what came of them; whether all was well."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        table = Cables(Path(name))
        table.start()
        service, run = table.host.service_id, Cycles(table, chance)
        before, began = table.burdens(), time.monotonic()
        for number in range(count):
            if number == min(SETTLING, count // 2):
                before = table.burdens()
            run.one()
        after, took = table.burdens(), time.monotonic() - began
        restarted = table.host.service_id != service
        table.close()
    print(f"seed {seed}: {count} cycles in {took:.0f} s: " + ", ".join(f"{n} {k}" for k, n in run.kinds.items()))
    slowest, kind = max(run.returns)
    median = statistics.median(took for took, _ in run.returns)
    late = f"{sum(took >= RETURN_S for took, _ in run.returns)} of {len(run.returns)} late"
    print(f"looks at the glass            {table.watch.looks}, wrong faces {len(table.watch.wrong)}")
    print(f"face back after its port      median {median:.2f} s, slowest {slowest:.2f} s ({kind}), {late}")
    well = not table.watch.wrong and slowest < RETURN_S and not restarted
    for what, was, now in zip(("app", "link process"), before, after, strict=True):
        print(f"{what:<14}handles {was.handles} -> {now.handles}, threads {was.threads} -> {now.threads}, "
              f"memory {was.resident_kb} -> {now.resident_kb} KB")  # fmt: skip
        well &= (now.handles, now.threads) == (was.handles, was.threads)
        well &= now.resident_kb - was.resident_kb < GROWTH_KB
    print(f"link process restarted        {'yes' if restarted else 'no'}")
    return well


def every_byte() -> bool:
    """Each byte of a session with a whole face lost, then changed; whether all was well."""
    with tempfile.TemporaryDirectory() as name:
        line = HurtLine(draw(view(Seat.A), SIZE), Path(name) / "a.glass")
        line.session()
        lengths, tried = list(line.lengths), 0
        for way, length in enumerate(lengths):
            for at in range(length):
                for mask in (0, 1 << at % 8):
                    line.session(way, at, mask)
                    tried += 1
    print(f"bytes lost or changed         {tried} (of {lengths[0]} to the screen, {lengths[1]} to the host)")
    print(f"  slowest face                {line.slowest_s:.2f} s after hello, wrong pictures {int(line.wrong)}")
    return not line.wrong and line.slowest_s < RETURN_S


def main() -> int:
    """Run, print, judge."""
    parser = argparse.ArgumentParser()
    parser.add_argument("cycles", nargs="?", type=int, default=200)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("--bytes", action="store_true")
    args = parser.parse_args()
    well = cycles(args.cycles, args.seed)
    if args.bytes:
        well = every_byte() and well
    print("all well" if well else "not all well")
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
