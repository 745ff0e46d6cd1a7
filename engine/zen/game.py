"""Zen as one of the games: its key, its options, its notation, its players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

from engine.game import Hint, Json, LineWords, Play, Player, StopFlag, View, never
from engine.zen import moves
from engine.zen.board import parse_square
from engine.zen.moves import ANNOUNCE, Answer, BoardMove, Move, ZenStep
from engine.zen.options import ZenOptions
from engine.zen.reasons import ZenEnding
from engine.zen.state import ZenState
from engine.zen.view import ZenView


class Zen:
    """Zen l'Initié."""

    key = "zen"
    rules_version = 1
    opening_plies = 4
    move_types = get_args(Move)
    chance_words = ("begin ",)
    endings = ZenEnding
    options = ZenOptions

    @property
    def computer_players(self) -> Mapping[str, Callable[[int], Player[Move]]]:
        """The kinds of computer player, weakest first, each made from a seed."""
        from engine.zen.players import COMPUTER_PLAYERS

        return COMPUTER_PLAYERS

    def hint(self, view: View[Move], stop: StopFlag = never) -> Hint:
        """Return the strongest player's move for the seat of the view. Raises `Stopped`."""
        from engine.zen.hints import hint

        assert isinstance(view, ZenView)
        return hint(view, stop)

    @property
    def line_words(self) -> LineWords[Move]:
        """The line protocol of Zen, for programs that play it."""
        from engine.zen.line_words import ZenWords

        return ZenWords()

    def seats(self, options: ZenOptions) -> tuple[str, ...]:
        """Return the names of the seats, in order."""
        return options.seats

    def sides(self, options: ZenOptions) -> tuple[tuple[int, ...], ...]:
        """Return the sides: the seats of each colour."""
        return options.team(0), options.team(1)

    def start(self, options: ZenOptions) -> ZenState:
        """Return a game before all moves, the draw for who begins included."""
        return ZenState.new(options)

    def parse(self, text: str) -> Move:
        """Read a move, an answer or which colour begins. Raises `NotationError`."""
        return moves.parse(text)

    def format(self, move: Move) -> str:
        """Write a move in its canonical form."""
        return str(move)

    def swapped_deal(self, plays: Sequence[Play]) -> None:
        """Return None: nothing is dealt."""

    def steps(self, move: Move) -> tuple[ZenStep, ...]:
        """Return the squares of a move and its announcement, or the answer; none for chance."""
        if isinstance(move, BoardMove):
            squares = (move.start, move.end)
            return (*squares, ANNOUNCE) if move.announces else squares
        return (move,) if isinstance(move, Answer) else ()

    def parse_step(self, text: str) -> ZenStep:
        """Read a square, the announcement or an answer. Raises `NotationError`."""
        if text == ANNOUNCE:
            return ANNOUNCE
        answers = {str(answer): answer for answer in Answer}
        return answers[text] if text in answers else parse_square(text)

    def format_step(self, step: ZenStep) -> str:
        """Write a square, the announcement or an answer."""
        return str(step)

    def format_wire(self, move: Move) -> str:
        """Write a move as messages between machines have it: in its canonical form."""
        return self.format(move)

    def parse_wire(self, text: str) -> Move:
        """Read a move of a message. Raises `NotationError`."""
        return self.parse(text)

    def view_to_json(self, view: ZenView, known: ZenView | None = None) -> Json:
        """Return the exact JSON form of a view, from an earlier view `known` on unless None."""
        from engine.zen.view_json import to_json

        return to_json(view, known)

    def view_from_json(self, document: Any, known: ZenView | None = None) -> ZenView:
        """Return the view that `view_to_json` wrote. Raises `ValueError`."""
        from engine.zen.view_json import from_json

        return from_json(document, known)


ZEN = Zen()
