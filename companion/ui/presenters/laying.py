"""What is to be laid on the table, as a drawing and a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game.position import Seat
from companion.table.instruct import Instruction, Piece
from companion.table.session import Session


@dataclass(frozen=True, slots=True)
class Laid:
    """One piece. ``word`` is the card it goes onto ("" for none).

    ``to_viewer``: a token's arrow points to whoever the page is turned to, or a taken token lies before them. ``done``:
    the camera has seen that it lies there.
    """

    piece: Piece
    word: str
    to_viewer: bool
    sentence: str
    done: bool = False


def laid(session: Session, facing: Seat) -> tuple[Laid, ...]:
    """The pieces of the last move, in the order in which they are laid."""
    if session.report is None:
        return ()
    return tuple(_one(step, session, facing) for step in session.report.instructions)


def _one(step: Instruction, session: Session, facing: Seat) -> Laid:
    word = session.mission.board.word(step.position) if step.position is not None else ""
    return Laid(step.piece, word, step.to is facing, _sentence(step, word))


def _sentence(step: Instruction, word: str) -> str:
    seat = step.to.value if step.to is not None else ""
    match step.piece:
        case Piece.TOKEN:
            text = f"Timer token onto {word}, arrow to {seat}"
        case Piece.TWO_TOKENS:
            text = f"Two timer tokens onto {word}, arrows to {seat}"
        case Piece.TOKEN_TAKEN:
            text = f"Timer token, checkmark up, in front of {seat}"
        case Piece.TOKEN_DISCARDED:
            text = "One timer token back into the box"
        case _:
            text = f"{step.piece.value[:1].upper()}{step.piece.value[1:]} onto {word}"
    return text
