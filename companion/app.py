"""The composition root of the app: the only place that knows all parts."""

from __future__ import annotations

import os
import secrets
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np

from companion.clues.spoken import SpokenForms
from companion.config import data_dir
from companion.device.client import ServiceScreens
from companion.device.discovery import PortSource
from companion.device.render import draw
from companion.game.keycard import Shuffler
from companion.own_folder import SCREENS, own_folder, sweep
from companion.private_memory import keep_memory_private
from companion.shelf import Shelf
from companion.simulator.pair import ProcessWindow, VirtualPair
from companion.simulator.window import APP_PLACE_PX
from companion.simulator.world import VirtualWorld
from companion.storage import SqliteStore
from companion.table.ports import CameraFeed, Picture, TableReader
from companion.table.session import Session
from companion.table.views import ScreenView
from companion.ui.prepare import WindowWish, prepare, require_window
from companion.vision.camera import PictureFile, PictureFolder, find_camera
from companion.vision.camera_watch import left_behind
from companion.vision.eye import Eye
from companion.vision.keycards import KeyCardReader
from companion.vision.lens.use import open_with_profile
from companion.vision.watch import TableWatch

T = TypeVar("T")

VIRTUAL = "virtual"
NO_CAMERA = "none"
ENDINGS = (signal.SIGTERM, signal.SIGHUP)
"""Told to end, the program goes by the same way out at any time, so that virtual screens and their folder go too."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the person who starts the app asked for.

    ``camera``: ``virtual``, ``none`` or a specification that ``open_camera`` takes; None looks for one. ``screens``:
    ports of screens besides those that are found by themselves. ``language``: of the cards this time, None for the one
    that was chosen last in the app. ``seed``: of the virtual table and, with ``chance``, of
    the key.
    """

    camera: str | None = None
    screens: tuple[str, ...] = ()
    language: str | None = None
    word_lists: tuple[Path, ...] = ()
    window: WindowWish = field(default_factory=WindowWish)
    folder: Path | None = None
    seed: int | None = None
    chance: Shuffler | None = None


class SecretShuffler:
    """Chance that nobody can foresee: what a key is drawn with."""

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A new list of the same items in random order."""
        return secrets.SystemRandom().sample(list(items), len(items))


def utc_now() -> str:
    """The time as ISO 8601 text."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def run_app(wish: Wish) -> int:
    """Open the app and stay until it is left; returns the exit status.

    Raises:
        CompanionError: the store, the camera or a word list cannot be used; says why and what to do.
    """
    keep_memory_private()
    sweep()
    threading.excepthook = _say_which_thread_broke
    for number in ENDINGS:
        signal.signal(number, lambda *_: sys.exit(0))
    with ExitStack() as stack:
        store = SqliteStore(wish.folder or data_dir(), alone=True)
        stack.callback(store.close)
        folder = wish.folder or data_dir()
        box = Shelf(store, store.words, wish.language, files=wish.word_lists, folder=folder)
        feed = _camera(wish)
        reader = None
        if feed is not None:
            stack.callback(feed.close)
            reader = box.first_reader()
        told = note_endings()
        virtual = _virtual_screens(stack, wish, feed)
        screens = ServiceScreens([*wish.screens, *(virtual.open() if virtual else ())], only_named=virtual is not None)
        stack.callback(screens.close)
        helper = SpokenForms(box.language)
        box.on_language = helper.speak
        session = Session(store, screens, wish.chance or SecretShuffler(), utc_now, helper, learn=box.learn)
        # While the players get ready, so that no picture is held up by it.
        box.prepare()
        if not told:
            _run_window(wish, session, box, feed, reader=reader, virtual=virtual, told=told)
    if left_behind():
        # All is stored and closed. A thread that hangs in a camera's driver could abort Python in its last moments.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
    return 0


def _run_window(
    wish: Wish, session: Session, box: Shelf, feed: CameraFeed | None, *, reader: TableReader | None,
    virtual: VirtualPair | None, told: Sequence[int],
) -> None:  # fmt: skip
    """Open the window and stay until it is left; ``told`` holds the signals that came before the app took them."""
    prepare(replace(wish.window, place_px=APP_PLACE_PX) if virtual else wish.window)
    require_window()
    # Only now: whatever imports the window reads the configuration once.
    from kivy.clock import Clock

    from companion.ui.camera import Seeing
    from companion.ui.kivy_app import CompanionApp

    world = feed if isinstance(feed, VirtualWorld) else None
    seeing = (
        Seeing(feed, reader, Eye(), KeyCardReader(), TableWatch) if feed is not None and reader is not None else None
    )
    tend = virtual.tend if virtual else lambda: None
    app = CompanionApp(session, seeing, on_change=_follower(world, session), on_tick=tend, box=box, paint=_paint)
    # At the first tick the app has its own handlers.
    Clock.schedule_once(lambda _: app.end_soon() if told else None)
    app.run()


def _paint(view: ScreenView, size_px: tuple[int, int]) -> Picture:
    """What a seat sees, as its screen would show it."""
    return np.asarray(draw(view, size_px).image())


def _say_which_thread_broke(broken: threading.ExceptHookArgs) -> None:
    """One line instead of a traceback, and without the error's text; while the window is open the app has its own."""
    name = broken.thread.name if broken.thread else "unknown"
    sys.stderr.write(f"companion: the thread {name!r} ended with {broken.exc_type.__name__}\n")


def note_endings() -> Sequence[int]:
    """From now on a signal to end is only noted, in what comes back.

    What it raised would be swallowed inside the window's code, or come in the midst of a screen that is plugged in; and
    to block it does not help, since it may come to another thread, and what it raises is raised in the main one.
    """
    told: list[int] = []
    for number in (*ENDINGS, signal.SIGINT):
        signal.signal(number, lambda number, _: told.append(number))
    return told


def _camera(wish: Wish) -> CameraFeed | None:
    """The camera that was asked for, else the one that is there; the virtual table where there is nothing at all."""
    spec = wish.camera or find_camera()
    if spec is None:
        spec = NO_CAMERA if wish.screens or PortSource()() else VIRTUAL
    if spec == NO_CAMERA:
        return None
    if spec == VIRTUAL:
        return VirtualWorld(wish.seed if wish.seed is not None else secrets.randbelow(1_000_000))
    return open_with_profile(spec, wish.folder or data_dir(), _warn)


def _warn(sentence: str) -> None:
    """Say what does not keep the app from running."""
    sys.stderr.write(f"companion: {sentence}\n")


def _virtual_screens(stack: ExitStack, wish: Wish, feed: CameraFeed | None) -> VirtualPair | None:
    """Two screens in windows of their own, where no screen is there and the table is only looked at as a picture.

    Never with a live camera: on the panel between two players such a window would show a face to both.
    """
    if not isinstance(feed, VirtualWorld | PictureFile | PictureFolder) or wish.screens or PortSource()():
        return None
    folder = stack.enter_context(own_folder(SCREENS))
    pair = VirtualPair(folder, partial(ProcessWindow, app_width_px=wish.window.width_px), time.monotonic)
    stack.callback(pair.close)
    return pair


def _follower(world: VirtualWorld | None, session: Session) -> Callable[[], None]:
    """What keeps the virtual table in step with the session."""

    def follow() -> None:
        if world is not None and session.running:
            world.follow(session.board.words, session.play.state)
        elif world is not None:
            world.follow(None, None)

    return follow
