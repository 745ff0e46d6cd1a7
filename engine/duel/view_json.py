"""The exact JSON form of a duel's view, both ways: what a far client or a program is sent."""

from __future__ import annotations

from typing import Any, Final

from engine.duel.reasons import Ending
from engine.duel.rules import cards_of, mask_of
from engine.duel.side import Side
from engine.duel.view import DuelView
from engine.game import Json, Outcome
from engine.log import Told, log_of

_ENDINGS: Final = {ending.code: ending for ending in Ending}


def to_json(view: DuelView) -> Json:
    """Return the view as a document of lists, dicts, ints and texts."""
    return {
        "seat": view.seat,
        "to_move": list(view.to_move),
        "mover": view.mover,
        "sides": [_side_to_json(side) for side in view.sides],
        "hands": [None if hand is None else [*cards_of(hand)] for hand in view.hands],
        "outcome": None if view.outcome is None else view.outcome.to_json(),
        "log": [list(told) for told in view.log],
    }


def from_json(document: Any) -> DuelView:
    """Return the view that `to_json` wrote. Raises `ValueError`."""
    try:
        north, south = (_side_from_json(side) for side in document["sides"])
        first, second = (None if hand is None else mask_of(hand) for hand in document["hands"])
        return DuelView(
            document["seat"],
            tuple(document["to_move"]),
            document["mover"],
            (north, south),
            (first, second),
            _outcome_from_json(document["outcome"]),
            log_of(tuple(Told(ply, seat, text) for ply, seat, text in document["log"])),
        )
    except (KeyError, TypeError, IndexError) as fault:
        raise ValueError(f"not a view of a duel: {fault!r}") from None


def _side_to_json(side: Side) -> Json:
    return {**side._asdict(), "laid": [*cards_of(side.laid)]}


def _side_from_json(document: Any) -> Side:
    return Side(**{**document, "laid": mask_of(document["laid"])})


def _outcome_from_json(document: Any) -> Outcome | None:
    if document is None:
        return None
    return Outcome(tuple(document["winners"]), _ENDINGS[document["why"]], tuple(document["points"]))
