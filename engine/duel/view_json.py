"""The exact JSON form of a duel's view, both ways, as a remote client or a program is sent it."""

from __future__ import annotations

from typing import Any

from engine.duel.moves import HIGHEST
from engine.duel.reasons import Ending
from engine.duel.rules import DECK, DESCENDING_BASE, Side, cards_of, mask_of
from engine.duel.told import read_told, write_told
from engine.duel.view import DuelView
from engine.game import CHANCE, Json
from engine.view_values import log, log_json, number, one_of, outcome


def to_json(view: DuelView, known: DuelView | None = None) -> Json:
    """Return the view as a document of lists, dicts, ints and texts.

    The turns in the log have four characters a card. With `known`, an earlier view, the log and
    the cards laid have only what came since.
    """
    laid = _laid(known)
    return {
        "seat": view.seat,
        "to_move": list(view.to_move),
        "mover": view.mover,
        "sides": [_side_to_json(*side) for side in zip(view.sides, laid, strict=True)],
        "hands": [None if hand is None else [*cards_of(hand)] for hand in view.hands],
        "outcome": None if view.outcome is None else view.outcome.to_json(),
        "log": log_json(view.log, known.log if known else None, write_told),
    }


def from_json(document: Any, known: DuelView | None = None) -> DuelView:
    """Return the view that `to_json` wrote, with the same `known`. Raises `ValueError`."""
    try:
        sides = zip(document["sides"], _laid(known), strict=True)
        north, south = (_side_from_json(*side) for side in sides)
        first, second = (None if hand is None else _mask(hand) for hand in document["hands"])
        return DuelView(
            one_of(document["seat"], (0, 1, None)),
            tuple(one_of(seat, (0, 1, CHANCE)) for seat in document["to_move"]),
            one_of(document["mover"], (0, 1, None)),
            (north, south),
            (first, second),
            outcome(document["outcome"], Ending, (0, 1)),
            log(document["log"], known.log if known else None, (0, 1, CHANCE), read_told),
        )
    except (KeyError, TypeError, IndexError) as fault:
        raise ValueError(f"not a view of a duel: {fault!r}") from None


def _mask(cards: Any) -> int:
    mask = mask_of(number(card, HIGHEST) for card in cards)
    if mask & ~DECK or mask.bit_count() != len(cards):
        raise ValueError("not a view of a duel: no set of cards from 2 to 59")
    return mask


def _laid(known: DuelView | None) -> tuple[int, int]:
    """Return the masks of the cards that both sides are known to have laid."""
    return (known.sides[0].laid, known.sides[1].laid) if known else (0, 0)


def _side_to_json(side: Side, laid: int) -> Json:
    return {**side._asdict(), "laid": [*cards_of(side.laid & ~laid)]}


def _side_from_json(document: Any, laid: int) -> Side:
    numbers = {name: number(document[name], DESCENDING_BASE) for name in Side._fields[:-1]}
    return Side(**numbers, laid=laid | _mask(document["laid"]))
