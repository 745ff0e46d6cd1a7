"""The turns of a game of Bataille, read from its log, from the newest back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from engine.log import LogEntry
from engine.war.moves import OUT, TookCards, Turned
from engine.war.rules import Card, WarDuel
from engine.war.view import WarView

_LINES: Final = 5
"""The most log lines of a turn: the move, its cards, the taker, the shuffle, a player out."""

_LONGEST: Final = 26
"""The most turns of a duel: each turns two of 52 cards."""


class PastTurn(NamedTuple):
    """A turn that was made.

    Attributes:
        ply: The number of its move, from 0.
        number: The number of its duel.
        challenger, opponent: The two seats.
        cards: The card of each.
        taker: The seat that took the cards, None for a tie.
        taken: How many cards were taken, those of ties before included.
        out: The seat that fell out, if one did.
    """

    ply: int
    number: int
    challenger: int
    opponent: int
    cards: tuple[Card, Card]
    taker: int | None = None
    taken: int = 0
    out: int | None = None


def past_turns(view: WarView, count: int, upto: int | None = None) -> list[PastTurn]:
    """Return the last `count` turns, oldest first, of the first `upto` moves or of all.

    It takes as long as there are turns to return, and to pass over after `upto`.
    """
    more = count + 1
    while True:
        lines = view.log.latest(_LINES * more)
        turns = _turns(line for line in lines if upto is None or line.ply < upto)
        if len(turns) > count or len(lines) == len(view.log):
            return turns[max(len(turns) - count, 0) :]
        more *= 2


def duel_shown(view: WarView) -> tuple[WarDuel, int | None] | None:
    """Return the duel to look at, and the seat that took its cards, if it is decided.

    It is the duel being fought once a card of it is turned, else the duel before; None before the
    first card.
    """
    turns = past_turns(view, _LONGEST)
    if not turns:
        return None
    last = turns[-1]
    pairs = tuple(turn.cards for turn in turns if turn.number == last.number)
    return WarDuel(last.number, last.challenger, last.opponent, pairs), last.taker


def _turns(lines: Iterable[LogEntry]) -> list[PastTurn]:
    turns: list[PastTurn] = []
    for ply, seat, told in lines:
        if isinstance(told, Turned):
            turns.append(PastTurn(ply, *told))
        elif isinstance(told, TookCards) and turns:
            turns[-1] = turns[-1]._replace(taker=seat, taken=told.cards)
        elif told is OUT and turns:
            turns[-1] = turns[-1]._replace(out=seat)
    return turns
