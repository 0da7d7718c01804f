"""How quickly two virtual screens show a confirmed guess, and how much travels, beside the plain way of doing it.

    python bench/screens.py [STEPS]

The rival sends the whole picture each time, uncompressed RGB565, as simple display programs do; its receiver runs on
the same interpreter, reads 153,600 bytes onto the same stand-in panel and answers one. A pseudo-terminal carries a
gigabyte a second, so there it may be the quicker one; the bytes decide on a cable. Exit 1 if a goal is missed.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
import tty
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from companion.config import firmware_command, firmware_dir
from companion.device import turing
from companion.device.changes import first_change
from companion.device.client import ServiceScreens
from companion.device.fonts import set_text
from companion.device.picture import Picture
from companion.device.render import draw
from companion.device.turing_link import PIECE_PX
from companion.game.classic import Card
from companion.game.duet import DuetState
from companion.game.position import ALL_POSITIONS, Seat
from companion.game.tokens import Cover
from companion.simulator.screens import VirtualScreen
from companion.table.ports import Link
from tests.device.faces import FULLEST, LONG_WORDS, SIZE, state, view, wire_bytes, with_words
from tests.device.keys import KEY_SETUP, on_the_words, spymaster

GOALS = {"confirm_ms": 60.0, "face_bytes": 4096.0, "key_bytes": 4096.0, "cell_bytes": 400.0, "draw_ms": 15.0}
GOALS |= {"draw_cold_ms": 15.0, "large_cell_bytes": 400.0, "large_draw_ms": 15.0, "worst_bytes": 4096.0}
RAW_BYTES = SIZE[0] * SIZE[1] * 2
BAUD_BYTES_S = 11520
PATIENCE_S = 20.0
RIVAL = """
import sys
sys.path.insert(0, sys.argv[1])
import glass, panel
screen = panel.ST7789(glass.Glass(sys.argv[2]), 320, 240, glass.UPRIGHT)
screen.light(255)
while True:
    screen.begin(0, 0, 320, 240)
    for band in range(15):
        screen.pixels(sys.stdin.buffer.read(320 * 16 * 2))
    screen.end()
    sys.stdout.buffer.write(b"K")
"""


def one_more(now: DuetState, number: int) -> DuetState:
    """The state after one more card was covered."""
    covers = list(now.covers)
    covers[number % 25] = Cover(agent=not covers[number % 25].agent)
    return replace(now, covers=tuple(covers))


def median_ms(act: Callable[[], object], rounds: int, clock: Callable[[], float] = time.perf_counter) -> float:
    """The median time of an act."""
    times = []
    for _ in range(rounds):
        began = clock()
        act()
        times.append((clock() - began) * 1000)
    return statistics.median(times)


def wait_shown(screens: ServiceScreens) -> None:
    """Until both screens have confirmed the newest picture."""
    until = time.monotonic() + PATIENCE_S
    while [info.link for info in screens.devices()] != [Link.SHOWING, Link.SHOWING]:
        if time.monotonic() > until:
            raise SystemExit(f"the screens do not answer: {screens.devices()}")
        screens.tick()
        screens.wait(0.01)


def processor_s(processes: list[int]) -> float:
    """Processor time that some processes have used so far."""
    ticks = 0
    for process in processes:
        fields = Path(f"/proc/{process}/stat").read_text("ascii").rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def confirm_ms(folder: Path, steps: int) -> tuple[float, float]:
    """From the order to show both faces after a guess to both acknowledgements; and processor time of all for it."""
    virtual = {seat: VirtualScreen(f"VIRTUAL-{seat.value}", folder) for seat in Seat}
    ports = [screen.plug_in() for screen in virtual.values()]
    screens = ServiceScreens(ports, only_named=True)
    now = state()
    try:
        wait_shown(screens)
        for seat, screen in virtual.items():
            screens.assign(screen.device, seat)
            screens.show(view(seat, now))
        wait_shown(screens)
        all_of_it = [os.getpid(), screens.service_id or 0, *(screen.process_id or 0 for screen in virtual.values())]
        times, used = [], processor_s(all_of_it)
        for number in range(steps):
            now = one_more(now, number)
            began = time.perf_counter()
            for seat in Seat:
                screens.show(view(seat, now))
            wait_shown(screens)
            times.append((time.perf_counter() - began) * 1000)
        used = processor_s(all_of_it) - used
    finally:
        screens.close()
        for screen in virtual.values():
            screen.close()
    return statistics.median(times), used / steps * 1000


def rival_ms(folder: Path, rounds: int) -> float:
    """The same for two plain receivers: whole raw pictures, one answer each."""
    script = folder / "rival.py"
    script.write_text(RIVAL)
    lines, processes = [], []
    for seat in Seat:
        master, slave = os.openpty()
        tty.setraw(slave)
        command = [*firmware_command()[:-1], str(script), str(firmware_dir()), str(folder / f"rival-{seat.value}")]
        processes.append(subprocess.Popen(command, stdin=master, stdout=master))
        os.close(master)
        lines.append(slave)
    raw = [draw(view(seat), SIZE).as_rgb565() for seat in Seat]

    def both() -> None:
        for line, picture in zip(lines, raw, strict=True):
            rest = memoryview(picture)
            while rest:
                rest = rest[os.write(line, rest) :]
        for line in lines:
            os.read(line, 1)

    try:
        both()
        return median_ms(both, rounds)
    finally:
        for process in processes:
            process.kill()
            process.wait()


def draw_ms(cold: bool, size_px: tuple[int, int] = SIZE) -> float:
    """Processor time for drawing a face; ``cold``: with words that were never drawn before."""

    def act() -> None:
        if cold:
            set_text.cache_clear()
        draw(view(Seat.A), size_px)

    act()
    return median_ms(act, 20, time.process_time)


def changed_cells(size_px: tuple[int, int]) -> list[Picture]:
    """A face after one more card was covered, for each card."""
    return [draw(view(Seat.A, one_more(state(), number)), size_px) for number in range(25)]


def monitor_bytes(picture: Picture, held: Picture) -> int:
    """All bytes to a USB monitor for one picture."""
    before, wanted, total = turing.pixels_of(held), turing.pixels_of(picture), 0
    while area := first_change(before, wanted, PIECE_PX):
        rows, columns = slice(area.y, area.y + area.height), slice(area.x, area.x + area.width)
        before[rows, columns] = wanted[rows, columns]
        total += turing.COMMAND_BYTES + 2 * area.width * area.height
    return total


def worst() -> dict[str, Picture]:
    """Pictures that are harder to pack than any in a usual game, on both sizes of glass."""
    words = [str(p) for p in ALL_POSITIONS if KEY_SETUP.key.cards[p.index] is not Card.ASSASSIN]
    late, key = view(Seat.A, FULLEST), spymaster(Seat.A, on_the_words(*words))
    shown = {"a late face": late, "with 25 long words": with_words(late, LONG_WORDS)}
    shown |= {"a key, 24 covered": key, "a key of long words": with_words(key, LONG_WORDS)}
    sizes = {"320x240": SIZE, "480x320": turing.SIZE_PX}
    return {f"{name}, {size}": draw(each, sizes[size]) for name, each in shown.items() for size in sizes}


def report_worst() -> dict[str, float]:
    """Print what they take; the figure that has a goal comes back."""
    took = {name: wire_bytes(picture, bytes(len(picture.pixels))) for name, picture in worst().items()}
    for name, count in took.items():
        print(f"  {name:<29} {count} bytes")
    return {"worst_bytes": float(max(took.values()))}


def pack_ms(picture: Picture, held: bytes) -> float:
    """Processor time for packing a picture, which the host does once for each screen."""
    return median_ms(lambda: wire_bytes(picture, held), 10, time.process_time)


def report_large() -> dict[str, float]:
    """Print what the 3.5-inch glass and a USB monitor cost; the figures that have a goal come back."""
    face, changed = draw(view(Seat.A), turing.SIZE_PX), changed_cells(turing.SIZE_PX)
    black = Picture.black(face.size_px)
    whole, cell = wire_bytes(face, black.pixels), max(wire_bytes(picture, face.pixels) for picture in changed)
    warm, cold = draw_ms(False, face.size_px), draw_ms(True, face.size_px)
    far, near = monitor_bytes(face, black), max(monitor_bytes(picture, face) for picture in changed)
    print(f"3.5 inches, 480x320           face {whole} bytes, one cell at most {cell}")
    print(f"  drawing a face              {warm:.1f} ms of processor time, with new words {cold:.1f} ms")
    print(f"USB monitor                   face {far} bytes, {far / turing.BYTES_S:.2f} s; one cell at most {near}, "
          f"{near / turing.BYTES_S:.2f} s")  # fmt: skip
    return {"large_cell_bytes": float(cell), "large_draw_ms": warm}


def report(figures: dict[str, float], rival: float, steps: int) -> None:
    """Print the figures for people."""
    confirm, face, cell = figures["confirm_ms"], figures["face_bytes"], figures["cell_bytes"]
    covered = figures["covered_key_bytes"]
    ours_s, raw_s = cell / BAUD_BYTES_S, RAW_BYTES / BAUD_BYTES_S
    print(f"confirm to both acknowledged  median {confirm:.1f} ms over {steps} guesses")
    print(f"  processor time of all four  {figures['used_ms']:.1f} ms for each guess, whatever else the machine does")
    print(f"  rival, two raw pictures     median {rival:.1f} ms on the pseudo-terminal: ratio {confirm / rival:.2f}")
    print(f"  the cable at 115,200 baud   {ours_s:.3f} s, rival {raw_s:.1f} s: ratio {ours_s / raw_s:.4f}")
    print(f"whole face                    {face:.0f} bytes, rival {RAW_BYTES}: ratio {face / RAW_BYTES:.4f}")
    print(f"whole key of a base game      {figures['key_bytes']:.0f} bytes, with 24 words covered {covered:.0f}")
    print(f"one changed cell              at most {cell:.0f} bytes: ratio {cell / RAW_BYTES:.4f}")
    warm, cold = figures["draw_ms"], figures["draw_cold_ms"]
    print(f"drawing a face                {warm:.1f} ms of processor time, with new words {cold:.1f} ms")


def main() -> int:
    """Measure and print; exit 1 if one of the goals is missed."""
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    face, key = draw(view(Seat.A), SIZE), draw(spymaster(Seat.A), SIZE)
    words = [str(p) for p in ALL_POSITIONS if KEY_SETUP.key.cards[p.index] is not Card.ASSASSIN]
    covered = draw(spymaster(Seat.A, on_the_words(*words)), SIZE)
    changed = changed_cells(SIZE)
    with tempfile.TemporaryDirectory() as name:
        confirm, used = confirm_ms(Path(name), steps)
        figures = {
            "confirm_ms": confirm,
            "used_ms": used,
            "face_bytes": float(wire_bytes(face, bytes(len(face.pixels)))),
            "key_bytes": float(wire_bytes(key, bytes(len(key.pixels)))),
            "covered_key_bytes": float(wire_bytes(covered, bytes(len(covered.pixels)))),
            "cell_bytes": float(max(wire_bytes(picture, face.pixels) for picture in changed)),
            "draw_ms": draw_ms(cold=False),
            "draw_cold_ms": draw_ms(cold=True),
        }
        rival = rival_ms(Path(name), max(5, steps // 4))
    report(figures, rival, steps)
    packing = pack_ms(face, bytes(len(face.pixels))), pack_ms(changed[0], face.pixels)
    print(f"packing a face                {packing[0]:.1f} ms of processor time, one changed cell {packing[1]:.1f} ms")
    figures |= report_large() | report_worst()
    missed = [name for name, goal in GOALS.items() if figures[name] >= goal]
    print("goals: " + ("missed " + ", ".join(missed) if missed else "all met"))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
