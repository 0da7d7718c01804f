"""The screen's end of the link: frames in, orders to the canvas, answers out. Time comes from outside in ms."""

import frames
import protocol
from canvas import scrub
from ticks import elapsed

FIRMWARE = "1.0"


class Link:
    """Follows one host. Knows no rules, no words and no key: only rectangles of pixels."""

    def __init__(self, canvas, identity, board, buttons, write, now):
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
        self.pressed = 0
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
        """A button changed: the first one hides the picture while it is held; each is told to the host."""
        if number == 0:
            self.canvas.hide(down)
        if self.session:
            self.pressed = (self.pressed + 1) & 0xFFFF
            self.write(frames.build(protocol.BUTTON, self.pressed, bytes((number, 1 if down else 0))))

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
        return protocol.UNKNOWN

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
        if len(payload) != 36:
            return protocol.MALFORMED
        if int.from_bytes(payload[:4], "little") != self.canvas.checksum():
            return protocol.MISMATCH
        self.canvas.show(payload[4:])
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
        self.write(frames.build(protocol.HELLO_ANSWER, sequence, answer))

    def _refuse_version(self, version, sequence):
        self.session = False
        self.canvas.fixed("other version", ("app speaks %d" % version, "screen speaks %d" % protocol.VERSION))
        self._introduce(sequence)
