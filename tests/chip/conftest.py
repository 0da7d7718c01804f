"""Images made from source, and Picos on an emulated RP2040 that run them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion import config
from companion.device import uf2
from companion.device.image import BuildError, build
from tests.chip.absence import lacking
from tests.chip.panels import Kind

CACHE = config.cache_dir()


@pytest.fixture(scope="session")
def flash() -> Callable[[str], bytes]:
    """What a board's flash holds with the image built for it; found in the cache a second time."""

    def made(board: str) -> bytes:
        try:
            path = build(board, lambda words: None, CACHE)
        except BuildError as error:
            lacking(f"the image cannot be built: {error}")
        return uf2.check(path.read_bytes()).image

    return made


@pytest.fixture(scope="module")
def power(tmp_path_factory: pytest.TempPathFactory) -> Callable:
    """Gives a Pico power: what its flash holds, its panel, its wiring."""
    try:
        from tests.chip.pico import Pico
    except ImportError as error:
        lacking(f"there is no emulator (rp2040py: {error})")

    def on(flash: bytes, kind: Kind, **wiring: int) -> Pico:
        return Pico(flash, kind, wiring, tmp_path_factory.mktemp("pico"))

    return on
