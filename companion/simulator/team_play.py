"""How simulated teams play a base game: the same course of events on a real chain and on the bare rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from companion.game.classic import ClassicPhase, Team, TeamClue
from companion.game.position import Position
from companion.simulator.team_players import Operative, PublicCards, Spymaster, team_skill

ONE_TEAM, SHARED_OPERATIVE = 2, 3
"""Players of the two variants (rules B6)."""


class TeamGame(Protocol):
    """What the teams do at the table and what the table tells them. Nothing of it is secret."""

    def phase(self) -> ClassicPhase:
        """What is awaited."""
        ...

    def team(self) -> Team:
        """Whose turn it is."""
        ...

    def covers_for(self) -> Team | None:
        """A team one of whose words may or must be covered without a guess."""
        ...

    def public(self) -> PublicCards:
        """What lies on the table."""
        ...

    def look(self, spymaster: Spymaster) -> None:
        """Let a spymaster look at its screen."""
        ...

    def clue(self, clue: TeamClue) -> None:
        """A clue is given."""
        ...

    def guess(self, team: Team, position: Position) -> None:
        """A word is touched; what lies under it is laid onto it."""
        ...

    def stop(self, team: Team) -> None:
        """The team ends its turn."""
        ...

    def cover(self, position: Position) -> None:
        """A spymaster covers a word."""
        ...


def people(seed: int, players: int, slips: float) -> tuple[dict[Team, Spymaster], dict[Team, Operative]]:
    """The spymaster and the operative of each team; for three people both teams have the same operative."""
    skills = {team: team_skill(seed, team, slips) for team in Team}
    spymasters = {team: Spymaster(team, skills[team], seed) for team in Team}
    operatives = {team: Operative(skills[team], seed, team.value) for team in Team}
    if players == SHARED_OPERATIVE:
        operatives[Team.BLUE] = operatives[Team.RED]
    return spymasters, operatives


def play_teams(game: TeamGame, spymasters: Mapping[Team, Spymaster], operatives: Mapping[Team, Operative]) -> None:
    """Play from the first clue to the end."""
    while game.phase() is not ClassicPhase.OVER:
        spymaster = spymasters[game.team()]
        game.look(spymaster)
        whose = game.covers_for()
        if whose is not None and (game.phase() is ClassicPhase.COVER or spymaster.wants_to_cover()):
            game.cover(spymaster.word_to_cover(whose, game.public()))
        if game.phase() is ClassicPhase.CLUE:
            _turn(game, spymaster, operatives[spymaster.team])


def _turn(game: TeamGame, spymaster: Spymaster, operative: Operative) -> None:
    game.look(spymaster)
    clue = spymaster.think_of_clue(game.public())
    game.clue(clue)
    turn = ClassicPhase.GUESSING
    if game.phase() is not turn:
        return  # It was invalid: the turn is over (rules B4).
    operative.hear_clue(clue)
    while game.phase() is turn and game.team() is clue.team:
        position = operative.next_guess(clue.team, game.public())
        if position is None:
            game.stop(clue.team)
            return
        game.guess(clue.team, position)
        operative.made_a_guess()
