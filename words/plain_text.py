"""Text made printable and short enough for a line."""

from __future__ import annotations

import unicodedata
from typing import Final

NO_BREAK: Final = "\N{NO-BREAK SPACE}"
LONGEST: Final = 200
"""The longest error message in characters, whatever names it quotes."""

CUT: Final = "..."


def shortened(text: str, longest: int = LONGEST) -> str:
    """Return the text, without its middle if it is too long: the reason stands at its end.

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


def folded(text: str) -> str:
    """Return a text in small letters without accents, as it is searched for and compared.

    >>> folded("Précédent")
    'precedent'
    """
    letters = unicodedata.normalize("NFKD", text.lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
