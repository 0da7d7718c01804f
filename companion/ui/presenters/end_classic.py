"""The end of a base game: who won and how, the score of a game with one team, the key on request."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game.classic import Card, Team
from companion.game.ending import total_score
from companion.table.classic_play import ClassicPlay
from companion.ui.presenters.classic_texts import RATINGS, consent_labels, ending, laid_cards, team_name
from companion.ui.presenters.classic_view import LaidCard
from companion.ui.presenters.consent import Consent, ConsentView
from companion.ui.presenters.desk import Desk, Page, positions_as_seen
from companion.ui.presenters.start import counted
from companion.ui.presenters.undoing import Undoing, UndoView


@dataclass(frozen=True, slots=True, repr=False)
class KeyPlace:
    """One place of the key, after the end. ``laid``: a card lies on the word."""

    word: str
    card: Card
    laid: bool


@dataclass(frozen=True, slots=True, repr=False)
class EndClassicView:
    """``key`` is empty until the players ask for it; then the 25 places as the table lies. ``winner``: the team."""

    word: str
    winner: Team | None
    good: bool
    sentence: str
    score: str
    counted: str
    rating: str
    laid: tuple[LaidCard, ...]
    key: tuple[KeyPlace, ...]
    undo: UndoView | None
    consent: ConsentView | None


class EndClassicPresenter:
    """See the module. Its parts: ``consent``, ``undoing``."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.enter()

    def enter(self) -> None:
        """The page comes up: the key stays away until it is asked for."""
        session = self._desk.session
        labels = consent_labels(session.options, session.classic.one_team)
        self.consent = Consent(self._desk)
        self.undoing = Undoing(self._desk, self.consent, self._taken_back, labels)
        self._key_shown = False

    @property
    def _play(self) -> ClassicPlay:
        return self._desk.session.classic

    def view(self) -> EndClassicView:
        """What the page shows now."""
        play = self._play
        winner, total = play.state.winner, total_score(play.mission.setup, play.state)
        return EndClassicView(
            word=self._word(),
            winner=winner,
            good=not play.one_team or winner is play.mission.setup.first,
            sentence=ending(play),
            score="" if total is None else str(total),
            counted="" if total is None else f"{counted(total, 'card')} of {_loser(play).value} not laid",
            rating="" if total is None else RATINGS.get(total, ""),
            laid=laid_cards(play),
            key=self._key() if self._key_shown and play.over else (),
            undo=self.undoing.view(),
            consent=self.consent.view(),
        )

    def show_key(self) -> None:
        """The key, or away with it."""
        self._key_shown = not self._key_shown

    def next_mission(self) -> None:
        """A new board at once; seats and screens stay."""
        if self._desk.too_soon():
            return
        if self._desk.attempt(self._desk.session.new_mission):
            self._desk.lay_out()

    def undo(self) -> None:
        """The last move was a slip: which moves go?"""
        if not self._desk.too_soon():
            self.undoing.show()

    def leave(self) -> None:
        """To the first page."""
        if self._desk.attempt(self._desk.session.new_mission):
            self._desk.go(Page.START)

    def _taken_back(self) -> None:
        self._desk.go(Page.PLAY_CLASSIC)

    def _word(self) -> str:
        play = self._play
        winner = play.state.winner
        if winner is None:
            return ""
        if play.one_team:
            return "Won" if winner is play.mission.setup.first else "Lost"
        return f"{team_name(winner)} wins"

    def _key(self) -> tuple[KeyPlace, ...]:
        play = self._play
        key, board, covers = play.key(), play.mission.board, play.state.covers
        return tuple(
            KeyPlace(board.word(p), key.cards[p.index], covers[p.index] is not None)
            for p in positions_as_seen(self._desk.facing)
        )


def _loser(play: ClassicPlay) -> Team:
    return play.mission.setup.first.other
