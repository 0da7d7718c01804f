"""A card while and after it is read: where it lies, what was read on it, and what that is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from companion.table.scan import Certainty
from companion.vision.agreement import (
    ASIDE_CAPS,
    BESIDE,
    COPY,
    NET,
    NET_OVER,
    OVERS,
    UNREAD,
    Judgement,
    Readings,
    judge,
)
from companion.vision.blobs import Gray
from companion.vision.board import CardPlace
from companion.vision.layout import CAP_SHARE
from companion.vision.lexicon import Lexicon, folded, printed_word
from companion.vision.ocr.capitals import Glimpse
from companion.vision.ocr.engine import NOTHING, Line
from companion.vision.plane import apply
from companion.vision.rectify import CLEAR, Ways, cut_writing
from companion.vision.restore import Writing
from companion.vision.textline import WORD as WORD_WRITING
from companion.vision.textline import TextLine, find_line, settled_corners

LEAD, LEAD_TURNED = 1.0, 2.5
"""Below these leads it is not certain which way up a card lies: it is read both ways."""
OVER_CONFIDENT, OVER_AHEAD = 0.7, 0.25
"""So well must a strip read upside down, and so much better than upright, for the card to be turned round."""
READABLE, UNLIKE_A_CARD, READABLE_ANYWHERE = 0.6, 0.28, 0.75
"""So confident must one reading of a word be; more so where the place does not look like a card."""
SEEN_BY_NET, SEEN_AS_KNOWN = 0.8, 0.1
"""What the net for capitals reads so surely is a word; the second suffices for one that somebody knows."""
STEADILY_ALIKE = 4
"""So many readings alike need no confidence."""
WRITTEN_KNOWN, WRITTEN, LONG_WORD, KNOWN_ALIKE = 0.6, 0.95, 5, 3
"""What the net reads so surely stands there whatever the place looks like: if known the first suffices, ``SEEN_BY_NET``
for words of two letters and unknown ones of that many; and so does a known word of that many that is read so often."""
LONG_KNOWN, WRITTEN_LONG = 6, 0.2
"""Known words of so many letters do not come from a cloth: the net need not see them more surely than that."""
RUN_TOGETHER, MOSTLY_APART = 0.5, 0.8
"""Shares of the letters of a word that are seen apart from each other."""
TINY_CAP_PX, SHARP_CAP_PX = 7.0, 11.0
"""Letters lower than the first may pass for others; from the second on accents can be told."""
BEYOND_CAPS, BELOW_CAPS, DARKER, LIGHTER = (0.25, 0.6), (0.62, 0.75), 0.22, 0.5
"""Where paper is looked for beyond the ends of a word and below it, in heights of its capitals; by what shares of the
contrast of its letters it may be darker or lighter there. Glare lightens one end of a word more than shadows darken."""
ASTRAY_NOISE = 0.25
"""Between letters a strip of paper is evener than that, as a share of its contrast."""


@dataclass(slots=True)
class ReadCard:
    """A card while and after it is read. ``writing``: its word, cut out. ``blur_px``: of the whole picture.

    ``ways``: in which its word is read. ``looks_right``: its word would look just so in the letters of the board.
    ``misfit``: how much of its strip that word leaves unexplained, 1.0 if not compared. ``others``: the same card as it
    may lie instead, read as well.
    ``glimpse``: what the net for capitals sees, None if it was not asked. ``known``: somebody knows its word.
    """

    place: CardPlace
    line: TextLine
    whole: bool
    writing: Writing
    blur_px: float = 0.0
    ways: Ways = CLEAR
    lines: dict[str, Line] = field(default_factory=dict)
    judgement: Judgement = UNREAD
    looks_right: bool = False
    misfit: float = 1.0
    others: tuple[ReadCard, ...] = ()
    glimpse: Glimpse | None = None
    known: bool = False

    def judge(self, lexicon: Lexicon) -> None:
        """Weigh what was read so far."""
        way_in_doubt = self.place.lead < (LEAD_TURNED if self.place.turned else LEAD)
        # One reading alone makes no word sure.
        reads = max(2, sum(name not in BESIDE for name in self.lines))
        apart = self._share_apart()
        told = apart >= MOSTLY_APART and self.line.cap_px >= SHARP_CAP_PX
        marks = (self.line.accents, self.line.tails) if told else None
        tiny, run_together = self.line.cap_px < TINY_CAP_PX, apart < RUN_TOGETHER
        shapes = self.line.marks if told and self.ways is CLEAR else ()
        hidden = self.ways is not CLEAR and self.writing.may_hide_marks(self.blur_px)
        span_caps = 2 * self.line.half_length if self.line.letters else 0.0
        readings = Readings(self.lines, self.whole, way_in_doubt, tiny, run_together, marks, shapes, hidden, span_caps)
        self.judgement = judge(readings, lexicon, reads)
        self.known = lexicon.weight(self.judgement.word or "") > 0

    def _share_apart(self) -> float:
        """How many of the letters that were read are seen apart from each other: 0 none, 1 all."""
        words = [printed_word(line.text) for name, line in self.lines.items() if name not in BESIDE]
        lengths = [len(word.replace(" ", "")) for word in words if word]
        return self.line.letters / max(float(np.median(lengths)), 1.0) if lengths else 1.0

    @property
    def settled(self) -> bool:
        """Whether nothing more needs to be read."""
        return self.judgement.certainty is Certainty.SURE

    @property
    def open(self) -> bool:
        """Whether a word may stand here that is not sure yet."""
        seen = self.line.letters > 0 and self.place.likeness > UNLIKE_A_CARD
        return not self.settled and (seen or self.judgement.word is not None)

    @property
    def readable(self) -> bool:
        """Whether there is a word at all: read alike at least twice and each third time, once with confidence.

        Before the second reading one is enough.
        """
        word, alike = folded(self.judgement.word or ""), self._read_alike()
        if self.is_written:
            return True
        asked = sum(name not in (NET, NET_OVER) for name in self.lines)
        often = len(alike) >= max(min(2, asked), asked / 3)
        seen_by_net = self._seen_by_net(SEEN_AS_KNOWN if self.known else SEEN_BY_NET)
        if (self.looks_right or seen_by_net) and self.place.likeness > UNLIKE_A_CARD:
            return len(word) > 1
        enough = READABLE if self.place.likeness > UNLIKE_A_CARD else READABLE_ANYWHERE
        # Pictures are taken for a word now and then, but never for the same one time and again.
        steadily = len(alike) >= STEADILY_ALIKE and len(word) > 2
        return len(word) > 1 and often and (steadily or max(alike) >= enough)

    @property
    def is_written(self) -> bool:
        """Whether a word surely stands here, however little the place looks like a card: glare leaves nothing else."""
        word = folded(self.judgement.word or "")
        seen = self.said(NET)
        share = seen.confidence if len(word) > 1 and folded(printed_word(seen.text)) == word else 0.0
        if self.known and len(word) > 2:
            often = len(word) >= LONG_WORD and len(self._read_alike()) >= KNOWN_ALIKE
            return share >= (WRITTEN_LONG if len(word) >= LONG_KNOWN else WRITTEN_KNOWN) or often
        return share >= (SEEN_BY_NET if self.known or len(word) >= LONG_WORD else WRITTEN)

    def _read_alike(self) -> list[float]:
        """How confident the readings are that say the word.

        Marks may have been put back by what is known: the letters under them were read all the same.
        """
        word = folded(self.judgement.word or "")
        return [
            line.confidence
            for name, line in self.lines.items()
            if name not in OVERS and folded(printed_word(line.text)) == word
        ]

    def as_it_lies(self) -> ReadCard:
        """The card as it was taken to lie first, unless it looks clearly more like a word otherwise."""
        best = min((self, *self.others), key=lambda card: card.misfit)
        clearly = best.looks_right and not self.looks_right and self.misfit > 2 * best.misfit
        return best if clearly and not self.settled else self

    @property
    def is_astray(self) -> bool:
        """Whether what was cut out may be no word at all: the place is unlike a card, or its strip unlike paper."""
        unlike = self.place.likeness < UNLIKE_A_CARD or not self.line.letters
        return unlike or self.writing.noise > ASTRAY_NOISE

    def _seen_by_net(self, share: float) -> bool:
        """Whether the net for capitals gives the word at least such a probability, be it with other marks."""
        if self.glimpse is None or self.judgement.word is None:
            return False
        alike = folded(printed_word(self.said(NET).text)) == folded(self.judgement.word)
        likelihood = self.glimpse.likelihood(self.judgement.word)
        return max(self.said(NET).confidence if alike else 0.0, float(np.exp(likelihood))) >= share

    def reads_better_over(self) -> bool:
        """Whether the word reads well the other way up, and not as the card is taken to lie."""
        over = max((self.said(name) for name in OVERS), key=lambda line: line.confidence)
        upright = max((line.confidence for name, line in self.lines.items() if name not in (COPY, *OVERS)), default=0.0)
        ahead = over.confidence - upright
        return len(over.text) > 1 and over.confidence >= OVER_CONFIDENT and ahead >= OVER_AHEAD

    def said(self, name: str) -> Line:
        """What was read in one way; nothing if it was not asked."""
        return self.lines.get(name, NOTHING)


def laid_out(gray: Gray, place: CardPlace) -> ReadCard:
    """A card at a place, its word found and cut out and nothing read yet."""
    place = replace(place, corners=settled_corners(gray, place.corners))
    line = find_line(gray, place.corners, WORD_WRITING)
    return ReadCard(place, line, is_whole(gray, line), cut_writing(gray, line))


def is_whole(gray: Gray, line: TextLine) -> bool:
    """Whether a line stands in the middle of its card, on paper, and ends neither at its edge nor at the picture's."""
    if line.cut or abs(line.aside) > ASIDE_CAPS or (line.letters and not ends_on_paper(gray, line)):
        return False
    ends = apply(line.plane, [(x, y) for x in (-line.half_length, line.half_length) for y in (-0.5, 0.5)])
    return bool((ends >= 1).all() and (ends[:, 0] < gray.shape[1] - 1).all() and (ends[:, 1] < gray.shape[0] - 1).all())


def ends_on_paper(gray: Gray, line: TextLine) -> bool:
    """Whether the paper of a word goes on beyond both its ends and below it: else something lies on a part of it."""
    inside = _light(gray, line, (-line.half_length, line.half_length), (-0.45, 0.45))
    beyond = line.half_length + BEYOND_CAPS[0], line.half_length + BEYOND_CAPS[1]
    around = [
        float(np.median(part))
        for part in (
            _light(gray, line, beyond, (-0.45, 0.45)),
            _light(gray, line, (-beyond[1], -beyond[0]), (-0.45, 0.45)),
            _light(gray, line, (-line.half_length, line.half_length), BELOW_CAPS),
        )
    ]
    # Under blur no paper is left white between letters, so it is told by what lies around them.
    paper, ink = max(float(np.median(around)), float(np.percentile(inside, 75))), float(np.percentile(inside, 5))
    return all(-DARKER < (light - paper) / max(paper - ink, 1.0) < LIGHTER for light in around)


def _light(gray: Gray, line: TextLine, x: tuple[float, float], y: tuple[float, float]) -> NDArray[np.uint8]:
    """How light it is in a part of a line's frame."""
    xs, ys = np.meshgrid(np.linspace(*x, max(4, round(8 * (x[1] - x[0])))), np.linspace(*y, 5))
    at = np.rint(apply(line.plane, np.column_stack([xs.ravel(), ys.ravel()]))).astype(int)
    height, width = gray.shape
    return np.asarray(gray[np.clip(at[:, 1], 0, height - 1), np.clip(at[:, 0], 0, width - 1)], np.uint8)


def usual_cap_share(cards: Sequence[ReadCard]) -> float:
    """The usual height of capitals, as a share of the card's."""
    written = [cap_share(card) for card in cards if card.line.letters]
    return float(np.median(written)) if written else CAP_SHARE


def cap_share(card: ReadCard) -> float:
    """Height of the capitals as a share of the card's."""
    return card.line.cap_px / float(np.linalg.norm(card.place.corners[3] - card.place.corners[0]))
