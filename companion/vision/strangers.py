"""What a board as a whole says: where most words are in doubt, the cards may be of another language, or badly seen.

A model that has not learnt the letters of a language reads most of its words badly and some of them wrongly with
confidence: of those it is sure of, only words that are known are then believed. Letters of another script may look just
like a short known word (a Hebrew one like DID): where hardly any word is sure no short one is, and a word in another
script than nearly all others never is.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.table.scan import Certainty
from companion.vision.agreement import Judgement
from companion.vision.lexicon import GeneralWords, Lexicon

FEWEST = 8
"""With fewer words read than these nothing is said about the board."""
MOSTLY = 0.5
PATIENCE_S = 3.0
"""How long the dictionary of the language is waited for; only boards that are in doubt wait."""
DOUBTED = 0.85
HARDLY, SHORT = 0.2, 3
"""Where a smaller share of the words read is sure, words of no more letters are not, unless they are of the box."""
OF_ONE_SCRIPT, FEWEST_OF_ONE = 0.8, 6
"""Such a share of the words, and so many, in one script: it is the board's."""


def without_strangers(
    judgements: Sequence[Judgement], lexicon: Lexicon, english: GeneralWords, patience_s: float
) -> list[Judgement]:
    """Take the certainty of words that nobody knows, on a board of which most words are in doubt.

    Args:
        judgements: of the cards of one board.
        lexicon: what is known of its words.
        english: English words, which stand on cards of every language.
        patience_s: how long to wait for the dictionaries. If they are not there then nothing is said; with 0.0, for a
            board that is still being read, no word counts as known.
    """
    judgements = _of_one_script(judgements)
    sure = sum(one.certainty is Certainty.SURE for one in judgements)
    read = sum(one.word is not None for one in judgements)
    if read >= FEWEST and sure < HARDLY * read:
        judgements = [_doubted(one) if _is_short(one, lexicon) else one for one in judgements]
    if read < FEWEST or sure >= MOSTLY * read or not lexicon.has_dictionary:
        return list(judgements)
    # Asking has both dictionaries begin to be read; where no word may turn out a stranger none is waited for.
    if not any(_is_stranger(one, lexicon, english) for one in judgements):
        return list(judgements)
    ready = lexicon.prepare(patience_s) and english.prepare(patience_s)
    if patience_s and not ready:
        return list(judgements)
    return [_doubted(one) if _is_stranger(one, lexicon, english) else one for one in judgements]


def script(word: str) -> str:
    """The script of most letters of a word (LATIN, HEBREW, ...), as Unicode names it; "" for a word without letters."""
    scripts = Counter(unicodedata.name(sign, "").split(" ")[0] for sign in word if sign.isalpha())
    return max(scripts, key=lambda name: scripts[name], default="")


def _of_one_script(judgements: Sequence[Judgement]) -> list[Judgement]:
    """Take the certainty of words in another script than nearly all words of the board."""
    scripts = [script(one.word or "") for one in judgements]
    read = Counter(name for name in scripts if name)
    usual, count = read.most_common(1)[0] if read else ("", 0)
    if count < max(FEWEST_OF_ONE, OF_ONE_SCRIPT * read.total()):
        return list(judgements)
    strange = [one.certainty is Certainty.SURE and name != usual for one, name in zip(judgements, scripts, strict=True)]
    return [_doubted(one) if odd else one for one, odd in zip(judgements, strange, strict=True)]


def _is_short(one: Judgement, lexicon: Lexicon) -> bool:
    word = one.word or ""
    return one.certainty is Certainty.SURE and len(word) <= SHORT and word not in lexicon


def _is_stranger(one: Judgement, lexicon: Lexicon, english: GeneralWords) -> bool:
    known = one.word is not None and (lexicon.weight(one.word) > 0 or english.knows(one.word))
    return one.certainty is Certainty.SURE and not known


def _doubted(one: Judgement) -> Judgement:
    return replace(one, certainty=Certainty.DOUBTFUL, confidence=min(one.confidence, DOUBTED))
