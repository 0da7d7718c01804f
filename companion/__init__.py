"""Companion for Codenames: Duet on a real table."""

__version__ = "0.1.0"
