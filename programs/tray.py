"""The tray on which a program tries its moves out before it makes one: are they legal, and why not.

It knows what the program's seat may know, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

from engine.game import Game, View
from engine.reasons import IllegalMove, NotationError

ASKS: Final = b"?"
"""How a question begins; no move of any game does."""

MOST_QUESTIONS: Final = 10_000
"""The most questions in one turn: their answers take our time and not the program's."""


class Tray:
    """The answers to a program's questions about one view."""

    def __init__(self, game: Game[Any], view: View[Any]) -> None:
        self._game = game
        self._view = view

    def answer(self, question: bytes) -> Sequence[str]:
        """Return the lines that answer a question: `?` and a move, or `?` alone for all moves."""
        try:
            asked = question.removeprefix(ASKS).decode().strip()
        except UnicodeDecodeError:
            return ["! unreadable: not UTF-8"]
        return [self._verdict(asked)] if asked else self._legal

    def _verdict(self, asked: str) -> str:
        assert self._game.line_words
        try:
            self._view.check(self._game.line_words.read(asked))
        except NotationError as why:
            return f"! unreadable: {why}"
        except IllegalMove as why:
            return f"! illegal {why.reason.code}: {why}"
        return "! legal"

    @cached_property
    def _legal(self) -> Sequence[str]:
        moves = [self._game.format(move) for move in self._view.legal()]
        return [f"! {len(moves)}", *moves]
