"""Zen in lines for programs that play it: the same words in every language."""

from __future__ import annotations

from collections.abc import Iterator

from engine.game import NotationError, Outcome, View
from engine.log import Told
from engine.zen.moves import COLOURS, Answer, Begins, BoardMove, Move, parse
from engine.zen.options import colour_of
from engine.zen.position_text import format_position
from engine.zen.squares import shown
from engine.zen.view import ZenView

NOBODY = "-"


class ZenWords:
    """Zen told to a program that plays it. All of it is open, so who comes late hears all of it."""

    def situation(self, view: View[Move]) -> list[str]:
        """Return which game it is and all that happened, the seat's own moves too."""
        zen = _zen(view)
        return [_game(zen), *(line for told in zen.log for line in _lines(zen, told))]

    def since(self, view: View[Move], told: int) -> list[str]:
        """Return what happened after so many lines of the log; which game it is, if after none."""
        zen = _zen(view)
        lines = [] if told else [_game(zen)]
        for line in list(zen.log)[told:]:
            if line.seat != zen.seat or not _is_move(line.text):
                lines += _lines(zen, line)
        return lines

    def asking(self, view: View[Move]) -> list[str]:
        """Return the line that asks the seat for a move, or for an answer, with the position."""
        zen = _zen(view)
        assert zen.seat is not None
        asked = "answer" if zen.is_asked else "play"
        return [f"{asked} {zen.options.seats[zen.seat]}: {format_position(zen.position)}"]

    def result(self, outcome: Outcome) -> list[str]:
        """Return the last line: who won, why, and the points of Black and of White, if any."""
        winner = COLOURS[colour_of(outcome.winners[0])] if outcome.winners else NOBODY
        points = [str(points) for points in outcome.points[: len(COLOURS)]]
        return [" ".join(["end", winner, outcome.why.code, *points])]

    def read(self, line: str) -> Move:
        """Return the move, or the answer, that a line says. Raises `NotationError`."""
        move = parse(line.strip(" \t"))
        if isinstance(move, Begins):
            raise NotationError(f"{shown(line)} is no move of a player")
        return move


def _game(zen: ZenView) -> str:
    """Return the line that says which game is played, and from where if not from the start."""
    options = zen.options
    words = ["zen", str(options.variant), options.announce, str(options.players), options.position]
    return " ".join(words).rstrip()


def _lines(zen: ZenView, told: Told) -> Iterator[str]:
    """Yield what is said of a line of the log: how the game ended is told last."""
    if _is_move(told.text):
        yield f"{zen.options.seats[told.seat]}: {told.text}"
    elif told.text != "forfeit":
        yield told.text


def _is_move(text: str) -> bool:
    try:
        return isinstance(parse(text), BoardMove | Answer)
    except NotationError:
        return False


def _zen(view: View[Move]) -> ZenView:
    assert isinstance(view, ZenView)
    return view
