"""Judges doubtful words of a board by its own letters: how the word that was read would look, and how others would.

The picture decides, among what was read and what is known. A word that is only known must explain the card better than
what was read; letters that nobody read or knows as a word are never shown. What was in doubt stays in doubt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from companion.table.scan import Certainty
from companion.vision.agreement import DOUBTFULLY, MOST_CANDIDATES, NET, NET_WORTH, OVERS, Judgement
from companion.vision.languages import letters_of, spellings
from companion.vision.lettering import AT_ONCE, Lettering, learn_letters
from companion.vision.lexicon import Lexicon, folded, printed_word
from companion.vision.ocr.capitals import Glimpse
from companion.vision.ocr.engine import Line
from companion.vision.placing import Likeness, likeness
from companion.vision.synthesis import Fit, SeenWord, fit_word
from companion.vision.typeface import CAN_BE_DRAWN, CAP, FIRST, LAST, apart
from companion.vision.variants import (
    known_longer_or_shorter,
    known_neighbours,
    known_variants,
    known_with_one_letter_other,
)
from companion.vision.vocabulary import Vocabulary, general_table, table_of

SIGNS = " .'-"
LONGEST, MOST_COMPARED, MOST_FOUND, MOST_LAID, MOST_NEAR = 18, 10, 60, 8, 20
INKED, MOST_SOUGHT = 0.3, 25
NOISY, LOOKS_RIGHT, CLEARLY = 0.25, 0.07, 0.1
"""Above this noise no letters are sought; a word that leaves less than the second unexplained need not have been read;
if more than the third is left by all, the picture cannot choose."""
POORLY, POOREST, HARDLY_READ = 2.5, 0.02, 1.0
"""A word that leaves so many times as much unexplained as is usual on the board may be another one, if more than that;
and one that was read with less confidence in all than the last."""
KNOWN_BONUS, READ_BONUS, MOST_READ = 8.0, 1.5, 4.0
"""What a word that is known, and each confident reading, are worth against the picture: logarithms of likelihood."""
NET_SHARE, MOST_UNLIKELY, LIKELY, MOST_BY_NET, CERTAIN, SEEN, OFTEN_READ = 1.0, 20.0, -4.0, 12, 0.95, 0.6, 1.5
"""How much of what the net for capitals says counts, and at most: logarithms of likelihood too. A known word with the
third need not look right; so many are taken from near its reading. Against a known word that it is so certain of, or
sees so surely where others read it with as much confidence in all, no other stands that was hardly read."""
AHEAD, AT_LEAST = 3.0, 0.004
"""So much better than what was read another word must be, twice as much if that is known as well. Less than this share
unexplained says nothing."""
SAME_PX = 30.0
"""So many pixels of a strip say the same."""
UNSEEN = 0.08
"""How much of a letter that was seen nowhere on the board may look otherwise; never more than its word does."""


@dataclass(frozen=True, slots=True)
class Read:
    """A card: its strip, what was read on it by the names of the preparations, and how that was judged.

    ``open``: a word may stand on it that is not sure yet. ``glimpse``: what the net for capitals sees, if it looked.
    """

    seen: SeenWord
    lines: Mapping[str, Line]
    judgement: Judgement
    open: bool = True
    glimpse: Glimpse | None = None


@dataclass(frozen=True, slots=True)
class Compared:
    """A word laid over a card, and how much speaks for it: logarithm of a likelihood; the picture's part alone."""

    fit: Fit
    speaks: float


def board_letters(cards: Sequence[Read], lexicon: Lexicon) -> Lettering | None:
    """What the cards of a board show of its letters; None if too few were read."""
    if not CAN_BE_DRAWN:
        return None
    surest = sorted(
        (card for card in cards if _may_teach(card.judgement, lexicon)),
        key=lambda card: (card.judgement.certainty is not Certainty.SURE, -card.judgement.confidence),
    )
    words = [(card.judgement.word or "", card.seen) for card in surest]
    return learn_letters(words, letters_of(lexicon.language) | frozenset(SIGNS))


def _may_teach(judgement: Judgement, lexicon: Lexicon) -> bool:
    """Whether a reading shows what letters look like: a doubtful one that nobody knows may be another word."""
    if not judgement.word:
        return False
    known = lexicon.weight(judgement.word) > 0 or not (lexicon.has_dictionary and lexicon.prepare())
    return judgement.certainty is Certainty.SURE or known


class Comparison:
    """Judges the doubtful cards of one board."""

    def __init__(self, lettering: Lettering, lexicon: Lexicon) -> None:
        """Prepare for a board.

        Args:
            lettering: how its letters look.
            lexicon: what is known of its words.
        """
        self._lettering, self._lexicon, self._face = lettering, lexicon, lettering.face
        self._words: list[Vocabulary] | None = None
        self._sought = 0

    def judge(self, card: Read) -> tuple[Judgement, float]:
        """Judge a doubtful card anew.

        Returns:
            the judgement, and how much of the card its word leaves unexplained beside the noise: 0.0 to 1.0.
        """
        support, table = _support(card), likeness(card.seen, self._lettering)
        if card.judgement.word is not None:
            support.setdefault(card.judgement.word, 0.0)
        fits: dict[str, Fit] = {}
        own = card.judgement.word
        self._lay(fits, card.seen, table, [own] if own else [])
        self._lay(fits, card.seen, table, _readings(card, support, self._lexicon)[:MOST_COMPARED])
        if card.glimpse is not None:
            self._lay(fits, card.seen, table, self._near(card.glimpse))
        ranked = self._ranked(fits, support, card.glimpse)
        if ranked:
            word = ranked[0].fit.word
            near = [*known_variants(word, self._lexicon), *known_neighbours([(word, 1.0)], self._lexicon)]
            self._lay(fits, card.seen, table, near[:MOST_NEAR])
            ranked = self._ranked(fits, support, card.glimpse)
        if self._sought < MOST_SOUGHT and card.seen.noise < NOISY and self._in_question(ranked, support):
            self._sought += 1
            self._lay(fits, card.seen, table, self._found(card.seen, table))
            ranked = self._ranked(fits, support, card.glimpse)
        if not ranked or (ranked[0].fit.misfit > CLEARLY and not self._is_plain(card.judgement, ranked, support)):
            return card.judgement, 1.0
        read, known = support.get(own or "", 0.0) >= HARDLY_READ, self._known(own or "")
        return _judged(card.judgement, ranked, 2 * AHEAD if read and known else AHEAD if read or known else 0.0)

    def _is_plain(self, before: Judgement, ranked: Sequence[Compared], support: Mapping[str, float]) -> bool:
        """Whether even a card that glare hides in part tells a known word that was read from what was read oftener."""
        best = ranked[0].fit.word
        own = next((one for one in ranked if one.fit.word == before.word), None)
        if own is None or best not in support or not self._known(best) or folded(best) == folded(own.fit.word):
            return False
        return ranked[0].speaks > own.speaks + 3 * AHEAD and ranked[0].fit.rest < own.fit.rest

    def _near(self, glimpse: Glimpse) -> list[str]:
        """Known words near what the net reads, if nobody knows that: those that it finds likeliest."""
        word = printed_word(glimpse.line.text)
        if not word or self._known(word):
            return []
        near = {
            *known_variants(word, self._lexicon),
            *known_neighbours([(word, 1.0)], self._lexicon),
            *known_longer_or_shorter(word, self._lexicon),
            *known_with_one_letter_other(word, self._lexicon),
        }
        return sorted(near, key=glimpse.likelihood, reverse=True)[:MOST_BY_NET]

    def _in_question(self, ranked: Sequence[Compared], support: Mapping[str, float]) -> bool:
        """Whether the card may say what nobody read: the best word looks unlike it, is hardly read, or unknown."""
        if not ranked:
            return True
        best = ranked[0].fit
        unlike = best.misfit > max(POORLY * self._lettering.misfit, POOREST)
        return unlike or support.get(best.word, 0.0) < HARDLY_READ or not self._known(best.word)

    def _known(self, word: str) -> bool:
        return any(self._lexicon.weight(form) > 0 for form in spellings(word))

    def _lay(self, fits: dict[str, Fit], seen: SeenWord, table: Likeness, words: Sequence[str]) -> None:
        """Lay the likeliest of some words over a strip."""
        aligned = {word: table.align(word) for word in words if word not in fits and self._face.has(word)}
        likeliest = sorted(aligned, key=lambda word: aligned[word][1])[:MOST_LAID]

        def laid(word: str) -> Fit:
            board = self._lettering
            return fit_word(seen, self._face, word, board.bend, aligned[word][0], dark=board.dark)

        with ThreadPoolExecutor(AT_ONCE) as pool:
            fits.update(zip(likeliest, pool.map(laid, likeliest), strict=True))

    def _found(self, seen: SeenWord, table: Likeness) -> list[str]:
        """Known words that letters alone give."""
        span = _span(seen)
        if span is None:
            return []
        if self._words is None:
            self._words = [Vocabulary(table_of(self._lexicon.words), self._face)]
            if self._lexicon.has_dictionary and self._lexicon.prepare():
                self._words.append(Vocabulary(general_table(self._lexicon.language), self._face))
        return [word for words in self._words for word in words.best(table, span, MOST_FOUND)]

    def _ranked(self, fits: Mapping[str, Fit], support: Mapping[str, float], glimpse: Glimpse | None) -> list[Compared]:
        """Words by what speaks for them: the picture, the net, that somebody knows them, that they were read."""
        rests = {word: self._rest(fit) for word, fit in fits.items() if self._may_be(fit, support, glimpse)}
        least = min(rests.values(), default=1.0)
        by_net = {word: glimpse.likelihood(word) if glimpse else 0.0 for word in rests}
        likeliest = max(by_net.values(), default=0.0)
        found = []
        for word, rest in rests.items():
            pixels = (self._face.middles(word)[1] + CAP) * 2 * CAP / SAME_PX
            picture = -pixels / 2 * float(np.log(rest / least))
            known = KNOWN_BONUS if self._known(word) or self._is_marked(word, support) else 0.0
            seen = max(NET_SHARE * (by_net[word] - likeliest), -MOST_UNLIKELY) if np.isfinite(likeliest) else 0.0
            speaks = picture + seen + known + min(READ_BONUS * _as_often(word, support), MOST_READ)
            found.append(Compared(fits[word], speaks))
        return sorted(found, key=lambda one: -one.speaks)

    def _rest(self, fit: Fit) -> float:
        """How much a word leaves unexplained, letters that nobody has seen yet not counted in full."""
        unseen = sum(letter.isalpha() and apart(letter)[0] not in self._lettering.known for letter in fit.word)
        return fit.rest - min(UNSEEN, fit.misfit) * unseen / len(fit.word) + AT_LEAST

    def _is_marked(self, word: str, support: Mapping[str, float]) -> bool:
        """Whether a word was read with marks that a known word has not: blur hardly ever makes any (MAÏS, MAIS).

        Where somebody knows a word with other marks (VŮZ for VÖZ) that is the likelier one.
        """
        if word not in support or folded(word) == word or not self._known(folded(word)):
            return False
        return all(folded(other) == other for other in known_variants(word, self._lexicon))

    def _may_be(self, fit: Fit, support: Mapping[str, float], glimpse: Glimpse | None) -> bool:
        """Whether a word was read, or is known and looks so much like the card that it need not have been read."""
        signs = _signs(fit.word)
        whole = len(fit.word) > 1 and (not signs or any(signs == _signs(word) for word in support))
        seen = glimpse is not None and glimpse.likelihood(fit.word) >= LIKELY
        # The letters of the board may be learnt badly, the net has seen thousands of each.
        if glimpse is not None and self._is_seen(glimpse, support) and fit.word != printed_word(glimpse.line.text):
            return support.get(fit.word, 0.0) >= HARDLY_READ
        return fit.word in support or (whole and (seen or fit.misfit < LOOKS_RIGHT) and self._known(fit.word))

    def _is_seen(self, glimpse: Glimpse, support: Mapping[str, float]) -> bool:
        """Whether the net is all but certain of a known word, or sees one that others read as well."""
        word, surely = printed_word(glimpse.line.text), glimpse.line.confidence
        by_others = support.get(word, 0.0) - NET_WORTH * surely
        return self._known(word) and (surely >= CERTAIN or (surely >= SEEN and by_others >= OFTEN_READ))


def _judged(before: Judgement, ranked: Sequence[Compared], ahead: float) -> tuple[Judgement, float]:
    """``ahead``: how much more must speak for another word than for what was read, if not marks alone differ."""
    best = ranked[0]
    own = next((one for one in ranked if one.fit.word == before.word), None)
    if before.word is None and best.fit.misfit > LOOKS_RIGHT:
        return before, 1.0
    if own is not None:
        # Marks need not have been read: blur takes them.
        marks_alone = folded(best.fit.word) == folded(own.fit.word)
        best = own if best.speaks < own.speaks + (min(ahead, AHEAD) if marks_alone else ahead) else best
    others = [one.fit.word for one in ranked if one.speaks > best.speaks - 2 * KNOWN_BONUS]
    first = [best.fit.word, *others[:1], *(word for word in (before.word,) if word), *before.candidates, *others]
    candidates = tuple(dict.fromkeys(first))[:MOST_CANDIDATES]
    confidence = before.confidence if best is own else min(max(before.confidence, 0.5), DOUBTFULLY)
    after = replace(
        before, word=best.fit.word, certainty=Certainty.DOUBTFUL, confidence=confidence, candidates=candidates
    )
    return after, best.fit.misfit


def _support(card: Read) -> dict[str, float]:
    """How confidently each word was read."""
    found: dict[str, float] = {}
    for name, line in card.lines.items():
        word = printed_word(line.text)
        if word and name not in OVERS:
            found[word] = found.get(word, 0.0) + line.confidence * (NET_WORTH if name == NET else 1.0)
    return found


def _signs(word: str) -> set[str]:
    """What stands in a word beside its letters."""
    return {sign for sign in word if not sign.isalpha()}


def _as_often(word: str, support: Mapping[str, float]) -> float:
    """How confidently a word was read, be it with other marks: blur takes them from all readings alike."""
    bare = folded(word)
    return max((read for other, read in support.items() if folded(other) == bare), default=0.0)


def _readings(card: Read, support: Mapping[str, float], lexicon: Lexicon) -> list[str]:
    """What was read, and what is known with other marks on the same letters."""
    read = list(dict.fromkeys([*([card.judgement.word] if card.judgement.word else []), *card.judgement.candidates]))
    read = list(dict.fromkeys([*read, *sorted(support, key=lambda word: -support[word])]))
    variants = [other for word in read[:4] for other in known_variants(word, lexicon)[:3]]
    return [word for word in dict.fromkeys([*read[:4], *variants, *read[4:]]) if len(word) <= LONGEST]


def _span(seen: SeenWord) -> tuple[float, float] | None:
    """From where to where a strip holds ink; None for nowhere."""
    columns = seen.dark[FIRST:LAST].mean(axis=0)
    inked = np.flatnonzero(columns > INKED * max(float(np.percentile(columns, 95)), 1e-3))
    return (float(inked[0]), float(inked[-1])) if len(inked) else None


def judged_by_letters(cards: Sequence[Read], lettering: Lettering, lexicon: Lexicon) -> list[tuple[Judgement, float]]:
    """Judge the doubtful cards of a board by its letters; the others stay as they are.

    Returns:
        for each card the judgement, and how much of it its word leaves unexplained: 0.0 to 1.0, if not known 1.0.
    """
    comparison = Comparison(lettering, lexicon)
    return [comparison.judge(card) if card.open else (card.judgement, 1.0) for card in cards]
