"""One language's dictionary of word forms, as the clue helper asks it."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from simplemma.strategies.dictionaries import DefaultDictionaryFactory

from companion.dictionary import dictionary_of


class Lexicon:
    """Which word forms a language has, and of which words they are forms."""

    def __init__(self, code: str) -> None:
        """Read the data, unless somebody else has; see ``companion.dictionary``.

        Args:
            code: simplemma's code of a language that it has.
        """
        self.code = code
        self._dictionary = dictionary_of(code)

    def base(self, form: str) -> str | None:
        """The word whose form this is, with the capitals of the data; None for a form that is not known."""
        return self._dictionary.base(form)

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
