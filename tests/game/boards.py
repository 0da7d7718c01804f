"""One board and one key that most tests of the rules use, and a plain way to say moves."""

from companion.game.board import Board
from companion.game.duet import DuetSetup
from companion.game.duet_moves import parse_move
from companion.game.keycard import Identity, KeyCard
from companion.game.mission import Mission
from companion.game.moves import Undo

_LIST = """
    STADIUM PUPIL DOG LOCK GENIUS
    SUPERHERO CALF SPELL CHINA FILM
    TRACK PLATYPUS AFRICA SOLDIER HEAD
    HOOD ORANGE BERMUDA TAP TRAIN
    BILL ROBOT APPLE PIT COURT
"""
WORDS = tuple(_LIST.split())
FACE_A = "GGTTT GGGTT XTGXT GTGXT TGTTT"
FACE_B = "TTGTG XGTGT GGTXT GTGTG TTXTT"

HEADERS = f"mode: duet\nwords: {', '.join(WORDS)}\nface A: {FACE_A}\nface B: {FACE_B}\n"


def face(letters):
    return [Identity(letter) for letter in letters if letter != " "]


def setup(**numbers):
    return DuetSetup(Board(WORDS), KeyCard.from_faces(face(FACE_A), face(FACE_B)), **numbers)


def played(*lines, **numbers):
    """A mission after these lines; every one must be accepted."""
    mission = Mission(setup(**numbers))
    for line in lines:
        move = parse_move(line, mission.board)
        if isinstance(move, Undo):
            mission.undo()
        else:
            mission.apply(move)
    return mission


def guesses(seat, words):
    return tuple(f"{seat} guess {word}" for word in words.split())


FACE_A_FOUND = guesses("B", "STADIUM PUPIL SUPERHERO CALF SPELL AFRICA HOOD BERMUDA ROBOT")
REST_FOUND = guesses("A", "DOG GENIUS CHINA TRACK PLATYPUS TRAIN")
A_COMPLETE = ("A clue OCEAN 9", *FACE_A_FOUND)
WIN = (*A_COMPLETE, "B clue WAVE 6", *REST_FOUND)
NINE_BYSTANDERS = tuple(
    line
    for number, place in enumerate(("A4", "A1", "A5", "A2", "B4", "B3", "B5", "C3", "C2"))
    for line in (f"{'AB'[number % 2]} clue - -", f"{'BA'[number % 2]} guess {place}")
)
