"""The teams' game on the bare rules: no picture, no screen, no store. The key is handed to the spymasters directly."""

from __future__ import annotations

from companion.game.board import Board
from companion.game.classic import ClassicPhase, ClassicSetup, Team, TeamClue, TeamCover, TeamGuess, TeamStop
from companion.game.classic_mission import ClassicMission
from companion.game.position import Position
from companion.simulator.chance import SeededShuffler
from companion.simulator.key_glass import KeySight
from companion.simulator.team_play import people, play_teams
from companion.simulator.team_players import PublicCards, Spymaster
from companion.simulator.team_witness import TeamWitness
from companion.simulator.words import deal_words
from companion.table.classic_play import draw_key


class BareTeamGame:
    """``TeamGame`` over the rules engine, with a witness beside it."""

    def __init__(self, setup: ClassicSetup) -> None:
        self.mission = ClassicMission(setup)
        self.witness = TeamWitness(setup.key, setup.first, setup.players)

    def phase(self) -> ClassicPhase:
        return self.mission.state.phase

    def team(self) -> Team:
        team = self.mission.state.team
        assert team is not None
        return team

    def covers_for(self) -> Team | None:
        state = self.mission.state
        if state.phase is ClassicPhase.COVER:
            return self.mission.setup.first.other
        return state.team if state.may_cover else None

    def public(self) -> PublicCards:
        return PublicCards(self.mission.board.words, self.mission.state.covers)

    def look(self, spymaster: Spymaster) -> None:
        spymaster.see(tuple(map(KeySight, self.mission.setup.key.cards, self.mission.state.covers)))

    def clue(self, clue: TeamClue) -> None:
        self.mission.apply(clue)
        self.witness.clue_given(clue)
        self.witness.state_is(self.mission.state)

    def guess(self, team: Team, position: Position) -> None:
        verdict = self.mission.apply(TeamGuess(team, position)).verdict
        self.witness.guessed(team, position, verdict)
        self.witness.state_is(self.mission.state)

    def stop(self, team: Team) -> None:
        self.mission.apply(TeamStop(team))
        self.witness.stopped(team)
        self.witness.state_is(self.mission.state)

    def cover(self, position: Position) -> None:
        team = self.covers_for()
        assert team is not None
        self.mission.apply(TeamCover(team, position))
        self.witness.covered(position)
        self.witness.state_is(self.mission.state)


def played_by_teams(seed: int, players: int, slips: float) -> BareTeamGame:
    """Play a whole base game, the one of the demonstration for this seed."""
    key, first = draw_key(SeededShuffler(seed), None)
    game = BareTeamGame(ClassicSetup(Board(deal_words(seed)), key, first, players))
    play_teams(game, *people(seed, players, slips))
    return game
