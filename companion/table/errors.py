"""What the session refuses."""

from collections.abc import Collection

from companion.errors import CompanionError
from companion.game.position import Seat


class SessionError(CompanionError):
    """The moment does not allow what was asked."""


def refuse_without_both(consents: Collection[Seat]) -> None:
    """What may change verdicts that were seen needs the yes of both sides.

    Raises:
        SessionError: a side has not said yes.
    """
    if set(consents) != set(Seat):
        raise SessionError("both sides have to agree: each says yes on its own side")


def refuse_unready(words: bool, screens: bool) -> None:
    """A mission begins with settled words, and with screens that both players have looked at.

    Raises:
        SessionError: the words are open, or a view is not confirmed.
    """
    if not words:
        raise SessionError("some words are still open: settle the marked cards first")
    if not screens:
        raise SessionError("both players confirm their screens before the keys are sent")
