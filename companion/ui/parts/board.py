"""The 5x5 board: word cards at the places where they lie on the table."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp, sp
from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.gridlayout import GridLayout

from companion.game.position import SIZE, Position
from companion.ui import theme
from companion.ui.parts.badges import draw_badge, in_question
from companion.ui.parts.shapes import cross, draw_tokens, triangle
from companion.ui.parts.text import SightLabel, fitting_px
from companion.ui.presenters.table_cards import PlayCard
from companion.ui.presenters.words_view import Mark, WordCell
from companion.ui.theme import LEAST_SP, Rgba, font_for

PIECES = 0.46
"""The share of a card's height above its word, where pieces lie."""
APART = 1.12
"""From one piece to the next on a card, in their heights."""
MARKS = 0.3
"""The same on the words page, where only a mark lies there."""
MOST_WORD_SP = 26
LONGEST = 3
"""So many words may be smaller than the others."""


class WordCard(ButtonBehavior, SightLabel):
    """One card. ``cell`` is a ``PlayCard`` or a ``WordCell``; its word stands in the lower part, as on a real card."""

    cell = ObjectProperty(None)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(halign="center", valign="middle", **kwargs)
        for name in ("pos", "size", "cell", "state"):
            self.fbind(name, self._draw)

    def room(self) -> tuple[float, float]:
        """Width and height that the word may take."""
        return self.width - dp(7), self.height * (1 - self._pieces()) - dp(self._below_dp()) - 1

    def _below_dp(self) -> float:
        """Room below the word."""
        return 2 if isinstance(self.cell, PlayCard) else 8

    def _pieces(self) -> float:
        """In play the upper part is kept for pieces; on the words page for a mark."""
        return PIECES if isinstance(self.cell, PlayCard) else MARKS

    def _draw(self, *_: Any) -> None:
        if self.cell is None:
            return
        look = self._look()
        self.text = self.cell.word
        self.color = look[1]
        self.font_name = font_for(self.cell.word)
        self.text_size = self.size
        self.padding = [dp(3), self.height * self._pieces(), dp(3), dp(self._below_dp())]
        self.canvas.before.clear()
        with self.canvas.before:
            badge = getattr(self.cell, "badge", None)
            _draw_ground(self, look if badge is None else in_question(look, badge), self.state == "down")
            self._draw_content()
            if badge is not None:
                draw_badge(self, badge)

    def _look(self) -> tuple[Rgba, Rgba, Rgba, float]:
        """Ground, text, edge, width of the edge."""
        return _look(self.cell)

    def _draw_content(self) -> None:
        """What lies on the card, or what is to be said about its word."""
        if isinstance(self.cell, PlayCard):
            _draw_pieces(self, self.cell)
        elif self.cell.mark is not Mark.SETTLED:
            _draw_doubt(self, self.cell)


def _look(cell: PlayCard | WordCell) -> tuple[Rgba, Rgba, Rgba, float]:
    """Ground, text, edge, width of the edge."""
    if isinstance(cell, WordCell):
        return _word_look(cell)
    if cell.assassin:
        return theme.ASSASSIN_GROUND, theme.ON_ASSASSIN, theme.ASSASSIN, 2
    if cell.agent:
        return theme.AGENT_GROUND, theme.ON_AGENT, theme.AGENT, 1
    if cell.selected:
        return theme.RAISED, theme.TEXT, theme.ACCENT, 3
    if cell.covered:
        return theme.GROUND, theme.MUTED, theme.BYSTANDER_GROUND, 1
    return theme.SURFACE, theme.TEXT, theme.EDGE, 1


def _word_look(cell: WordCell) -> tuple[Rgba, Rgba, Rgba, float]:
    if cell.open:
        return theme.RAISED, theme.TEXT, theme.ACCENT, 3
    if cell.mark is Mark.SETTLED:
        return theme.SURFACE, theme.TEXT, theme.EDGE, 1
    if cell.mark is Mark.UNREAD:
        return theme.GROUND, theme.MUTED, theme.EDGE, 1
    if cell.mark is Mark.LOOKING:
        return theme.SURFACE, theme.BYSTANDER, theme.BYSTANDER_GROUND, 1
    return theme.BYSTANDER_GROUND, theme.ACCENT, theme.ACCENT, 2


def _draw_ground(card: WordCard, look: tuple[Rgba, Rgba, Rgba, float], pressed: bool) -> None:
    ground, _, edge, width = look
    inset = dp(1.5)
    box = (card.x + inset, card.y + inset, card.width - 2 * inset, card.height - 2 * inset)
    shade = 0.8 if pressed else 1.0
    Color(ground[0] * shade, ground[1] * shade, ground[2] * shade, 1)
    SmoothRoundedRectangle(pos=box[:2], size=box[2:], radius=[dp(6)])
    Color(*edge)
    SmoothLine(rounded_rectangle=(*box, dp(6)), width=dp(width) / 2 + 0.3)


def _draw_pieces(card: WordCard, cell: PlayCard) -> None:
    pieces = int(cell.agent) + int(cell.assassin) + len(cell.arrows)
    if not pieces:
        return
    height = min(card.height * PIECES - dp(4), card.width * 0.9 / (pieces * APART))
    x, y = card.x + card.width / 2, card.y + card.height - dp(4) - height / 2
    left = x - height * APART * (pieces - 1) / 2
    places = iter([(left + number * height * APART, y) for number in range(pieces)])
    if cell.agent:
        Color(*theme.AGENT)
        triangle(*next(places), height * 0.48)
    if cell.assassin:
        Color(*theme.ASSASSIN)
        cross(*next(places), height * 0.48)
    stacks = cell.stacks or (False,) * len(cell.arrows)
    for to_viewer, stacked in zip(cell.arrows, stacks, strict=True):
        draw_tokens(next(places), height * 0.92, "arrow down" if to_viewer else "arrow up", stacked=stacked)


def _draw_doubt(card: WordCard, cell: WordCell) -> None:
    """Amber alone would be colour alone: a doubtful card has a mark too."""
    radius = min(card.height * 0.12, dp(11))
    x, y = card.x + card.width / 2, card.y + card.height - radius - dp(6)
    if cell.mark is Mark.UNREAD:
        Color(*theme.EDGE)
        SmoothLine(points=[x - radius, y, x + radius, y], width=dp(1.5), cap="round")
        SmoothLine(points=[x, y - radius, x, y + radius], width=dp(1.5), cap="round")
        return
    Color(*(theme.BYSTANDER if cell.mark is Mark.LOOKING else theme.ACCENT))
    for shift in (-1, 0, 1):
        SmoothRoundedRectangle(
            pos=(x + shift * radius * 0.75 - radius * 0.18, y - radius * 0.18),
            size=(radius * 0.36, radius * 0.36), radius=[radius * 0.18],
        )  # fmt: skip


class Board(GridLayout):
    """25 cards. ``cells``: 25 values with ``word`` and ``position``, in the order in which they are drawn."""

    cells = ObjectProperty(())
    gap_dp = NumericProperty(3)
    __events__ = ("on_touch_card",)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(cols=SIZE, rows=SIZE, spacing=dp(3), **kwargs)
        self._cards = [self._make() for _ in range(SIZE * SIZE)]
        for card in self._cards:
            card.fbind("on_release", self._touched)
            self.add_widget(card)
        self._room: tuple[float, float] = (0.0, 0.0)
        self.fbind("cells", self._show)
        self._cards[-1].fbind("size", self._fit)

    def _make(self) -> WordCard:
        return WordCard()

    def card(self, position: Position) -> WordCard:
        """The card of a position, wherever it is drawn."""
        return next(card for card in self._cards if card.cell is not None and card.cell.position == position)

    def on_touch_card(self, position: Position) -> None:
        """A card was touched."""

    def _touched(self, card: WordCard) -> None:
        self.dispatch("on_touch_card", card.cell.position)

    def _show(self, *_: Any) -> None:
        words = [card.cell.word if card.cell else None for card in self._cards]
        for card, cell in zip(self._cards, self.cells, strict=True):
            card.cell = cell
        if words != [cell.word for cell in self.cells]:
            self._fit()

    def _fit(self, *_: Any) -> None:
        """One size for the board. The few longest words may have one of their own, so that the others stay large."""
        room = self._cards[-1].room()
        own = [fitting_px(c.text, font_for(c.text), room, sp(MOST_WORD_SP), sp(LEAST_SP)) for c in self._cards]
        common = sorted(own)[LONGEST]
        for card, size in zip(self._cards, own, strict=True):
            card.font_size = min(size, common)
