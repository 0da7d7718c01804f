"""The mission page: which game, and what is agreed before play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.game.classic import Team
from companion.game.duet import Scoring
from companion.game.position import Seat
from companion.table.options import PLAYERS, STANDARD_TOKENS, TIMERS_S, Game, KeySource
from companion.ui.presenters.choices import Choice
from companion.ui.presenters.desk import Desk, Page
from companion.ui.presenters.people import JOINT, name_of, proper
from companion.ui.presenters.typing import Typed

FIRSTS = ((Seat.A, "A"), (Seat.B, "B"), (None, "whoever speaks first"))
SCORINGS = (
    (Scoring.THREE_PER_TOKEN, "3 points per token left"),
    (Scoring.ONE_PER_TOKEN, "1 point per token left"),
)
TOKENS = ((9, "9"), (10, "10: easier, no score"), (11, "11: easier, no score"))
GAMES = ("Standard", "Mission map", "Base game")
STANDARD, MAP, BASE = range(3)
PLAYER_TEXTS = {4: "two teams", 3: "two teams, one guesser", 2: "one team"}
TEAMS = ((None, "drawn with the key"), (Team.RED, "red"), (Team.BLUE, "blue"))
SIDES = ((Seat.A, "at A's edge"), (Seat.B, "at B's edge"))
TIMER_TEXTS = {0: "off", 60: "1 min", 90: "1½", 120: "2", 180: "3", 300: "5 min"}
KEYS = (
    (KeySource.DRAWN, "the app"),
    (KeySource.PHOTOGRAPHED, "a printed card, by camera"),
    (KeySource.TYPED, "a printed card, typed"),
)
KEY_NOTE = "Each face for its player alone."
NAMES = {Game.DUET: ("A", "B"), Game.CLASSIC: ("red", "blue")}


@dataclass(frozen=True, slots=True)
class Row:
    """One thing to agree on. ``name`` tells rows apart; ``note`` is a quieter line below the question."""

    name: str
    question: str
    choices: tuple[Choice, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class MissionView:
    """What the page shows. ``typing``: whose names are typed, empty while none are."""

    title: str
    rows: tuple[Row, ...]
    more: str
    typing: str
    typed: Typed
    consent: None = None


class MissionPresenter:
    """See the module. Rows that do not fit stand on a second leaf."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._leaf = 0
        self._naming: Seat | None = None
        self._typed = Typed()

    def enter(self) -> None:
        """The page comes up: its first leaf, and the numbers that the map has now for the city that is chosen."""
        self._leaf, self._naming = 0, None
        if self._game() == MAP:
            self._desk.attempt(self._look_at_map)

    def view(self) -> MissionView:
        """What the page shows now."""
        rows = self._first_leaf() if self._leaf == 0 else self._second_leaf()
        typing = "" if self._naming is None else self._side_name(self._naming)
        more = "More" if self._leaf == 0 else "Back"
        return MissionView(self._title(), rows, more, typing, self._typed)

    # --- intents -------------------------------------------------------------------------------------------------

    def choose(self, name: str, index: int) -> None:
        """The choice ``index`` of a row was touched."""
        if not self._desk.too_soon() or name not in ("game", "city", "names"):
            getattr(self, f"_choose_{name}")(index)

    def go_on(self) -> None:
        """To the screens."""
        session = self._desk.session
        if self._desk.too_soon():
            return
        city = session.options.city
        if city and session.options.game is Game.DUET and not self._desk.attempt(lambda: self._check(city)):
            return
        self._desk.back_from_screens = Page.MISSION
        self._desk.go(Page.SCREENS if session.options.key is KeySource.DRAWN else Page.KEY)

    def turn_leaf(self) -> None:
        """The other leaf."""
        self._leaf = 1 - self._leaf
        self._desk.settle()

    def back(self) -> None:
        """To the first leaf, else to the words."""
        if self._leaf:
            self.turn_leaf()
        else:
            self._desk.go(Page.WORDS)

    def type(self, typed: Typed) -> None:
        """The names on the letter keys changed."""
        self._typed = typed

    def one_more(self) -> None:
        """Another person sits at this side (rules A11)."""
        text = self._typed.text.strip()
        if text and not text.endswith(JOINT.strip()):
            self._typed = replace(self._typed, text=text + JOINT)

    def finish_typing(self) -> None:
        """The names are typed; none is an answer too."""
        if self._naming is None:
            return
        names = list(self._desk.session.options.names)
        names[list(Seat).index(self._naming)] = proper(self._typed.text.strip().removesuffix(JOINT.strip()))
        self._agree(names=(names[0], names[1]))
        self.stop_typing()

    def stop_typing(self) -> None:
        """The names stay as they were."""
        self._naming = None
        self._desk.settle()

    # --- rows ----------------------------------------------------------------------------------------------------

    def _first_leaf(self) -> tuple[Row, ...]:
        options = self._desk.session.options
        game = self._game()
        games = Row("game", "Which game?", tuple(Choice(text, index == game) for index, text in enumerate(GAMES)))
        if game == BASE:
            players = [(n, PLAYER_TEXTS[n]) for n in PLAYERS]
            timers = [(t, TIMER_TEXTS[t]) for t in TIMERS_S]
            return (
                games,
                Row("players", "Who plays?", _of(players, options.players)),
                Row("team", "Which team begins?", _of(TEAMS, options.team)),
                Row("side", "The spymasters sit", _of(SIDES, options.side)),
                Row("timer", "Clock for a turn", _of(timers, options.timer_s)),
            )
        firsts = Row("first", "Who gives the first clue?", _of(FIRSTS, options.first))
        if game == MAP:
            city = f"{options.city}  {options.turns}-{options.mistakes}"
            cities = Row("city", "Which city?", (Choice(city, True), Choice("another", False)))
            return (games, cities, firsts, self._names())
        even = options.turns if options.turns == options.mistakes else None
        tokens = Row("tokens", "How many tokens?", _of(TOKENS, even))
        scorings = Row("scoring", "How is it scored?", _of(SCORINGS, options.scoring))
        scored = (scorings,) if even == STANDARD_TOKENS else ()
        return (games, tokens, firsts, *scored, self._names())

    def _second_leaf(self) -> tuple[Row, ...]:
        options = self._desk.session.options
        names = (self._names(),) if self._game() == BASE else ()
        rules = Row(
            "relaxed",
            "Clue rules",
            (Choice("as printed", not options.relaxed), Choice("relaxed", options.relaxed)),
            "Relaxed: several words may pass.",
        )
        helper = Row(
            "helper",
            "Clue helper",
            (Choice("off", not options.clue_help), Choice("on", options.clue_help)),
            "Points out forms of visible words.",
        )
        keys = Row("key", "Where does the key come from?", _of(KEYS, options.key), KEY_NOTE)
        held = Row(
            "held",
            "Screens show the key",
            (Choice("always", not options.held), Choice("while a button is held", options.held)),
            "Button A of each screen.",
        )
        return (*names, rules, helper, held, keys)

    def _names(self) -> Row:
        options = self._desk.session.options
        named = [(self._side_name(seat), name_of(options, seat)) for seat in Seat]
        choices = tuple(Choice(f"{side}: {names or 'no names'}", bool(names)) for side, names in named)
        return Row("names", "Who sits where?", choices)

    # --- choices -------------------------------------------------------------------------------------------------

    def _choose_game(self, index: int) -> None:
        if index == self._game():
            return
        if index == MAP:
            self._to_map()
            return
        game = Game.CLASSIC if index == BASE else Game.DUET
        self._agree(game=game, city="", turns=STANDARD_TOKENS, mistakes=STANDARD_TOKENS)

    def _choose_tokens(self, index: int) -> None:
        tokens = TOKENS[index][0]
        self._agree(turns=tokens, mistakes=tokens)

    def _choose_first(self, index: int) -> None:
        self._agree(first=FIRSTS[index][0])

    def _choose_scoring(self, index: int) -> None:
        self._agree(scoring=SCORINGS[index][0])

    def _choose_city(self, index: int) -> None:
        del index
        self._to_map()

    def _choose_names(self, index: int) -> None:
        self._naming = list(Seat)[index]
        self._typed = Typed(name_of(self._desk.session.options, self._naming).upper())
        self._desk.settle()

    def _choose_players(self, index: int) -> None:
        self._agree(players=PLAYERS[index])

    def _choose_team(self, index: int) -> None:
        self._agree(team=TEAMS[index][0])

    def _choose_side(self, index: int) -> None:
        self._agree(side=SIDES[index][0])

    def _choose_timer(self, index: int) -> None:
        self._agree(timer_s=TIMERS_S[index])

    def _choose_relaxed(self, index: int) -> None:
        self._agree(relaxed=index == 1)

    def _choose_key(self, index: int) -> None:
        self._agree(key=KEYS[index][0])

    def _choose_helper(self, index: int) -> None:
        self._agree(clue_help=index == 1)

    def _choose_held(self, index: int) -> None:
        self._agree(held=index == 1)

    # --- inside --------------------------------------------------------------------------------------------------

    def _agree(self, **changes: Any) -> None:
        session = self._desk.session
        session.options = replace(session.options, **changes)

    def _look_at_map(self) -> None:
        session = self._desk.session
        city = session.map.campaign().city(session.options.city)
        if city.turns is not None and city.mistakes is not None:
            self._agree(city=city.name, turns=city.turns, mistakes=city.mistakes)

    def _check(self, city: str) -> None:
        self._desk.session.map.playable(city)

    def _to_map(self) -> None:
        self._desk.back_from_map = Page.MISSION
        self._desk.go(Page.MAP)

    def _game(self) -> int:
        options = self._desk.session.options
        if options.game is Game.CLASSIC:
            return BASE
        return MAP if options.city else STANDARD

    def _side_name(self, seat: Seat) -> str:
        return NAMES[self._desk.session.options.game][list(Seat).index(seat)]

    def _title(self) -> str:
        options = self._desk.session.options
        game = self._game()
        if game == BASE:
            return "The base game: nine and eight agents"
        if game == MAP:
            return f"{options.city}: {options.turns} turns, {options.mistakes or 'no'} mistakes"
        if options.turns != options.mistakes or options.turns not in TOKEN_WORDS:
            return f"A mission with {options.turns} turns, {options.mistakes or 'no'} mistakes"
        return f"A mission with {TOKEN_WORDS[options.turns]} tokens and fifteen agents"


TOKEN_WORDS = {9: "nine", 10: "ten", 11: "eleven"}


def _of(texts: Sequence[tuple[object, str]], chosen: object) -> tuple[Choice, ...]:
    return tuple(Choice(text, value == chosen) for value, text in texts)
