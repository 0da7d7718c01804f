"""The screen's end of the link: frames in, orders to the canvas, answers out. Time comes from outside in ms."""

import frames
import protocol
from canvas import scrub
from kept import Kept
from ticks import elapsed

FIRMWARE = "3.0"

# The buttons of Pimoroni's pack are called A, B, X, Y.
PEEK, DIM, TURN = 0, 1, 2


class Link:
    """Follows one host. Knows no rules, no words and no key: only rectangles of pixels."""

    def __init__(self, canvas, identity, board, buttons, write, now, kept=None, inches=0):
        self.canvas = canvas
        self.identity = identity
        self.board = board
        self.buttons = buttons
        self.write = write
        self.collector = frames.Collector()
        self.session = False
        self.heard = now
        self.last = -1
        self.last_status = protocol.OK
        self.told = 0
        self.kept = kept or Kept(None)
        self.inches = inches
        self.touched = self.kept.turned or self.kept.step > 0
        self.leaving = None
        canvas.brightness(share=self.kept.share)
        canvas.turn(self.kept.turned)
        canvas.fixed("waiting", ("for the table app", identity))

    def feed(self, data, now):
        """Bytes from the wire."""
        self.now = now
        self.collector.take(data, self._frame)

    def tick(self, now):
        """Call often: a host that is silent for four seconds takes its picture with it."""
        if self.session and elapsed(self.heard, now) >= protocol.SILENCE_MS:
            self.session = False
            self.last = -1
            self.collector.forget()
            self.canvas.clear()
            self.canvas.fixed("link lost", ("nothing heard", "for 4 seconds"))
            scrub()

    def button(self, number, down):
        """A button changed. A hides the picture, or shows it, while it is held; B dims; X turns; each is told."""
        if number == PEEK:
            self.canvas.hold(down)
        elif number == DIM and down:
            self.kept.dimmer()
            self.canvas.brightness(share=self.kept.share)
            self.kept.save()
        elif number == TURN and down:
            self.kept.turned = not self.kept.turned
            self.canvas.turn(self.kept.turned)
            self.kept.save()
        self.touched = True
        if self.session:
            self._tell(protocol.BUTTON, bytes((number, 1 if down else 0)))
            self._tell_glass()

    def _tell(self, kind, payload):
        self.told = (self.told + 1) & 0xFFFF
        self.write(frames.build(kind, self.told, payload))

    def _tell_glass(self):
        """How the player has set this screen; a screen that nobody has touched does not mention it."""
        if self.touched:
            flags = protocol.TURNED if self.kept.turned else 0
            flags |= protocol.COVERED if self.canvas.covered else 0
            self._tell(protocol.GLASS, bytes((flags, self.kept.share)))

    def _frame(self, version, kind, sequence, payload):
        if version != protocol.VERSION:
            if kind == protocol.HELLO:
                self._refuse_version(version, sequence)
            return
        if kind & 0x80:
            return  # Our own kind of answer: an echo of the line, no order.
        self.heard = self.now
        if sequence != self.last or kind == protocol.HELLO and not self.session:
            self.last_status = self._obey(kind, payload)
            self.last = sequence
        if kind == protocol.HELLO:
            self._introduce(sequence)
        else:
            self.write(frames.build(protocol.ACK, sequence, bytes((self.last_status,))))
        if self.session and kind in (protocol.HELLO, protocol.PING, protocol.SHOW):
            self._tell_glass()

    def _obey(self, kind, payload):
        if kind == protocol.HELLO:
            return self._greet()
        if not self.session:
            return protocol.NO_SESSION
        if kind == protocol.PING:
            return protocol.OK
        if kind == protocol.RECT:
            return self._rect(payload)
        if kind == protocol.SHOW:
            return self._show(payload)
        if kind == protocol.BLANK:
            self._forget_picture()
            return protocol.OK
        if kind == protocol.LIGHT:
            if len(payload) != 1:
                return protocol.MALFORMED
            self.canvas.brightness(payload[0])
            return protocol.OK
        if kind == protocol.LEAVE:
            return self._leave(payload)
        return protocol.UNKNOWN

    def _leave(self, payload):
        if len(payload) != 1 or payload[0] not in (protocol.TO_PROMPT, protocol.TO_BOOTLOADER):
            return protocol.MALFORMED
        # First: what is forgotten holds the payload too.
        self.leaving = payload[0]
        self._forget_picture()
        return protocol.OK

    def _greet(self):
        # A new host starts from a black buffer, so that both sides know what it holds.
        if self.session:
            self._forget_picture()
        self.canvas.clear()
        self.session = True
        return protocol.OK

    def _forget_picture(self):
        """Black, and nothing of the picture left in any memory."""
        self.canvas.blank()
        self.collector.forget()
        scrub()

    def _rect(self, payload):
        if len(payload) < 8:
            return protocol.MALFORMED
        x, y, width, height = [payload[i] | payload[i + 1] << 8 for i in (0, 2, 4, 6)]
        return protocol.OK if self.canvas.put(x, y, width, height, payload[8:]) else protocol.MALFORMED

    def _show(self, payload):
        if len(payload) != 37 or payload[36] & ~protocol.WHILE_HELD:
            return protocol.MALFORMED
        if int.from_bytes(payload[:4], "little") != self.canvas.checksum():
            return protocol.MISMATCH
        self.canvas.show(payload[4:36], payload[36] == protocol.WHILE_HELD)
        return protocol.OK

    def _introduce(self, sequence):
        answer = bytearray()
        for number in (self.canvas.width, self.canvas.height):
            answer.extend(number.to_bytes(2, "little"))
        answer.extend(bytes((16, self.buttons)))
        for text in (self.identity, self.board, FIRMWARE):
            raw = text.encode()
            answer.append(len(raw))
            answer.extend(raw)
        answer.append(self.inches)
        self.write(frames.build(protocol.HELLO_ANSWER, sequence, answer))

    def _refuse_version(self, version, sequence):
        if self.session:
            self._forget_picture()
        self.session = False
        old = "update this screen:" if version > protocol.VERSION else "update the app"
        how = "companion screens flash" if version > protocol.VERSION else ""
        speaks = "app %d, screen %d" % (version, protocol.VERSION)
        self.canvas.fixed("other version", (speaks, old, how))
        self._introduce(sequence)
