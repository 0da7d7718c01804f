"""What lies on a part of a card: tokens, told by their looks or by their shape."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np

from companion.game.position import Seat
from companion.vision.watching import arrows
from companion.vision.watching.cells import Seen
from companion.vision.watching.places import FINE, INNER, Picture
from companion.vision.watching.tokens import (
    LEAST_MM,
    STACK_MM,
    STACK_MM2,
    Look,
    Looks,
    Token,
    block_token,
    blocks_of,
    covered_by,
    cut_out,
    piece_mask,
)
from companion.vision.watching.unlike import Mask, opened

MOST = 4
"""No card ever has more tokens."""
AROUND_PX = 10
Closer = Callable[[], Picture]
"""The same close view at ``arrows.PX_PER_MM``."""


def tokens_on(seen: Seen, looks: Looks) -> list[Token] | None:
    """The tokens on a card that is partly covered; None if what lies there is nothing that tokens explain."""
    shape = piece_mask(seen.other, seen.whole)
    found: list[Token] = []
    blocks = blocks_of(shape)
    while blocks:
        block = blocks.pop()
        if not opened(_on_card(block), 0.8 * LEAST_MM).any():
            # The edge of a large card on the place beside this one: however much shows beside, little is on the card.
            continue
        token = _token_in(seen.view.picture, block, looks)
        if token is None or len(found) == MOST:
            return None
        rest = block & ~covered_by(token, block.shape[:2], more_px=1.0 * FINE)
        more = blocks_of(opened(rest, 0.8 * LEAST_MM))
        if more:
            blocks += more
        elif np.count_nonzero(opened(rest, STACK_MM)) >= STACK_MM2 * FINE**2:
            token = replace(token, count=2)
        found.append(token)
    return found


def _on_card(block: Mask) -> Mask:
    """The part of a thing that lies on the card itself."""
    part = np.zeros_like(block)
    part[INNER] = block[INNER]
    return part


def told_arrows(
    found: list[Token], close: Closer, picture: Picture, looks: Looks
) -> tuple[Seat, ...] | None:  # fmt: skip
    """The seats that the arrows of tokens point to, A before B; None if one can't be told. Looks are learnt."""
    seats: list[Seat] = []
    unknown = False
    for token in found:
        up = token.up
        if up is None and (token.look is None or token.look.up is None):
            up = arrows.arrow_up(cut_out(close(), _scaled(token, arrows.PX_PER_MM / FINE)))
            if up is not None and token.look is not None:
                up_in_look = up if _upright(token, picture) else not up
                token.look.up = up_in_look
        if token.look is None:
            looks.learn(Look(cut_out(picture, token), up))
        # Two of one direction are rare, and a shadow or an edge looks like the lower one: the players have to say it.
        unknown |= up is None or token.count > 1
        seats.append(Seat.B if up else Seat.A)
    return None if unknown else tuple(sorted(seats, key=lambda seat: seat.value))


def tokens_over(picture: Picture, looks: Looks) -> list[Token]:
    """Tokens of known looks and known arrows anywhere on a large card."""
    found: list[Token] = []
    room = np.zeros((picture.shape[0], picture.shape[1]), bool)
    room[INNER] = True
    while len(found) < 2:
        token = looks.find(picture, room)
        if token is None or token.up is None:
            break
        found.append(token)
        room &= ~covered_by(token, picture.shape[:2])
    return found


def too_small(other: Mask) -> bool:
    """Whether what differs is too thin or too small for a token: the edge of a neighbour, a shadow."""
    return not blocks_of(opened(other, 0.8 * LEAST_MM)) and float(np.mean(other)) < 0.25


def agreed(found: list[Token], seats: tuple[Seat, ...], picture: Picture, looks: Looks) -> None:
    """The players say where the arrows point: learn it where all point one way."""
    if len(set(seats)) != 1:
        return
    for token in found:
        up = seats[0] is Seat.B
        if token.look is not None:
            token.look.up, token.look.sure = up == _upright(token, picture), True
        else:
            looks.learn(Look(cut_out(picture, token), up, sure=True))


def _upright(token: Token, picture: Picture) -> bool:
    """Whether a token lies as its look does, and not upside down."""
    assert token.look is not None
    cut = cut_out(picture, token)
    face = token.look.picture
    way, other = (float(cv2.matchTemplate(cut, f, cv2.TM_CCOEFF_NORMED)[0, 0])
                  for f in (face, np.ascontiguousarray(face[::-1, ::-1])))  # fmt: skip
    return way > other


def _token_in(picture: Picture, block: Mask, looks: Looks) -> Token | None:
    rows, columns = (np.nonzero(block.any(axis=axis))[0] for axis in (1, 0))
    top, bottom = max(0, rows[0] - AROUND_PX), min(block.shape[0], rows[-1] + 1 + AROUND_PX)
    left, right = max(0, columns[0] - AROUND_PX), min(block.shape[1], columns[-1] + 1 + AROUND_PX)
    part = np.ascontiguousarray(picture[top:bottom, left:right])
    token = looks.find(part, block[top:bottom, left:right])
    if token is not None:
        return replace(token, middle=(token.middle[0] + left, token.middle[1] + top))
    edge = block[[0, -1]].any() or block[:, [0, -1]].any()
    return None if edge else block_token(block)


def _scaled(token: Token, by: float) -> Token:
    x, y = (v * by + (by - 1) / 2 for v in token.middle)
    wide, high = (side * by + 2 * arrows.RIM_MM * arrows.PX_PER_MM for side in token.size_px)
    return replace(token, middle=(x, y), size_px=(wide, high))
