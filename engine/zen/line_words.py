"""The line protocol of Zen: its words are the same in every language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.game import Outcome
from engine.log import FORFEIT, LogEntry
from engine.reasons import unreadable
from engine.zen.moves import COLOURS, NOBODY, Answer, BoardMove, FirstColour, Move, parse
from engine.zen.options import colour_of
from engine.zen.positions import format_position
from engine.zen.view import ZenView


class ZenWords:
    """The lines that a program hears as it plays. Nothing is hidden, so it can join late."""

    def situation(self, view: ZenView) -> list[str]:
        """Return the line of the game and all that happened, the seat's own moves included."""
        return [_game(view), *(line for told in view.log for line in _lines(view, told))]

    def since(self, view: ZenView, told: int) -> list[str]:
        """Return the lines for the log after its first `told` entries; if 0, the first line too."""
        lines = [] if told else [_game(view)]
        for line in list(view.log)[told:]:
            if line.seat != view.seat or not isinstance(line.what, BoardMove | Answer):
                lines += _lines(view, line)
        return lines

    def asking(self, view: ZenView) -> list[str]:
        """Return the line that asks the seat for a move, or for an answer, with the position."""
        assert view.seat is not None
        asked = "answer" if view.is_asked else "play"
        return [f"{asked} {view.options.seats[view.seat]}: {format_position(view.position)}"]

    def result(self, outcome: Outcome) -> list[str]:
        """Return the last line: the winner, the reason, and the points of both colours, if any."""
        winner = COLOURS[colour_of(outcome.winners[0])] if outcome.winners else NOBODY
        points = [str(points) for points in outcome.points[: len(COLOURS)]]
        return [" ".join(["end", winner, outcome.why.code, *points])]

    def read(self, line: str) -> Move:
        """Return the move, or the answer, that a line says. Raises `NotationError`."""
        move = parse(line.strip(" \t"))
        if isinstance(move, FirstColour):
            raise unreadable(line)
        return move


def _game(zen: ZenView) -> str:
    """Return the line that says which game is played, and from where if not from the start."""
    options = zen.options
    words = ["zen", str(options.variant), options.announce, str(options.players), options.position]
    return " ".join(words).rstrip()


def _lines(zen: ZenView, told: LogEntry) -> Iterator[str]:
    """Yield the lines for an entry of the log; the end of the game is the last of all."""
    if isinstance(told.what, BoardMove | Answer):
        yield f"{zen.options.seats[told.seat]}: {told.what}"
    elif told.what is not FORFEIT:
        yield str(told.what)


WORDS: Final = ZenWords()
