"""What becomes of an image whose making was cut short; the compilers are scripts here, in tests/chip real ones."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from companion import config
from companion.device import image, uf2
from tests.device import images

MAKE = """#!/bin/sh
# As make does: what is there counts as finished.
echo run >>{folder}/runs
[ "$2" = {tree}/mpy-cross ] && {{ mkdir -p $2/build; exit 0; }}
mkdir -p $2
if [ ! -e $2/part.o ]; then
    printf half >$2/part.o
    if [ -e {folder}/cut ]; then rm {folder}/cut; kill -9 $PPID; sleep 0.3; echo ended >>{folder}/runs; exit 1; fi
    printf whole >$2/part.o
fi
[ "$(cat $2/part.o)" = whole ] || {{ echo "part.o: file truncated" >&2; exit 1; }}
cp {folder}/good.bin $2/firmware.bin
"""
COMPILER = "#!/bin/sh\necho {folder}/libraries/$3\n"
BOARD = "pico_display2"


@pytest.fixture
def tools(tmp_path, monkeypatch) -> Path:
    """A folder with the tools, a cache that has the sources, and ``cut`` if the next compiling is to be cut short."""
    tree = tmp_path / "cache" / "firmware" / "micropython"
    tree.mkdir(parents=True)
    (tree / ".whole").write_text(image.whole_mark(tree))
    (tmp_path / "good.bin").write_bytes(images.image())
    (tmp_path / "bin").mkdir()
    for name in image.TOOLS:
        text = {"make": MAKE, "arm-none-eabi-gcc": COMPILER}.get(name, "#!/bin/sh\nexit 0\n")
        path = tmp_path / "bin" / name
        path.write_text(text.format(folder=tmp_path, tree=tree))
        path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    return tmp_path


def killed(tools: Path) -> None:
    """A build that somebody kills while it compiles."""
    (tools / "cut").touch()
    code = (
        "import pathlib, sys; from companion.device import image; "
        "image.build(sys.argv[1], print, pathlib.Path(sys.argv[2]))"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(config.__file__).parent.parent)}
    done = subprocess.run(
        [sys.executable, "-c", code, BOARD, str(tools / "cache")], env=environment, capture_output=True, check=False
    )
    assert done.returncode == -signal.SIGKILL, done.stderr


def test_what_a_killed_build_left_is_not_taken_for_finished(tools):
    killed(tools)
    made = image.build(BOARD, lambda words: None, tools / "cache")
    assert "ended" in (tools / "runs").read_text(), "the compiler that outlived its master was not waited for"
    assert uf2.check(made.read_bytes()).is_ours


def test_a_build_goes_on_from_one_that_ended(tools):
    said: list[str] = []
    made = image.build(BOARD, said.append, tools / "cache")
    runs = (tools / "runs").read_text()
    assert image.build(BOARD, said.append, tools / "cache") == made
    assert (tools / "runs").read_text() == runs, "compiled twice"
    kept = tools / "cache" / "firmware" / "build" / "part.o"
    before = kept.stat().st_mtime_ns
    made.unlink()
    image.build(BOARD, said.append, tools / "cache")
    assert kept.stat().st_mtime_ns == before, "what was compiled was thrown away"


def test_sources_that_were_moved_to_another_place_are_not_used(tools):
    """The compiler's folder and the links between the packages know where they lie."""
    (tools / "cache").rename(tools / "moved")
    (tools / "bin" / "apt-get").write_text("#!/bin/sh\nexit 1\n")
    with pytest.raises(image.BuildError):
        image.build(BOARD, lambda words: None, tools / "moved")
    assert not (tools / "runs").exists()


def test_sources_are_unpacked_also_by_a_python_whose_archives_know_no_filters(tmp_path, monkeypatch):
    (tmp_path / "source.c").write_text("int main;")
    with tarfile.open(tmp_path / "packed.tar.xz", "w:xz") as tar:
        tar.add(tmp_path / "source.c", "micropython/source.c")
    image.unpack(tmp_path / "packed.tar.xz", tmp_path / "new")
    whole = tarfile.TarFile.extractall

    def without_filter(self: tarfile.TarFile, path: Path) -> None:
        whole(self, path)

    monkeypatch.setattr(tarfile.TarFile, "extractall", without_filter)
    monkeypatch.delattr(tarfile, "data_filter", raising=False)
    image.unpack(tmp_path / "packed.tar.xz", tmp_path / "old")
    for folder in ("new", "old"):
        assert (tmp_path / folder / "micropython" / "source.c").read_text() == "int main;"
