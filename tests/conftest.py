"""For all tests: what is left out where, and the environment that the programs under test run in."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"

LEFT_OUT = pytest.StashKey[int]()

os.environ.setdefault("OMP_THREAD_LIMIT", "1")


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--chip`` adds what takes a compiler and an emulator."""
    parser.addoption("--chip", action="store_true", help="run the firmware's image on an emulated chip too")


def pytest_configure(config: pytest.Config) -> None:
    """CI must have the shared folder."""
    if os.environ.get("CI") == "true" and not SHARED.is_dir():
        raise pytest.UsageError("many tests read the shared folder beside the project and it is not there")
    config.stash[LEFT_OUT] = 0


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What cannot be run without the shared folder, or was not asked for, is left out; the closing line counts it."""
    absent = {"shared"} if not SHARED.is_dir() else set()
    if not config.getoption("chip") and os.environ.get("CI") != "true":
        absent.add("chip")
    left_out = [item for item in items if any(item.get_closest_marker(name) for name in absent)]
    items[:] = [item for item in items if not any(item.get_closest_marker(name) for name in absent)]
    if hasattr(config, "workeroutput"):  # one of several processes: the one that writes the closing line is told
        config.workeroutput["left out"] = len(left_out)
    elif left_out:
        config.hook.pytest_deselected(items=left_out)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A process of several has ended; each of them left out the same tests."""
    count = node.workeroutput.get("left out", 0)
    if count and not node.config.stash[LEFT_OUT]:
        node.config.stash[LEFT_OUT] = count
        node.config.hook.pytest_deselected(items=[SimpleNamespace()] * count)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of photographs and word lists; a test that asks for it carries the marker ``shared``."""
    return SHARED


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test touches the missions of the person who runs it."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("COMPANION_HOME", str(folder))
    return folder
