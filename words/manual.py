"""The manual in the language spoken."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from words.translation import language

_PAGES: Final = Path(__file__).parents[1] / "docs"


def manual() -> str:
    """Return the manual in the language spoken, "" where it is not there."""
    try:
        return (_PAGES / f"manual.{language()}.md").read_text(encoding="utf-8")
    except OSError:
        return ""
