"""The one family of errors that the program explains instead of tracing back."""

from __future__ import annotations


class CompanionError(Exception):
    """An input could not be served.

    The message is one line for the person at the table: what, where, what to do. The command line prints it on
    standard error and exits with 1; the app shows it as a notice. Each package derives its own kinds from this.
    """

    def __str__(self) -> str:
        """The message. A sign that is not printed (in the name of a file, say) is a question mark in it."""
        return "".join(sign if sign.isprintable() else "?" for sign in super().__str__())
