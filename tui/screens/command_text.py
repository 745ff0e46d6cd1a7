r"""How a command is shown, so that nobody can take it for another one.

As a shell would need it, each word quoted where it has to be, and no letter that could hide, move
or imitate others: `$'a\nb'` is how shells write a word with such letters.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence

_LAST_OF_ONE_BYTE = 0x7F
_LAST_OF_TWO_BYTES = 0xFFFF


def shown_command(words: Sequence[str], *, ascii_only: bool = False) -> str:
    r"""Return a command in one line of ASCII and, unless `ascii_only`, accented Latin letters.

    >>> print(shown_command(["./bot", "a  b", "it's", "é", "x\u202e\n"]))
    ./bot 'a  b' 'it'"'"'s' 'é' $'x\u202e\x0a'
    """
    return " ".join(_shown(word, ascii_only) for word in words)


def _shown(word: str, ascii_only: bool) -> str:
    if all(_is_plain(letter, ascii_only) for letter in word):
        return shlex.quote(word)
    return f"$'{''.join(_escaped(letter, ascii_only) for letter in word)}'"


def _is_plain(letter: str, ascii_only: bool) -> bool:
    return " " <= letter <= "~" or (not ascii_only and "À" <= letter <= "ſ")


def _escaped(letter: str, ascii_only: bool) -> str:
    if letter in "\\'":
        return f"\\{letter}"
    if _is_plain(letter, ascii_only):
        return letter
    code = ord(letter)
    if code <= _LAST_OF_ONE_BYTE:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= _LAST_OF_TWO_BYTES else f"\\U{code:08x}"
