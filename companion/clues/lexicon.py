"""One language's dictionary of word forms, in little memory."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final

from simplemma.strategies.dictionaries import DefaultDictionaryFactory, StreamDictionaryFactory

# No word of any box is longer; longer text is never looked up.
LONGEST: Final = 40


class Lexicon:
    """Which word forms a language has, and of which words they are forms.

    The packed data stay packed and are searched as they are: 2 MB (English) to 47 MB (Polish), where a table of all
    forms would take up to 355 MB. A look-up takes about a hundredth of a millisecond.
    """

    def __init__(self, code: str) -> None:
        """Read the data; takes a tenth of a second (English) to two seconds (Finnish, Polish).

        Args:
            code: simplemma's code of a language that it has.
        """
        self.code = code
        self._forms: Mapping[str, str] = StreamDictionaryFactory(cache_max_size=1).get_dictionary(code)

    def base(self, form: str) -> str | None:
        """The word whose form this is, with the capitals of the data; None for a form that is not known."""
        return self._forms.get(form) if 0 < len(form) <= LONGEST else None

    def is_word(self, text: str) -> bool:
        """True for a word in its basic form, as it is written."""
        return self.base(text) == text

    def lemmas(self, word: str) -> frozenset[str]:
        """The words that a word in any case can be a form of, in small letters; empty if it is not known.

        Cards are printed in capitals, so it is looked up small and with a capital (German nouns and names stand so in
        the data). Where capitals have no ß, German is asked again with one.
        """
        lower = unicodedata.normalize("NFC", word).lower()
        if self.code == "de":
            # A noun is meant where there is one: REIS is rice, and not a form of the verb for travelling.
            spellings = [lower.capitalize(), lower]
            if "ss" in lower:
                spellings += [text.replace("ss", "ß") for text in spellings]
            bases = [base for text in spellings if (base := self.base(text)) is not None][:1]
        else:
            bases = [base for text in (lower, lower.capitalize()) if (base := self.base(text)) is not None]
        return frozenset(base.lower() for base in bases)


def basic_words(code: str, nouns_only: bool) -> Iterator[str]:
    """All words of a language in their basic form, 3 to 18 letters, in small letters.

    The whole table is unpacked for it and given back at the end: 20 MB (English), about 100 MB (German, Swedish).

    Args:
        code: simplemma's code of a language that it has.
        nouns_only: only what is written with a capital.
    """
    for form, base in DefaultDictionaryFactory(cache_max_size=1).get_dictionary(code).items():
        if form == base and 3 <= len(form) <= 18 and form.isalpha():
            lower = form.lower()
            if form == (lower.capitalize() if nouns_only else lower):
                yield lower
