"""Lines of text as bytes for standard output."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable
from typing import Final

from words.glyphs import is_plain
from words.plain_text import printable

_LETTERS: Final = str.maketrans({"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE"})
"""The letters of French that are no letter with an accent."""


def encoded(lines: Iterable[str]) -> bytes:
    """Return the lines as bytes for standard output; without accents where it has none."""
    return plain("".join(f"{printable(line)}\n" for line in lines))


def plain(text: str) -> bytes:
    """Return a text as bytes for standard output; without accents where it has none."""
    if not is_plain():
        try:
            return text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
        except UnicodeEncodeError:
            pass
    return unicodedata.normalize("NFKD", text.translate(_LETTERS)).encode("ascii", "ignore")
