"""A box for the tests of the pages: it keeps the promises of ``TheBox`` in memory."""

from __future__ import annotations

from companion.errors import CompanionError
from companion.table.box import BoxLanguage, BoxList, FoundFile
from companion.table.word_lists import ListSummary
from tests.ui.seeing import LabelReader

LANGUAGES = (
    BoxLanguage("eng", "English"), BoxLanguage("deu", "German"), BoxLanguage("swe", "Swedish"),
    BoxLanguage("ces", "Czech", "tesseract-ocr-ces"),
    BoxLanguage("chi_tra", "Chinese, traditional", "tesseract-ocr-chi-tra"),
    *(BoxLanguage(f"x{n:02}", f"Language {n}", f"tesseract-ocr-x{n:02}") for n in range(10)),
)  # fmt: skip


class HandBox:
    """``broken`` is raised by everything that would have to be kept while it is set."""

    def __init__(self) -> None:
        self.language = "eng"
        self.on = {"Codenames": True, "Duet": True}
        self.words = {"Codenames": 400, "Duet": 200}
        self.damaged: set[str] = set()
        self.known = {"eng": 125}
        self.found = [FoundFile("/stick/pictures.txt", "pictures", "memory stick BLUE")]
        self.broken = ""
        self.made: list[str] = []

    def languages(self):
        return LANGUAGES

    def reader_of(self, language):
        def make():
            self.made.append(language)
            return LabelReader("easy.jpg")

        return make

    def speak(self, language):
        self._keep()
        self.language = language

    def lists(self):
        return [
            BoxList(ListSummary(name, "eng", self.words[name], name in self.damaged), on)
            for name, on in self.on.items()
        ]

    def files(self):
        return self.found

    def import_file(self, path):
        self._keep()
        name = path.rsplit("/", 1)[-1].removesuffix(".txt")
        if name == "empty":
            raise CompanionError("word list empty: holds no words")
        self.on[name], self.words[name] = True, 30
        return ListSummary(name, self.language, 30)

    def switch(self, name, on):
        self._keep()
        self.on[name] = on

    def drop_list(self, name):
        self._keep()
        del self.on[name]

    def learnt(self):
        return self.known.get(self.language, 0)

    def forget_learnt(self):
        self._keep()
        self.known.pop(self.language)

    def _keep(self):
        if self.broken:
            raise CompanionError(self.broken)
