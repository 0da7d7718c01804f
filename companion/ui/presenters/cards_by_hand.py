"""Setting a base game by hand: what lies on the cards, and whose turn it is; both sides have to agree."""

from __future__ import annotations

from collections.abc import Callable

from companion.game.classic import Card, SetCards, Team
from companion.game.position import Position
from companion.ui.presenters.classic_texts import CARD_NAMES, consent_labels, team_name
from companion.ui.presenters.classic_view import ByHandView, TeamCard
from companion.ui.presenters.consent import Consent
from companion.ui.presenters.desk import Desk, positions_as_seen

ROUND = (None, Card.RED, Card.BLUE, Card.BYSTANDER)
"""What a touch lays on a card, one after the other."""


class CardsByHand:
    """A part of the play page. ``after`` is called when the table was set."""

    def __init__(self, desk: Desk, consent: Consent, after: Callable[[], None]) -> None:
        self._desk = desk
        self._consent = consent
        self._after = after
        self._set: dict[Position, Card | None] = {}
        self._team: Team | None = None

    def begin(self, seen: SetCards | None = None) -> None:
        """As it lies in the record, or as the camera has seen it where that differs."""
        self._set, self._team = dict(seen.covers) if seen is not None else {}, None

    def view(self) -> ByHandView:
        """What the sheet shows."""
        play = self._desk.session.classic
        cards = tuple(
            TeamCard(p, play.mission.board.word(p), self._lying(p), selected=p in self._set)
            for p in positions_as_seen(self._desk.facing)
        )
        teams = () if play.one_team else tuple(Team)
        ask = "So it lies on the table" if self._change() != SetCards() else ""
        return ByHandView(cards, teams, self._team, ask)

    def touch(self, position: Position) -> None:
        """The next thing lies on this card; once round it is as before."""
        recorded = self._desk.session.classic.state.covers[position.index]
        at = ROUND.index(self._lying(position))
        card = ROUND[(at + 1) % len(ROUND)]
        if card is recorded:
            self._set.pop(position, None)
        else:
            self._set[position] = card

    def choose_team(self, team: Team) -> None:
        """It is this team's turn, and a clue is awaited; touched again, the turn is left as it is."""
        self._team = None if self._team is team else team

    def ask(self) -> None:
        """Ask both sides."""
        session, change = self._desk.session, self._change()
        if change == SetCards() or self._desk.too_soon():
            return
        self._consent.ask(
            "Is this how it lies on the table?",
            self._about(change),
            lambda consents: session.set_by_hand(change, consents),
            self._after,
            consent_labels(session.options, session.classic.one_team),
        )

    def _lying(self, position: Position) -> Card | None:
        recorded = self._desk.session.classic.state.covers[position.index]
        return self._set.get(position, recorded)

    def _change(self) -> SetCards:
        return SetCards(tuple(sorted(self._set.items(), key=lambda item: item[0].index)), self._team)

    def _about(self, change: SetCards) -> tuple[str, ...]:
        board = self._desk.session.board
        lines = [
            f"{board.word(position)}: {CARD_NAMES[card] if card is not None else 'no card'}"
            for position, card in change.covers
        ]
        if change.team is not None:
            lines.append(f"{team_name(change.team)} is to give a clue")
        return tuple(lines)
