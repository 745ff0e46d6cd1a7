"""The manual, in the language spoken: a page of the documentation that is installed too."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from words.translation import language

_PLACES: Final = (Path(__file__).parent, Path(__file__).parents[1] / "docs")
"""Where it is: beside this module when installed, among the sources else."""


def manual() -> str:
    """Return the manual as Markdown. Raises `OSError`."""
    name = f"manual.{language()}.md"
    found = [place / name for place in _PLACES if (place / name).is_file()]
    return (found or [_PLACES[-1] / name])[0].read_text(encoding="utf-8")
