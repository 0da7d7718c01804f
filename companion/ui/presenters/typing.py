"""Typing on big letter keys: a word for a card, or a clue."""

from __future__ import annotations

from dataclasses import dataclass, replace

MOST_LETTERS = 24

LATIN = ("QWERTYUIOP", "ASDFGHJKL'", "ZXCVBNM-.")
ACCENTS = ("ÄÀÂÁÅÃÆÇČĆ", "ĎÉÈÊËĚÍÏÎÑ", "ŇÖÓÔØŒŘŠŚẞ", "ŤÜÚÙŮÝŽŹŻŁ")
CYRILLIC = ("ЙЦУКЕНГШЩЗХЪ", "ФЫВАПРОЛДЖЭ", "ЯЧСМИТЬБЮЁ")
GREEK = ("ΕΡΤΥΘΙΟΠ", "ΑΣΔΦΓΗΞΚΛ", "ΖΧΨΩΒΝΜ")
HEBREW = ("קראטוןםפ", "שדגכעיחלך", "זסבהנמצתץף")
ALPHABETS = (LATIN, ACCENTS, CYRILLIC, GREEK, HEBREW)
OF_LANGUAGES = {"rus": 2, "ukr": 2, "bul": 2, "ell": 3, "heb": 4}
"""Which letters stand on the keys at first, by the language of the cards; without an entry the Latin ones."""
NAMES = ("ABC", "ÄÉŠ", "АБВ", "ΑΒΓ", "אבג")


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed so far. ``alphabet`` is an index into ``ALPHABETS``."""

    text: str = ""
    alphabet: int = 0

    def press(self, letter: str) -> Typed:
        """One more letter; a second space in a row is left out."""
        if len(self.text) >= MOST_LETTERS or (letter == " " and self.text[-1:] in ("", " ")):
            return self
        return replace(self, text=self.text + letter)

    def rub_out(self) -> Typed:
        """Take the last letter back."""
        return replace(self, text=self.text[:-1])

    def next_alphabet(self) -> Typed:
        """Other letters on the keys."""
        return replace(self, alphabet=(self.alphabet + 1) % len(ALPHABETS))

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows of letter keys."""
        return ALPHABETS[self.alphabet]

    @property
    def other_letters(self) -> str:
        """What the key for other letters says."""
        return NAMES[(self.alphabet + 1) % len(NAMES)]

    @property
    def word(self) -> str:
        """The text without spaces at its ends."""
        return self.text.strip()


def first_alphabet(language: str) -> int:
    """The letters for words of a language: Tesseract codes, joined with ``+``; an index into ``ALPHABETS``."""
    return OF_LANGUAGES.get(language.split("+", maxsplit=1)[0], 0)
