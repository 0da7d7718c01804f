"""The mission page."""

from __future__ import annotations

from companion.ui.pages.page import PageBox, load_kv

load_kv(__file__)


class MissionPage(PageBox):
    """See ``companion.ui.presenters.mission``."""
