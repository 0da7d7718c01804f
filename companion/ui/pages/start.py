"""The first page."""

from __future__ import annotations

from companion.ui.pages.page import PageBox, load_kv

load_kv(__file__)


class StartPage(PageBox):
    """See ``companion.ui.presenters.start``."""
