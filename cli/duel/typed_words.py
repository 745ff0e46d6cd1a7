"""A turn of the duel typed in words: `15 up, 20 up opponent, 48 down`, or in signs."""

from __future__ import annotations

import re
from typing import Final

from engine.duel.moves import Turn, read_typed
from words.plain_text import folded

_SIGNS: Final = {
    **dict.fromkeys(("up", "ascending", "monte", "montant", "montante", "haut"), "^"),
    **dict.fromkeys(("down", "descending", "descend", "descendant", "descendante", "bas"), "v"),
    **dict.fromkeys(("opponent", "theirs", "gift", "adverse", "autre", "cadeau"), "'"),
    **dict.fromkeys(("on", "the", "pile", "sur", "la", "and", "et", "then", "puis"), ""),
}
"""What words stand for, in either language; a few mean nothing."""

_WORD: Final = re.compile(r"[a-z]{2,}")


def read_turn(text: str) -> Turn:
    """Return the turn that somebody typed, in signs or in words. Raises `NotationError`.

    >>> str(read_turn("15 up, 20 up opponent, 48 down"))
    "15^ 20^' 48v"
    >>> str(read_turn("5 monte puis 20 descend adverse 48v"))
    "05^ 20v' 48v"
    """
    typed = folded(text)
    if not _WORD.search(typed):
        return read_typed(text)
    return read_typed(_WORD.sub(lambda word: _SIGNS.get(word[0], word[0]), typed))
