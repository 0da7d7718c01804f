"""The numbers of the serial protocol, version 3 (docs/protocol.md). The host has the same ones in its own table."""

VERSION = 3

# Host to screen.
HELLO = 0x01
PING = 0x02
RECT = 0x03
SHOW = 0x04
BLANK = 0x05
LIGHT = 0x06
LEAVE = 0x07

# Screen to host.
HELLO_ANSWER = 0x81
ACK = 0x82
BUTTON = 0x83
GLASS = 0x84

# What an ACK says.
OK = 0
MALFORMED = 1
NO_SESSION = 2
MISMATCH = 3
UNKNOWN = 4

# What a SHOW asks besides.
WHILE_HELD = 1

# What a GLASS says.
TURNED = 1
COVERED = 2

# Where a LEAVE leads.
TO_PROMPT = 0
TO_BOOTLOADER = 1

MAX_PAYLOAD = 2048
HEADER = 4
CRC = 4
MAX_FRAME = HEADER + MAX_PAYLOAD + CRC
# COBS adds one byte, and one more for each 254.
MAX_STUFFED = MAX_FRAME + MAX_FRAME // 254 + 2

SILENCE_MS = 4000
