"""Draws what a screen shows: a ``ScreenView`` becomes a picture of 16 colours.

Shapes carry the meaning as well as colours. Only the view is looked at: what it does not say cannot be drawn.
"""

from __future__ import annotations

from typing import assert_never

from PIL import Image, ImageDraw

from companion.device.fonts import set_text, translated
from companion.device.layout import Area, Layout
from companion.device.palette import (
    CARD,
    GREY_ON_BLACK,
    PALETTE,
    SEAT,
    TEAM,
    WHITE_ON_BLACK,
    Ink,
    Ramp,
    black_on,
    on_black,
)
from companion.device.picture import Picture
from companion.device.symbols import SHAPE_WIDTH, card_symbol, symbol, tick, token, token_stack
from companion.game.classic import Card
from companion.game.position import Seat
from companion.game.tokens import Cover
from companion.table.views import SPYMASTERS, ScreenView, Show, ViewCell

YOU_GIVE = "YOU GIVE THE CLUE"
YOUR_VIEW = "is this your view?"
WAITING = "waiting"

EDGE = 2
TOKEN = 16
STACK = 1.375
"""How high two tokens of one direction are, in tokens."""
BADGE = 11
WORD_HEIGHT = 20
CAPITAL = 12.0
PLAIN_CAPITAL = 15.0


def draw(view: ScreenView, size_px: tuple[int, int], words: bool = True) -> Picture:
    """The whole picture for one seat's screen. Without ``words`` a face shows larger shapes alone."""
    sheet = _Sheet(Layout(size_px), view.seat)
    match view.show:
        case Show.BLANK:
            pass
        case Show.WAITING:
            sheet.large(WAITING, WHITE_ON_BLACK, 40)
        case Show.SEAT:
            sheet.fill(Area(0, 0, *size_px), _own(view)[0])
            sheet.large(view.seat.value, black_on(_own(view)), 180)
        case Show.WORDS:
            sheet.strip(YOUR_VIEW, _own(view), lit=False)
            for index, cell in enumerate(view.cells):
                sheet.plain_cell(index, cell)
        case Show.FACE:
            sheet.strip(YOU_GIVE if view.giving else "", SEAT[view.seat], lit=view.giving)
            for index, cell in enumerate(view.cells):
                sheet.face_cell(index, cell, words)
        case Show.KEY:
            sheet.turn_strip(view)
            for index, cell in enumerate(view.cells):
                sheet.key_cell(index, cell, words)
        case _:
            assert_never(view.show)
    return Picture.from_indexed(sheet.image, PALETTE)


def draw_waiting(size_px: tuple[int, int]) -> Picture:
    """For a screen that belongs to no seat."""
    sheet = _Sheet(Layout(size_px))
    sheet.large(WAITING, WHITE_ON_BLACK, 40)
    return Picture.from_indexed(sheet.image, PALETTE)


def draw_number(number: int, size_px: tuple[int, int]) -> Picture:
    """One large number, so that people see which screen is which."""
    sheet = _Sheet(Layout(size_px))
    sheet.large(str(number), WHITE_ON_BLACK, 160)
    return Picture.from_indexed(sheet.image, PALETTE)


def word_box(layout: Layout) -> tuple[int, int]:
    """Width and height of the room for the word of a card whose shape is above it."""
    return layout.cell_size[0] - 2 * layout.px(1), layout.px(WORD_HEIGHT)


def _own(view: ScreenView) -> tuple[Ink, Ink]:
    """The colour of a letter: of its seat, or of the team whose spymaster looks at it."""
    return SEAT[view.seat] if view.team is None else TEAM[view.team]


_REST = bytes(252)
_NOT_GROUND = bytes((0, 255, 255, 255)) + _REST


class _Sheet:
    """A picture in the making: an image of palette numbers."""

    def __init__(self, layout: Layout, seat: Seat = Seat.A) -> None:
        self.layout = layout
        self.seat = seat
        self.image = Image.new("L", layout.size_px, Ink.BLACK)
        self.pen = ImageDraw.Draw(self.image)

    def fill(self, area: Area, ink: Ink) -> None:
        """Fill a rectangle."""
        self.image.paste(int(ink), (area.x, area.y, area.x + area.width, area.y + area.height))

    def text(self, text: str, area: Area, ramp: Ramp, capital_px: float) -> None:
        """Set a text into an area, over what is there."""
        levels = set_text(text, (area.width, area.height), capital_px)
        inked = translated(levels, bytes(ramp) + _REST)
        self.image.paste(inked, (area.x, area.y), translated(levels, _NOT_GROUND))

    def large(self, text: str, ramp: Ramp, capital: float) -> None:
        """One text in the middle of the screen."""
        width, height = self.layout.size_px
        edge = self.layout.px(10)
        self.text(text, Area(edge, edge, width - 2 * edge, height - 2 * edge), ramp, capital * self.layout.unit)

    def strip(self, text: str, colour: tuple[Ink, Ink], lit: bool, inked: Ramp = WHITE_ON_BLACK) -> None:
        """The line above the cells: seat letter and a short text, on ``colour`` (full, dim) where ``lit``."""
        area = self.layout.strip
        if lit:
            self.fill(area, colour[0])
        side = self.layout.px(24)
        box = Area(area.x, area.y + 1, side, area.height - 2)
        capital_px = CAPITAL * self.layout.unit
        self.text(self.seat.value, box, black_on(colour) if lit else on_black(colour), capital_px)
        if text:
            middle = Area(side, area.y + 1, area.width - 2 * side, area.height - 2)
            self.text(text, middle, black_on(colour) if lit else inked, capital_px)

    def turn_strip(self, view: ScreenView) -> None:
        """The line above a key: whose turn it is, in that team's colour; the letter in the spymaster's own."""
        own = TEAM[view.own or SPYMASTERS[view.seat]]
        if view.team is None:
            self.strip("", own, lit=False)
            return
        name = view.team.name
        self.strip(f"{name}: {YOU_GIVE}" if view.giving else name, own, view.giving, on_black(TEAM[view.team]))

    def plain_cell(self, index: int, cell: ViewCell) -> None:
        """A word without a colour, in a thin frame."""
        area = self.layout.cell(index)
        self.pen.rectangle((area.x, area.y, area.x + area.width - 1, area.y + area.height - 1), outline=Ink.GREY_DARK)
        edge = self.layout.px(3)
        inner = Area(area.x + edge, area.y + edge, area.width - 2 * edge, area.height - 2 * edge)
        self.text(cell.word, inner, WHITE_ON_BLACK, PLAIN_CAPITAL * self.layout.unit)

    def face_cell(self, index: int, cell: ViewCell, words: bool) -> None:
        """Shape, tokens and word of one card, with a thin line below."""
        area, shape = self._cell(index, cell, words, cell.cover.covered)
        if cell.cover.tokens:
            right, bottom = area.x + area.width - 1, area.y + area.height - 1
            # Upright lines only where a token could be taken for the neighbour's: they cost bytes in every row.
            self.pen.line((area.x, area.y, area.x, bottom), fill=Ink.GREY_DARK)
            self.pen.line((right, area.y, right, bottom), fill=Ink.GREY_DARK)
        room = self._beside_tokens(cell.cover, shape)
        if cell.identity is not None:
            self._centred(symbol(cell.identity, cell.cover.covered and not cell.cover.assassin, room.height), room)
        self._cover(cell.cover, shape, room)

    def key_cell(self, index: int, cell: ViewCell, words: bool) -> None:
        """Shape and word of one card of a base game; the colour of what lies on it is that of the tick."""
        _, area = self._cell(index, cell, words, cell.laid is not None)
        if cell.card is not None:
            self._centred(card_symbol(cell.card, cell.laid is not None, area.height), area)
        if cell.laid is None:
            return
        tick(self.pen, (area.x + area.width / 2, area.y + area.height / 2), area.height, CARD[cell.laid][0])
        if cell.laid is not cell.card:
            self._badge(cell.laid, area)

    def _badge(self, laid: Card, area: Area) -> None:
        """A small shape beside the large one: something else lies there than the key says (set by hand)."""
        tile = card_symbol(laid, False, self.layout.px(BADGE))
        self.image.paste(tile, (area.x + area.width - tile.width, area.y + area.height - tile.height))

    def _cell(self, index: int, cell: ViewCell, words: bool, quiet: bool) -> tuple[Area, Area]:
        """The word, grey where ``quiet``, and a thin line below. Gives the whole cell, and the room for its shape."""
        area, px = self.layout.cell(index), self.layout.px
        right, bottom = area.x + area.width - 1, area.y + area.height - 1
        self.pen.line((area.x, bottom, right, bottom), fill=Ink.GREY_DARK)
        inner, high = word_box(self.layout)
        word_height = high if words else px(EDGE)
        if words:
            box = Area(area.x + px(1), bottom - word_height, inner, word_height)
            self.text(cell.word, box, GREY_ON_BLACK if quiet else WHITE_ON_BLACK, CAPITAL * self.layout.unit)
        return area, Area(area.x + px(1), area.y + px(EDGE), inner, area.height - word_height - px(EDGE) - 1)

    def _centred(self, tile: Image.Image, area: Area) -> None:
        place = (area.x + (area.width - tile.width) // 2, area.y + (area.height - tile.height) // 2)
        self.image.paste(tile, place)

    def _beside_tokens(self, cover: Cover, area: Area) -> Area:
        """The room for the shape: in the middle, or where that makes it larger beside the tokens of one side."""
        across = self.layout.px(TOKEN + 1)
        left, right = (across if giver in cover.tokens else 0 for giver in (self.seat.other, self.seat))
        if area.height * SHAPE_WIDTH <= area.width - 2 * max(left, right):
            left = right = max(left, right)
        wide = area.width - left - right
        height = min(area.height, int(wide / SHAPE_WIDTH))
        return Area(area.x + left, area.y + (area.height - height) // 2, wide, height)

    def _cover(self, cover: Cover, area: Area, room: Area) -> None:
        """What lies on the card: a tick for the agent card, tokens beside the shape, a frame for the assassin."""
        for giver in cover.tokens:
            self._token(giver, cover, area)
        if cover.agent:
            tick(self.pen, (room.x + room.width / 2, room.y + room.height / 2), room.height, Ink.GREY)
        if cover.assassin:
            box = (area.x, area.y, area.x + area.width - 1, area.y + area.height - 1)
            self.pen.rectangle(box, outline=Ink.WHITE, width=self.layout.px(2))

    def _token(self, giver: Seat, cover: Cover, area: Area) -> None:
        """One token, or two of one direction: right of the shape where it points away, left where to the viewer."""
        across = self.layout.px(TOKEN)
        ink, away = Ink.GREY if cover.covered else Ink.WHITE, giver is self.seat
        left = area.x + area.width - across if away else area.x
        stacked = giver in cover.stacked
        tile = token_stack(away, ink, across, round(across * STACK)) if stacked else token(away, ink, across)
        self.image.paste(tile, (left, area.y + (area.height - tile.height) // 2))
