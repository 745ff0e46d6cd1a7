"""The line protocol of Bataille: its words are the same in every language."""

from __future__ import annotations

from engine.game import CHANCE, Outcome, View
from engine.log import LogEntry
from engine.reasons import NotationError
from engine.war.moves import TURN, Move, parse
from engine.war.view import WarView


class WarWords:
    """The lines that a program hears as it plays. Nothing is known to some alone."""

    def situation(self, view: View[Move]) -> list[str]:
        """Return the line of the game and all that happened."""
        return self.since(view, 0)

    def since(self, view: View[Move], told: int) -> list[str]:
        """Return what happened after the first `told` log lines; if 0, with the game's line."""
        war = _war(view)
        options = war.options
        lines = [] if told else [f"war {options.players} {options.cards} {options.limit}"]
        latest = war.log.latest(len(war.log) - told)
        return [*lines, *(_line(line) for line in latest if _is_told(line))]

    def asking(self, view: View[Move]) -> list[str]:
        """Return the line that asks the seat to turn, with the number of cards in each pile."""
        war = _war(view)
        assert war.seat is not None
        return [f"play {war.seat + 1}: {' '.join(map(str, war.piles))}"]

    def result(self, outcome: Outcome) -> list[str]:
        """Return the last line: why the game ended, and who won."""
        return [" ".join(["end", outcome.why.code, *(str(seat + 1) for seat in outcome.winners)])]

    def read(self, line: str) -> Move:
        """Return the move that a line says. Raises `NotationError`."""
        move = parse(line.strip(" \t"))
        if move is not TURN:
            raise NotationError(f"{str(move)[:40]!r} is no move of a player")
        return move


def _is_told(told: LogEntry) -> bool:
    """Whether a line of the log is told; `duel` says a turn, and nobody knows a shuffle."""
    return told.seat != CHANCE and told.text not in (str(TURN), "forfeit")


def _line(told: LogEntry) -> str:
    """Return a line of the log with its seat behind its first word, unless the text names seats."""
    word, _, rest = told.text.partition(" ")
    return told.text if word == "duel" else f"{word} {told.seat + 1} {rest}".rstrip()


def _war(view: View[Move]) -> WarView:
    assert isinstance(view, WarView)
    return view
