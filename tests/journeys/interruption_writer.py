"""Plays mission after mission into the store as fast as it can, to be killed in the middle of a write.

``python interruption_writer.py FOLDER SEED`` prints ``<mission> <moves>`` each time a move is confirmed, and
``<mission> 0`` when a mission has begun. The screens are in memory: this is about the store.
"""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from companion.game.duet import Phase
from companion.game.position import ALL_POSITIONS, Seat
from companion.storage import SqliteStore
from companion.table.session import Session
from tests.stand_ins import SeededShuffler, TableScreens

WORDS = tuple(f"WORD{i}" for i in range(25))


def opened(store: SqliteStore, seed: int) -> tuple[Session, TableScreens]:
    """A session over a store, with two screens."""
    screens = TableScreens("left", "right")
    return Session(store, screens, SeededShuffler(seed), lambda: "2026-11-30T20:00:00+00:00"), screens


def begin(session: Session) -> None:
    """A new mission, both keys on."""
    session.new_mission()
    for position, word in zip(ALL_POSITIONS, WORDS, strict=True):
        session.set_word(position, word)
    for device, seat in zip(("left", "right"), Seat, strict=True):
        session.assign(device, seat)
        session.confirm_view(seat)
    session.options = replace(session.options, first=Seat.A)
    session.begin()


def move(session: Session, chance: random.Random) -> None:
    """Some lawful move."""
    state = session.state
    if session.may_undo() and chance.random() < 0.15:
        session.undo(consents=Seat)
    elif state.phase is Phase.CLUE and state.giver is not None:
        session.give_clue(state.giver, "WORD", chance.randrange(5))
    elif session.may_stop() and chance.random() < 0.3:
        session.stop(session.may_guess()[0])
    else:
        seat = chance.choice(session.may_guess())
        free = [p for p in ALL_POSITIONS if state.covers[p.index].guessable_by(seat)]
        session.guess(seat, chance.choice(free))


def main() -> None:
    folder, seed = Path(sys.argv[1]), int(sys.argv[2])
    session, _ = opened(SqliteStore(folder, alone=True), seed)
    chance = random.Random(seed)
    while True:
        begin(session)
        print(session.mission_id, 0, flush=True)
        while session.state.phase is not Phase.OVER:
            move(session, chance)
            print(session.mission_id, len(session.mission.moves), flush=True)


if __name__ == "__main__":
    main()
