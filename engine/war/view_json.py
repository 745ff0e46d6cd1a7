"""The exact JSON form of a view of Bataille, both ways."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from engine.game import CHANCE, Json
from engine.view_values import log, log_json, number, one_of, outcome
from engine.war.options import WarOptions
from engine.war.reasons import WarEnding
from engine.war.rules import WarDuel, parse_cards
from engine.war.told import read_told
from engine.war.view import WarView


def to_json(view: WarView, known: WarView | None = None) -> Json:
    """Return the view as a document of lists, dicts, numbers and texts.

    With `known`, an earlier view, the log has only what came since.
    """
    return {
        "seat": view.seat,
        "options": asdict(view.options),
        "to_move": list(view.to_move),
        "piles": list(view.piles),
        "duel": None if view.duel is None else _duel_to_json(view.duel),
        "taker": view.taker,
        "out": list(view.out),
        "outcome": None if view.outcome is None else view.outcome.to_json(),
        "log": log_json(view.log, known.log if known else None),
    }


def from_json(document: Any, known: WarView | None = None) -> WarView:
    """Return the view that `to_json` wrote, with the same `known`. Raises `ValueError`."""
    try:
        options = _options(document["options"])
        seats = range(options.players)
        duel = document["duel"]
        view = WarView(
            one_of(document["seat"], (*seats, None)),
            options,
            tuple(one_of(seat, (*seats, CHANCE)) for seat in document["to_move"]),
            _by_seat(document["piles"], options),
            None if duel is None else _duel_from_json(duel, seats),
            one_of(document["taker"], (*seats, None)),
            _by_seat(document["out"], options),
            outcome(document["outcome"], WarEnding, seats, points=0),
            log(document["log"], known.log if known else None, (*seats, CHANCE), read_told),
        )
    except (AttributeError, KeyError, TypeError) as fault:
        raise ValueError(f"not a view of Bataille: {fault!r}") from None
    if to_json(view, known) != document:
        raise ValueError("not a view of Bataille: it would be written otherwise")
    return view


def _options(document: Any) -> WarOptions:
    return WarOptions(**{name: number(value) for name, value in document.items()})


def _by_seat(values: Iterable[Any], options: WarOptions) -> tuple[int, ...]:
    numbers = tuple(number(value) for value in values)
    if len(numbers) != options.players:
        raise ValueError(f"not a view of Bataille: {options.players} numbers are needed")
    return numbers


def _duel_to_json(duel: WarDuel) -> Json:
    return {
        "number": duel.number,
        "challenger": duel.challenger,
        "opponent": duel.opponent,
        "turned": [list(pair) for pair in duel.turned],
    }


def _duel_from_json(document: Any, seats: range) -> WarDuel:
    pairs = [parse_cards(pair) for pair in document["turned"]]
    return WarDuel(
        number(document["number"]),
        one_of(document["challenger"], seats),
        one_of(document["opponent"], seats),
        tuple((challengers, opponents) for challengers, opponents in pairs),
    )
