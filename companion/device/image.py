"""Builds the UF2 for a screen from the distribution's source packages, in a cache outside the program's folder.

MicroPython with this program's firmware frozen in. Nothing of the system is changed: the source packages come through
an apt configuration of their own, which takes the machine's own archive and Debian's release 13.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import tarfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from companion import config
from companion.device import uf2
from companion.errors import CompanionError

RELEASE = "trixie"
TOOLS = {
    "apt-get": "apt", "dpkg-deb": "dpkg", "make": "build-essential", "g++": "build-essential", "cmake": "cmake",
    "arm-none-eabi-gcc": "gcc-arm-none-eabi", "python3": "python3",
}  # fmt: skip
"""What must be installed, and the package that brings it."""
LIBRARIES = {"nano.specs": "libnewlib-arm-none-eabi", "libstdc++_nano.a": "libstdc++-arm-none-eabi-newlib"}
PORT = Path("ports", "rp2")
RECIPE = 1
"""Grows when an image of the same firmware is built differently."""
_KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
_STAND_INS = ("on_cpython.py", "glass.py", "prompt.py", "boards/virtual.py")

Say = Callable[[str], None]


class BuildError(CompanionError):
    """The image cannot be built here; one line says what is missing."""


def boards() -> list[str]:
    """The rows of boards that an image can be built for."""
    return sorted(path.stem for path in (config.firmware_dir() / "boards").glob("pico_*.py"))


def device_files() -> list[Path]:
    """The firmware's files that belong on a board, relative to its folder; ``main.py`` is the last."""
    folder = config.firmware_dir()
    files = [path.relative_to(folder) for path in folder.rglob("*.py")]
    kept = sorted(path for path in files if path.as_posix() not in _STAND_INS and path.name != "main.py")
    return [*kept, Path("main.py")]


def firmware_version() -> str:
    """What a screen with this firmware says of itself."""
    found = re.search(r'^FIRMWARE = "(.+)"$', (config.firmware_dir() / "link.py").read_text("utf-8"), re.MULTILINE)
    assert found is not None
    return found[1]


def build(board: str, say: Say, cache: Path | None = None) -> Path:
    """Make the UF2 for a row of boards; a second time it is only looked up.

    Args:
        board: one of ``boards()``.
        say: is told in a few words what is being done.
        cache: the folder for everything, about 400 MB; None for the usual one.

    Raises:
        BuildError: no such board, a tool is missing, no network, or the compiler failed.
    """
    if board not in boards():
        raise BuildError(f"there is no board {board}: take one of {', '.join(boards())}")
    place = (cache or config.cache_dir()) / "firmware"
    mark = fingerprint(board)
    made = place / "images" / f"duet-screen-{board}-{firmware_version()}-{mark[:8]}.uf2"
    if made.exists():
        return made
    if " " in str(place):
        raise BuildError(f"{place}: the tools cannot work in a folder with a space: name another in COMPANION_CACHE")
    _check_tools()
    with alone(place) as lock:
        if not made.exists():
            _make(place, board, made, say, lock)
    return made


@contextlib.contextmanager
def alone(place: Path) -> Iterator[int]:
    """Keep other builds out of the cache; waits for one that is under way.

    Gives the lock's descriptor: a program that inherits it keeps the others out until it ends, whatever happens here.

    Raises:
        BuildError: the folder cannot be made.
    """
    try:
        place.mkdir(parents=True, exist_ok=True)
        lock = (place / "lock").open("w")
    except OSError as error:
        raise BuildError(f"{place}: cannot be written ({error.strerror}): name another in COMPANION_CACHE") from error
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock.fileno()


def _make(place: Path, board: str, made: Path, say: Say, lock: int) -> None:
    tree = _sources(place, say)
    say("compiling, some minutes the first time")
    image = _compile(place, tree, board, lock)
    data = uf2.make(image)
    if not uf2.check(data).is_ours:
        raise BuildError(f"the image in {place} came out without the screens' firmware: delete that folder, try again")
    made.parent.mkdir(parents=True, exist_ok=True)
    new = made.with_suffix(".new")
    new.write_bytes(data)
    new.replace(made)


def fingerprint(board: str) -> str:
    """Hexadecimal; differs for every other firmware, board and recipe."""
    mark = hashlib.sha256(f"{RECIPE} {RELEASE} {board}".encode())
    for path in device_files():
        mark.update(path.as_posix().encode() + b"\0" + (config.firmware_dir() / path).read_bytes())
    return mark.hexdigest()


def _check_tools() -> None:
    missing = {package for tool, package in TOOLS.items() if shutil.which(tool) is None}
    if shutil.which("arm-none-eabi-gcc"):
        for name, package in LIBRARIES.items():
            found = _run(["arm-none-eabi-gcc", "-mcpu=cortex-m0plus", "-mthumb", f"-print-file-name={name}"], "")
            if not Path(found.strip()).is_absolute():
                missing.add(package)
    else:
        missing |= set(LIBRARIES.values())
    if missing:
        raise BuildError(f"the tools are missing: sudo apt-get install {' '.join(sorted(missing))}")


# --- sources ---------------------------------------------------------------------------------------------------------


def _sources(place: Path, say: Say) -> Path:
    """MicroPython's tree with the parts that Debian keeps in packages of their own."""
    tree = place / "micropython"
    whole = tree / ".whole"
    if whole.exists() and whole.read_text() == whole_mark(tree):
        return tree
    say("fetching Debian's source packages of MicroPython, the Pico SDK and TinyUSB (10 MB)")
    archives = place / "archives"
    shutil.rmtree(archives, ignore_errors=True)
    archives.mkdir(parents=True)
    settings = {**os.environ, "APT_CONFIG": str(_apt(archives)), "LC_ALL": "C"}
    _run(["apt-get", "update", "-q"], "the archive cannot be read: check the network", archives, settings)
    lost = "the source packages cannot be fetched: check the network"
    _run(["apt-get", "source", "-q", "--download-only", "micropython"], lost, archives, settings)
    _run(["apt-get", "download", "-q", "pico-sdk-source", "tinyusb-source"], lost, archives, settings)
    # What was compiled from other sources may be newer than these are.
    for old in (tree, place / "packages", place / "build"):
        shutil.rmtree(old, ignore_errors=True)
    for package in archives.glob("*-source_*.deb"):
        _run(["dpkg-deb", "-x", str(package), str(place / "packages")], f"{package.name} cannot be unpacked")
    unpacked = place / "unpacking"
    shutil.rmtree(unpacked, ignore_errors=True)
    (packed,) = archives.glob("micropython_*.orig.tar.*")
    unpack(packed, unpacked)
    (only,) = unpacked.iterdir()
    only.replace(tree)
    _fit(tree, place / "packages" / "usr" / "src")
    whole.write_text(whole_mark(tree))
    return tree


def unpack(packed: Path, folder: Path) -> None:
    """Unpack a source archive, whose signature apt has checked. Debian 12 began with a Python without filters."""
    with tarfile.open(packed) as tar:
        if hasattr(tarfile, "data_filter"):
            tar.extraction_filter = tarfile.data_filter
        tar.extractall(folder)


def whole_mark(tree: Path) -> str:
    """What lies in sources that are complete. The place is in it: links and the compiler know where they lie."""
    return f"{RECIPE} {tree}"


def _apt(place: Path) -> Path:
    """An apt configuration that reads Debian's release from the archive that this machine uses, and changes nothing."""
    format_ = "$(LABEL)|$(REPO_URI)"
    listed = _run(["apt-get", "indextargets", "--format", format_, "Created-By: Packages"], "apt does not answer")
    uris = [line.split("|")[1] for line in listed.splitlines() if line.startswith("Debian|")]
    if not uris or not _KEYS.exists():
        raise BuildError(
            "this machine takes no packages from Debian: build on one with Debian 12 or 13, or download MicroPython "
            "and use `companion screens flash PORT` (docs/hardware.md)"
        )
    source = f"[signed-by={_KEYS}] {uris[0]} {RELEASE} main\n"
    (place / "sources.list").write_text(f"deb {source}deb-src {source}")
    for folder in ("lists/partial", "cache/archives/partial"):
        (place / "apt" / folder).mkdir(parents=True)
    settings = {
        "Dir::State": place / "apt", "Dir::State::lists": place / "apt" / "lists",
        "Dir::Cache": place / "apt" / "cache",
        "Dir::Etc::sourcelist": place / "sources.list", "Dir::Etc::sourceparts": "/dev/null",
        "Dir::Etc::preferencesparts": "/dev/null", "Acquire::Languages": "none", "APT::Sandbox::User": "",
    }  # fmt: skip
    written = place / "apt.conf"
    written.write_text("".join(f'{name} "{value}";\n' for name, value in settings.items()))
    return written


def _fit(tree: Path, packages: Path) -> None:
    """Put the packaged parts where MicroPython looks for them, and leave out encryption, which no screen needs."""
    tiny = tree / "lib" / "tinyusb"
    shutil.rmtree(tiny, ignore_errors=True)
    tiny.symlink_to(packages / "tinyusb")
    (tree / "lib" / "pico-sdk").rmdir()
    (tree / "lib" / "pico-sdk").symlink_to(packages / "pico-sdk")
    port = tree / PORT
    _edit(port / "CMakeLists.txt", r"set\(MICROPY_SSL_MBEDTLS ON\)", "set(MICROPY_SSL_MBEDTLS OFF)")
    _edit(port / "CMakeLists.txt", r"\n *mbedtls/mbedtls_port\.c", "")
    _edit(port / "CMakeLists.txt", r"\ntarget_link_libraries\([^)]*micropy_lib_mbedtls\)", "")
    for name in ("SSL_MBEDTLS", "PY_CRYPTOLIB", "PY_HASHLIB_SHA1"):
        _edit(port / "mpconfigport.h", rf"(#define MICROPY_{name} +)\(1\)", r"\1(0)")


def _edit(path: Path, pattern: str, new: str) -> None:
    text, count = re.subn(pattern, new, path.read_text("utf-8"))
    if not count:
        raise BuildError(f"{path.name} of MicroPython is not as it was: this program knows its version 1.25")
    path.write_text(text, "utf-8")


# --- compiling -------------------------------------------------------------------------------------------------------


def _compile(place: Path, tree: Path, board: str, lock: int) -> bytes:
    out, under_way = place / "build", place / "compiling"
    if under_way.exists():
        # That one was killed or failed: half a file would count as finished.
        for half in (out, tree / "mpy-cross" / "build"):
            shutil.rmtree(half, ignore_errors=True)
    under_way.touch()
    _freeze(place, board)
    gentle = ["nice", "-n", "10"] if shutil.which("nice") else []
    # The same bytes from the same sources, wherever and whenever.
    settings = {**os.environ, "SOURCE_DATE_EPOCH": "0", "LC_ALL": "C"}
    failed = f"the compiler failed; its last words are in {place / 'build.log'}"
    log = place / "build.log"
    choices = [
        "PICO_NO_PICOTOOL=1", f"MICROPY_FROZEN_MANIFEST={place / 'manifest.py'}",
        f"MICROPY_BOARD_DIR={tree / PORT / 'boards' / 'RPI_PICO'}", "MICROPY_BOARD=RPI_PICO",
        # The library of extra modules is no part of the package; nothing of it is frozen, and any README will do.
        f"MICROPY_LIB_DIR={tree / 'lib'}",
    ]  # fmt: skip
    configure = ["cmake", "-S", str(tree / PORT), "-B", str(out), *(f"-D{choice}" for choice in choices)]
    jobs = str(os.cpu_count() or 1)
    with log.open("w") as heard:
        for command in (
            ["make", "-C", str(tree / "mpy-cross"), "-j", jobs], configure, ["make", "-C", str(out), "-j", jobs],
        ):  # fmt: skip
            done = subprocess.run(
                [*gentle, *command], stdout=heard, stderr=heard, env=settings, check=False, pass_fds=(lock,)
            )
            if done.returncode:
                raise BuildError(failed)
    under_way.unlink()
    return (out / "firmware.bin").read_bytes()


def _freeze(place: Path, board: str) -> None:
    """What goes into the image besides MicroPython: our files, and which board and version this is."""
    frozen = place / "frozen"
    shutil.rmtree(frozen, ignore_errors=True)
    for path in device_files():
        (frozen / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(config.firmware_dir() / path, frozen / path)
    label = uf2.OURS.decode() + f"{firmware_version()} for {board}."
    text = f'"""What this image was built for."""\n\nBOARD = "{board}"\nLABEL = "{label}"\n'
    (frozen / "built_for.py").write_text(text)
    manifest = f'freeze("$(PORT_DIR)/modules")\nfreeze("{frozen}")\n'
    if not (place / "manifest.py").exists() or (place / "manifest.py").read_text() != manifest:
        (place / "manifest.py").write_text(manifest)


def _run(
    command: Sequence[str], failed: str, folder: Path | None = None, settings: dict[str, str] | None = None
) -> str:
    """What a command printed.

    Raises:
        BuildError: it failed; ``failed`` and its own last line say why.
    """
    done = subprocess.run(command, cwd=folder, env=settings, capture_output=True, text=True, check=False)
    if done.returncode:
        words = [line for line in done.stderr.splitlines() if line.strip()]
        raise BuildError(f"{failed} ({words[-1] if words else command[0]})")
    return done.stdout
