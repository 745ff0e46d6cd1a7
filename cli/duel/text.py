"""The duel as the bytes of the strict line mode: its words and prompts, never coloured."""

from __future__ import annotations

from collections.abc import Callable

from engine.duel import line_words
from engine.duel.moves import SEATS, Move, Turn
from engine.duel.view import DuelView
from engine.game import Outcome, View

PROMPT = b"> "
PROMPT_AFTER_ERROR = b"#> "


ViewOf = Callable[[int | None], View[Move]]
"""A function from seats to their views at one moment: `table.view`, or what its reader may see."""


class DuelText:
    """Writes situations, answers and results as UTF-8 lines; `align` pads SUD as wide as NORD."""

    def __init__(self, align: bool = False) -> None:
        self._names = [name.ljust(4) for name in SEATS] if align else SEATS

    def situation(self, look: ViewOf) -> bytes:
        """Return both status lines and the hand of the player to move, or who would be next.

        A hand that is not shown has no line.
        """
        open_to_all = _duel(look(None))
        mover = open_to_all.mover
        shown = _duel(look(mover))
        is_hidden = mover is not None and shown.hands[mover] is None
        hand = [] if is_hidden else [line_words.hand(shown)]
        return _lines(*line_words.status(open_to_all.sides, self._names), *hand)

    def answer(self, before: View[Move], turn: Turn, look: ViewOf) -> bytes:
        """Return what is printed after a legal turn: its counts and the situation it leads to."""
        was, now = _duel(before), _duel(look(None))
        mover = was.mover or 0
        drawn = was.sides[mover].draw_size - now.sides[mover].draw_size
        return _lines(line_words.counts(turn, drawn)) + self.situation(look)

    def result(self, outcome: Outcome) -> bytes:
        """Return the last line of a game that is over."""
        return _lines(line_words.result(outcome))


def _duel(view: View[Move]) -> DuelView:
    assert isinstance(view, DuelView)
    return view


def _lines(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()
