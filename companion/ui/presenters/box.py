"""The page of the box: the language of its cards, word lists, and what was learnt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.table.box import BoxLanguage, BoxList, FoundFile, TheBox
from companion.ui.presenters.desk import Desk, Page, sentence
from companion.ui.presenters.start import counted

LINES = 4
"""So many word lists stand on one leaf of the page."""
OFFERS = 12
"""So many languages or files stand on one leaf of the sheet."""
NO_TESSERACT = "No language can be read yet: install Tesseract first, with: apt install tesseract-ocr"


@dataclass(frozen=True, slots=True)
class ListLine:
    """A word list. ``sure``: its next touch on "forget" forgets it."""

    name: str
    note: str
    on: bool
    damaged: bool
    sure: bool


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that can be chosen; ``note`` says more. ``chosen``: it counts now; ``possible``: it can be had."""

    text: str
    note: str = ""
    chosen: bool = False
    possible: bool = True


@dataclass(frozen=True, slots=True)
class Offers:
    """A leaf of things to choose from."""

    title: str
    offers: tuple[Offer, ...]
    can_earlier: bool
    can_later: bool


@dataclass(frozen=True, slots=True)
class BoxView:
    """``busy``: what is being waited for, "" for nothing. ``offers``: what lies over the page, None for nothing."""

    language: str
    busy: str
    lines: tuple[ListLine, ...]
    about_lists: str
    can_earlier: bool
    can_later: bool
    learnt: str
    can_forget: bool
    sure_to_forget: bool
    offers: Offers | None
    consent: None = None


class BoxPresenter:
    """See the module."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._lists: tuple[BoxList, ...] = ()
        self._languages: tuple[BoxLanguage, ...] = ()
        self._files: tuple[FoundFile, ...] = ()
        self._learnt = 0
        self._leaf = self._offer_leaf = 0
        self._offering = ""
        self._sure: str | None = None
        self._busy = ""

    @property
    def _box(self) -> TheBox:
        assert self._desk.box is not None, "the page is only reached where there is a box"
        return self._desk.box

    def enter(self) -> None:
        """The page comes up: look once at what there is."""
        self._offering, self._sure, self._leaf = "", None, 0
        self._desk.attempt(self._look)

    def view(self) -> BoxView:
        """What the page shows now."""
        first = self._leaf * LINES
        return BoxView(
            language=self._name_of(self._box.language) if self._desk.box is not None else "",
            busy=self._busy,
            lines=tuple(self._line(entry) for entry in self._lists[first : first + LINES]),
            about_lists=_about(self._lists),
            can_earlier=first > 0,
            can_later=first + LINES < len(self._lists),
            learnt=f"{counted(self._learnt, 'word')} learnt from boards that you confirmed",
            can_forget=self._learnt > 0,
            sure_to_forget=self._sure == "",
            offers=self._offers(),
        )

    def back(self) -> None:
        """To the table."""
        if not self._desk.too_soon():
            self._desk.go(Page.TABLE if self._desk.eyes.available else Page.WORDS)

    # --- the language --------------------------------------------------------------------------------------------

    def show_languages(self) -> None:
        """Choose the language of the cards."""
        self._show("language")

    def choose(self, index: int) -> None:
        """One of what lies over the page was touched."""
        if self._desk.too_soon():
            return
        number = self._offer_leaf * OFFERS + index
        if self._offering == "language":
            self._choose_language(self._languages[number])
        elif self._offering == "file":
            self._import(self._files[number])

    def close(self) -> None:
        """Choose nothing."""
        self._offering = ""
        self._desk.settle()

    # --- word lists ----------------------------------------------------------------------------------------------

    def show_files(self) -> None:
        """Choose a file to import."""
        if self._desk.attempt(self._find_files):
            self._show("file")

    def switch(self, index: int) -> None:
        """Let a list count, or not."""
        if self._desk.too_soon():
            return
        entry = self._lists[self._leaf * LINES + index]
        if not entry.summary.damaged:
            self._change(lambda: self._box.switch(entry.summary.name, not entry.on))
            self._desk.settle()

    def forget_list(self, index: int) -> None:
        """Forget a list: the second touch does it."""
        if not self._desk.too_soon():
            name = self._lists[self._leaf * LINES + index].summary.name
            self._twice(name, lambda: self._box.drop_list(name))

    def forget_learnt(self) -> None:
        """Forget what was learnt: the second touch does it."""
        if not self._desk.too_soon():
            self._twice("", self._box.forget_learnt)

    def earlier(self) -> None:
        """The leaf before, of what lies on top."""
        self._turn_leaf(-1)

    def later(self) -> None:
        """The next leaf, of what lies on top."""
        self._turn_leaf(1)

    # --- inside --------------------------------------------------------------------------------------------------

    def _turn_leaf(self, step: int) -> None:
        if self._desk.too_soon():
            return
        if self._offering:
            self._offer_leaf = _leaf_within(self._offer_leaf + step, self._count(), OFFERS)
        else:
            self._leaf = _leaf_within(self._leaf + step, len(self._lists), LINES)
        self._desk.settle()

    def _look(self) -> None:
        self._lists = tuple(self._box.lists())
        self._learnt = self._box.learnt()
        self._leaf = _leaf_within(self._leaf, len(self._lists), LINES)
        self._languages = tuple(self._box.languages())

    def _find_files(self) -> None:
        self._files = tuple(self._box.files())

    def _show(self, what: str) -> None:
        if not self._desk.too_soon() and not self._busy:
            self._offering, self._offer_leaf, self._sure = what, 0, None
            self._desk.settle()

    def _choose_language(self, language: BoxLanguage) -> None:
        if language.package:
            self._desk.say(f"{language.name} cannot be read yet: install it with: apt install {language.package}")
            return
        self.close()
        if language.code == self._box.language:
            return
        if not self._desk.eyes.available:
            self._change(lambda: self._box.speak(language.code))
            return

        def made() -> None:
            self._busy = ""
            self._change(lambda: self._box.speak(language.code))

        def failed(trouble: str) -> None:
            self._busy = ""
            self._desk.say(sentence(trouble))

        self._busy = f"Getting ready to read {language.name} ..."
        self._desk.eyes.use_reader(self._box.reader_of(language.code), made, failed)

    def _import(self, file: FoundFile) -> None:
        self.close()
        self._change(lambda: self._box.import_file(file.path))

    def _twice(self, what: str, forget: Callable[[], None]) -> None:
        """The first touch asks, the second one on the same thing does it."""
        if self._sure == what:
            self._change(forget)
        else:
            self._sure = what
        self._desk.settle()

    def _change(self, intent: Callable[[], object]) -> None:
        self._sure = None

        def change() -> None:
            intent()
            self._look()

        self._desk.attempt(change)

    def _line(self, entry: BoxList) -> ListLine:
        summary = entry.summary
        note = f"{counted(summary.words, 'word')}, {self._name_of(summary.language)}"
        if summary.damaged:
            note = "damaged: forget it and import it again"
        return ListLine(summary.name, note, entry.on, summary.damaged, self._sure == summary.name)

    def _name_of(self, codes: str) -> str:
        names = {language.code: language.name for language in self._languages}
        return " + ".join(names.get(code, code) for code in codes.split("+"))

    def _offers(self) -> Offers | None:
        if not self._offering:
            return None
        if self._offering == "language":
            offers = [self._language_offer(one) for one in self._languages]
            title = "In which language are the cards?" if any(one.possible for one in offers) else NO_TESSERACT
        else:
            title, offers = _files_title(self._files), [Offer(file.name, file.place) for file in self._files]
        first = self._offer_leaf * OFFERS
        return Offers(title, tuple(offers[first : first + OFFERS]), first > 0, first + OFFERS < len(offers))

    def _language_offer(self, language: BoxLanguage) -> Offer:
        note = f"apt install {language.package}" if language.package else ""
        return Offer(language.name, note, language.code == self._box.language, not language.package)

    def _count(self) -> int:
        return len(self._languages if self._offering == "language" else self._files)


def _leaf_within(leaf: int, things: int, on_a_leaf: int) -> int:
    return min(max(0, leaf), max(0, things - 1) // on_a_leaf)


def _about(lists: tuple[BoxList, ...]) -> str:
    if not lists:
        return "No word list yet. The app reads without one; with one it is surer."
    return f"{counted(len(lists), 'word list')}: touch one to switch it on or off"


def _files_title(files: tuple[FoundFile, ...]) -> str:
    if files:
        return "Which file? One word a line"
    return "No text file (.txt) was found: put one on a memory stick or into your own folder"
