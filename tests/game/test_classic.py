import pytest

from companion.game.board import Board
from companion.game.classic import Card, ClassicKey, ClassicSetup, ClassicSetupError, Team, TeamClue, apply, start
from companion.game.classic_mission import ClassicMission
from companion.game.classic_replay import ClassicGame
from companion.game.moves import IllegalMove
from companion.game.record import Playback, read_record
from companion.game.transcript import TranscriptError
from tests.game.boards import WORDS

KEY = "RRRRR RRRRB BBBBB BBTTT TTTTX"
HEADERS = f"mode: classic\nfirst: red\nwords: {', '.join(WORDS)}\nkey: {KEY}\n"


def _refusal(text):
    playback = Playback("game.txt")
    with pytest.raises(TranscriptError) as caught:
        for number, line in enumerate(text.split("\n"), start=1):
            playback.line(number, line)
        playback.end()
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("first: red", "first: A", 2, "first is `A`"),
        ("first: red", "first: blue", 4, "B 8 instead of 9, R 9 instead of 8"),
        ("first: red\n", "", 4, "`first:` is missing"),
        (f"key: {KEY}\n", "", 4, "`key:` is missing"),
        ("TTTTX", "TTTXX", 4, "T 6 instead of 7, X 2 instead of 1"),
        ("TTTTX", "TTTT", 4, "24 letters"),
        ("TTTTX", "TTTTG", 4, "`G`"),
        ("mode: classic", "mode: classic\nplayers: 5", 2, "players is `5`"),
        ("mode: classic", "mode: classic\nplayers: 1", 2, "players is `1`"),
        ("mode: classic", "mode: classic\nplayers: two", 2, "players is `two`"),
        ("mode: classic", "mode: classic\nturns: 9", 2, "`turns`"),
        ("mode: classic", f"mode: classic\nface A: {KEY}", 2, "`face A`"),
    ],
)
def test_a_wrong_header_of_a_base_game_is_refused_with_its_line(old, new, line, reason):
    refusal = _refusal(HEADERS.replace(old, new) + "\nred clue TREE 1\n")
    reached = 5 if "missing" in reason else line
    assert refusal.startswith(f"game.txt:{reached}: ")
    assert reason in refusal


def test_a_base_game_is_read_as_a_record_of_its_own():
    record = read_record([*HEADERS.split("\n"), "names A: Zoë", "red clue TREE 1"], "game.txt")
    assert isinstance(record.mission, ClassicMission)
    assert record.mission.moves == (TeamClue(Team.RED, "TREE", 1),)
    assert record.kept == {"names A": "Zoë"}


def _setup(**more):
    cards = tuple(Card(letter) for letter in KEY if letter != " ")
    return ClassicSetup(Board(WORDS), ClassicKey(cards), Team.RED, **more)


@pytest.mark.parametrize("players", [0, 1, 5])
def test_other_numbers_of_players_are_refused(players):
    with pytest.raises(ClassicSetupError):
        _setup(players=players)


def test_a_short_key_is_refused():
    with pytest.raises(ClassicSetupError):
        ClassicSetup(Board(WORDS), ClassicKey((Card.RED,)), Team.RED)


def test_the_key_of_a_base_game_does_not_show_itself():
    assert "Card" not in repr(_setup())


@pytest.mark.parametrize("clue", [TeamClue(Team.RED, "#1", 1), TeamClue(Team.RED, "X", 26), TeamClue(Team.RED, "", 1)])
def test_a_clue_that_no_transcript_could_hold_is_refused_in_a_base_game(clue):
    with pytest.raises(IllegalMove):
        apply(_setup(), start(_setup()), clue)


def test_a_base_game_keeps_names_when_moves_are_taken_back():
    playback = Playback("game.txt")
    text = HEADERS + "\nred clue TREE 1\nname A1 STADION\nname A2 STADION\nundo\n"
    for number, line in enumerate(text.split("\n"), start=1):
        playback.line(number, line)
    assert isinstance(playback.game, ClassicGame)
    assert playback.game.mission.board.words[:2] == ("STADION", "PUPIL")
