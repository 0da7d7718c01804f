"""Reminders about a clue before it counts: the same word, a form of it, a part of a compound (rules A4, B5).

Nothing here judges a clue. The helper speaks only where its dictionaries make it sure, and is silent for a language
that it does not know. ``helper_for`` is the way in; docs/clues.md has the rules and their figures.
"""

from companion.clues.word_forms import WordForms, helper_for

__all__ = ["WordForms", "helper_for"]
