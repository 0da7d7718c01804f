"""What lies at the 25 places of a board: open cards, covers, glare, or nothing; and whether they are the board at all.

A board is refused where its place would be a guess, never because single cards are washed out: these stay unread.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.game.position import COUNT, SIZE
from companion.table.ports import Picture
from companion.table.scan import Certainty, SeenCover
from companion.vision.agreement import NET
from companion.vision.covers import Light, glare_share, measure_light, partly_open, seen_cover, washed_out
from companion.vision.missing import is_inside
from companion.vision.readcard import ReadCard
from companion.vision.window import GOOD

CARDLIKE, SOMEWHAT_CARDLIKE = 0.38, 0.28
"""From this likeness on a place holds a word card, be its word read or not."""
FAINT = 0.2
"""Bare table is never even that much like a card when it was looked at again."""
LIKELY = 0.5
"""A known word that the net for capitals reads so surely is no bare table."""
MOST_UNKNOWN = 3
UNMISTAKABLE = (SeenCover.AGENT, SeenCover.RED_AGENT, SeenCover.BLUE_AGENT)
FEWEST_PLAIN, FEWEST_WORDS = 2, 2
"""So many plain word cards without a readable word make a row or column of the board as well as one word does, if that
many words are read on the whole board."""
EDGES = (
    (np.s_[0, :], np.s_[1, :]), (np.s_[-1, :], np.s_[-2, :]), (np.s_[:, 0], np.s_[:, 1]), (np.s_[:, -1], np.s_[:, -2])
)  # fmt: skip
"""The outer rows and columns, each with the one inside it."""
FULL = 4
"""So many agents fill a line."""
FEWEST_BEYOND = 2
"""So many agents in the line beyond an outer line are none, nor are those in it."""
EDGE_OF_GLARE = 0.05
"""Next to a card that glare hides, so much glare is enough to hide another."""
SEE_THROUGH = (SeenCover.BYSTANDER, SeenCover.UNKNOWN)
"""What a timer token on a card that is open beside it may be taken for."""


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies at the 25 places of a board, each in the order of the cards.

    ``wordy``: an open word card, be its word read or not. ``covers``: what lies on the others. ``lost``: places where
    there is nothing to be made out, or of which it is a guess that they are the board's.
    """

    wordy: tuple[bool, ...]
    covers: tuple[SeenCover | None, ...]
    lost: frozenset[int]


def lying_on(picture: Picture, cards: Sequence[ReadCard]) -> Lying:
    """Look what lies at the places of a board of which the words were read."""
    good = [index for index, card in enumerate(cards) if card.place.likeness > GOOD]
    light = measure_light(picture, [card.place.corners for card in cards], good)
    covers = [None if reads_as_card(card) else _cover_of(picture, card, light) for card in cards]
    wordy = [
        reads_as_card(card) or (cover not in UNMISTAKABLE and (card.readable or card.place.likeness > CARDLIKE))
        for card, cover in zip(cards, covers, strict=True)
    ]
    glare = _in_glare(picture, cards)
    covers = [
        SeenCover.UNKNOWN if white and cover is None else cover for cover, white in zip(covers, glare, strict=True)
    ]
    lost = {i for i in range(COUNT) if not wordy[i] and covers[i] is None and is_bare(cards[i])}
    unknown = {i for i in range(COUNT) if not (wordy[i] or glare[i]) and covers[i] is SeenCover.UNKNOWN}
    cloth = _edges_of_cloth(picture, cards, light)
    lost |= _guessed_edges(wordy, cards, covers, cloth) | (unknown if len(lost | unknown) > MOST_UNKNOWN else set())
    return Lying(tuple(wordy), tuple(covers), frozenset(lost))


def is_bare(card: ReadCard) -> bool:
    """Whether nothing at all is seen at a place: no card, and no word that somebody knows."""
    known = card.known and card.said(NET).confidence >= LIKELY
    return card.place.likeness < FAINT and not known


def reads_as_card(card: ReadCard) -> bool:
    """Whether a word was read that stands on a word card: on something unlike one only a sure word counts."""
    likely = card.place.likeness > SOMEWHAT_CARDLIKE or card.judgement.certainty is Certainty.SURE
    return card.readable and likely


def _cover_of(picture: Picture, card: ReadCard, light: Light) -> SeenCover | None:
    """What lies on a card without a readable word; a light thing that is a little like a word card may be one."""
    cover = seen_cover(picture, card.place.due, light)
    if cover in SEE_THROUGH and partly_open(picture, card.place.due):
        return SeenCover.TOKEN
    unsure = cover is SeenCover.BYSTANDER and card.place.likeness > SOMEWHAT_CARDLIKE
    return SeenCover.UNKNOWN if unsure else cover


def _in_glare(picture: Picture, cards: Sequence[ReadCard]) -> list[bool]:
    """Places that glare hides, wholly or at the edge of the glare that hides a neighbour."""
    wholly = np.array([washed_out(picture, card.place.due) for card in cards]).reshape(SIZE, SIZE)
    framed = np.pad(wholly, 1)
    beside = framed[:-2, 1:-1] | framed[2:, 1:-1] | framed[1:-1, :-2] | framed[1:-1, 2:]
    return [
        bool(whole) or (bool(near) and glare_share(picture, card.place.due) > EDGE_OF_GLARE)
        for whole, near, card in zip(wholly.ravel(), beside.ravel(), cards, strict=True)
    ]


def _edges_of_cloth(picture: Picture, cards: Sequence[ReadCard], light: Light) -> set[int]:
    """Outer places beyond which a board goes on as it looks there: a coloured cloth is taken for agents."""
    height, width = picture.shape[:2]
    due = np.array([card.place.due for card in cards]).reshape(SIZE, SIZE, 4, 2)
    places = np.arange(COUNT).reshape(SIZE, SIZE)
    cloth: set[int] = set()
    for line, inner in EDGES:
        beyond = 2 * due[line] - due[inner]
        shown = [
            is_inside(corners, width, height) and seen_cover(picture, corners, light) in UNMISTAKABLE
            for corners in beyond
        ]
        if sum(shown) >= FEWEST_BEYOND:
            cloth |= set(places[line].tolist())
    return cloth


def _guessed_edges(
    wordy: Sequence[bool], cards: Sequence[ReadCard], covers: Sequence[SeenCover | None], cloth: set[int]
) -> set[int]:
    """Outer rows and columns that show no word, no agent and no plain word cards: perhaps not of the board.

    A line full of agents is a coloured table rather than five of them, where no other card of the board has one.
    """
    coloured = np.array([cover in UNMISTAKABLE for cover in covers]).reshape(SIZE, SIZE)
    agents = coloured & np.array([i not in cloth for i in range(COUNT)]).reshape(SIZE, SIZE)
    words = np.array([word and card.readable for word, card in zip(wordy, cards, strict=True)]).reshape(SIZE, SIZE)
    plain = np.array([
        word and card.place.likeness > GOOD for word, card in zip(wordy, cards, strict=True)
    ]).reshape(SIZE, SIZE)  # fmt: skip
    worded = sum(card.readable for card in cards) >= FEWEST_WORDS
    places = np.arange(COUNT).reshape(SIZE, SIZE)
    lost: set[int] = set()
    for line, _ in EDGES:
        alone = coloured[line].sum() >= FULL and coloured.sum() == coloured[line].sum()
        certain = words[line].any() or (agents[line].any() and not alone)
        if not certain and not (worded and plain[line].sum() >= FEWEST_PLAIN):
            lost |= set(places[line].tolist())
    return lost
