"""A base game at its play page, without a window."""

from __future__ import annotations

import pytest

from companion.game.position import Position, Seat
from companion.ui.presenters.desk import Page
from companion.ui.presenters.play_classic import PlayClassicPresenter
from tests.ui.classic_table import ClassicTable
from tests.ui.table import WORDS, PlainDesk


def at(name):
    return Position.parse(name)


class Play:
    """A base game at the play page; each intent after some time."""

    def __init__(self, table, words=WORDS, script=""):
        self.table = table
        self.session = table.begin(words)
        table.play(script)
        self.desk = PlainDesk(self.session)
        self.desk.page = Page.PLAY_CLASSIC
        self.page = PlayClassicPresenter(self.desk)

    def do(self, intent, *values):
        self.desk.later()
        target = self.page
        *parts, name = intent.split(".")
        for part in parts:
            target = getattr(target, part)
        getattr(target, name)(*values)
        return self.view if self.session.running else None

    def touch(self, name):
        """Two deliberate touches: the word, then yes."""
        self.do("select", at(name))
        return self.do("confirm")

    def both_say_yes(self):
        for seat in Seat:
            self.do("consent.say_yes", seat)
        return self.view

    @property
    def view(self):
        return self.page.view()

    @property
    def strip(self):
        return self.view.strip

    @property
    def state(self):
        return self.session.classic.state

    @property
    def moves(self):
        return self.session.classic.mission.moves


@pytest.fixture
def new_game(tmp_path):
    """Makes a game: moves that were played already, the words, and what was agreed."""

    def make(script="", words=WORDS, **options):
        return Play(ClassicTable(tmp_path, **options), words, script)

    return make
