"""Frames: COBS, header, CRC-32. Bytes in, bytes out; nothing here waits or knows a port."""

import binascii

import protocol


def unstuff(data, size):
    """Undo COBS in place in the first `size` bytes of `data`; the new size, or -1 if they are no COBS."""
    view = memoryview(data)
    read = write = 0
    # Run by run: a chip takes 20 us for each turn of a loop.
    while read < size:
        code = view[read]
        if code == 0 or read + code > size:
            return -1
        view[write : write + code - 1] = view[read + 1 : read + code]
        read += code
        write += code - 1
        if code < 255 and read < size:
            view[write] = 0
            write += 1
    return write


def stuff(data):
    """COBS of `data`, with the 0x00 that ends the frame."""
    out = bytearray(1)
    start = 0
    run = 1
    for index, value in enumerate(data):
        if value:
            out.append(value)
            run += 1
        if value == 0 or (run == 255 and index + 1 < len(data)):
            out[start] = run
            start = len(out)
            out.append(0)
            run = 1
    out[start] = run
    out.append(0)
    return out


def build(kind, sequence, payload=b""):
    """One whole frame, ready for the wire."""
    body = bytearray((protocol.VERSION, kind, sequence & 255, sequence >> 8))
    body.extend(payload)
    body.extend((binascii.crc32(body) & 0xFFFFFFFF).to_bytes(4, "little"))
    return stuff(body)


class Collector:
    """Gathers bytes until a frame is whole; keeps one buffer of fixed size whatever the wire brings."""

    def __init__(self):
        self.buffer = bytearray(protocol.MAX_STUFFED)
        self.view = memoryview(self.buffer)
        self.size = 0
        self.spoiled = False
        self.noise = 0

    def forget(self):
        """Overwrite what the last frames left behind."""
        self.view[:] = bytes(len(self.buffer))

    def take(self, data, accept):
        """Call `accept(version, kind, sequence, payload view)` for each good frame; all else is counted as noise."""
        data = bytes(data)
        start = 0
        while True:
            end = data.find(b"\0", start)
            self._add(data, start, len(data) if end < 0 else end)
            if end < 0:
                return
            self._end(accept)
            start = end + 1

    def _add(self, data, start, end):
        room = len(self.buffer) - self.size
        if end - start > room:
            self.spoiled = True
            end = start + room
        self.view[self.size : self.size + end - start] = memoryview(data)[start:end]
        self.size += end - start

    def _end(self, accept):
        size = -1 if self.spoiled else unstuff(self.buffer, self.size)
        arrived = self.size
        self.size = 0
        self.spoiled = False
        if size < protocol.HEADER + protocol.CRC:
            self.noise += arrived > 0
            return
        body = size - protocol.CRC
        if binascii.crc32(self.view[:body]) & 0xFFFFFFFF != int.from_bytes(self.view[body:size], "little"):
            self.noise += 1
            return
        head = self.buffer
        accept(head[0], head[1], head[2] | head[3] << 8, self.view[protocol.HEADER : body])
