"""The rules of each game in the language spoken: in short, and the whole page of the manual."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine.games import describe
from words.translation import _, language

_FOLDERS: Final = (
    Path(__file__).with_name("rules_pages"),
    Path(__file__).parents[1] / "docs" / "rules",
)
"""Where the pages are: in what is installed, and among the sources."""


def rules(key: str) -> str:
    """Return the rules of a game in short, to fit one screen."""
    return _(describe(key).rules)


def rules_page(key: str) -> str:
    """Return the rules of a game in full, as Markdown; empty for a game that has no page."""
    for folder in _FOLDERS:
        page = folder / f"{key}.{language()}.md"
        if page.exists():
            return page.read_text(encoding="utf-8")
    return ""
