"""How two simulated players play a mission: the same course of events on a real chain and on the bare rules."""

from __future__ import annotations

from typing import Protocol

from companion.game.duet import Phase
from companion.game.keycard import Identity
from companion.game.moves import Clue
from companion.game.position import Position, Seat
from companion.simulator.players import Player, PublicTable


class Game(Protocol):
    """What the players do at the table and what the table tells them. Nothing of it is secret."""

    def phase(self) -> Phase:
        """What is awaited."""
        ...

    def giver(self) -> Seat | None:
        """Who gives the clue now; None if nobody does."""
        ...

    def guessers(self) -> tuple[Seat, ...]:
        """Who may guess now."""
        ...

    def public(self) -> PublicTable:
        """What lies on the table."""
        ...

    def look(self, player: Player) -> None:
        """Let a player look at its own screen."""
        ...

    def clue(self, clue: Clue) -> None:
        """A clue is given."""
        ...

    def guess(self, seat: Seat, position: Position) -> Identity:
        """A card is touched; the verdict is said aloud."""
        ...

    def stop(self, seat: Seat) -> None:
        """The guesser ends the turn."""
        ...


def play(game: Game, players: dict[Seat, Player]) -> None:
    """Play from the first clue to the end."""
    while game.phase() is not Phase.OVER:
        if game.phase() is Phase.SUDDEN_DEATH:
            _last_guess(game, players)
        else:
            _turn(game, players)


def _turn(game: Game, players: dict[Seat, Player]) -> None:
    seat = game.giver()
    assert seat is not None
    giver, guesser = players[seat], players[seat.other]
    game.look(giver)
    clue = giver.think_of_clue(game.public())
    game.clue(clue)
    turn = Phase.GUESSING
    if game.phase() is turn:  # Else the clue was void: its penalty took the last token (rules U1).
        guesser.hear_clue(clue)
    while game.phase() is turn:
        position = guesser.next_guess(game.public())
        if position is None:
            game.stop(guesser.seat)
            return
        verdict = game.guess(guesser.seat, position)
        guesser.hear_verdict(verdict)


def _last_guess(game: Game, players: dict[Seat, Player]) -> None:
    table = game.public()
    player = max((players[seat] for seat in game.guessers()), key=lambda p: p.sureness(table))
    position = player.last_guess(table)
    assert position is not None
    player.hear_verdict(game.guess(player.seat, position))
