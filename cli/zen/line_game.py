"""Zen in the line mode for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from cli.lines.game import Look
from cli.lines.words import Word
from cli.zen import looking, text
from cli.zen.words import ANSWERING, WORDS
from engine.game import Outcome, Play, View
from engine.timeline import Timeline
from engine.zen.game import ZEN
from engine.zen.moves import Answer, Move
from engine.zen.options import ZenOptions, colour_of
from engine.zen.typed import read_typed
from engine.zen.view import ZenView
from words.seat_names import seat_name
from words.translation import mark


class ZenLines:
    """Zen in lines; see `LineGame`."""

    key = ZEN.key
    words: Sequence[Word] = WORDS
    looks: Mapping[str, Look] = {
        "moves": looking.moves,
        "board": looking.board,
        "pawns": looking.pawns,
        "position": looking.position,
    }
    moves: Mapping[str, str] = {"back": str(Answer.BACK), "accept": str(Answer.ACCEPT)}
    enter = ""
    move_help = mark("A move: F11-F8, a capture: B1xB4, the Zen: ZF6-F9; f11f8 will do.")
    no_move = mark("{text} is neither a move like F11-F8 nor a word; help lists the words.")

    def fits(self, word: Word, view: ZenView) -> bool:
        """Say whether an answer is asked for."""
        return word.english not in ANSWERING or view.is_asked

    def read(self, typed: str, view: View[Any]) -> Move:
        """Read a typed move. Raises `NotationError`, `IllegalMove`."""
        assert isinstance(view, ZenView)
        return read_typed(typed, view.position)

    def told(self, move: Move) -> str:
        """Return a move as it could be typed."""
        return text.answer_word(move) if isinstance(move, Answer) else str(move)

    def title(self, options: ZenOptions) -> str:
        """Return which game is played."""
        return text.rules(options)

    def prompt(self, view: ZenView, seat: int | None) -> str:
        """Return what stands before a move: who makes it."""
        return text.prompt(view.options, seat)

    def situation(self, view: ZenView) -> Iterator[str]:
        """Yield the board and what else there is to know."""
        return text.situation(view)

    def answer(self, before: ZenView, play: Play, view: ZenView) -> Iterator[str]:
        """Yield what a move, an answer or a lot led to."""
        return text.answer(before, play, view)

    def result(self, outcome: Outcome) -> str:
        """Return how the game ended."""
        return text.result(outcome)

    def log(self, view: ZenView) -> Iterator[str]:
        """Yield what was played, the moves with their numbers."""
        return looking.log(view)

    def opponent(self, timeline: Timeline[Any], seat: int) -> str:
        """Return the name of the other side."""
        return seat_name(self.key, timeline.seats[1 - colour_of(seat)])


ZEN_LINES: Final = ZenLines()
"""Zen in lines."""
