"""General dictionaries of word forms, for whoever needs one: read once in a process, in little memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from threading import Lock
from typing import Final

from simplemma.strategies.dictionaries import StreamDictionaryFactory

# No word of any box is longer; longer text is never looked up.
LONGEST: Final = 40

# simplemma's own code, for each of Tesseract's it has trustworthy data for (0.8 or better of running text).
CODES = {
    "ara": "ar", "bul": "bg", "cat": "ca", "ces": "cs", "cym": "cy", "dan": "da", "deu": "de", "ell": "el",
    "eng": "en", "epo": "eo", "est": "et", "fas": "fa", "fin": "fi", "fra": "fr", "gle": "ga", "gla": "gd",
    "glg": "gl", "grc": "grc", "hrv": "hbs", "bos": "hbs", "srp_latn": "hbs", "heb": "he", "hin": "hi",
    "hun": "hu", "hye": "hy", "ind": "id", "isl": "is", "ita": "it", "kat": "ka", "lat": "la", "lav": "lv",
    "lit": "lt", "mkd": "mk", "nld": "nl", "nor": "nb", "pol": "pl", "por": "pt", "ron": "ro", "rus": "ru",
    "slk": "sk", "slv": "sl", "spa": "es", "swe": "sv", "tgl": "tl", "tur": "tr", "ukr": "uk",
}  # fmt: skip

_reading = Lock()


class Dictionary:
    """Which word forms a language has, and of which words they are forms.

    The packed data stay packed and are searched as they are: 2 MB (English) to 50 MB (Polish), where a table of all
    forms would take up to 355 MB. A look-up takes about a hundredth of a millisecond.
    """

    def __init__(self, code: str) -> None:
        """Read the data; takes a tenth of a second (English) to three seconds (Finnish, Polish).

        Args:
            code: simplemma's code of a language that it has.
        """
        self.code = code
        self._forms: Mapping[str, str] = StreamDictionaryFactory(cache_max_size=1).get_dictionary(code)

    def base(self, form: str) -> str | None:
        """The word whose form this is, with the capitals of the data; None for a form that is not known."""
        return self._forms.get(form) if 0 < len(form) <= LONGEST else None

    def __len__(self) -> int:
        """How many forms it has."""
        return len(self._forms)

    def __iter__(self) -> Iterator[str]:
        """All forms, in the order of the data."""
        return iter(self._forms)


def dictionary_of(code: str) -> Dictionary:
    """The dictionary of a language; everybody in the process gets the same. Any thread.

    Args:
        code: simplemma's code of a language that it has.
    """
    with _reading:
        return _kept(code)


@lru_cache(maxsize=4)
def _kept(code: str) -> Dictionary:
    return Dictionary(code)
