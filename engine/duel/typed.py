"""A turn as people type it: `+ - *` for `^ v '`, blanks or none, one-digit cards, curly quotes."""

from __future__ import annotations

import re
from typing import Final

from engine.duel.moves import Turn, parse_turn
from engine.reasons import NotationError

_SIGNS: Final = str.maketrans(
    {
        "+": "^",
        "-": "v",
        "*": "'",
        "V": "v",
        "ˆ": "^",
        "’": "'",
        "‘": "'",
        "′": "'",
        "´": "'",
        "`": "'",
    }
)
_LAY: Final = re.compile(r"\s*([0-9]{1,2})\s*([\^v])\s*('?)[\s,;]*")


def read_typed(text: str) -> Turn:
    """Return the turn that somebody typed. Raises `NotationError`.

    >>> str(read_typed("5+20+*  48V"))
    "05^ 20^' 48v"
    """
    signs, at, lays = text.translate(_SIGNS), 0, []
    while at < len(signs):
        match = _LAY.match(signs, at)
        if not match:
            raise NotationError(f"{text[at:].strip()!r}")
        card, pile, theirs = match.groups()
        lays.append(f"{int(card):02}{pile}{theirs}")
        at = match.end()
    return parse_turn(" ".join(lays))
