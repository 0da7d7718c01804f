"""From several readings of one card to a word and how far it can be trusted.

A word is sure only when differently prepared pictures of it are read alike and the engine itself is confident, or when
the small copy on the same card says the same. What a list says only ranks what was read.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from companion.table.scan import Certainty
from companion.vision.belief import Evidence, probability
from companion.vision.languages import is_foreign, letters_of
from companion.vision.lexicon import Lexicon, folded, printed_word
from companion.vision.marks import Mark
from companion.vision.mended import contradicted, mended
from companion.vision.ocr.engine import Line
from companion.vision.variants import known_neighbours, known_variants, most_marked
from companion.vision.width import fits

COPY, OVER, SECOND, NET, NET_OVER = "copy", "over", "second", "net", "net over"
"""Names of further readings: of the small copy, of the word's strip turned upside down, by a second engine, and by the
net for capitals, of the strip as it stands and turned upside down."""
OVERS = (OVER, NET_OVER)
BESIDE = (COPY, SECOND, NET, *OVERS)
"""They don't count among the readings of the bold word, each of which is asked of a differently prepared strip."""
CONFIDENT, FAIRLY, DISSENTING = 0.93, 0.6, 0.8
MANY, MOST_MISSING, STEADY, STEADILY = 7, 1, 0.7, 0.9
"""Of so many readings all but so many must be alike; the least and the middle one of them are this confident."""
NET_WORTH, NET_KNOWN, NET_SURE, NET_DENIES, NET_LEADS = 3.0, 0.95, 0.99, 0.6, 0.9
"""What the net for capitals says counts as so many readings. Whether a word is sure it supports from the second on if
somebody knows the word, else from the third; it speaks against others from the fourth. What may be missing from a word
that it gives with the last is not asked of a dictionary."""
COPY_DENIES = 0.9
"""What the copy says so surely, and somebody knows, stands against another word: the end of that one may be hidden."""
COPIED_OVER = 2
"""What the copy says must be read so many times as often as anything else."""
ASIDE_CAPS = 0.8
"""How far a whole word may stand from the middle of its card, in heights of its capitals: 995 of 1000 stand nearer."""
MOST_CANDIDATES, MOST_NEAR = 3, 2
SURELY, DOUBTFULLY = 0.9, 0.89
"""The confidence of sure words is not under the first, that of others not over the second."""
KNOWN_BONUS = 1.0
"""How much more a reading counts if its word is listed; a general dictionary gives a third of it."""
ABOVE, BELOW = 230, (202, 220)
"""Unicode's classes of the marks that stand above and below a letter."""
LIKE_THEIR_CAPITALS = frozenset("cijkmopsuvwxyzßšžčöóôüúůùçćśźżıвгджзийклмнопрстухцчшщъыьэюяθικοπρτφχψ")
"""Small letters that look like their capitals, or nearly so where height can't be told."""
REACHING_BELOW = "QJ,;ДЦЩ"
"""Capitals and signs that may reach below the line without any mark."""


@dataclass(frozen=True, slots=True)
class Readings:
    """All that was read on one card, by the name of the preparation, and what speaks against trusting it.

    ``whole``: the writing stands in the middle of the card and runs out of it nowhere. ``way_in_doubt``: the card may
    as well lie the other way up. ``tiny``: the letters are so low that one may pass for another.
    ``run_together``: they touch, as blur makes them. ``marks``: how many letters are seen to carry something above and
    below them, None if that can't be told. ``shapes``: what stands above each letter seen, from left to right; empty if
    that can't be told. ``span_caps``: how long the writing is, in heights of its capitals; 0.0 if that is not known.
    """

    lines: Mapping[str, Line]
    whole: bool = True
    way_in_doubt: bool = False
    tiny: bool = False
    run_together: bool = False
    marks: tuple[int, int] | None = None
    shapes: tuple[Mark, ...] = ()
    hidden_marks: bool = False
    span_caps: float = 0.0
    words: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", {name: printed_word(line.text) for name, line in self.lines.items()})

    def of_the_word(self) -> list[tuple[str, float]]:
        """The readings of the bold word that gave one: word and confidence."""
        return [
            (self.words[name], line.confidence)
            for name, line in self.lines.items()
            if name not in BESIDE and self.words[name]
        ]

    def scores(self) -> dict[str, float]:
        """How much was read for each word: the sum of the confidences, less where it is not as wide as the writing."""
        found: dict[str, float] = {}
        for word, confidence in self.of_the_word():
            found[word] = found.get(word, 0.0) + max(confidence, 0.02) * fits(word, self.span_caps)
        copy = self.words.get(COPY, "")
        if copy:
            found[copy] = found.get(copy, 0.0) + 0.8 * self.lines[COPY].confidence
        second = self.words.get(SECOND, "")
        if second:
            # It loses marks, points and spaces sooner than Tesseract does: with them it is the same word.
            meant = max(
                (word for word in found if _bare(word) == _bare(second)), key=lambda w: found[w], default=second
            )
            found[meant] = found.get(meant, 0.0) + self.lines[SECOND].confidence
        net, confidence = self.by_net()
        if net:
            found[net] = found.get(net, 0.0) + NET_WORTH * confidence
        return found

    def by_net(self) -> tuple[str, float]:
        """What the net for capitals reads, "" for nothing, and how surely."""
        return self.words.get(NET, ""), self.lines[NET].confidence if NET in self.lines else 0.0


@dataclass(frozen=True, slots=True)
class Judgement:
    """The word of a card, None if unread; candidates best first.

    ``confidence``: how probable the word is. ``evidence``: what that rests on.
    """

    word: str | None
    certainty: Certainty
    confidence: float
    candidates: tuple[str, ...] = ()
    evidence: Evidence | None = None


UNREAD = Judgement(None, Certainty.UNREAD, 0.0)


def judge(readings: Readings, lexicon: Lexicon, expected_reads: int) -> Judgement:
    """Decide what a card says.

    Args:
        readings: what was read.
        lexicon: words to prefer; may be empty.
        expected_reads: how many preparations the bold word was read in.
    """
    scores = readings.scores()
    if not scores:
        return UNREAD
    ranked = sorted(scores, key=lambda word: -scores[word] * (1.0 + KNOWN_BONUS * lexicon.weight(word)))
    best = ranked[0]
    agreeing = sorted(confidence for word, confidence in readings.of_the_word() if word == best)
    if agreeing and _is_sure(best, agreeing, readings, lexicon, expected_reads):
        evidence = _evidence(best, readings, lexicon, expected_reads)
        return Judgement(best, Certainty.SURE, round(max(probability(evidence), SURELY), 3), (best,), evidence)
    if max(confidence for _, confidence in [*readings.of_the_word(), readings.by_net(), ("", 0.0)]) < 0.2:
        return UNREAD
    seen = _by_the_picture(best, ranked, readings, lexicon)
    told = seen[0] != best or (best == readings.by_net()[0] and readings.by_net()[1] >= NET_LEADS)
    best, *ranked = seen if told else _by_what_is_known(seen, readings, lexicon)
    near = [other for word in [best, *ranked[:1]] for other in lexicon.neighbours(word)]
    if readings.way_in_doubt and readings.words.get(OVER) and readings.lines[OVER].confidence >= FAIRLY:
        ranked.insert(1, readings.words[OVER])
    candidates = tuple(dict.fromkeys([*ranked, *near] if best in lexicon else [best, *near, *ranked]))
    evidence = _evidence(best, readings, lexicon, expected_reads)
    by_net = readings.by_net()[1] if readings.by_net()[0] == best else 0.0
    confidence = round(min(max(probability(evidence), by_net), DOUBTFULLY), 3)
    return Judgement(best, Certainty.DOUBTFUL, confidence, candidates[:MOST_CANDIDATES], evidence)


def _evidence(word: str, readings: Readings, lexicon: Lexicon, expected_reads: int) -> Evidence:
    # Where marks were put back by what is known, the letters under them were read all the same.
    exact = [confidence for other, confidence in readings.of_the_word() if other == word]
    bare = [confidence for other, confidence in readings.of_the_word() if folded(other) == folded(word)]
    agreeing = exact or bare
    return Evidence(
        agreeing=len(agreeing) / max(expected_reads, 1),
        usual=float(np.median(agreeing)) if agreeing else 0.0,
        denied=max((confidence for other, confidence in readings.of_the_word() if other != word), default=0.0),
        copied=readings.lines[COPY].confidence if readings.words.get(COPY) == word else 0.0,
        known=lexicon.weight(word),
        odd=float(_looks_otherwise(word, readings, lexicon)),
        run_together=float(readings.run_together),
    )


def _by_the_picture(best: str, ranked: list[str], readings: Readings, lexicon: Lexicon) -> list[str]:
    """Candidates, best first, where the picture shows marks above letters that the best reading has not."""
    ways = mended(best, readings.shapes, lexicon.language)
    if not ways:
        return ranked
    seen = sorted(ways, key=lambda word: (word not in ranked, -lexicon.weight(word)))
    own = seen[0] in lexicon or not is_foreign(seen[0], lexicon.language)
    told = seen[0] in ranked or (own and (len(ways) == 1 or lexicon.weight(seen[0]) > 0))
    return list(dict.fromkeys([*seen[:1], *ranked, *seen] if told else [best, *seen, *ranked]))


def _by_what_is_known(ranked: list[str], readings: Readings, lexicon: Lexicon) -> list[str]:
    """Candidates, best first, where blur or glare may have taken marks or changed them: those that somebody knows."""
    best = ranked[0]
    known, may_differ = lexicon.weight(best) > 0, readings.hidden_marks or _has_marks(best)
    # Where the picture shows what stands above the letters, nobody needs to know it (MAÏS and MAIS are both words).
    by_marks = known_variants(best, lexicon) if may_differ and not readings.shapes else ()
    reads = readings.of_the_word()
    marked = None if readings.shapes else most_marked(ranked, reads, lexicon)
    if known or by_marks or lexicon.weight(marked or "") > 0:
        first = [marked] if marked else [best] if known else []
        return list(dict.fromkeys([*first, *by_marks, *ranked]))
    ranked = list(dict.fromkeys([marked or best, *ranked]))
    best = ranked[0]
    near = known_neighbours(reads, lexicon)[:MOST_NEAR]
    often = [word for word in near if sum(word == other for other, _ in reads) > 1]
    settled = 2 * sum(word == best for word, _ in reads) >= len(reads)
    return list(dict.fromkeys([*often, *([best] if settled else []), *near, *ranked]))


def _is_sure(word: str, agreeing: list[float], readings: Readings, lexicon: Lexicon, expected_reads: int) -> bool:
    """Whether the readings of a word leave no doubt. ``agreeing``: their confidences, in ascending order."""
    # Of tiny letters even the copy may show the same wrong one.
    hopeless = len(word) < 2 or (readings.tiny and word not in lexicon)
    if hopeless or _other_way_up(readings, float(np.mean(agreeing))) or _looks_otherwise(word, readings, lexicon):
        return False
    by_net = _said_by_net(word, readings, lexicon)
    if by_net is False or _denied_by_copy(word, readings, lexicon):
        return False
    dissent = any(_dissents(*reading, word, lexicon) for reading in readings.of_the_word())
    copied = readings.words.get(COPY) == word and readings.lines[COPY].confidence >= FAIRLY
    mostly = len(agreeing) >= COPIED_OVER * sum(other != word for other, _ in readings.of_the_word())
    if copied and mostly and agreeing[-1] >= 0.5 and not dissent:
        return True
    if not readings.whole:
        return False
    seconded = _seconded(word, readings)
    if by_net or seconded is not None:
        enough = by_net or (seconded and len(agreeing) > 1)
        return bool(enough) and seconded is not False and agreeing[-1] >= 0.5 and not dissent
    return _agreed(word, agreeing, readings, lexicon, expected_reads, dissent=dissent)


def _dissents(other: str, confidence: float, word: str, lexicon: Lexicon) -> bool:
    """Whether a reading stands against a word: less suffices where it differs by its marks alone and is a word too."""
    by_marks = folded(other) == folded(word) and lexicon.weight(other) > 0
    return other != word and confidence >= (FAIRLY if by_marks else DISSENTING)


def _agreed(
    word: str, agreeing: list[float], readings: Readings, lexicon: Lexicon, expected_reads: int, *, dissent: bool
) -> bool:
    """Whether enough of the readings of the bold word are alike, and confident enough."""
    first_look, missing = expected_reads <= 2, expected_reads - len(agreeing)
    least, usual, most = agreeing[0], float(np.median(agreeing)), agreeing[-1]
    if word not in lexicon and (readings.run_together or lexicon.neighbours(word)):
        # Blur makes one letter of D and O; NAIL and MAIL are both words: it may be right, but takes more to believe.
        strange = readings.run_together and not lexicon.weight(word) and known_neighbours([(word, most)], lexicon)
        steady = not strange and expected_reads >= MANY and least >= STEADY and usual >= STEADILY
        return not first_look and not missing and ((least >= CONFIDENT and not strange) or steady)
    if not missing:
        return least >= CONFIDENT or (not first_look and (_steady(agreeing) or _listed(word, agreeing, lexicon)))
    if first_look or dissent:
        return False
    if missing == 1 and (least >= CONFIDENT or _listed(word, agreeing, lexicon)):
        return True
    return missing <= MOST_MISSING and expected_reads >= MANY and usual >= STEADILY and most >= CONFIDENT


def _seconded(word: str, readings: Readings) -> bool | None:
    """Whether a second engine, which makes other faults, reads the same; None if it was not asked or is not certain."""
    second = readings.words.get(SECOND, "")
    if not second or readings.lines[SECOND].confidence < FAIRLY:
        return None
    if _bare(second) != _bare(word):
        return False
    exact = second.replace(" ", "") == word.replace(" ", "")
    return True if exact and readings.lines[SECOND].confidence >= CONFIDENT else None


def _said_by_net(word: str, readings: Readings, lexicon: Lexicon) -> bool | None:
    """Whether the net for capitals reads the same or something else; None if it was not asked or is not certain."""
    said, confidence = readings.by_net()
    if said != word:
        return False if said and confidence >= NET_DENIES else None
    return True if confidence >= (NET_KNOWN if lexicon.weight(word) > 0 else NET_SURE) else None


def _denied_by_copy(word: str, readings: Readings, lexicon: Lexicon) -> bool:
    """Whether the small copy surely shows another word, one that somebody knows."""
    copy = readings.words.get(COPY, "")
    if len(copy) < 2 or _bare(copy) == _bare(word):
        return False
    return readings.lines[COPY].confidence >= COPY_DENIES and lexicon.weight(copy) > 0


def _bare(word: str) -> str:
    """Its letters without marks, and nothing between them."""
    return "".join(sign for sign in unicodedata.normalize("NFD", word) if sign.isalnum())


def _listed(word: str, agreeing: list[float], lexicon: Lexicon) -> bool:
    return word in lexicon and agreeing[0] >= FAIRLY


def _steady(agreeing: list[float]) -> bool:
    return agreeing[0] >= 0.9 or (agreeing[0] >= 0.7 and float(np.median(agreeing)) >= CONFIDENT)


def _other_way_up(readings: Readings, confidence: float) -> bool:
    """Whether the strip reads as well upside down, on a card that may lie that way (ASH becomes HSV)."""
    if not readings.way_in_doubt:
        return False
    over = readings.lines.get(OVER)
    return over is None or (over.confidence >= confidence - 0.12 and len(readings.words[OVER]) >= 2)


def _looks_otherwise(word: str, readings: Readings, lexicon: Lexicon) -> bool:
    if word not in lexicon and is_foreign(word, lexicon.language):
        return True
    if readings.hidden_marks and word not in lexicon and _may_lack_marks(word, lexicon.language):
        return True
    # One mark may be lost where another one was read: RUŽE for RŮŽE.
    if not readings.shapes and not lexicon.weight(word) and known_variants(word, lexicon):
        return True
    return _misses_marks(word, readings) or contradicted(word, readings.shapes) or _has_small_letters(word, readings)


def _may_lack_marks(word: str, language: str) -> bool:
    """Whether a word was read without marks in a language that has them."""
    return not _has_marks(word) and _has_marks("".join(letters_of(language)))


def _has_marks(letters: str) -> bool:
    return any(unicodedata.combining(sign) == ABOVE for sign in unicodedata.normalize("NFD", letters))


def _has_small_letters(word: str, readings: Readings) -> bool:
    """Whether the word was read with small letters: cards print capitals, so those stand on their heads (P as d)."""
    return any(
        letter.islower() and letter not in LIKE_THEIR_CAPITALS
        for name, line in readings.lines.items()
        if name not in BESIDE and readings.words[name] == word
        for letter in line.text
    )


def _misses_marks(word: str, readings: Readings) -> bool:
    """Whether the picture shows marks above or below letters and the word has none: an engine without them drops them.

    Scripts without capitals are left out: their letters are of several heights.
    """
    if readings.marks is None or word.lower() == word:
        return False
    above, below = readings.marks
    signs = unicodedata.normalize("NFD", word)
    has_above = any(unicodedata.combining(sign) == ABOVE for sign in signs)
    has_below = any(unicodedata.combining(sign) in BELOW or sign in REACHING_BELOW for sign in signs)
    return (above > 0 and not has_above) or (below > 0 and not has_below)
