"""The Kivy app: one window, one page at a time, one clock, one way out.

``companion.ui.prepare.prepare`` has to be called before this module is imported.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import traceback
from collections.abc import Callable
from typing import Any

from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.metrics import Metrics

from companion.errors import CompanionError
from companion.game.position import Seat
from companion.table.box import TheBox
from companion.table.observation import Observation
from companion.table.session import Session
from companion.ui import theme
from companion.ui.camera import CameraEyes, Seeing
from companion.ui.pages.box import BoxPage
from companion.ui.pages.end import EndPage
from companion.ui.pages.end_classic import EndClassicPage
from companion.ui.pages.key_entry import KeyEntryPage
from companion.ui.pages.map import MapPage
from companion.ui.pages.mission import MissionPage
from companion.ui.pages.page import PageBox
from companion.ui.pages.past import PastPage
from companion.ui.pages.peek import PeekPage
from companion.ui.pages.play import PlayPage
from companion.ui.pages.play_classic import PlayClassicPage
from companion.ui.pages.score import ScorePage
from companion.ui.pages.screens import ScreensPage
from companion.ui.pages.start import StartPage
from companion.ui.pages.table import TablePage
from companion.ui.pages.words import WordsPage
from companion.ui.parts.frame import Stage
from companion.ui.presenters.box import BoxPresenter
from companion.ui.presenters.desk import Desk, Page, Paint
from companion.ui.presenters.end import EndPresenter
from companion.ui.presenters.end_classic import EndClassicPresenter
from companion.ui.presenters.key_entry import KeyEntryPresenter
from companion.ui.presenters.map import MapPresenter
from companion.ui.presenters.mission import MissionPresenter
from companion.ui.presenters.past import PastPresenter
from companion.ui.presenters.peek import PeekPresenter
from companion.ui.presenters.play import PlayPresenter
from companion.ui.presenters.play_classic import PlayClassicPresenter
from companion.ui.presenters.score import ScorePresenter
from companion.ui.presenters.screens import ScreensPresenter
from companion.ui.presenters.start import StartPresenter
from companion.ui.presenters.table import TablePresenter
from companion.ui.presenters.words import WordsPresenter
from companion.ui.watching import TableInPlay
from companion.ui.worker import Door

log = logging.getLogger(__name__)

TICK_S = 1 / 20
DENSITY_STEP = 0.02
ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
SLOW_TICKS = 8
"""Every so many ticks the page looks at the screens again, and the screens hear that the app lives."""

PAGES: dict[Page, tuple[type[PageBox], Callable[[Desk], Any]]] = {
    Page.START: (StartPage, StartPresenter),
    Page.TABLE: (TablePage, TablePresenter),
    Page.BOX: (BoxPage, BoxPresenter),
    Page.WORDS: (WordsPage, WordsPresenter),
    Page.MISSION: (MissionPage, MissionPresenter),
    Page.MAP: (MapPage, MapPresenter),
    Page.KEY: (KeyEntryPage, KeyEntryPresenter),
    Page.SCREENS: (ScreensPage, ScreensPresenter),
    Page.PEEK: (PeekPage, PeekPresenter),
    Page.PLAY: (PlayPage, PlayPresenter),
    Page.END: (EndPage, EndPresenter),
    Page.SCORE: (ScorePage, ScorePresenter),
    Page.PAST: (PastPage, PastPresenter),
    Page.PLAY_CLASSIC: (PlayClassicPage, PlayClassicPresenter),
    Page.END_CLASSIC: (EndClassicPage, EndClassicPresenter),
}


class CompanionApp(App):
    """The table app.

    Args:
        session: What is on the table.
        seeing: Camera, reader and eye; None where there is no camera: then the words are typed.
        on_change: Called on the UI thread after each accepted intent (the virtual table follows the state by it).
        on_tick: Called on the UI thread about twice a second (virtual screens are tended by it).
        now: Seconds from a clock that only goes forward; a test brings its own.
        box: What is known of the box on the table; None where nothing is.
        density: Panel pixels per logical one; None for ``KIVY_METRICS_DENSITY`` where it is set (``WindowWish``), else
            to follow the size of the window.
        paint: Draws what a seat sees, for a seat that has no screen; without it no face ever comes onto this window.
    """

    title = "Companion"

    def __init__(
        self,
        session: Session,
        seeing: Seeing | None = None,
        *,
        on_change: Callable[[], None] = lambda: None,
        on_tick: Callable[[], None] = lambda: None,
        now: Callable[[], float] = Clock.get_time,
        density: float | None = None,
        box: TheBox | None = None,
        paint: Paint | None = None,
    ) -> None:
        super().__init__()
        self.session = session
        self.door = Door(self.job_broke)
        # A key on this window is as one under the camera: no picture is taken while it may be in view.
        in_view = lambda: session.printed.in_view or session.shared.lit  # noqa: E731
        self.eyes = CameraEyes(seeing, self.door, now, lambda: session.faces_lit, in_view, heard=self.seen)
        self.desk = Desk(session, self.eyes, now, on_change, leave=self.stop, box=box, paint=paint)
        self.on_tick = on_tick
        self.stage = Stage(self.desk.too_soon)
        self.density = density if density is not None else _set_density()
        self._presenters: dict[Page, Any] = {}
        self._pages: dict[Page, PageBox] = {}
        self._shown: Page | None = None
        self._ticks = 0
        self._closed = False
        self._told_to_end = False
        self._signals: dict[signal.Signals, Any] = {}
        self._handler = KeepRunning(self)
        self._thread_hook = threading.excepthook

    # --- life ----------------------------------------------------------------------------------------------------

    def build(self) -> Stage:
        """The root widget."""
        self.fit_density()
        self.stage.notice.fbind("on_release", lambda *_: self._notice_read())
        self.refresh()
        return self.stage

    def on_start(self) -> None:
        """The window is up."""
        ExceptionManager.add_handler(self._handler)
        threading.excepthook = self.thread_broke
        Clock.schedule_interval(self.tick, TICK_S)
        Window.bind(on_key_down=self._key, on_resize=self.fit_density)
        if threading.current_thread() is threading.main_thread():
            self._signals = {number: signal.signal(number, self.end_soon) for number in ENDING}

    def on_stop(self) -> None:
        """The window closes, by whatever way: screens first, then the threads.

        It is out of sight at once; that screens are black, and what is being read has ended, may take a while longer.
        """
        if self._closed:
            return
        self._closed = True
        Window.hide()
        self.page.put_away()
        self.session.close()
        Clock.unschedule(self.tick)
        Window.unbind(on_key_down=self._key, on_resize=self.fit_density)
        ExceptionManager.remove_handler(self._handler)
        threading.excepthook = self._thread_hook
        self.eyes.leave()
        self.door.close()
        self.eyes.close()
        self.give_back_signals()

    def run(self) -> None:
        """Open the window and stay until it is left; whatever ends it, the screens go blank."""
        try:
            super().run()
        finally:
            self.on_stop()

    def open_settings(self, *_: Any) -> bool:
        """Kivy's own settings page stays away."""
        return False

    def give_back_signals(self) -> None:
        """Signals mean again what they meant before."""
        for number, handler in self._signals.items():
            signal.signal(number, handler)
        self._signals = {}

    def end_soon(self, *_: Any) -> None:
        """A signal may come in the middle of anything: only a note is made, the next tick reads it."""
        self._told_to_end = True

    # --- what is shown -------------------------------------------------------------------------------------------

    @property
    def page(self) -> PageBox:
        """The page that is up."""
        return self._page(self.desk.page)

    def refresh(self) -> None:
        """Show what follows from the last intent: another page, another view, a notice."""
        if self._shown is not self.desk.page:
            self._shown = self.desk.page
            self.page.enter()
            self.stage.page = self.page
        self._turn_window()
        self.page.refresh()
        self.stage.say(self.desk.notice)

    def tick(self, _: float) -> None:
        """Several times a second: what came from other threads, what the page shows of the world, the heartbeat."""
        if self._told_to_end:
            self.stop()
            return
        self.door.deliver()
        self.eyes.go_on()
        self.eyes.watch(self.in_play)
        self._ticks += 1
        if self._ticks % SLOW_TICKS == 0:
            self.session.tick()
            self.on_tick()
            if self.desk.notice and self.desk.now() > self.desk.notice_until:
                self.desk.quiet()
            self.refresh()
        elif self._shown is not self.desk.page:
            self.refresh()
        self.page.tick()

    @property
    def in_play(self) -> TableInPlay | None:
        """The table that the camera follows now: while a mission runs, unless the players do not want it."""
        session = self.session
        if not session.running or session.over or session.mission_id is None or not session.follow.table:
            return None
        return TableInPlay(session.mission_id, session.board.words)

    def seen(self, observation: Observation | None, at_s: float) -> None:
        """The camera has looked at the table in play."""
        self.session.follow.take(observation, at_s, self.desk.laying)

    def trouble(self, error: BaseException) -> None:
        """Something went wrong inside: say so, go on. The text of a strange error stays out of the log."""
        where = traceback.extract_tb(error.__traceback__)[-1:]
        places = ", ".join(f"{frame.name} line {frame.lineno}" for frame in where)
        self.page.put_away()
        log.error("the app went on after %s in %s", type(error).__name__, places)
        if isinstance(error, CompanionError):
            self.desk.say(str(error))
        else:
            self.desk.say(self.darken(error))
        self.stage.say(self.desk.notice)

    def darken(self, error: BaseException) -> str:
        """After an error that nobody has foreseen nobody knows what else is wrong: no face stays; what to say of it."""
        wrong = f"Something went wrong inside ({type(error).__name__}). The mission is safe"
        if not self.session.keys_on:
            return f"{wrong}: go on."
        self.session.hide_keys()
        return f"{wrong}, the keys are hidden: show them again and go on."

    def job_broke(self, error: BaseException) -> None:
        """A job ended by such an error; where no key is on, it is enough that its own page says so."""
        if self.session.keys_on:
            self.desk.say(self.darken(error))

    def thread_broke(self, broken: threading.ExceptHookArgs) -> None:
        """A thread ended by an error: the UI thread hears of it. In that thread."""
        error = broken.exc_value
        if error is not None and not isinstance(error, SystemExit):
            self.door.bring(lambda: self.trouble(error))

    def _turn_window(self) -> None:
        angle = 0 if self.desk.facing is Seat.A else 180
        if Window.rotation != angle:
            Window.rotation = angle
            # Half a turn leaves the size as it was, and then Kivy goes on drawing the old way up.
            Window.update_viewport()

    def _page(self, page: Page) -> PageBox:
        box, presenter = PAGES[page]
        if page not in self._presenters:
            self._presenters[page] = presenter(self.desk)
        if page not in self._pages:
            self._pages[page] = box(self.desk, self._presenters[page], self.refresh)
        return self._pages[page]

    def fit_density(self, *_: Any) -> None:
        """Logical pixels follow the window; pages are made anew when they change, their presenters stay."""
        wanted = self.density or max(1.0, min(Window.size) / theme.SHORT_SIDE_DP)
        if abs(Metrics.density - wanted) < DENSITY_STEP:
            return
        Metrics.density = wanted
        self._pages.clear()
        if self._shown is not None:
            self.stage.page = self.page
            self.refresh()

    def _notice_read(self) -> None:
        self.desk.quiet()
        self.stage.say("")

    def _key(self, _: Any, key: int, scancode: int, text: str | None, modifiers: list[str]) -> bool:
        del scancode, modifiers
        names = {8: "backspace", 13: "enter", 271: "numpadenter"}
        return self.page.take_key(text or "", names.get(key, ""))


def _set_density() -> float | None:
    """What was set from outside, as Kivy itself reads it."""
    text = os.environ.get("KIVY_METRICS_DENSITY", "")
    return float(text) if text else None


class KeepRunning(ExceptionHandler):
    """An error in a callback does not end the app."""

    def __init__(self, app: CompanionApp) -> None:
        super().__init__()
        self._app = app

    def handle_exception(self, inst: BaseException) -> int:
        """Note it, say it, go on; what is meant to end the program ends it."""
        if not isinstance(inst, Exception):
            return int(ExceptionManager.RAISE)
        self._app.trouble(inst)
        return int(ExceptionManager.PASS)
