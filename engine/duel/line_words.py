"""The line protocol of the duel: its fixed French words, the same in every language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.duel.moves import DECK_SIZE, HAND_SIZE, SEATS, Turn, parse_turn, write_cards
from engine.duel.rules import by_seat, cards_of, draw_count
from engine.duel.sides import Side, carry_out
from engine.duel.view import DuelView
from engine.game import Outcome

_DEALT: Final = Side(hand_size=HAND_SIZE, draw_size=DECK_SIZE - HAND_SIZE)


def status(sides: Sequence[Side], names: Sequence[str] = SEATS) -> list[str]:
    """Return both players' piles and counts.

    >>> status((_DEALT, _DEALT))
    ['NORD ^[01] v[60] (m6p52)', 'SUD ^[01] v[60] (m6p52)']
    """
    return [
        f"{name} ^[{side.up:02}] v[{side.down:02}] (m{side.hand_size}p{side.draw_size})"
        for name, side in zip(names, sides, strict=True)
    ]


def hand(view: DuelView) -> str:
    """Return the line with the hand of the seat that is to move, or would be next."""
    cards = cards_of(view.hand)
    return f"cartes {SEATS[view.mover or 0]} {{ {write_cards(cards)}{' ' if cards else ''}}}"


def counts(turn: Turn, drawn: int) -> str:
    """Return the line that counts the cards a turn laid and drew."""
    return f"{len(turn.lays)} cartes posées, {drawn} cartes piochées"


def result(outcome: Outcome) -> str:
    """Return the last line of a game that is over."""
    return f"partie finie, {SEATS[outcome.winners[0]]} a gagné"


class DuelWords:
    """The lines that a program hears as it plays: the knowledge of its seat, each thing once."""

    def situation(self, view: DuelView) -> list[str]:
        """Return both status lines."""
        return status(view.sides)

    def since(self, view: DuelView, told: int) -> list[str]:
        """Return the lines for the log after its first `told` entries; if 0, from the deal on.

        Each turn of the opponent is a line; after each turn of either come its counts and both
        status lines.
        """
        sides = (_DEALT, _DEALT)
        lines = status(sides) if told == 0 else []
        for place, (_ply, seat, turn) in enumerate(view.log):
            if not isinstance(turn, Turn):
                continue  # the draw follows from the turn; the end of the game is told last
            drawn, sides = _after(turn, seat, sides)
            if place >= told:
                lines += [] if seat == view.seat else [f"{SEATS[seat]} {turn}"]
                lines += [counts(turn, drawn), *status(sides)]
        return lines

    def asking(self, view: DuelView) -> list[str]:
        """Return the line that shows the hand of the seat to move."""
        return [hand(view)]

    def result(self, outcome: Outcome) -> list[str]:
        """Return the last line of the game."""
        return [result(outcome)]

    def read(self, line: str) -> Turn:
        """Return the turn that a line says. Raises `NotationError`."""
        return parse_turn(line)


def _after(turn: Turn, seat: int, sides: tuple[Side, Side]) -> tuple[int, tuple[Side, Side]]:
    """Return the number of cards drawn after a turn, and both sides after that."""
    own, other = carry_out(turn.lays, sides[seat], sides[1 - seat])
    gave = any(lay.pile.is_theirs for lay in turn.lays)
    drawn = draw_count(own.hand_size, own.draw_size, gave)
    own = own._replace(hand_size=own.hand_size + drawn, draw_size=own.draw_size - drawn)
    return drawn, by_seat(seat, own, other)


WORDS: Final = DuelWords()
