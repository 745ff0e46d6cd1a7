"""A move of Dame de Pique as people type it: `10` for `T`, French letters, signs of suits."""

from __future__ import annotations

import re
from typing import Final

from engine.hearts.cards import NAMES
from engine.hearts.moves import SLAP, CardPass, Move, parse
from engine.hearts.rules import PASS_SIZE
from engine.hearts.view import HeartsView

_SIGNS: Final = str.maketrans("♣♧♦♢♥♡♠♤", "CCDDHHSS")
_CARD: Final = re.compile(r"(10|[2-9TJQKAVDR])\s*([CDHS])[\s,;]*")
_RANKS: Final = {"10": "T", "V": "J", "D": "Q", "R": "K"}


def read_typed(text: str, view: HeartsView) -> Move:
    """Return the move that somebody typed. Raises `NotationError`.

    The French letters of court cards are read too: `V`, `D` and `R` for valet, dame and roi. Where
    cards are passed, `pass` may be left out and the cards come in any order.
    """
    words = text.strip()
    if view.is_slapping and words.lower() in ("", str(SLAP)):
        return SLAP
    cards = words.translate(_SIGNS).upper().removeprefix("PASS").strip()
    at, names = 0, []
    while match := _CARD.match(cards, at):
        rank, suit = match.groups()
        names.append(f"{_RANKS.get(rank, rank)}{suit}")
        at = match.end()
    if at == len(cards):
        if len(names) == 1:
            return parse(names[0])
        mask = sum(1 << NAMES.index(name) for name in set(names))
        if len(set(names)) == len(names) == PASS_SIZE:
            return CardPass(mask)
    return parse(words)
