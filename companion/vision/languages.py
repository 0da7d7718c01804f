"""What is known about the languages of a box: Tesseract's codes, names, letters, and what its models can't give."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SIGNS = frozenset(" .'-\"&!?")
"""What may stand on a card beside letters, in any language."""
_ONE = "[a-z]{3}(_[A-Za-z]+)*"
_CODE = re.compile(rf"{_ONE}(\+{_ONE})*")
# Classical Greek's breathings and accents; the Greek of today has one accent, which a model may take for one of them.
_GREEK_ACCENTS = dict(zip("ΑΕΗΙΟΥΩ", "ΆΈΉΊΌΎΏ", strict=True))
_POLYTONIC = {"\u0313": "\u0301", "\u0314": "\u0301", "\u0300": "\u0301", "\u0342": "\u0301", "\u0345": ""}


@dataclass(frozen=True, slots=True)
class Language:
    """One language. ``code``: Tesseract's; ``english``, ``own``: its name in English and in itself.

    ``letters``: its capitals, those with marks included; empty where they are not known. ``never_given``: those of them
    that Tesseract's small model can't give, so that it reads others in their place. ``right_to_left``: how it is
    written; readings are always in the order in which one speaks.
    """

    code: str
    english: str
    own: str
    letters: str = ""
    never_given: str = ""
    right_to_left: bool = False

    @property
    def package(self) -> str:
        """The package of Debian and Raspberry Pi OS that brings its model."""
        return f"tesseract-ocr-{self.code.lower().replace('_', '-')}"


def _latin(code: str, english: str, own: str, more: str = "", never_given: str = "") -> Language:
    return Language(code, english, own, LATIN + more, never_given)


_KNOWN = (
    _latin("eng", "English", "English"),
    _latin("deu", "German", "Deutsch", "ÄÖÜẞÉ", "ẞÉ"),
    _latin("fra", "French", "français", "ÀÂÆÇÈÉÊËÎÏÔÙÛÜŒŸ"),
    _latin("spa", "Spanish", "español", "ÁÉÍÑÓÚÜ", "Ü"),
    _latin("ita", "Italian", "italiano", "ÀÈÉÌÍÎÒÓÙÚ", "ÍÓÚ"),
    _latin("ces", "Czech", "čeština", "ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽÖÜ", "ÖÜ"),
    _latin("pol", "Polish", "polski", "ĄĆĘŁŃÓŚŹŻ"),
    _latin("swe", "Swedish", "svenska", "ÅÄÖÉÜ", "Ü"),
    _latin("fin", "Finnish", "suomi", "ÅÄÖŠŽ", "ÅŠŽ"),
    Language("rus", "Russian", "русский", "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"),
    Language("ell", "Greek", "ελληνικά", "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈΉΊΌΎΏΪΫ", "ΉΪΫ"),
    Language("heb", "Hebrew", "עברית", "אבגדהוזחטיכךלמםנןסעפףצץקרשת״׳־", right_to_left=True),
    _latin("nld", "Dutch", "Nederlands", "ÁÉËÈÍÏÓÖÜÊ"),
    _latin("por", "Portuguese", "português", "ÀÁÂÃÇÉÊÍÓÔÕÚÜ"),
    _latin("dan", "Danish", "dansk", "ÆØÅÉ"),
    _latin("nor", "Norwegian", "norsk", "ÆØÅÉÒÓÔ"),
    _latin("isl", "Icelandic", "íslenska", "ÁÐÉÍÓÚÝÞÆÖ"),
    _latin("est", "Estonian", "eesti", "ÄÖÕÜŠŽ"),
    _latin("lav", "Latvian", "latviešu", "ĀČĒĢĪĶĻŅŠŪŽ"),
    _latin("lit", "Lithuanian", "lietuvių", "ĄČĘĖĮŠŲŪŽ"),
    _latin("slk", "Slovak", "slovenčina", "ÁÄČĎÉÍĹĽŇÓÔŔŠŤÚÝŽ"),
    _latin("slv", "Slovenian", "slovenščina", "ČŠŽĆĐ"),
    _latin("hrv", "Croatian", "hrvatski", "ČĆĐŠŽ"),
    _latin("hun", "Hungarian", "magyar", "ÁÉÍÓÖŐÚÜŰ"),
    _latin("ron", "Romanian", "română", "ĂÂÎȘȚŞŢ"),
    _latin("cat", "Catalan", "català", "ÀÇÈÉÍÏÒÓÚÜ·"),
    _latin("tur", "Turkish", "Türkçe", "ÇĞİÖŞÜÂÎÛ"),
    Language("ukr", "Ukrainian", "українська", "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ"),
    Language("bul", "Bulgarian", "български", "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЬЮЯ"),
    Language("ara", "Arabic", "العربية", right_to_left=True),
    Language("fas", "Persian", "فارسی", right_to_left=True),
    Language("jpn", "Japanese", "日本語"),
    Language("kor", "Korean", "한국어"),
    Language("chi_sim", "Chinese, simplified", "简体中文"),
    Language("chi_tra", "Chinese, traditional", "繁體中文"),
)
LANGUAGES: dict[str, Language] = {language.code: language for language in _KNOWN}
"""The languages that something is known about, by Tesseract's code; others are read as well where there is a model."""
NO_LANGUAGES = frozenset({"osd", "equ", "snum"})
"""Models of Tesseract that read no language: the way up of a page, formulas, numbers."""
PROVED = ("eng", "deu", "fra", "spa", "ita", "ces", "pol", "swe", "fin", "rus", "ell", "heb")
"""Those whose boards the tests draw and read."""


def is_code(language: str) -> bool:
    """Whether a text has the form of Tesseract's codes of languages, joined with ``+``."""
    return _CODE.fullmatch(language) is not None and NO_LANGUAGES.isdisjoint(language.split("+"))


def no_code(language: str) -> str:
    """One line for a text that ``is_code`` says no to."""
    named = [one.code for one in _KNOWN if language.casefold() in (one.english.casefold(), one.own.casefold())]
    return f"language {language!r}: no Tesseract code, write {named[0] if named else 'for example eng or deu+fra'}"


def language_of(code: str) -> Language:
    """What is known about a language; of one that nothing is known about no more than its code."""
    return LANGUAGES.get(code, Language(code, code, code))


@lru_cache(maxsize=16)
def letters_of(language: str) -> frozenset[str]:
    """The capitals of one or several languages; empty where those of one of them are not known.

    Args:
        language: Tesseract codes, joined with ``+``.
    """
    each = [language_of(code).letters for code in language.split("+")]
    return frozenset("".join(each)) if all(each) else frozenset()


def is_foreign(word: str, language: str) -> bool:
    """Whether a word has a letter that the language has not; False where its letters are not known."""
    letters = letters_of(language)
    return bool(letters) and any(sign not in letters and sign not in SIGNS for sign in word)


def as_printed(text: str, language: str) -> str:
    """What an engine read, with the letters that the language really has.

    Greek: its model also knows the marks of the classical language and sees them in the one accent of today. Turkish: a
    small i is a capital with its dot.
    """
    codes = language.split("+")
    if "ell" in codes and "grc" not in codes:
        apart = unicodedata.normalize("NFD", text)
        whole = unicodedata.normalize("NFC", "".join(_POLYTONIC.get(sign, sign) for sign in apart))
        text = "".join(sign for sign in whole if not unicodedata.combining(sign))
    if codes[0] in ("tur", "aze"):
        text = text.replace("i", "İ")
    return text


def spellings(capitals: str) -> tuple[str, ...]:
    """A word in capitals, and how else it may be spelt: Greek capitals are printed without the accent on one vowel."""
    if any(letter in _GREEK_ACCENTS.values() for letter in capitals):
        return (capitals,)
    accented = (
        f"{capitals[:place]}{_GREEK_ACCENTS[letter]}{capitals[place + 1 :]}"
        for place, letter in enumerate(capitals)
        if letter in _GREEK_ACCENTS
    )
    return (capitals, *accented)
