"""The store: missions, cities and settings in SQLite, the keys in a second file that only its owner can read."""

from companion.storage.files import StoreError
from companion.storage.schema import SCHEMA
from companion.storage.store import SqliteStore

__all__ = ["SCHEMA", "SqliteStore", "StoreError"]
