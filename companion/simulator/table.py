"""The virtual table: what a camera above a real one would see, and the truth about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.game.classic import Card
from companion.game.position import ALL_POSITIONS, COUNT, SIZE, Position, Seat
from companion.game.tokens import Bank, Cover
from companion.simulator import clutter
from companion.simulator.art import Bgr
from companion.simulator.camera import Matrix, expose, light_fields, project, table_to_picture
from companion.simulator.cards import CARD_MM, word_card
from companion.simulator.compose import Laid, lay_piece, lay_table_top
from companion.simulator.conditions import GRADES, Grade, make_scene
from companion.simulator.designs import Design
from companion.simulator.fonts import TYPEFACES
from companion.simulator.pieces import NO_PILES, NO_TOKENS, OnCard, Piles, bank_laid, covers_laid, piles_laid
from companion.simulator.words import WORDS
from companion.table.scan import Point

FULL_HD = (1920, 1080)


@dataclass(frozen=True, slots=True)
class TableTruth:
    """What really lies on the table, in seat A's frame, for comparison with what was read.

    Attributes:
        words: 25, A1 to E5.
        outlines_px: Per position the four corners in the picture, clockwise from the upright card's top left.
        covers: Per position.
        rotation_deg: Quarter turns clockwise that bring the words upright.
        taken_up: Positions whose word card was taken off the table.
        cards: Per position the card of a base game that lies on it.
        bank: The time bank by the side that lies up.
        taken: Tokens that lie checkmark side up before A and before B.
        piles: The cards of a base game beside the board.
    """

    words: tuple[str, ...]
    outlines_px: tuple[tuple[Point, ...], ...]
    covers: tuple[Cover, ...]
    rotation_deg: int
    taken_up: frozenset[Position]
    cards: tuple[Card | None, ...] = (None,) * COUNT
    bank: Bank = NO_TOKENS
    taken: tuple[int, int] = (0, 0)
    piles: Piles = NO_PILES


class VirtualTable:
    """25 word cards on a table of its own, a camera above, and pieces that can be laid. The same for the same seed.

    One thread may lay pieces while another takes pictures.

    Args:
        words: 25 words, A1 to E5.
        seed: Chooses the table top, the light, the camera's place and how crookedly the cards lie.
        grade: How hard it is to read; see ``conditions.GRADES``.
        view_deg: Where the camera stands: 0 at seat A, 90 at A's right hand, 180 at seat B.
        design: How the pieces are drawn; None for our own art.

    Raises:
        ValueError: not 25 words.
    """

    def __init__(
        self, words: Sequence[str], seed: int, grade: Grade = GRADES["easy"], view_deg: float = 0.0,
        design: Design | None = None,
    ) -> None:  # fmt: skip
        if len(words) != COUNT:
            raise ValueError(f"a table has {COUNT} words, not {len(words)}")
        self._words = tuple(words)
        self._seed = seed
        self._design = design
        self._scene = make_scene(grade, seed, view_deg)
        rng = np.random.default_rng([seed, 51])
        face = TYPEFACES[int(rng.integers(len(TYPEFACES)))]
        turned = set(rng.choice(COUNT, grade.turned_cards, replace=False).tolist())
        self._cards = [
            Laid(
                word_card(word, face, self._scene.paper),
                tuple(np.add(self._place(position), rng.uniform(-1, 1, 2) * grade.offset_mm)),
                float(rng.uniform(-1, 1) * grade.skew_deg) + (180.0 if position.index in turned else 0.0),
            )
            for position, word in zip(ALL_POSITIONS, words, strict=True)
        ]
        self._jitter = rng.uniform(-1, 1, (COUNT, 4, 3))
        self._on = [OnCard() for _ in range(COUNT)]
        self._taken_up: set[Position] = set()
        self._bank, self._taken, self._piles = NO_TOKENS, (0, 0), NO_PILES
        self._clutter: list[Laid] = []
        self._screens: dict[Seat, Laid] = {}
        self._hand: Laid | None = None
        self._shots = 0
        self._cards_changed = self._pieces_changed = 0
        self._drawn: tuple[object, Bgr] | None = None
        self._lit: tuple[object, NDArray[np.float32]] | None = None

    # What hands do.

    def lay_agent(self, position: Position) -> None:
        """Cover a card with an agent card; tokens that lay there go on top."""
        self._on[position.index].agent = True
        self._pieces_changed += 1

    def lay_assassin(self, position: Position) -> None:
        """Cover a card with the assassin card."""
        self._on[position.index].assassin = True
        self._pieces_changed += 1

    def lay_token(self, position: Position, to: Seat) -> None:
        """Lay a timer token, bystander side up, its arrow towards the seat ``to`` (the guesser who was wrong)."""
        self._on[position.index].tokens.append(to)
        self._pieces_changed += 1

    def lay_card(self, position: Position, card: Card, double: bool = False) -> None:
        """Cover a card with one of a base game; ``double``: with the double agent, this team's side up."""
        self._on[position.index] = OnCard(card=card, double=double)
        self._pieces_changed += 1

    def clear_card(self, position: Position) -> None:
        """Take everything off a card."""
        self._on[position.index] = OnCard()
        self._pieces_changed += 1

    def set_bank(self, bystander: int, checkmark: int = 0, taken_a: int = 0, taken_b: int = 0) -> None:
        """Arrange the time bank beside the grid and the taken tokens (checkmark side up) before each seat."""
        self._bank, self._taken = Bank(bystander, checkmark), (taken_a, taken_b)
        self._pieces_changed += 1

    def set_piles(self, piles: Piles) -> None:
        """Put the cards of a base game that are not laid beside the board."""
        self._piles = piles
        self._pieces_changed += 1

    def take_up(self, position: Position) -> None:
        """Take a word card off the table."""
        self._taken_up.add(position)
        self._cards_changed += 1

    def reach_in(self, position: Position, seat: Seat) -> None:
        """A player of ``seat`` points at a card; the hand hides what lies below it."""
        x, y = self._cards[position.index].middle_mm
        away = 1 if seat is Seat.A else -1
        self._hand = Laid(clutter.pointing_hand(), (x, y + away * clutter.HAND_MM[1] / 2), 0.0 if away > 0 else 180.0)
        self._pieces_changed += 1

    def withdraw(self) -> None:
        """The hand goes away."""
        self._hand = None
        self._pieces_changed += 1

    def show_screen(self, seat: Seat, glass: Bgr) -> None:
        """Put a player's small screen beside the board, showing ``glass`` (BGR uint8): the camera sees it too."""
        width, height = self._board_mm()
        side = 1 if seat is Seat.A else -1
        middle = (-width / 2 - clutter.SCREEN_MM[0] * 0.62, side * (height / 2 - clutter.SCREEN_MM[1] * 0.6))
        self._screens[seat] = Laid(clutter.small_screen(glass), middle, 0.0 if side > 0 else 180.0)
        self._pieces_changed += 1

    def scatter(self) -> None:
        """Leave things around the board: spare cards, a pencil, a mug. Where they lie is up to the seed."""
        width, height = self._board_mm()
        rng = np.random.default_rng([self._seed, 81])
        spare = next(word for word in WORDS if word not in self._words)
        for piece in (clutter.spare_stack(spare), clutter.pencil(), clutter.mug()):
            reach = max(piece.size_mm) / 2 + 8
            along = float(rng.uniform(-0.4, 0.4))
            places = [
                (-width / 2 - reach, along * height / 4), (width / 2 + reach + 50, along * height),
                (along * width, -height / 2 - reach), (along * width, height / 2 + reach + 30),
            ]  # fmt: skip
            self._clutter.append(Laid(piece, places[int(rng.integers(4))], float(rng.uniform(0, 360))))
        self._pieces_changed += 1

    def nudge_camera(self, shift: tuple[float, float] = (0.0, 0.0), roll_deg: float = 0.0) -> None:
        """Knock the camera: the board moves by shares of the frame's width and height and turns clockwise."""
        pose = self._scene.pose
        moved = (pose.shift[0] + shift[0], pose.shift[1] + shift[1])
        self._scene = replace(self._scene, pose=replace(pose, shift=moved, roll_deg=pose.roll_deg + roll_deg))
        self._cards_changed += 1

    @property
    def changes(self) -> int:
        """A number that is another one once something on the table, or the camera, has moved."""
        return self._cards_changed + self._pieces_changed

    # What the camera does.

    def photograph(self, size_px: tuple[int, int] = FULL_HD) -> Bgr:
        """Take a picture of ``size_px`` (width, height). Each shot has noise of its own, the same in the same order."""
        # Noted before the drawing: what is laid meanwhile by another thread leads to a new drawing with the next shot.
        now = (size_px, self._cards_changed, self._pieces_changed)
        lit = self._lit
        if lit is None or lit[0] != now:
            factor, added = light_fields(self._scene.light, size_px, self._seed)
            lit = self._lit = (now, np.asarray(self._with_pieces(size_px) * factor + added, np.float32))
        self._shots += 1
        return expose(lit[1], self._scene.sensor, np.random.default_rng([self._seed, 61, self._shots]))

    def truth(self, size_px: tuple[int, int] = FULL_HD) -> TableTruth:
        """What lies on the table, with outlines for a picture of ``size_px``."""
        matrix = self._matrix(size_px)
        outlines = tuple(
            tuple((float(x), float(y)) for x, y in project(matrix, card.corners_mm())) for card in self._cards
        )
        middle, right = project(matrix, np.array([[0.0, 0.0], [1.0, 0.0]]))
        text_deg = float(np.degrees(np.arctan2(right[1] - middle[1], right[0] - middle[0])))
        return TableTruth(
            self._words, outlines, tuple(on.cover for on in self._on), round(-text_deg / 90) % 4 * 90,
            frozenset(self._taken_up), tuple(on.card for on in self._on), self._bank, self._taken, self._piles,
        )  # fmt: skip

    # How it is drawn.

    def _place(self, position: Position) -> tuple[float, float]:
        gap_x, gap_y = self._scene.gap_mm
        middle = (SIZE - 1) / 2
        return (position.column - middle) * (CARD_MM[0] + gap_x), (position.row - middle) * (CARD_MM[1] + gap_y)

    def _board_mm(self) -> tuple[float, float]:
        gap_x, gap_y = self._scene.gap_mm
        return SIZE * (CARD_MM[0] + gap_x), SIZE * (CARD_MM[1] + gap_y)

    def _matrix(self, size_px: tuple[int, int]) -> Matrix:
        return table_to_picture(self._scene.pose, size_px, self._board_mm())

    def _with_cards(self, size_px: tuple[int, int]) -> Bgr:
        now = (size_px, self._cards_changed)
        drawn = self._drawn
        if drawn is None or drawn[0] != now:
            matrix = self._matrix(size_px)
            picture = lay_table_top(self._scene.surface, self._seed % 7, matrix, size_px)
            for position, card in zip(ALL_POSITIONS, self._cards, strict=True):
                if position not in self._taken_up:
                    lay_piece(picture, card, matrix)
            drawn = self._drawn = (now, picture)
        return drawn[1]

    def _with_pieces(self, size_px: tuple[int, int]) -> Bgr:
        picture = self._with_cards(size_px).copy()
        matrix = self._matrix(size_px)
        hand = [self._hand] if self._hand else []
        middles, board = [card.middle_mm for card in self._cards], self._board_mm()
        pieces = (
            *covers_laid(self._on, middles, self._jitter, self._design),
            *bank_laid(self._bank, self._taken, board, self._seed, self._design),
            *piles_laid(self._piles, board, self._seed, self._design),
        )
        for laid in (*self._clutter, *self._screens.values(), *pieces, *hand):
            lay_piece(picture, laid, matrix)
        return picture
