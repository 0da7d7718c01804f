"""A session over the real store, with two screens in memory: a table to play at in tests of the session."""

from __future__ import annotations

from dataclasses import replace

from companion.game.position import ALL_POSITIONS, Seat
from companion.storage import SqliteStore
from companion.table.session import Session
from tests.stand_ins import SeededShuffler, TableScreens

WORDS = [f"WORD{chr(65 + i)}" for i in range(25)]


class Table:
    """A session over a store in a folder, with two screens; ``again`` is a new start over the same folder."""

    def __init__(self, folder, seed=1, clue_helper=None):
        self.folder = folder
        self.screens = TableScreens("left", "right")
        self.store = SqliteStore(folder)
        self.session = Session(
            self.store, self.screens, SeededShuffler(seed), lambda: "2026-11-30T20:00:00Z", clue_helper
        )

    def lay_out(self, words=WORDS, confirm=tuple(Seat), **options):
        """Words typed, options agreed, screens confirmed."""
        session = self.session
        session.options = replace(session.options, **options)
        for position, word in zip(ALL_POSITIONS, words, strict=True):
            session.set_word(position, word)
        session.assign("left", Seat.A)
        session.assign("right", Seat.B)
        session.show_words()
        for seat in confirm:
            session.confirm_view(seat)
        return session

    def begin(self, words=WORDS, confirm=tuple(Seat), **options):
        session = self.lay_out(words, confirm, **options)
        session.begin()
        return session

    def again(self):
        self.store.close()
        return Table(self.folder)

    def resumed(self):
        again = self.again()
        again.session.resume(again.session.resumable().id)
        return again

    def places(self, seat, identity):
        key = self.session.mission.setup.key
        return [p for p in ALL_POSITIONS if key.identity(seat, p) is identity]

    def cards(self, card):
        key = self.session.classic.mission.setup.key
        return [p for p in ALL_POSITIONS if key.cards[p.index] is card]
