"""Whatever is touched at the base game's play page, in whatever order: nothing breaks, and the record stays a game."""

from __future__ import annotations

import random

import pytest

from companion.game.classic import Team
from companion.game.classic_mission import ClassicMission
from companion.game.position import ALL_POSITIONS, Seat
from companion.ui.presenters.classic_view import Over
from companion.ui.presenters.desk import Page
from companion.ui.presenters.end_classic import EndClassicPresenter
from companion.ui.presenters.team_cluing import NUMBERS, UNLIMITED
from companion.ui.presenters.typing import Typed

TOUCHES = 1500
PLAIN = ("confirm", "confirm", "confirm", "cancel", "decline", "done", "act", "touch_clock", "hide_keys", "put_away",
         "finish_typing", "undoing.ask", "undoing.older", "undoing.close", "by_hand.ask", "consent.cancel",
         "cluing.change", "cluing.give_all_the_same", "cluing.ask_both")  # fmt: skip


def touch(play, chance: random.Random) -> None:
    """One touch somewhere, sooner or later after the last."""
    play.desk.clock.seconds += chance.choice((0.1, 1.0, 40.0))
    kind = chance.randrange(6)
    if kind == 0:
        play.page.select(chance.choice(ALL_POSITIONS))
    elif kind == 1:
        play.page.clue_number(chance.choice((*NUMBERS, UNLIMITED)))
    elif kind == 2:
        play.page.consent.say_yes(chance.choice(list(Seat)))
    elif kind == 3:
        target, intent = play.page, chance.choice(PLAIN)
        for name in intent.split("."):
            target = getattr(target, name)
        target()
    elif kind == 4:
        play.page.put_over(chance.choice([over for over in Over if over is not Over.FLAGS]))
        play.page.type(Typed(chance.choice(("", "TREE", "WAVE"))))
        play.page.choose_number(chance.choice(NUMBERS))
    else:
        play.page.by_hand.touch(chance.choice(ALL_POSITIONS))
        play.page.by_hand.choose_team(chance.choice(list(Team)))


def take_back(play, chance: random.Random) -> None:
    """The game has ended: some moves go, and play goes on."""
    end = EndClassicPresenter(play.desk)
    assert end.view().winner is not None
    play.session.undo(chance.randint(1, min(3, len(play.session.standing_moves()))), consents=list(Seat))
    play.desk.page = Page.PLAY_CLASSIC
    play.page.enter()


@pytest.mark.parametrize(("players", "seed"), [(4, 1), (3, 2), (2, 3), (2, 4)])
def test_any_touches_leave_a_game_that_can_be_replayed(new_game, players, seed):
    play, chance = new_game(players=players, timer_s=60), random.Random(seed)
    for _ in range(TOUCHES):
        touch(play, chance)
        view = play.view
        assert len(view.cards) == 25
        if play.desk.page is Page.END_CLASSIC:
            take_back(play, chance)
        assert play.desk.page is Page.PLAY_CLASSIC
    mission = play.session.classic.mission
    assert len(mission.moves) > 20
    assert ClassicMission.replayed(mission.setup, mission.moves).state == mission.state
    stored = play.table.store.load(play.session.mission_id)
    assert stored.moves == mission.moves
