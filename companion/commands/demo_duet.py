"""A mission of Duet that plays itself on the stage: a witness compares each step."""

from __future__ import annotations

from dataclasses import replace

from companion.commands.demo_stage import Stage
from companion.game.duet import Phase
from companion.game.keycard import Identity
from companion.game.moves import Clue
from companion.game.position import Position, Seat
from companion.game.tokens import Bank
from companion.simulator.glass import read_face
from companion.simulator.hands import Hands
from companion.simulator.play import play
from companion.simulator.players import Player, PublicTable, skill_of
from companion.simulator.witness import Disagreement, Witness, dark
from companion.table.instruct import Instruction


class DuetDemonstration(Stage):
    """One mission on one virtual table; see ``Stage``. It is the ``Game`` that the players play.

    Attributes:
        hands: The hands at the virtual table.
        witness: Who compares; there is one from the moment the key is drawn.
    """

    hands: Hands
    witness: Witness

    def begin(self) -> None:
        """Draw the key and look at both faces."""
        session, plan = self.session, self._plan
        session.begin()
        first = session.options.first
        assert first is not None
        self.hands = Hands(self.table, Bank(plan.mistakes, plan.turns - plan.mistakes))
        self.witness = Witness(session.mission.setup.key, first, plan.turns, plan.mistakes)
        self._compare()
        self.look_on()
        bank = "" if plan.standard else f"{plan.turns} turns, {plan.mistakes} mistakes, "
        self._say(f"mission: {bank}the keys are on both screens, seat {first.value} begins")

    def play(self) -> None:
        """From the first clue to the end."""
        slips = self._plan.slips(self._seed)
        skills = {seat: replace(skill_of(self._seed, seat), slips=slips) for seat in Seat}
        play(self, {seat: Player(seat, skills[seat], self._seed) for seat in Seat})

    def finish(self) -> str:
        """Compare what is left: screens, score, store. Gives the closing line."""
        session, state = self.session, self.session.state
        self.tell_slips()
        result = session.score()
        total = result.total if result else None
        self.witness.score_is(total)
        for seat in Seat:
            dark(seat, self.glass(seat))
        assert state.outcome is not None
        self.stored_is(session.mission.setup, session.mission.moves, state.outcome.value, total)
        if result:
            parts = f"{result.tokens_left} x {result.points_per_token} + {result.checkmarks}"
            self._say(f"score: {result.total} = {parts} - {result.sudden_death_penalty}")
        return f"agreed: {state.outcome.value}, {self.witness.moves} moves"

    # --- the game that the players play -----------------------------------------------------------------------------

    def phase(self) -> Phase:
        """What is awaited."""
        return self.session.state.phase

    def giver(self) -> Seat | None:
        """Who gives the clue."""
        return self.session.state.giver

    def guessers(self) -> tuple[Seat, ...]:
        """Who may guess."""
        return self.session.may_guess()

    def public(self) -> PublicTable:
        """What lies there, as it lies there."""
        truth = self.table.truth()
        return PublicTable(truth.words, truth.covers, truth.bank.total)

    def look(self, player: Player) -> None:
        """A player looks at its glass."""
        face = read_face(self.glass(player.seat).picture, player.seat)
        self.witness.face_seen(player.seat, face)
        if face is not None:
            player.see(face)

    def clue(self, clue: Clue) -> None:
        """A clue is typed in."""
        self.session.give_clue(clue.seat, clue.word, clue.number, invalid=clue.invalid)
        self.witness.clue_given(clue.seat, clue.invalid)
        self._say(f"{clue.seat.value}: {clue.word} {clue.number}{' (invalid)' if clue.invalid else ''}")
        self._lay()
        self._compare()

    def guess(self, seat: Seat, position: Position) -> Identity:
        """A finger rests on a card, the app proposes its word, and it is confirmed."""
        self.point_at(position, seat)
        self.onlooker.guess(position, lambda: self.session.guess(seat, position), seat)
        self.table.withdraw()
        report = self.session.report
        if report is None or report.verdict is None:
            raise Disagreement(f"the guess on {position} has no verdict")
        self.witness.guessed(seat, position, report.verdict)
        word = self.session.mission.board.word(position)
        self._say(f"{seat.value} touches {word}: {report.verdict.name.lower()}")
        self._lay()
        self._compare()
        return report.verdict

    def stop(self, seat: Seat) -> None:
        """The guesser ends the turn."""
        self.session.stop(seat)
        self.witness.stopped(seat)
        self._say(f"{seat.value} stops")
        self._lay()
        self._compare()

    # --- inside ---------------------------------------------------------------------------------------------------

    def lay(self, step: Instruction) -> None:
        """Lay one piece."""
        self.hands.follow(step)

    def put_right(self) -> None:
        """Make the whole table agree with the record."""
        self.hands.arrange(self.session.state)

    def _lay(self) -> None:
        report = self.session.report
        self.lay_all(report.instructions if report else ())

    def _compare(self) -> None:
        """State, table and both screens after a move."""
        state, truth = self.session.state, self.table.truth()
        self.witness.state_is(state)
        self.witness.table_is(truth.covers, truth.bank, dict(zip(Seat, truth.taken, strict=True)))
        if state.phase is not Phase.OVER:
            for seat in Seat:
                self.witness.face_seen(seat, read_face(self.glass(seat).picture, seat))
        self.linger()
