"""Turns of the duel as people type them, in signs or in words of either language."""

from __future__ import annotations

import re
from typing import Final

from engine.duel.moves import HIGHEST, LOWEST, Turn, parse_turn
from engine.duel.reasons import DuelNotation
from engine.duel.view import DuelView
from engine.reasons import IllegalMove, unreadable
from words.plain_text import folded

_SIGNS: Final = str.maketrans(
    {
        "+": "^",
        "-": "v",
        "*": "'",
        "ˆ": "^",
        "’": "'",
        "‘": "'",
        "′": "'",
        "´": "'",
        "`": "'",
    }
)
_WORDS: Final = {
    **dict.fromkeys(("up", "ascending", "monte", "montant", "montante", "haut"), "^"),
    **dict.fromkeys(("down", "descending", "descend", "descendant", "descendante", "bas"), "v"),
    **dict.fromkeys(("opponent", "theirs", "gift", "adverse", "autre", "cadeau"), "'"),
    **dict.fromkeys(("on", "the", "pile", "sur", "la", "and", "et", "then", "puis"), ""),
    **dict.fromkeys(("play", "lay", "joue", "jouer", "jouez", "pose", "poser", "posez"), ""),
}
"""What words stand for, in either language; a few mean nothing."""

_WORD: Final = re.compile(r"[a-z]{2,}")
_LAY: Final = re.compile(r"\s*([0-9]{1,2})\s*([\^v])\s*('?)[\s,;]*")


def read(typed: str, _view: DuelView | None = None) -> Turn:
    """Return the turn that somebody typed. Raises `NotationError`, `IllegalMove`.

    >>> str(read("5+20+*  48V"))
    "05^ 20^' 48v"
    >>> str(read("15 up, 20 up opponent, 48 down"))
    "15^ 20^' 48v"
    >>> str(read("5 monte puis 20 descend adverse 48v"))
    "05^ 20v' 48v"
    """
    signs = folded(typed.translate(_SIGNS))
    text, at, lays = _WORD.sub(lambda word: _WORDS.get(word[0], word[0]), signs), 0, []
    while at < len(text):
        lay = _LAY.match(text, at)
        if not lay:
            raise unreadable(text[at:].strip())
        card, pile, theirs = lay.groups()
        if not LOWEST <= int(card) <= HIGHEST:
            raise IllegalMove(DuelNotation.NO_CARD, card=f"{int(card):02}")
        lays.append(f"{int(card):02}{pile}{theirs}")
        at = lay.end()
    return parse_turn(" ".join(lays))
