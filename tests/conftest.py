"""For all tests: the shared folder, and the environment that the programs under test run in."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"

os.environ.setdefault("OMP_THREAD_LIMIT", "1")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Without the shared folder its tests are not run and the closing line counts them; CI must have it."""
    if SHARED.is_dir():
        return
    needing = [item for item in items if item.get_closest_marker("shared")]
    if needing and os.environ.get("CI") == "true":
        raise pytest.UsageError(f"{len(needing)} tests read the shared folder beside the project and it is not there")
    if needing:
        items[:] = [item for item in items if not item.get_closest_marker("shared")]
        config.hook.pytest_deselected(items=needing)


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
