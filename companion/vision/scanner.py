"""The reader: a picture in, the 25 words out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from companion.errors import CompanionError
from companion.game.position import ALL_POSITIONS, Position
from companion.table.ports import Picture
from companion.table.scan import BoardScan, CardReading, Certainty, SeenCover
from companion.vision.board import CardPlace, FoundBoard, find_board
from companion.vision.comparing import LOOKS_RIGHT, Read, board_letters, judged_by_letters
from companion.vision.glance import is_mirrored
from companion.vision.layout import CAP_SHARE
from companion.vision.lettering import Lettering
from companion.vision.lexicon import Lexicon, read_word_list
from companion.vision.lying import is_bare, lying_on
from companion.vision.missing import is_inside, no_board, refusal
from companion.vision.ocr.blank import BlankEngine
from companion.vision.ocr.capitals import CapitalsEngine, knows
from companion.vision.ocr.engine import EngineMissing, TextEngine, forewarned
from companion.vision.ocr.rapid import RapidEngine
from companion.vision.ocr.tesseract import TesseractEngine
from companion.vision.outlines import scaled
from companion.vision.picture import open_picture
from companion.vision.prior import GeneralPrior
from companion.vision.readcard import ReadCard
from companion.vision.reader import AT_ONCE, MOST_LOST, Engines, read_cards, read_second
from companion.vision.sensing import word_sense
from companion.vision.strangers import PATIENCE_S, without_strangers
from companion.vision.surface import reading_gray
from companion.vision.synthesis import seen_word
from companion.vision.twins import twins_doubted
from companion.vision.window import GOOD

ENGINES: dict[str, Callable[[str], TextEngine]] = {"tesseract": TesseractEngine, "blank": lambda _: BlankEngine()}
SECOND_ENGINES: dict[str, Callable[[str], TextEngine]] = {"rapidocr": RapidEngine}
"""Engines of another make: they look at the doubtful cards only, and need packages of their own."""
_ENGLISH = GeneralPrior("eng")
FEWEST_CARDS = 8
"""With fewer open word cards than this a picture is not taken for a board."""
LOWEST_CAP_PX, SMALL_CAP_PX = 3.0, 14.0
"""Letters lower than the first can't be read; lower than the second, a reduced file is opened anew at a larger size."""
LETTERS_PATIENCE_S = 1.0
"""How long the dictionary is waited for before doubtful words are compared."""
SETTLED_LEAD = 9.0
"""The lead of the way up of a card that was read before."""
OnFirst = Callable[[list[ReadCard]], None]
OnProgress = Callable[[BoardScan], None]
"""Is given a first scan of a board while it is still being read: nothing called sure in it changes any more."""


class BoardNotFound(CompanionError):
    """No whole board is in the picture; says how much of one was found."""


class Scanner:
    """Reads boards. Holds no picture; one thread at a time."""

    def __init__(
        self,
        language: str = "eng",
        word_lists: Sequence[Path | str] = (),
        engine: str = "tesseract",
        lexicon: Lexicon | None = None,
        second: str | None = None,
        *,
        capitals: bool = True,
    ) -> None:
        """Prepare a reader.

        Args:
            language: Tesseract codes, joined with ``+``.
            word_lists: files of words to prefer.
            engine: name of the text recognition engine.
            lexicon: what is known of the words of the box; None for ``word_lists`` and the language's dictionary.
            second: name of an engine of another make, for the doubtful cards; None for no second look.
            capitals: let the net for capitals look at the doubtful cards, where it knows the language.

        Raises:
            CompanionError: the engine, a language model or a word list is missing; says what to do.
        """
        if engine not in ENGINES:
            raise EngineMissing(f"engine {engine!r} is not known: use {' or '.join(sorted(ENGINES))}")
        if second is not None and second not in SECOND_ENGINES:
            raise EngineMissing(f"second engine {second!r} is not known: use {' or '.join(sorted(SECOND_ENGINES))}")
        self._engine = ENGINES[engine](language)
        self._second = None if second is None else SECOND_ENGINES[second](language)
        # An engine that reads nothing on purpose stands for none at all.
        net = CapitalsEngine(language) if capitals and engine == "tesseract" and knows(language) else None
        self._engines = Engines(self._engine, net)
        self._lexicon = _lexicon(language, word_lists) if lexicon is None else lexicon
        self._lettering: Lettering | None = None

    @property
    def lexicon(self) -> Lexicon:
        """What is known of the words of the box; another one counts from the next picture on."""
        return self._lexicon

    @lexicon.setter
    def lexicon(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def read(self, picture: Picture, on_progress: OnProgress | None = None) -> BoardScan:
        """Find and read the board of a picture: uint8, shape (height, width, 3), blue, green, red.

        Args:
            picture: what to look at.
            on_progress: called in the same thread with the words as soon as each was read once, none of them sure, and
                again when they were read twice, if some of them need a further look.

        Raises:
            BoardNotFound: no whole board is in it.
            EngineMissing: the engine broke down.
        """
        board, cards = self._read(picture, on_progress)
        return _scan_of(picture, board, cards)

    def read_again(self, picture: Picture, scan: BoardScan, positions: Collection[Position] | None = None) -> BoardScan:
        """Read some cards of a board anew, without looking for the board.

        Args:
            picture: another picture from the same place, or a part or size of it into which ``scan`` was scaled.
            scan: what was read; its outlines are in pixels of ``picture`` (see ``outlines.scaled``).
            positions: which cards; None for all that are not sure and not covered. Cards without an outline stay.

        Returns:
            ``scan`` with these readings replaced by what this picture alone says; a card on which nothing can be read
            now is unread. Weighing the new reading against the old one is the caller's task.

        Raises:
            EngineMissing: the engine broke down.
        """
        asked = _open_positions(scan) if positions is None else positions
        chosen = [card for card in scan.cards if card.position in asked and card.outline_px]
        if not chosen:
            return scan
        places = [_place_again(card) for card in chosen]
        cards = self._read_cards(picture, places)
        self._compare_letters(cards)
        _doubt_strangers(cards, self._lexicon, PATIENCE_S)
        anew = {old.position: _reread(old, card) for old, card in zip(chosen, cards, strict=True)}
        return replace(scan, cards=twins_doubted([anew.get(card.position, card) for card in scan.cards]))

    def read_file(self, path: Path, on_progress: OnProgress | None = None) -> BoardScan:
        """Open and read a picture file; outlines are in pixels of the picture as displayed.

        Raises:
            PictureUnusable: the file can't be opened as a picture.
            BoardNotFound: no whole board is in it.
            EngineMissing: the engine broke down.
        """
        opened = open_picture(path)
        report = None if on_progress is None else lambda scan: on_progress(scaled(scan, *opened.scale))
        board, cards = self._read(opened.pixels, report)
        small = float(np.median([card.line.cap_px for card in cards])) < SMALL_CAP_PX
        if small and max(opened.scale) > 1.5:
            opened = open_picture(path, wanted_px=max(opened.size_px) // 2)
            board, cards = self._read(opened.pixels, report)
        return scaled(_scan_of(opened.pixels, board, cards), *opened.scale)

    def _read(self, picture: Picture, on_progress: OnProgress | None = None) -> tuple[FoundBoard, list[ReadCard]]:
        with forewarned(self._engine, AT_ONCE):
            return self._found_and_read(picture, on_progress)

    def _found_and_read(self, picture: Picture, on_progress: OnProgress | None) -> tuple[FoundBoard, list[ReadCard]]:
        board = find_board(picture, word_sense(picture, self._engines.capitals))
        found = 0 if board is None else sum(place.likeness > GOOD for place in board.places)
        if board is None or found < FEWEST_CARDS:
            raise BoardNotFound(no_board(picture, found))
        if board.more:
            raise BoardNotFound("found more than 25 cards in rows: take away the cards that are not of the board")
        height, width = picture.shape[:2]
        outside = [i for i, place in enumerate(board.places) if not is_inside(place.corners, width, height)]
        if outside:
            raise BoardNotFound(refusal(picture, board.places, outside))
        if _card_height(board) * CAP_SHARE < LOWEST_CAP_PX:
            raise BoardNotFound("the letters are too small to read: move the camera closer or take a larger picture")

        def first_look(cards: list[ReadCard]) -> None:
            early = _early_scan(picture, board, cards, self._lexicon)
            if on_progress is not None and early is not None:
                on_progress(early)

        report = None if on_progress is None else first_look
        cards = self._read_cards(picture, board.places, report, partial(_refuse_bare, picture))
        if is_mirrored(cards, self._engines.capitals):
            raise BoardNotFound(
                "the picture is mirrored: turn off the mirroring of the camera or of the program before it"
            )
        righted = _righted(board, cards, self._lexicon)
        self._lettering = None
        self._compare_letters(righted[1])
        _doubt_strangers(righted[1], self._lexicon, PATIENCE_S)
        return righted

    def _read_cards(
        self,
        picture: Picture,
        places: Sequence[CardPlace],
        report: OnFirst | None = None,
        check: Callable[[Sequence[ReadCard]], None] | None = None,
    ) -> list[ReadCard]:
        gray = reading_gray(picture)
        cards = read_cards(gray, places, self._engines, self._lexicon, report, check=check)
        if self._second is not None:
            read_second(gray, cards, self._second, self._lexicon)
        return cards

    def _compare_letters(self, cards: list[ReadCard]) -> None:
        """Judge doubtful cards by the letters of the board; those of one that was read whole are kept for its cards."""
        if not any(card.open for card in cards):
            return
        self._lexicon.prepare(LETTERS_PATIENCE_S)
        if self._lettering is None:
            self._lettering = board_letters([_read_of(card) for card in cards], self._lexicon)
        if self._lettering is None:
            return
        others = [other for card in cards for other in card.others if not card.settled]
        both = [*cards, *others]
        judged = judged_by_letters([_read_of(card) for card in both], self._lettering, self._lexicon)
        for card, (judgement, misfit) in zip(both, judged, strict=True):
            card.judgement, card.misfit, card.looks_right = judgement, misfit, misfit < LOOKS_RIGHT
            card.known = self._lexicon.weight(judgement.word or "") > 0
        cards[:] = [card.as_it_lies() for card in cards]


def _read_of(card: ReadCard) -> Read:
    seen = seen_word(card.writing, card.blur_px)
    return Read(seen, card.lines, card.judgement, card.open, card.glimpse)


def _lexicon(language: str, word_lists: Sequence[Path | str]) -> Lexicon:
    words = [word for path in word_lists for word in read_word_list(Path(path))]
    return Lexicon(words, general=GeneralPrior(language), language=language)


def _early_scan(picture: Picture, board: FoundBoard, cards: list[ReadCard], lexicon: Lexicon) -> BoardScan | None:
    """What is known of a board in the midst of reading; None where it is not yet certain that it is one."""
    try:
        board, cards = _righted(board, [replace(card) for card in cards], lexicon)
        _doubt_strangers(cards, lexicon, 0.0)
        return _scan_of(picture, board, cards)
    except BoardNotFound:
        return None


def _doubt_strangers(cards: list[ReadCard], lexicon: Lexicon, patience_s: float) -> None:
    judgements = without_strangers([card.judgement for card in cards], lexicon, _ENGLISH, patience_s)
    for card, judgement in zip(cards, judgements, strict=True):
        card.judgement = judgement


def _refuse_bare(picture: Picture, cards: Sequence[ReadCard]) -> None:
    """Refuse a board of which many places are bare, before the costly ways of reading, which would find nothing."""
    bare = sum(is_bare(card) and not card.readable for card in cards)
    if bare > MOST_LOST and sum(card.readable for card in cards) >= FEWEST_CARDS:
        lost = lying_on(picture, cards).lost
        if len(lost) > MOST_LOST:
            raise BoardNotFound(refusal(picture, [card.place for card in cards], lost))


def _open_positions(scan: BoardScan) -> set[Position]:
    return {card.position for card in scan.cards if card.certainty is not Certainty.SURE and card.cover is None}


def _place_again(card: CardReading) -> CardPlace:
    """Where a card lies that was read before; it is known which way up."""
    corners = np.array(card.outline_px, np.float64)
    return CardPlace(corners, turned=False, likeness=1.0, lead=SETTLED_LEAD, due=corners)


def _reread(old: CardReading, card: ReadCard) -> CardReading:
    """A reading of the same card by another picture; it keeps its outline."""
    judgement = card.judgement
    if judgement.word is None or not (card.line.letters or card.readable):
        return replace(old, word=None, certainty=Certainty.UNREAD, confidence=0.0, candidates=())
    return CardReading(
        old.position, judgement.word, judgement.certainty, judgement.confidence, judgement.candidates, None,
        old.outline_px,
    )  # fmt: skip


def _righted(board: FoundBoard, cards: list[ReadCard], lexicon: Lexicon) -> tuple[FoundBoard, list[ReadCard]]:
    """Turn the board where the words that were read stand the other way up than the finder took them to."""
    votes = sum(-1 if card.place.turned else 1 for card in cards if card.readable)
    if votes >= 0:
        return board, cards
    for either in (one for card in cards for one in (card, *card.others)):
        either.place = either.place.other_way_up()
        either.judge(lexicon)
    upright_deg = board.upright_deg + 180.0
    return replace(board, places=tuple(card.place for card in reversed(cards)), upright_deg=upright_deg), cards[::-1]


def _card_height(board: FoundBoard) -> float:
    return float(np.median([np.linalg.norm(place.corners[3] - place.corners[0]) for place in board.places]))


def _scan_of(picture: Picture, board: FoundBoard, cards: list[ReadCard]) -> BoardScan:
    """Name the places and what covers them, and refuse a board that is not whole."""
    lying = lying_on(picture, cards)
    if lying.lost:
        raise BoardNotFound(refusal(picture, [card.place for card in cards], lying.lost))
    readings = tuple(
        _reading(ALL_POSITIONS[i], card, lying.wordy[i], None if lying.wordy[i] else lying.covers[i])
        for i, card in enumerate(cards)
    )
    return BoardScan(twins_doubted(readings), round(-board.upright_deg / 90.0) % 4 * 90)


def _reading(position: Position, card: ReadCard, wordy: bool, cover: SeenCover | None) -> CardReading:
    outline = tuple((float(x), float(y)) for x, y in (card.place.corners if wordy else card.place.due))
    judgement = card.judgement
    if not wordy or judgement.word is None:
        return CardReading(position, None, Certainty.UNREAD, 0.0, (), cover, outline)
    return CardReading(
        position, judgement.word, judgement.certainty, judgement.confidence, judgement.candidates, cover, outline
    )
