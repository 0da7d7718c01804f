"""``companion words``: the word lists of the box, and what was learnt from its boards, by command line."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from companion.config import data_dir
from companion.errors import CompanionError
from companion.storage import SqliteStore
from companion.table.word_lists import (
    ENGLISH,
    LANGUAGE,
    SWITCHED_OFF,
    ListSummary,
    WordList,
    kept_name,
    names_from_text,
    names_to_text,
    plain_words,
)

if TYPE_CHECKING:
    from argparse import _SubParsersAction

LEARNT = "learnt"
"""Stands before the language where what was learnt is meant: ``companion words forget learnt deu``."""


def add_to(commands: _SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command line of this command."""
    parser = commands.add_parser(
        "words", help="word lists of the box: list, import, forget",
        description="Word lists that the app prefers when it reads cards, and the words it learnt from boards.",
    )  # fmt: skip
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("list", help="the lists and what was learnt, one a line").set_defaults(run=_list)
    action = actions.add_parser("import", help="keep a text file with one word or phrase a line")
    action.add_argument("file", metavar="FILE", type=Path, help="a UTF-8 text file")
    action.add_argument("--language", metavar="CODES", help="Tesseract codes; without it, those of the box in the app")
    action.add_argument("--name", help="under which it is kept; without it, the name of the file")
    action.set_defaults(run=_import)
    action = actions.add_parser("forget", help="forget a list, or what was learnt for a language")
    action.add_argument("name", metavar="NAME", nargs="+", help="of a list, or: learnt CODES")
    action.set_defaults(run=_forget)


def _store() -> closing[SqliteStore]:
    return closing(SqliteStore(data_dir()))


def _list(args: argparse.Namespace) -> int:  # noqa: ARG001
    with _store() as store:
        lists, learnt, off = store.words.lists(), store.words.learnt(), _switched_off(store)
    for one in lists:
        print(_line(one.name, one) + (", switched off in the app" if one.name in off else ""))
    for one in learnt:
        print(_line(f"{LEARNT} {one.name}", one))
    if not lists and not learnt:
        print("no list was imported and nothing was learnt yet")
    return 0


def _line(name: str, one: ListSummary) -> str:
    """``my box: deu, 400 words``."""
    held = f"damaged: forget it with `companion words forget {name}`" if one.damaged else f"{one.words} words"
    return f"{name}: {one.language}, {held}"


def _import(args: argparse.Namespace) -> int:
    # The libraries of the reader take their time to load: only this needs them.
    from companion.box import list_name
    from companion.vision.languages import is_code, no_code
    from companion.vision.lexicon import read_word_list

    with _store() as store:
        language = (store.recall(LANGUAGE) or ENGLISH) if args.language is None else args.language
        if not is_code(language):
            raise CompanionError(no_code(language))
        name = list_name(args.file) if args.name is None else args.name
        words = WordList(name, language, plain_words(read_word_list(args.file)))
        store.words.import_list(words)
        _switch_on(store, words.name)
    print(_line(words.name, ListSummary(words.name, language, len(words.words))))
    return 0


def _forget(args: argparse.Namespace) -> int:
    name = " ".join(args.name)
    with _store() as store:
        kept = {one.name for one in store.words.lists()}
        if len(args.name) == 2 and args.name[0] == LEARNT and name not in kept:
            store.words.forget_learnt(args.name[1])
        else:
            store.words.drop_list(name)
            _switch_on(store, kept_name(name))
    print(f"{name} is forgotten")
    return 0


def _switched_off(store: SqliteStore) -> frozenset[str]:
    return names_from_text(store.recall(SWITCHED_OFF))


def _switch_on(store: SqliteStore, name: str) -> None:
    """A list that comes or goes is not kept as one that was switched off: the next of this name is to count."""
    off = _switched_off(store)
    if name in off:
        store.remember(SWITCHED_OFF, names_to_text(off - {name}))
