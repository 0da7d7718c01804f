"""The one frame buffer: 4-bit palette pixels, the palette, the fixed pictures, and the way onto the glass."""

import binascii
import deflate
import framebuf
import gc
import io

import protocol

BAND_ROWS = 16

# The palette of the fixed pictures, big-endian RGB565 as the panel wants it: black, white, grey; the rest is unused.
FIXED_PALETTE = b"\x00\x00\xff\xff\x84\x10" + bytes(26)


# Free memory is overwritten in blocks of these sizes, so that the gaps between living objects are reached too.
SCRUB_SIZES = (1024, 128, 16)


def scrub():
    """Overwrite the free memory: what unpacking gave up still holds rows of the picture.

    Where the memory cannot be measured (CPython, which stands in where no MicroPython is) nothing can be done.
    """
    if not hasattr(gc, "mem_free"):
        return
    gc.collect()
    _fill()
    gc.collect()


def _fill():
    # Measured once: a heap that can grow would never be full.
    left = gc.mem_free()
    blocks = []
    try:
        for size in SCRUB_SIZES:
            while left > size and gc.mem_free() > 2 * size:
                blocks.append(bytearray(size))
                left -= size
    except MemoryError:
        pass


class Canvas:
    """What is to be seen, and the panel that shows it."""

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
        self.band = bytearray(panel.width * 2 * BAND_ROWS)
        self.level = 255
        self.hidden = False
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
        self.frame.fill(0)
        self.spoil()

    def put(self, x, y, width, height, packed):
        """Unpack a rectangle into the buffer; True if the bytes filled it exactly."""
        if x & 1 or width & 1 or not width or not height or x + width > self.width or y + height > self.height:
            return False
        self.spoil(x, y, width, height)
        rows = memoryview(self.pixels)
        try:
            source = deflate.DeflateIO(io.BytesIO(packed), deflate.ZLIB, protocol.WBITS)
            for row in range(y, y + height):
                start = row * self.stride + x // 2
                if source.readinto(rows[start : start + width // 2]) != width // 2:
                    return False
            return not source.read(1)
        except (OSError, EOFError):
            return False

    def checksum(self):
        """CRC-32 of the whole buffer."""
        return binascii.crc32(self.pixels) & 0xFFFFFFFF

    def show(self, palette):
        """Bring the buffer onto the glass: the spoilt part, or all of it where the palette is another."""
        if bytes(self.colours) != bytes(palette):
            self.colours[:] = palette
            self.spoil()
        self.refresh()

    def refresh(self):
        """Paint what is spoilt, unless the player hides the picture."""
        if self.hidden:
            return
        if self.right > self.left:
            self._paint(self.left, self.top, self.right - self.left, self.bottom - self.top)
        self._clean()
        self.panel.light(self.level)

    def _paint(self, x, y, width, height):
        view = memoryview(self.band)
        self.panel.begin(x, y, width, height)
        for top in range(y, y + height, BAND_ROWS):
            rows = min(BAND_ROWS, y + height - top)
            part = framebuf.FrameBuffer(self.band, width, rows, framebuf.RGB565)
            part.blit(self.frame, -x, -top, -1, self.palette)
            self.panel.pixels(view[: width * rows * 2])
        self.panel.end()

    def blank(self):
        """Black glass, light off, buffer overwritten."""
        self.panel.light(0)
        self.frame.fill(0)
        self._black()

    def _black(self):
        for index in range(len(self.band)):
            self.band[index] = 0
        view = memoryview(self.band)
        self.panel.begin(0, 0, self.width, self.height)
        for top in range(0, self.height, BAND_ROWS):
            self.panel.pixels(view[: self.width * min(BAND_ROWS, self.height - top) * 2])
        self.panel.end()
        self._clean()
        self.spoil()

    def hide(self, hidden):
        """The player's own button: black glass while `hidden`, the same picture afterwards."""
        self.hidden = hidden
        if hidden:
            self.panel.light(0)
            self._black()
        else:
            self.refresh()

    def brightness(self, level):
        """0 to 255; kept for the next picture while the glass is dark."""
        self.level = level
        if not self.hidden:
            self.panel.light(level)

    def fixed(self, title, lines):
        """One of the firmware's own pictures: a title in large letters and small lines below; nothing secret in it."""
        self.hidden = False
        self.frame.fill(0)
        self._letters(title, self.height // 3, 3)
        for number, line in enumerate(lines):
            self._letters(line, self.height // 2 + 24 * number, 2 if len(line) * 16 <= self.width else 1)
        self.spoil()
        self.show(FIXED_PALETTE)

    def _letters(self, text, y, scale):
        wide = len(text) * 8
        stride = wide // 2
        small = bytearray(stride * 8)
        letters = framebuf.FrameBuffer(small, wide, 8, framebuf.GS4_HMSB)
        letters.text(text, 0, 0, 1)
        left = max(0, (self.width - wide * scale) // 2)
        for row in range(8):
            for column in range(wide):
                if letters.pixel(column, row):
                    self.frame.fill_rect(left + column * scale, y + row * scale, scale, scale, 1)
