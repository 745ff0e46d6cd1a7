"""The line protocol of Bataille: its words are the same in every language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from engine.game import Outcome
from engine.log import GivenUp, LogEntry
from engine.reasons import unreadable
from engine.war.moves import (
    TURN,
    DealtPiles,
    FellOut,
    Move,
    Shuffled,
    Told,
    TookCards,
    Turned,
    WarTurn,
    parse,
)
from engine.war.view import WarView


class WarWords:
    """The lines that a program hears as it plays. Nothing is known to some alone."""

    def situation(self, view: WarView) -> list[str]:
        """Return the line of the game and all that happened."""
        return self.since(view, 0)

    def since(self, view: WarView, told: int) -> list[str]:
        """Return the lines for the log after its first `told` entries; if 0, the first line too."""
        options = view.options
        lines = [] if told else [f"war {options.players} {options.cards} {options.limit}"]
        latest = view.log.latest(len(view.log) - told)
        return [*lines, *(line for told in latest for line in _lines(told))]

    def asking(self, view: WarView) -> list[str]:
        """Return the line that asks the seat to turn, with the number of cards in each pile."""
        assert view.seat is not None
        return [f"play {view.seat + 1}: {' '.join(map(str, view.piles))}"]

    def result(self, outcome: Outcome) -> list[str]:
        """Return the last line: the reason for the end, and the winners."""
        return [" ".join(["end", outcome.why.code, *(str(seat + 1) for seat in outcome.winners)])]

    def read(self, line: str) -> Move:
        """Return the move that a line says. Raises `NotationError`."""
        move = parse(line.strip(" \t"))
        if move is not TURN:
            raise unreadable(line)
        return move


def _lines(told: LogEntry) -> Iterator[str]:
    """Yield the line for an entry of the log: cards turned or taken, or a player who is out."""
    what: Told = told.what
    match what:
        case Turned():
            yield str(what)
        case TookCards():
            yield f"takes {told.seat + 1} {what.cards}"
        case FellOut.OUT:
            yield f"out {told.seat + 1}"
        case WarTurn() | DealtPiles() | Shuffled() | GivenUp():
            pass  # nobody knows the cards, and the result tells the end
        case _:
            assert_never(what)


WORDS: Final = WarWords()
