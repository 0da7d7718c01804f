"""How long the RP2040 takes for a face: the image from source on an emulated chip, timed by the chip's own clock.

    python bench/chip.py [BOARD]

BOARD: ``pico_display2`` (320 x 240) or ``pico_st7796`` (480 x 320). The line is taken to carry all at once, so what is
left is unpacking and painting; the emulator counts instructions and bytes on the panel's bus, and not the waiting for
flash that its cache does not hold. To the nearest 5 ms. The image is made first where it is not in the cache.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from companion.device import uf2
from companion.device.image import build
from companion.device.picture import Picture
from companion.device.render import draw
from companion.game.position import Seat
from companion.game.tokens import Cover
from tests.chip.host import Host
from tests.chip.panels import DISPLAY_PACK, WIDE_MODULE
from tests.chip.pico import Pico
from tests.device.faces import FULLEST, LONG_WORDS, state, view, with_words

BOARDS = {"pico_display2": ((320, 240), DISPLAY_PACK, {}), "pico_st7796": ((480, 320), WIDE_MODULE, {"reset": 21})}


def main() -> int:
    """Time each kind of picture from black, and one changed cell."""
    board = sys.argv[1] if len(sys.argv) > 1 else "pico_display2"
    size, kind, wiring = BOARDS[board]
    image = uf2.check(build(board, lambda words: print(words, flush=True)).read_bytes()).image
    pictures = {
        "a face without words": draw(view(Seat.A), size, False),
        "a face with words": (face := draw(view(Seat.A), size, True)),
        "the fullest face": draw(with_words(view(Seat.A, FULLEST), LONG_WORDS), size, True),
    }
    with tempfile.TemporaryDirectory() as folder, Pico(image, kind, wiring, Path(folder)) as pico:
        pico.run(2.5)
        with Host(pico) as host:
            for name, picture in pictures.items():
                host.blank()
                print(f"{name:<22}{timed(host, picture) * 1000:5.0f} ms", flush=True)
            host.show(face)
            took = [timed(host, draw(view(Seat.A, changed), size)) for changed in changes()]
            print(f"{'one cell of it':<22}{statistics.median(took) * 1000:5.0f} ms")
            began = host.now
            host.blank()
            print(f"{'black':<22}{(host.now - began) * 1000:5.0f} ms")
    print("an order had to be repeated" if host.impatient else "no order had to be repeated")
    return 0


def changes():
    """Three states, each with one more card covered than the one before."""
    covered = {}
    for place in ("B2", "D4", "A5"):
        covered[place] = Cover(agent=True)
        yield state(**covered)


def timed(host: Host, picture: Picture) -> float:
    """Seconds of the chip's time from the order to the answer that it stands."""
    began = host.now
    host.show(picture, 10.0)
    return host.now - began


if __name__ == "__main__":
    sys.exit(main())
