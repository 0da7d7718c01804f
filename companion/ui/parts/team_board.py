"""The 5x5 board of a base game: word cards with the agent, bystander and assassin cards that lie on them."""

from __future__ import annotations

from kivy.metrics import dp

from companion.ui import theme
from companion.ui.parts.board import Board, WordCard
from companion.ui.parts.team_cards import LOOKS, draw_signs
from companion.ui.presenters.classic_view import TeamCard

PIECES = 0.44
"""The share of a card's height above its word, where the sign of what lies on it is."""


class TeamWordCard(WordCard):
    """One card; ``cell`` is a ``TeamCard``."""

    def _below_dp(self) -> float:
        return 2

    def _pieces(self) -> float:
        return PIECES

    def _look(self) -> tuple[theme.Rgba, theme.Rgba, theme.Rgba, float]:
        cell: TeamCard = self.cell
        chosen = (theme.ACCENT, 3) if cell.selected else None
        if cell.laid is None:
            edge, width = chosen or (theme.EDGE, 1)
            return (theme.RAISED if cell.selected else theme.SURFACE), theme.TEXT, edge, width
        look = LOOKS[cell.laid]
        edge, width = chosen or (look.ink, 1)
        return look.ground, look.text, edge, width

    def _draw_content(self) -> None:
        cell: TeamCard = self.cell
        if cell.laid is None:
            return
        height = self.height * PIECES - dp(4)
        centre = (self.x + self.width / 2, self.y + self.height - dp(4) - height / 2)
        draw_signs(cell.laid, centre, height * 0.46, double=cell.double)


class TeamBoard(Board):
    """25 cards. ``cells``: ``TeamCard`` values in the order in which they are drawn."""

    def _make(self) -> WordCard:
        return TeamWordCard()
