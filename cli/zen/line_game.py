"""Zen in the line mode for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cli.lines.game import Look
from cli.zen import looking, telling
from engine.game import CHANCE, Outcome, Play, View
from engine.timeline import Timeline
from engine.zen.game import ZEN
from engine.zen.moves import Answer, Move, read_typed
from engine.zen.options import ZenOptions
from engine.zen.view import ZenView
from play.action import Word
from play.games.actions import words_at
from play.story import Highlight
from words.plain_text import folded
from words.translation import _, mark


class ZenLines:
    """Zen in lines; see `LineGame`.

    Attributes:
        draws: Whether the board is drawn after each move; told in words where it is not.
    """

    key = ZEN.key
    words = words_at(key)
    moves: Mapping[str, str] = {"back": str(Answer.BACK), "accept": str(Answer.ACCEPT)}
    enter = ""
    covers = ""
    move_help = mark("A move: F11-F8, or f11f8.\nA capture: B1xB4, or b1b4.\nThe Zen: ZF6-F9.")
    no_move = mark("{text} is neither a move like F11-F8 nor a word; help lists the words.")

    def __init__(self, *, draws: bool = False) -> None:
        """Draw the board or tell it."""
        self.draws = draws
        self.looks: Mapping[str, Look] = {
            "moves": looking.moves,
            "pieces": looking.pieces,
            "board": self.board,
            "pawns": looking.pawns,
            "position": looking.position,
        }

    def board(self, view: ZenView, rest: str) -> Iterator[str]:
        """Yield the board drawn; `on` draws it after each move from now on, `off` tells it."""
        on, off = ("on", folded(_("on"))), ("off", folded(_("off")))
        if folded(rest) in (*on, *off):
            self.draws = folded(rest) in on
            yield _("The board is drawn.") if self.draws else _("The board is told.")
        elif rest:
            yield _("Type board, board on or board off.")
        if not rest or (self.draws and folded(rest) in on):
            yield from telling.situation(view)

    def fits(self, word: Word, view: ZenView) -> bool:
        """Say whether an answer is asked for."""
        return word.id not in ("answer", "accept_loss") or view.is_asked

    def read(self, typed: str, view: View[Any]) -> Move:
        """Read a typed move. Raises `NotationError`, `IllegalMove`."""
        assert isinstance(view, ZenView)
        return read_typed(typed, view.position)

    def told(self, move: Move) -> str:
        """Return a move as it could be typed."""
        return telling.answer_word(move) if isinstance(move, Answer) else str(move)

    def fact(self, fact: object) -> object:
        """Return a fact of a reason as it is."""
        return fact

    def title(self, options: ZenOptions) -> str:
        """Return which game is played."""
        return telling.rules(options)

    def prompt(self, view: ZenView, seat: int | None) -> str:
        """Return what stands before a move: who makes it."""
        return telling.prompt(view.options, seat)

    def situation(self, view: ZenView) -> Iterator[str]:
        """Yield the board, piece by piece if it is not drawn, and what else there is to know."""
        if not self.draws:
            yield from looking.pieces(view, "")
        yield from telling.situation(view, draws=self.draws)

    def answer(self, before: ZenView, play: Play, view: ZenView) -> Iterator[str]:
        """Yield what a move, an answer or a lot led to."""
        if not self.draws and play.seat != CHANCE:
            yield from looking.said(play.move, before)
        yield from telling.answer(before, play, view, draws=self.draws)

    def said(self, move: Move, view: ZenView) -> Iterator[str]:
        """Yield which piece goes from where to where."""
        return looking.said(move, view)

    def step(self, step: Any, view: ZenView) -> str:
        """Return a step of a move in words."""
        return looking.step(step, view)

    def highlights(self, timeline: Timeline[Any]) -> Sequence[Highlight]:
        """Return the turns worth going to."""
        from play.games.zen.story import highlights

        return highlights(timeline)

    def result(self, outcome: Outcome) -> str:
        """Return how the game ended."""
        return telling.result(outcome)

    def log(self, view: ZenView) -> Iterator[str]:
        """Yield what was played, the moves with their numbers."""
        return looking.log(view)
