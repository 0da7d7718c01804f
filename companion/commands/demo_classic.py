"""A base game that plays itself on the stage, with two teams or one: a witness compares each step."""

from __future__ import annotations

from companion.commands.demo_stage import Stage
from companion.game.classic import Card, ClassicPhase, ClassicState, Team, TeamClue
from companion.game.position import Position, Seat
from companion.simulator.card_hands import CardHands
from companion.simulator.key_glass import KeyGlass, read_key
from companion.simulator.team_play import people, play_teams
from companion.simulator.team_players import PublicCards, Spymaster
from companion.simulator.team_witness import TeamWitness
from companion.simulator.witness import Disagreement, dark
from companion.table.instruct import Instruction

_SAID = {Card.RED: "red agent", Card.BLUE: "blue agent", Card.BYSTANDER: "bystander", Card.ASSASSIN: "assassin"}


class ClassicDemonstration(Stage):
    """One base game on one virtual table; see ``Stage``. It is the ``TeamGame`` that the teams play.

    Attributes:
        hands: The hands at the virtual table.
        witness: Who compares; there is one from the moment the key is drawn.
    """

    hands: CardHands
    witness: TeamWitness

    def begin(self) -> None:
        """Draw the key and look at it on the screens of the spymasters."""
        self.session.begin()
        setup = self.session.classic.mission.setup
        if setup.players != self._plan.players:
            raise Disagreement(f"the game is one of {setup.players} players")
        self.hands = CardHands(self.table, setup.first)
        self.witness = TeamWitness(setup.key, setup.first, self._plan.players)
        self._compare()
        self.look_on()
        seats = " and ".join(seat.value for seat in self.session.seats_with_key())
        self._say(f"game of {setup.players}: the key is on screen {seats}, {setup.first.value} begins")

    def play(self) -> None:
        """From the first clue to the end."""
        play_teams(self, *people(self._seed, self._plan.players, self._plan.slips(self._seed)))

    def finish(self) -> str:
        """Compare what is left: screens, score, store. Gives the closing line."""
        self.tell_slips()
        mission, outcome, total = self.session.classic.mission, self.witness.outcome(), self.witness.own_score()
        for seat in self.session.seats_with_key():
            dark(seat, self.glass(seat))
        self.stored_is(mission.setup, mission.moves, outcome, total)
        if total is not None:
            self._say(f"score: {total}")
        return f"agreed: {outcome}, {self.witness.moves} moves"

    # --- the game that the teams play -------------------------------------------------------------------------------

    @property
    def _state(self) -> ClassicState:
        return self.session.classic.state

    def phase(self) -> ClassicPhase:
        """What is awaited."""
        return self._state.phase

    def team(self) -> Team:
        """Whose turn it is."""
        team = self._state.team
        assert team is not None
        return team

    def covers_for(self) -> Team | None:
        """A team one of whose words may or must be covered without a guess."""
        return self.session.classic.covers_for()

    def public(self) -> PublicCards:
        """What lies there, as it lies there."""
        truth = self.table.truth()
        return PublicCards(truth.words, truth.cards)

    def look(self, spymaster: Spymaster) -> None:
        """A spymaster looks at its glass."""
        seats = self.session.seats_with_key()
        seat = self.session.classic.seat_of(spymaster.team)
        key = self._key_on(seat if seat in seats else seats[0])
        if key is not None:
            spymaster.see(key.cells)

    def clue(self, clue: TeamClue) -> None:
        """A clue is typed in."""
        self.session.classic.give_clue(
            clue.team, clue.word, clue.number, unlimited=clue.unlimited, invalid=clue.invalid
        )
        self.witness.clue_given(clue)
        number = "unlimited" if clue.unlimited else clue.number
        self._say(f"{clue.team.value}: {clue.word} {number}{' (invalid)' if clue.invalid else ''}")
        self._after()

    def guess(self, team: Team, position: Position) -> None:
        """A finger rests on a word, the app proposes it, and it is confirmed."""
        self.point_at(position, self.session.classic.side.other)
        self.onlooker.guess(position, lambda: self.session.classic.guess(team, position), None)
        self.table.withdraw()
        report = self.session.classic.report
        verdict = report.verdict if report else None
        self.witness.guessed(team, position, verdict)
        assert verdict is not None
        self._say(f"{team.value} touches {self.session.board.word(position)}: {_SAID[verdict]}")
        self._after()

    def stop(self, team: Team) -> None:
        """The team ends its turn."""
        self.session.classic.stop(team)
        self.witness.stopped(team)
        self._say(f"{team.value} stops")
        self._after()

    def cover(self, position: Position) -> None:
        """A spymaster covers a word."""
        self.session.classic.cover(position)
        self.witness.covered(position)
        self._say(f"{self.session.board.word(position)} is covered without a guess")
        self._after()

    # --- inside ---------------------------------------------------------------------------------------------------

    def lay(self, step: Instruction) -> None:
        """Lay one card."""
        self.hands.follow(step)

    def put_right(self) -> None:
        """Make the whole table agree with the record."""
        self.hands.arrange(self._state)

    def _after(self) -> None:
        report = self.session.classic.report
        self.lay_all(report.instructions if report else ())
        self._compare()

    def _compare(self) -> None:
        """State, table and the spymasters' screens after a move."""
        truth = self.table.truth()
        self.witness.state_is(self._state)
        self.witness.table_is(truth.cards, truth.piles)
        if self._state.phase is not ClassicPhase.OVER:
            for seat in self.session.seats_with_key():
                self._key_on(seat)
        self.linger()

    def _key_on(self, seat: Seat) -> KeyGlass | None:
        key = read_key(self.glass(seat).picture, self.session.classic.side)
        self.witness.key_seen(seat, key)
        return key
