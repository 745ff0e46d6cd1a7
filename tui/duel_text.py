"""The duel in the words of the strict line mode, to the byte: always French, never coloured."""

from __future__ import annotations

from collections.abc import Callable

from engine.duel.moves import Move, Turn, write_cards
from engine.duel.rules import SEATS, cards_of
from engine.duel.side import Side
from engine.duel.view import DuelView
from engine.game import Outcome, View

PROMPT = b"> "
PROMPT_AFTER_ERROR = b"#> "


Look = Callable[[int | None], View[Move]]
"""What each seat sees at one moment: `table.view` or `state.view`."""


class DuelText:
    """Writes situations, answers and results as UTF-8 lines; `align` pads SUD as wide as NORD."""

    def __init__(self, align: bool = False) -> None:
        self.align = align

    def situation(self, look: Look) -> bytes:
        """Return both status lines and the hand of the player to move, or who would be next."""
        open_to_all = _duel(look(None))
        names = [name.ljust(4) if self.align else name for name in SEATS]
        north, south = map(_status, names, open_to_all.sides)
        return _lines(north, south, _hand(_duel(look(open_to_all.mover))))

    def answer(self, before: View[Move], turn: Turn, look: Look) -> bytes:
        """Return what is printed after a legal turn: its counts and the situation it leads to."""
        was, now = _duel(before), _duel(look(None))
        mover = was.mover or 0
        drawn = was.sides[mover].draw_size - now.sides[mover].draw_size
        counts = f"{len(turn.lays)} cartes posées, {drawn} cartes piochées"
        return _lines(counts) + self.situation(look)

    def result(self, outcome: Outcome) -> bytes:
        """Return the last line of a game that is over."""
        return _lines(f"partie finie, {SEATS[outcome.winners[0]]} a gagné")


def _duel(view: View[Move]) -> DuelView:
    assert isinstance(view, DuelView)
    return view


def _status(name: str, side: Side) -> str:
    return f"{name} ^[{side.up:02}] v[{side.down:02}] (m{side.hand_size}p{side.draw_size})"


def _hand(view: DuelView) -> str:
    cards = cards_of(view.hand)
    return f"cartes {SEATS[view.mover or 0]} {{ {write_cards(cards)}{' ' if cards else ''}}}"


def _lines(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()
