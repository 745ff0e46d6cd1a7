"""The piles of a duel card by card, and the turns that laid them, by the log of a view."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from engine.duel.moves import Drew, Lay, Turn
from engine.duel.rules import ASCENDING_BASE, DESCENDING_BASE
from engine.duel.view import DuelView


class LaidCard(NamedTuple):
    """A card on a pile, and the seat that laid it."""

    card: int
    seat: int


class LastTurn(NamedTuple):
    """A turn: its seat, its cards, and how many were drawn; None while it is being made."""

    seat: int
    lays: tuple[Lay, ...]
    drew: int | None


Heaps: TypeAlias = "tuple[tuple[tuple[LaidCard, ...], ...], ...]"
"""For each seat the cards of its ascending and of its descending pile, lowest first."""


class PileHistory(NamedTuple):
    """The piles after some turns, and the turns that are shown beside them.

    Attributes:
        heaps: The cards on the piles.
        last: The last whole turn, None before the first.
        making: The turn that is being made, None between turns.
    """

    heaps: Heaps
    last: LastTurn | None = None
    making: LastTurn | None = None


def past_of(view: DuelView, steps: Sequence[Lay], seat: int | None, now: DuelView) -> PileHistory:
    """Return the piles of a view, with the cards of the turn that is being made.

    Args:
        view: The view, before these steps or after them.
        steps: The cards of the turn that is being made.
        seat: The seat that makes it.
        now: The view of the game as it stands; without a turn its tops are the lowest cards.
    """
    turns = turns_of(view)
    laid = sum(side.laid.bit_count() for side in view.sides)
    is_during = bool(steps) and laid > sum(len(turn.lays) for turn in turns)
    bases = [(ASCENDING_BASE, DESCENDING_BASE)] * 2
    if not turns_of(now):  # the game may have begun in a position
        bases = [(side.up, side.down) for side in now.sides]
    heaps = [[[LaidCard(base, who)] for base in bases[who]] for who in (0, 1)]
    for turn in turns:
        _lay(heaps, turn.seat, turn.lays)
    making = None
    if is_during and seat is not None:
        _lay(heaps, seat, steps)
        making = LastTurn(seat, tuple(steps), None)
    last = turns[-1] if turns else None
    piles = tuple(tuple(map(tuple, of_seat)) for of_seat in heaps)
    return PileHistory(piles, last, making)


def laid_on(before: Heaps, after: Heaps) -> tuple[int, int] | None:
    """Return the seat and the place of the pile that has grown by one card.

    None if another number of piles has changed, or a card was taken back.
    """
    grown = [
        (seat, at)
        for seat, (old, new) in enumerate(zip(before, after, strict=False))
        for at in (0, 1)
        if old[at] != new[at]
    ]
    if len(grown) != 1:
        return None
    seat, at = grown[0]
    return grown[0] if after[seat][at][:-1] == before[seat][at] else None


def turns_of(view: DuelView) -> list[LastTurn]:
    """Return the turns in the log of a view, each with the number of cards drawn after it."""
    turns: list[LastTurn] = []
    for _ply, seat, told in view.log:
        if isinstance(told, Turn):
            turns.append(LastTurn(seat, told.lays, 0))
        elif isinstance(told, Drew) and turns:
            turns[-1] = turns[-1]._replace(drew=told.size)
    return turns


def drawn_last(view: DuelView) -> frozenset[int]:
    """Return the cards in hand that came with the last draw; none before the first one."""
    last: tuple[int, ...] = ()
    for _ply, seat, told in view.log:
        if seat == view.seat and isinstance(told, Drew):
            last = told.cards or ()
    return frozenset(last)


def _lay(heaps: list[list[list[LaidCard]]], seat: int, lays: Iterable[Lay]) -> None:
    for lay in lays:
        owner = 1 - seat if lay.pile.is_theirs else seat
        heaps[owner][0 if lay.pile.is_ascending else 1].append(LaidCard(lay.card, seat))
