"""The line protocol of Zen: its words are the same in every language."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import Outcome, View
from engine.log import FORFEIT, LogEntry
from engine.reasons import NotationError, NotationReason, shown
from engine.zen.moves import COLOURS, Answer, BoardMove, FirstColour, Move, parse
from engine.zen.options import colour_of
from engine.zen.positions import format_position
from engine.zen.told import NOBODY
from engine.zen.view import ZenView


class ZenWords:
    """The lines that a program hears as it plays. Nothing is hidden, so it can join late."""

    def situation(self, view: View[Move]) -> list[str]:
        """Return the line of the game and all that happened, the seat's own moves included."""
        zen = _zen(view)
        return [_game(zen), *(line for told in zen.log for line in _lines(zen, told))]

    def since(self, view: View[Move], told: int) -> list[str]:
        """Return the lines for the log after its first `told` entries; if 0, the first line too."""
        zen = _zen(view)
        lines = [] if told else [_game(zen)]
        for line in list(zen.log)[told:]:
            if line.seat != zen.seat or not isinstance(line.what, BoardMove | Answer):
                lines += _lines(zen, line)
        return lines

    def asking(self, view: View[Move]) -> list[str]:
        """Return the line that asks the seat for a move, or for an answer, with the position."""
        zen = _zen(view)
        assert zen.seat is not None
        asked = "answer" if zen.is_asked else "play"
        return [f"{asked} {zen.options.seats[zen.seat]}: {format_position(zen.position)}"]

    def result(self, outcome: Outcome) -> list[str]:
        """Return the last line: the winner, the reason, and the points of both colours, if any."""
        winner = COLOURS[colour_of(outcome.winners[0])] if outcome.winners else NOBODY
        points = [str(points) for points in outcome.points[: len(COLOURS)]]
        return [" ".join(["end", winner, outcome.why.code, *points])]

    def read(self, line: str) -> Move:
        """Return the move, or the answer, that a line says. Raises `NotationError`."""
        move = parse(line.strip(" \t"))
        if isinstance(move, FirstColour):
            raise NotationError(NotationReason.UNREADABLE, text=shown(line))
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


def _zen(view: View[Move]) -> ZenView:
    assert isinstance(view, ZenView)
    return view
