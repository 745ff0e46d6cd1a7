"""Text made printable, short enough for a line, or without its accents."""

from __future__ import annotations

import unicodedata
from typing import Final

NO_BREAK: Final = "\N{NO-BREAK SPACE}"
LONGEST: Final = 200
"""The longest error message in characters, whatever names it quotes."""

CUT: Final = "..."

_LETTERS: Final = str.maketrans({"œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE"})
"""The letters of French that do not come apart into a letter and an accent."""


def shortened(text: str, longest: int = LONGEST) -> str:
    """Return the text, without its middle if it is too long: the end has the reason.

    >>> shortened("/a/path/that/is/far/too/long/for/a/line: No such file", 30)
    '/a/path/that/...: No such file'
    """
    if len(text) <= longest:
        return text
    begin = (longest - len(CUT)) // 2
    return text[:begin] + CUT + text[begin + len(CUT) - longest :]


def printable(text: str) -> str:
    r"""Return the text with all unprintable characters written as escapes.

    A no-break space becomes a blank, which every terminal and every search knows.

    >>> printable("a\x1b[1m\nb é"), printable("où\u00a0?")
    ('a\\x1b[1m\\nb é', 'où ?')
    """
    letters = text.replace(NO_BREAK, " ")
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in letters)


def without_accents(text: str) -> str:
    """Return the text with plain letters in place of those with accents.

    >>> without_accents("Zoé, ma sœur")
    'Zoe, ma soeur'
    """
    letters = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def folded(text: str) -> str:
    """Return the text in small letters without accents, as typed text is compared.

    >>> folded("Précédent")
    'precedent'
    """
    return without_accents(text).casefold()
