"""The key page: a printed key card comes into the app, each face seen by its own player alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from companion.errors import CompanionError
from companion.game.classic import Card
from companion.game.keycard import Identity
from companion.game.keyfaces import join_faces
from companion.game.position import COUNT, Seat
from companion.table.options import Game, KeySource
from companion.table.printed import spymasters_key
from companion.ui.presenters.desk import Desk, Page, sentence
from companion.ui.presenters.key_view import (
    COPY_IT,
    CYCLES,
    LAY_IT,
    NO_CAMERA,
    SPYMASTERS,
    THERE,
    KeyView,
    Square,
    Squares,
    Step,
    Tally,
    complete,
    due_counts,
)
from companion.ui.presenters.people import called_fully


class KeyEntryPresenter:
    """See the module. A face that is done is kept out of every view, and forgotten as soon as the key is there."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._step = Step.HAND
        self._seat = Seat.A
        self._typing: list[Square] = []
        self._faces: dict[Seat, tuple[Square, ...]] = {}
        self._trouble = ""

    def enter(self) -> None:
        """The page comes up: from the start, unless a key is there."""
        self.leave()
        self._turn_to(self._first_seat() if self._step is Step.HAND else Seat.A)

    def view(self) -> KeyView:
        """What the page shows now."""
        match self._step:
            case Step.HAND:
                return self._hand()
            case Step.TYPE:
                return self._type()
            case Step.SHOOT:
                return self._shoot()
            case Step.REFUSED:
                title = "That is no key card"
                return KeyView(self._step, title, self._trouble, main="Enter it again", other="Take a drawn key")
            case Step.THERE:
                return KeyView(
                    self._step, "The key is there", THERE, main="Go on with the screens", other="Play with the card"
                )

    # --- intents -------------------------------------------------------------------------------------------------

    def main(self) -> None:
        """The first answer."""
        if self._desk.too_soon() or not self.view().can_main:
            return
        match self._step:
            case Step.HAND:
                self._begin_face()
            case Step.TYPE:
                self._done(tuple(self._typing))
            case Step.SHOOT:
                self._read()
            case Step.REFUSED:
                self.enter()
            case Step.THERE:
                self._desk.back_from_screens = Page.MISSION
                self._desk.go(Page.SCREENS)
        self._desk.settle()

    def other(self) -> None:
        """The second answer."""
        if self._desk.too_soon():
            return
        match self._step:
            case Step.TYPE:
                self._typing = self._blank()
            case Step.SHOOT:
                self._desk.eyes.keys.give_up()
                self._step, self._typing = Step.TYPE, self._blank()
            case Step.THERE:
                session = self._desk.session
                if self._desk.attempt(lambda: session.begin(screens=False)):
                    self._desk.go_on_playing(begins=True)
            case Step.REFUSED:
                self._without()
            case Step.HAND:
                pass
        self._desk.settle()

    def touch(self, index: int) -> None:
        """A square becomes the next kind."""
        if self._step is Step.TYPE and not self._desk.too_soon():
            cycle = CYCLES[self._game]
            self._typing[index] = cycle[(cycle.index(self._typing[index]) + 1) % len(cycle)]

    def again(self) -> None:
        """The key that is there is forgotten, another is entered."""
        if not self._desk.too_soon():
            self._desk.session.printed.forget()
            self.enter()
            self._desk.settle()

    def back(self) -> None:
        """To what is agreed; what was typed so far is forgotten."""
        self._clear()
        self._turn_to(Seat.A)
        self._desk.go(Page.MISSION)

    def leave(self) -> None:
        """The page goes, by whatever way: nothing that was typed stays. A key that is there stays there."""
        self._clear()
        session = self._desk.session
        self._step = Step.THERE if session.printed.there(session.options) else Step.HAND

    # --- views ---------------------------------------------------------------------------------------------------

    def _hand(self) -> KeyView:
        classic, shot = self._game is Game.CLASSIC, self._photographed
        title = f"{self._what()} is for {self._name()} alone"
        if shot and not self._desk.eyes.keys.available:
            return KeyView(self._step, title, NO_CAMERA, self._seat, can_main=False)
        other = self._seat.other.value
        away = "The guessers look away." if classic else f"{other} looks away."
        if self._faces:
            away = f"{other} puts the card back into its stand and looks away."
        sure = "They look away" if classic else f"{other} looks away"
        then = "Only then lay the card down." if shot else COPY_IT[self._game]
        return KeyView(self._step, title, f"{away} {then}", self._seat, main=sure)

    def _type(self) -> KeyView:
        counts = Counter(self._typing)
        due = due_counts(self._game, counts)
        tallies = tuple(Tally(kind, counts[kind], due[kind]) for kind in CYCLES[self._game])
        return KeyView(
            self._step,
            f"{self._what()}, as you see it",
            "Touch a square until it is as on the card.",
            self._seat,
            tuple(self._typing),
            tallies,
            main="Done, hide it",
            other="Clear",
            can_main=complete(self._game, counts),
        )

    def _shoot(self) -> KeyView:
        waits = self._desk.eyes.keys.reading
        now = "Reading it. No picture of it is shown or kept." if waits else LAY_IT[self._game]
        return KeyView(
            self._step,
            f"{self._what()} under the camera",
            now,
            self._seat,
            main="Read it",
            other="Type it instead",
            can_main=not waits,
            wait=waits,
            trouble=self._trouble,
        )

    # --- inside --------------------------------------------------------------------------------------------------

    @property
    def _game(self) -> Game:
        return self._desk.session.options.game

    @property
    def _photographed(self) -> bool:
        return self._desk.session.options.key is KeySource.PHOTOGRAPHED

    def _what(self) -> str:
        return "The key" if self._game is Game.CLASSIC else f"Face {self._seat.value}"

    def _name(self) -> str:
        options = self._desk.session.options
        return SPYMASTERS if options.game is Game.CLASSIC else called_fully(options, self._seat)

    def _first_seat(self) -> Seat:
        options = self._desk.session.options
        return options.side if options.game is Game.CLASSIC else Seat.A

    def _turn_to(self, seat: Seat) -> None:
        self._seat = self._desk.facing = seat

    def _blank(self) -> list[Square]:
        return [CYCLES[self._game][0]] * COUNT

    def _begin_face(self) -> None:
        self._trouble = ""
        if self._photographed:
            self._desk.session.printed.lay()
            self._step = Step.SHOOT
        else:
            self._step, self._typing = Step.TYPE, self._blank()

    def _read(self) -> None:
        self._trouble = ""
        self._desk.eyes.keys.read(self._game, self._seat, self._was_read, self._was_not_read)

    def _was_read(self, squares: Squares) -> None:
        if self._step is Step.SHOOT:
            self._done(tuple(squares))
            self._desk.settle()

    def _was_not_read(self, trouble: str) -> None:
        self._trouble = sentence(trouble)

    def _done(self, squares: tuple[Square, ...]) -> None:
        """A face is complete: it goes out of sight at once; with the last one the key is made."""
        self._typing = []
        self._faces[self._seat] = squares
        if self._game is Game.DUET and len(self._faces) < len(Seat):
            self._step = Step.HAND
            self._turn_to(self._seat.other)
            return
        try:
            self._take_key()
        except CompanionError as error:
            self._clear()
            self._step, self._trouble = Step.REFUSED, f"{sentence(str(error))}."
        else:
            self._clear()
            self._step = Step.THERE
        self._turn_to(Seat.A)

    def _take_key(self) -> None:
        session = self._desk.session
        if self._game is Game.CLASSIC:
            squares = [square for square in self._faces[self._seat] if isinstance(square, Card)]
            session.printed.take(spymasters_key(squares, session.options.side))
            return
        a, b = ([s for s in self._faces[seat] if isinstance(s, Identity)] for seat in Seat)
        session.printed.take(join_faces(a, b, any_turn=self._photographed))

    def _without(self) -> None:
        """The players take a key that the app draws."""
        session = self._desk.session
        session.options = replace(session.options, key=KeySource.DRAWN)
        self._desk.back_from_screens = Page.MISSION
        self._desk.go(Page.SCREENS)

    def _clear(self) -> None:
        self._desk.eyes.keys.give_up()
        self._step, self._typing, self._trouble = Step.HAND, [], ""
        self._faces.clear()
