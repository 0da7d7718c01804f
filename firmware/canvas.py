"""The one frame buffer: 4-bit palette pixels, the palette, the fixed pictures, and the way onto the glass."""

import binascii
import framebuf
import gc

try:
    from unpack import rectangle
except SyntaxError:
    # This MicroPython makes no machine code: no board's, but the unix port on some machines.
    import plain

    rectangle = plain.load(__file__.replace("canvas", "unpack"))["rectangle"]

# A band of 16 rows on a glass of 320, of 10 on one of 480.
BAND_BYTES = 10240

# The palette of the fixed pictures, big-endian RGB565 as the panel wants it: black, white, grey; the rest is unused.
FIXED_PALETTE = b"\x00\x00\xff\xff\x84\x10" + bytes(26)

PEEK = "hold button A"

# What is on the glass in place of the picture.
NOTHING, BLACK, WORDS = 0, 1, 2

# Free memory is overwritten in blocks of these sizes, so that the gaps between living objects are reached too.
SCRUB_SIZES = (32768, 4096, 512, 64, 16)


def scrub():
    """Overwrite the free memory: what unpacking gave up still holds rows of the picture.

    Where the memory cannot be measured (CPython, which stands in where no MicroPython is) nothing can be done.
    """
    if not hasattr(gc, "mem_free"):
        return
    gc.collect()
    # Full memory is the aim: collecting again before each size gives up would take long and find nothing.
    gc.disable()
    try:
        _fill()
    finally:
        gc.enable()
    gc.collect()


def _fill():
    # Measured once, since that takes 9 ms on a chip, and since a heap that can grow would never be full.
    left = gc.mem_free()
    # Links of a chain: a list would have to grow where nothing is free.
    chain = None
    for size in SCRUB_SIZES:
        try:
            while left >= size:
                chain = (chain, bytearray(size))
                left -= size
        except MemoryError:
            pass


class Canvas:
    """What is to be seen, and the panel that shows it.

    The glass shows a picture only between `show` (or `fixed`) and `blank`, and only while the player's button lets it:
    `peek` pictures while it is held, the host's others while it is not, the firmware's own always.
    """

    def __init__(self, panel):
        self.panel = panel
        self.width = panel.width
        self.height = panel.height
        self.stride = panel.width // 2
        self.pixels = bytearray(self.stride * panel.height)
        self.frame = framebuf.FrameBuffer(self.pixels, panel.width, panel.height, framebuf.GS4_HMSB)
        # framebuf copies palette entries as they lie in memory, so big-endian bytes stay big-endian.
        self.colours = bytearray(FIXED_PALETTE)
        self.palette = framebuf.FrameBuffer(self.colours, 16, 1, framebuf.RGB565)
        self.band_rows = max(1, BAND_BYTES // (panel.width * 2))
        self.band = bytearray(panel.width * 2 * self.band_rows)
        self.level = 255
        self.share = 255
        self.own = False
        self.peek = False
        self.held = False
        self.shown = False
        self.whole = False
        self.covered = NOTHING
        self.turned = False
        self._clean()

    def _clean(self):
        self.left, self.top, self.right, self.bottom = self.width, self.height, 0, 0

    def spoil(self, x=0, y=0, width=None, height=None):
        """The glass no longer shows what the buffer holds there."""
        self.left = min(self.left, x)
        self.top = min(self.top, y)
        self.right = max(self.right, x + (self.width if width is None else width))
        self.bottom = max(self.bottom, y + (self.height if height is None else height))

    def clear(self):
        """Overwrite the buffer; the glass keeps its picture until something is shown."""
        self.whole = False
        self.frame.fill(0)
        self.spoil()

    def put(self, x, y, width, height, packed):
        """Unpack a rectangle into the buffer; True if the bytes are neither too many for it nor too few."""
        if x & 1 or width & 1 or not width or not height or x + width > self.width or y + height > self.height:
            return False
        self.whole = False
        self.spoil(x, y, width, height)
        return rectangle(packed, y * self.stride + x // 2, self.stride, width, height, self.pixels)

    def checksum(self):
        """CRC-32 of the whole buffer."""
        return binascii.crc32(self.pixels) & 0xFFFFFFFF

    def show(self, palette, peek=False, own=False):
        """Bring the buffer onto the glass: the spoilt part, or all of it where the palette is another."""
        if bytes(self.colours) != bytes(palette):
            self.colours[:] = palette
            self.spoil()
        self.peek, self.own = peek, own
        self.shown = self.whole = True
        self.refresh()

    def refresh(self):
        """Bring the glass to what the player and the host want to see there."""
        if not self.shown:
            return
        if self._kept_away():
            self._cover()
        elif self.whole:
            # Half a new picture in the buffer is nobody's to see: then SHOW paints.
            if self.right > self.left:
                self._paint(self.left, self.top, self.right - self.left, self.bottom - self.top)
            self._clean()
            self.covered = NOTHING
            self._shine()

    def _kept_away(self):
        return self.held != self.peek and not self.own

    def _paint(self, x, y, width, height):
        view = memoryview(self.band)
        self.panel.begin(x, y, width, height)
        for top in range(y, y + height, self.band_rows):
            rows = min(self.band_rows, y + height - top)
            part = framebuf.FrameBuffer(self.band, width, rows, framebuf.RGB565)
            part.blit(self.frame, -x, -top, -1, self.palette)
            self.panel.pixels(view[: width * rows * 2])
        self.panel.end()

    def blank(self):
        """Black glass, light off, buffer overwritten."""
        self.panel.light(0)
        self.shown = self.peek = False
        self.covered = NOTHING
        self.frame.fill(0)
        self._words_alone("")

    def _cover(self):
        """The glass without the picture: black, or the words that tell how to see it."""
        wanted = WORDS if self.peek else BLACK
        if self.covered != wanted:
            self.panel.light(0)
            self._words_alone(PEEK if self.peek else "")
            self.covered = wanted
        if self.peek:
            self._shine()

    def _words_alone(self, text):
        """Paint a black glass with one line of text, past the buffer, which keeps the picture."""
        band = framebuf.FrameBuffer(self.band, self.width, self.band_rows, framebuf.RGB565)
        view = memoryview(self.band)
        self.panel.begin(0, 0, self.width, self.height)
        for top in range(0, self.height, self.band_rows):
            band.fill(0)
            below = self.height // 2 - 8 - top
            if -16 < below < self.band_rows:
                self._letters(band, text, below, 2, 0xFFFF)
            self.panel.pixels(view[: self.width * min(self.band_rows, self.height - top) * 2])
        self.panel.end()
        self._clean()
        self.spoil()

    def hold(self, held):
        """The player's own button is down: a picture is hidden meanwhile, or seen only now if it is one to peek at."""
        self.held = held
        self.refresh()

    def turn(self, turned):
        """Upside down or upright again, at once."""
        if turned == self.turned:
            return
        self.turned = turned
        self.panel.turn(turned)
        if self.shown:
            self.panel.light(0)
            self.covered = NOTHING
            self.spoil()
            if self.whole or self._kept_away():
                self.refresh()
            else:
                self._words_alone("")
                self.covered = BLACK

    def brightness(self, level=None, share=None):
        """What the host and the player want, 0 to 255 each; kept for the next picture while the glass is dark."""
        self.level = self.level if level is None else level
        self.share = self.share if share is None else share
        if self.shown and self.covered != BLACK:
            self._shine()

    def _shine(self):
        light = self.level * self.share // 255
        self.panel.light(max(1, light) if self.level else 0)

    def boot(self, lines):
        """The first picture after power came: 25 cards, and which firmware this is."""
        side = self.height // 24
        left, step = self.width // 2 - 7 * side // 2 + side // 4, 3 * side // 2
        self.frame.fill(0)
        for number in range(25):
            row, column = divmod(number, 5)
            self.frame.fill_rect(left + column * step, side + row * step, side, side, 1 + (row + column) % 2)
        self._texts("duet", lines)

    def fixed(self, title, lines):
        """One of the firmware's own pictures: a title in large letters and small lines below; nothing secret in it."""
        self.frame.fill(0)
        self._texts(title, lines)

    def _texts(self, title, lines):
        self._letters(self.frame, title, self.height * 2 // 5, 3)
        for number, line in enumerate(lines):
            scale = 2 if len(line) * 16 <= self.width else 1
            self._letters(self.frame, line, self.height * 3 // 5 + 24 * number, scale)
        self.spoil()
        self.show(FIXED_PALETTE, own=True)

    def _letters(self, frame, text, y, scale, ink=1):
        """A line of text in the middle, as far as it lies in `frame`."""
        if not text:
            return
        wide = len(text) * 8
        small = bytearray(wide // 2 * 8)
        letters = framebuf.FrameBuffer(small, wide, 8, framebuf.GS4_HMSB)
        letters.text(text, 0, 0, 1)
        left = max(0, (self.width - wide * scale) // 2)
        for row in range(8):
            for column in range(wide):
                if letters.pixel(column, row):
                    frame.fill_rect(left + column * scale, y + row * scale, scale, scale, ink)
