"""Random missions of both modes as values: every kind of move, taken back too, whether they end or not."""

from __future__ import annotations

import random

from companion.game.board import Board
from companion.game.classic import (
    Card,
    ClassicKey,
    ClassicSetup,
    SetCards,
    Team,
    TeamClue,
    TeamCover,
    TeamGuess,
    TeamStop,
)
from companion.game.classic_mission import ClassicMission
from companion.game.duet import DuetSetup, Scoring
from companion.game.keycard import KeyCard
from companion.game.mission import Mission
from companion.game.moves import Allow, Clue, Guess, IllegalMove, NameWord, SetTable, Stop, Undo
from companion.game.position import ALL_POSITIONS, Seat
from companion.game.tokens import Cover
from tests.stand_ins import SeededShuffler

WORDS = ("NEW YORK", "BJÖRN", "O'CLOCK", "ST. PATRICK", "B4", "מים", *[f"WORD{i}" for i in range(18)], "E5")
CLUES = ("SEA", None, "deep sea", "C#", "9:30", "ß")
KEPT = (
    {},
    {"names A": "Ann, Bo", "names B": "Çelik: the second", "city": "Prague", "x-clue-rules": "relaxed"},
    {"id": "77", "language": "deu", "date": "2019-02-03", "x-note": "", "x-#1": "", "city": "Monte Carlo"},
)


def random_record(seed: int) -> Mission | ClassicMission:
    """A mission after some dozens of accepted moves, or at its end."""
    chance = random.Random(seed)
    mission = _classic(chance) if seed % 2 else _duet(chance)
    moves = _classic_move if seed % 2 else _duet_move
    for _ in range(chance.choice((0, 40, 400, 2000))):
        if mission.is_over and chance.random() < 0.8:
            break
        try:
            move = _any_move(chance) or moves(chance, mission)
            mission.undo() if isinstance(move, Undo) else mission.apply(move)
        except IllegalMove:
            continue
    return mission


def _duet(chance: random.Random) -> Mission:
    turns = chance.choice((9, chance.randint(1, 11)))
    mistakes = chance.choice((turns, chance.randint(0, turns)))
    key = KeyCard.draw(SeededShuffler(chance.randrange(1 << 30)))
    board = Board(tuple(chance.sample(WORDS, 25)))
    return Mission(DuetSetup(board, key, turns, mistakes, chance.choice(list(Scoring)), chance.choice((None, *Seat))))


def _classic(chance: random.Random) -> ClassicMission:
    first = chance.choice(list(Team))
    mine, theirs = (Card.RED, Card.BLUE) if first is Team.RED else (Card.BLUE, Card.RED)
    cards = chance.sample([mine] * 9 + [theirs] * 8 + [Card.BYSTANDER] * 7 + [Card.ASSASSIN], 25)
    board = Board(tuple(chance.sample(WORDS, 25)))
    return ClassicMission(ClassicSetup(board, ClassicKey(tuple(cards)), first, chance.choice((2, 3, 4))))


def _any_move(chance: random.Random) -> Undo | NameWord | Allow | None:
    place = chance.choice(ALL_POSITIONS)
    kinds = (Undo(), NameWord(place, f"NAME {chance.randrange(99)}"), NameWord(place, str(place)), Allow("sea side"))
    return chance.choice(kinds) if chance.random() < 0.04 else None


def _duet_move(chance: random.Random, mission: Mission) -> object:
    seat, place = chance.choice(list(Seat)), chance.choice(ALL_POSITIONS)
    if chance.random() < 0.01:
        cover = chance.choice(
            (Cover(), Cover(agent=True), Cover(tokens=frozenset(Seat)), Cover(tokens=frozenset({seat})))
        )
        return SetTable(((place, cover),), giver=seat)
    clue = Clue(seat, chance.choice(CLUES), chance.choice((None, 0, 1, 9, 25)), chance.random() < 0.05)
    known = [p for p in ALL_POSITIONS if mission.setup.key.identity(seat.other, p).value == "G"]
    return chance.choice((clue, Stop(seat), Guess(seat, place), *[Guess(seat, p) for p in chance.sample(known, 4)]))


def _classic_move(chance: random.Random, mission: ClassicMission) -> object:
    team, place = chance.choice(list(Team)), chance.choice(ALL_POSITIONS)
    if chance.random() < 0.01:
        return SetCards(((place, chance.choice((None, *Card))),), chance.choice((None, team)))
    unlimited = chance.random() < 0.1
    number = None if unlimited else chance.choice((None, 0, 1, 9, 25))
    clue = TeamClue(team, chance.choice(CLUES), number, unlimited, chance.random() < 0.1)
    own = [p for p in ALL_POSITIONS if mission.setup.key.cards[p.index].team is team]
    guesses = [TeamGuess(team, p) for p in (place, *chance.sample(own, 3))]
    return chance.choice((clue, TeamStop(team), TeamCover(team, chance.choice(own)), *guesses))
