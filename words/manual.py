"""The manual, in the language spoken: a page of the documentation that is installed too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from words.translation import language

_PLACES: Final = (Path(__file__).parent, Path(__file__).parents[1] / "docs")
"""Where it is: beside this module when installed, among the sources else."""
_HEADING: Final = re.compile(r"^## (.+)$", re.MULTILINE)
_SEEN_ONLY: Final = re.compile(r"^(<!--.*-->|!\[.*\]\(.*\)|<a id=.*></a>)$", re.MULTILINE)
"""Lines that a terminal has no use for: marks of made tables, pictures, places of headings."""


class Section(NamedTuple):
    """A section of the manual: its title, and the Markdown below it."""

    title: str
    text: str


def manual() -> str:
    """Return the manual as Markdown. Raises `OSError`."""
    name = f"manual.{language()}.md"
    found = [place / name for place in _PLACES if (place / name).is_file()]
    return (found or [_PLACES[-1] / name])[0].read_text(encoding="utf-8")


def title_of(page: str) -> str:
    r"""Return the title of a page.

    >>> title_of("# A manual\n\nB\n")
    'A manual'
    """
    return page.partition("\n")[0].removeprefix("# ")


def before_sections(page: str) -> str:
    r"""Return the text of a page before its first section, without the title.

    >>> before_sections("# A\n\nB\n\n## One\n\nC\n")
    'B\n'
    """
    return f"{_HEADING.split(_SEEN_ONLY.sub('', page))[0].partition(chr(10))[2].strip()}\n"


def sections(page: str) -> Sequence[Section]:
    r"""Return the sections of a page, without what only a browser shows.

    >>> sections("# A\n\n## One\n\n![p](p.svg)\n\nB\n\n### C\n\n## Two\n\nD\n")
    [Section(title='One', text='B\n\n### C\n'), Section(title='Two', text='D\n')]
    """
    _before, *parts = _HEADING.split(_SEEN_ONLY.sub("", page))
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return [Section(title, f"{text.strip()}\n") for title, text in pairs]
