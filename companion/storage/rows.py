"""What stands in the rows: a setup without its key, a key, the headers that are kept, and the seals over them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from companion.game.board import Board
from companion.game.classic import Card, ClassicKey, ClassicSetup, Team
from companion.game.duet import DuetSetup, Scoring
from companion.game.keycard import Identity, KeyCard
from companion.game.position import Seat
from companion.game.transcript import KEPT
from companion.storage.move_rows import CLASSIC, DUET
from companion.table.ports import AnySetup, MissionSummary

_WRITTEN = {name: f"{name[:-1]}{name[-1].upper()}" if name.startswith("names ") else name for name in KEPT}


def seal(*parts: str) -> str:
    """A hash over the seal before and the row, so that flipped bits and lost rows are found on load."""
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()


def state_seal(newest: str, screen_a: str, screen_b: str, outcome: str | None, score: int | None) -> str:
    """The seal of what changes with the moves; ``newest`` is the seal of the last one, or of the header."""
    return seal(newest, screen_a, screen_b, outcome or "", "" if score is None else str(score))


def header_row(setup: AnySetup, kept: Mapping[str, str]) -> str:
    """All of a setup but its key, and the headers that are kept."""
    fields: dict[str, Any] = {"words": setup.board.words}
    if isinstance(setup, DuetSetup):
        fields |= {
            "mode": DUET, "turns": setup.turns, "mistakes": setup.mistakes, "scoring": setup.scoring.value,
            "first": setup.first.value if setup.first else None,
        }  # fmt: skip
    else:
        fields |= {"mode": CLASSIC, "first": setup.first.value, "players": setup.players}
    return json.dumps(fields | {"kept": canonical(kept)}, ensure_ascii=False)


def canonical(kept: Mapping[str, str]) -> dict[str, str]:
    """Headers by the names that the app itself writes; in a transcript they may stand in any case."""
    named = ((" ".join(name.split()).casefold(), " ".join(text.split())) for name, text in kept.items())
    return {_WRITTEN.get(name, name): text for name, text in named}


def key_row(setup: AnySetup) -> list[str]:
    """The sides of a key as letters: two faces of Duet, or the one key of the base game."""
    if isinstance(setup, ClassicSetup):
        return ["".join(card.value for card in setup.key.cards)]
    return ["".join(identity.value for identity in setup.key.face(seat)) for seat in Seat]


def setup_of(header: str, sides: list[str]) -> AnySetup:
    """The setup of both rows.

    Raises:
        CompanionError, ValueError, KeyError, TypeError: they do not hold what they should.
    """
    fields = json.loads(header)
    board = Board(tuple(fields["words"]))
    if mode_of(fields) == CLASSIC:
        (cards,) = sides
        key = ClassicKey(tuple(Card(letter) for letter in cards))
        return ClassicSetup(board, key, Team(fields["first"]), fields["players"])
    face_a, face_b = ([Identity(letter) for letter in face] for face in sides)
    return DuetSetup(
        board=board,
        key=KeyCard.from_faces(face_a, face_b),
        turns=fields["turns"],
        mistakes=fields["mistakes"],
        scoring=Scoring(fields["scoring"]),
        first=Seat(fields["first"]) if fields["first"] else None,
    )


def kept_of(header: str) -> dict[str, str]:
    """The kept headers of a row.

    Raises:
        ValueError, KeyError, TypeError, AttributeError: it does not hold what it should.
    """
    return {str(name): str(text) for name, text in json.loads(header).get("kept", {}).items()}


def mode_of(fields: Mapping[str, Any]) -> str:
    """The mode of a header; the first version of the store knew only one."""
    mode = fields.get("mode", DUET)
    if mode not in (DUET, CLASSIC):
        raise ValueError("no such mode")
    return str(mode)


def summary_of(row: tuple[Any, ...]) -> MissionSummary:
    """A line of the list. What does not match its seals, which loading explains, gives one without words.

    Args:
        row: id, start, header, its seal, that of the last move (None without moves), that of the state, the two
            screens, outcome, score, number of moves.
    """
    mission, started, header, head, newest, sealed, *state, moves = row
    outcome, score = state[2:]
    damaged = MissionSummary(mission, started, (), moves, outcome, score)
    if head != seal("", started, header) or sealed != state_seal(newest or head, *state):
        return damaged
    try:
        fields = json.loads(header)
        return MissionSummary(
            id=mission, started=started, words=tuple(fields["words"]), moves=moves, outcome=outcome, score=score,
            mode=mode_of(fields), turns=fields.get("turns", 9), mistakes=fields.get("mistakes", 9),
            kept=kept_of(header),
        )  # fmt: skip
    except (ValueError, KeyError, TypeError, AttributeError):
        return damaged
