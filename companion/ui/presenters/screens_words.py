"""What the screens page asks in each game, and of whom: two players opposite, or spymasters side by side (rules B1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.game.position import Seat
from companion.table.options import Game
from companion.table.session import Session


class Step(Enum):
    """What is asked."""

    MISSING = "missing"
    LETTERS = "letters"
    VIEWS = "views"


@dataclass(frozen=True, slots=True)
class Answer:
    """The yes of one seat. ``edge``: the side of the table from which it is read and touched."""

    seat: Seat
    text: str
    look: str
    edge: Seat
    confirmed: bool
    can: bool


@dataclass(frozen=True, slots=True)
class Wording:
    """What one kind of table is asked.

    ``places``: the seats for which a screen is wanted. ``least``: with so many of them the page goes on. ``edge``:
    where all of them are read, None for each at its own side.
    """

    places: tuple[Seat, ...]
    least: int
    edge: Seat | None
    questions: tuple[str, str, str]
    none_here: str
    one_here: str
    letters: str
    one_view: str
    views: str
    names: tuple[str, str]
    looks: tuple[str, str]
    both_name: str = ""
    """Who says yes where two share one screen."""

    def question(self, step: Step) -> str:
        """The question of the page."""
        return self.questions[list(Step).index(step)]

    def sentence(self, step: Step, here: int, asked: int) -> str:
        """What to know about it: ``here`` screens can be used, of ``asked`` seats the view is asked."""
        match step:
            case Step.MISSING:
                return self.one_here if here else self.none_here
            case Step.LETTERS:
                return self.letters
            case Step.VIEWS:
                return self.views if asked > 1 else self.one_view

    def without(self, seats: tuple[Seat, ...], some: bool) -> str:
        """What to know where these seats look at this page; ``some`` other has a screen."""
        names = [self.names[list(Seat).index(seat)] for seat in seats]
        who = self.both_name if self.both_name and not some else " and ".join(filter(None, names))
        looks = "looks" if len(seats) == 1 else "look"
        if not some:
            return f"{who} {looks} at this page instead, alone, while a finger holds the key there. Or plug one in."
        return f"{who} {looks} at this page instead. If the screen stands before {who}, touch {seats[0].value} below."

    def answer(self, seat: Seat, confirmed: bool, can: bool, *, alone: bool) -> Answer:
        """The yes of one seat; ``alone``: no other is asked."""
        name, look = self.names[list(Seat).index(seat)], self.looks[list(Seat).index(seat)]
        text = f"{name} has said yes" if confirmed else f"{name}: yes, this is how I see the table"
        if alone and self.both_name:
            name, look = self.both_name, "plain"
            text = f"{name} have said yes" if confirmed else f"{name}: yes, this is how we see the table"
        if not can and not confirmed:
            text = f"{name}: waiting for the screen"
        return Answer(seat, text, "chosen" if confirmed else look, self.edge or seat, confirmed, can)


DUET = Wording(
    places=tuple(Seat),
    least=2,
    edge=None,
    questions=(
        "Connect the two screens",
        "Which letter is on the screen in front of you?",
        "Is this how you see the table?",
    ),
    none_here="No screen is here yet: plug both in by USB, this page goes on by itself.",
    one_here="One screen is here: plug in the second, this page goes on by itself.",
    letters="Asked of the player at this edge, who sees the words upright.",
    one_view="The 25 words, without colours. The keys go on when both have said yes.",
    views="The 25 words, without colours. The keys go on when both have said yes.",
    names=("A", "B"),
    looks=("seat A", "seat B"),
)


def wording(session: Session) -> Wording:
    """What is asked in the game that is agreed or on the table."""
    options = session.options
    if options.game is Game.DUET:
        return DUET
    if len(session.seats_with_key()) == 1:
        return _one_spymaster(options.side)
    return _two_spymasters(options.side)


def _two_spymasters(side: Seat) -> Wording:
    return Wording(
        places=tuple(Seat),
        least=1,
        edge=side,
        questions=(
            "Connect the spymasters' screen, or two",
            "Which letter is on the screen in front of red's spymaster?",
            "Is this how the spymasters see the table?",
        ),
        none_here="No screen is here yet: plug it in by USB, this page goes on by itself. One is enough for both.",
        one_here="The screen that is here cannot be used yet.",
        letters=f"Both spymasters sit side by side at side {side.value}: A is the screen of red, B that of blue.",
        one_view="One screen is enough for both spymasters, side by side. A second can be plugged in at any time.",
        views="The 25 words, without colours, seen from the side of the spymasters. The key goes on with both yes.",
        names=("Red", "Blue"),
        looks=("team red", "team blue"),
        both_name="Both spymasters",
    )


def _one_spymaster(side: Seat) -> Wording:
    return Wording(
        places=(Seat.A,),
        least=1,
        edge=side,
        questions=(
            "Connect the spymaster's screen",
            "Which letter is on the screen in front of the spymaster?",
            "Is this how the spymaster sees the table?",
        ),
        none_here="Only the spymaster sees the key: plug in one screen by USB, this page goes on by itself.",
        one_here="The screen that is here cannot be used yet.",
        letters=f"The spymaster sits at side {side.value}. Only this screen shows the key, the other is dark in play.",
        one_view="The 25 words, without colours. The key goes on this screen alone; any other is dark in play.",
        views="",
        names=("The spymaster", ""),
        looks=("plain", "plain"),
    )
