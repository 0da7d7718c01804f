"""What the session refuses."""

from companion.errors import CompanionError


class SessionError(CompanionError):
    """The moment does not allow what was asked."""
