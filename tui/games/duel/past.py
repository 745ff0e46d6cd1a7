"""What lies on the piles and how it came there: told by the moves that a view was told of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from engine.duel.moves import Lay, parse_turn
from engine.duel.rules import ASCENDING_BASE, DESCENDING_BASE
from engine.duel.view import DuelView

DRAW: Final = "draw "
"""How a log begins to tell what was drawn."""


class LaidCard(NamedTuple):
    """A card on a pile, and the seat that laid it."""

    card: int
    seat: int


class LastTurn(NamedTuple):
    """A turn: who laid what, and how many cards were drawn; None while it is being made."""

    seat: int
    lays: tuple[Lay, ...]
    drew: int | None


Heaps: TypeAlias = "tuple[tuple[tuple[LaidCard, ...], ...], ...]"
"""For each seat the cards of its ascending and of its descending pile, lowest first."""


class PileHistory(NamedTuple):
    """What the turns so far have brought.

    Attributes:
        heaps: What lies on the piles.
        last: The last whole turn, None before the first.
        making: The turn in the middle of which one is, None where one is in none.
    """

    heaps: Heaps
    last: LastTurn | None = None
    making: LastTurn | None = None


def past_of(view: DuelView, steps: Sequence[Lay], seat: int | None) -> PileHistory:
    """Return what the turns of a view brought, the one in the middle of which it is included.

    Args:
        view: What is shown; of the steps it may have none or all.
        steps: The cards that were laid last.
        seat: Who laid them.
    """
    turns = turns_of(view)
    laid = sum(side.laid.bit_count() for side in view.sides)
    is_during = bool(steps) and laid > sum(len(turn.lays) for turn in turns)
    heaps: list[list[list[LaidCard]]] = [
        [[LaidCard(ASCENDING_BASE, who)], [LaidCard(DESCENDING_BASE, who)]] for who in (0, 1)
    ]
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
    """Return on whose pile, and on which of the two, one card was laid and nothing else changed.

    None where nothing was laid, more than one card, or one was taken back.
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
    """Return the turns that a view was told of, each with how many cards were drawn after it."""
    turns: list[LastTurn] = []
    for told in view.log:
        if told.text[:1].isdigit():
            turns.append(LastTurn(told.seat, parse_turn(told.text).lays, 0))
        elif told.text.startswith(DRAW) and turns:
            turns[-1] = turns[-1]._replace(drew=len(told.text.split()) - 1)
    return turns


def drawn_last(view: DuelView) -> frozenset[int]:
    """Return the cards in hand that came with the last draw; none before the first one."""
    draws = (
        told.text for told in view.log if told.seat == view.seat and told.text.startswith(DRAW)
    )
    last = max(enumerate(draws), default=(0, ""))[1]
    return frozenset(int(card) for card in last.split()[1:] if card.isdigit())


def _lay(heaps: list[list[list[LaidCard]]], seat: int, lays: Iterable[Lay]) -> None:
    for lay in lays:
        owner = 1 - seat if lay.pile.is_theirs else seat
        heaps[owner][0 if lay.pile.is_ascending else 1].append(LaidCard(lay.card, seat))
