"""The exact JSON form of a view of Bataille, both ways."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable
from dataclasses import asdict
from typing import Any, Final

from engine.game import CHANCE, Json, Outcome
from engine.log import LogEntry, log_of
from engine.war.cards import parse_cards
from engine.war.duel import WarDuel
from engine.war.options import WarOptions
from engine.war.reasons import WarEnding
from engine.war.view import WarView

_ENDINGS: Final = {ending.code: ending for ending in WarEnding}


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
        "log": [list(told) for told in view.log.since(known.log if known else None)],
    }


def from_json(document: Any, known: WarView | None = None) -> WarView:
    """Return the view that `to_json` wrote, with the same `known`. Raises `ValueError`."""
    try:
        options = _options(document["options"])
        seats = range(options.players)
        duel, taker = document["duel"], document["taker"]
        view = WarView(
            None if document["seat"] is None else _number(document["seat"], seats),
            options,
            tuple(_number(seat, (*seats, CHANCE)) for seat in document["to_move"]),
            _by_seat(document["piles"], options),
            None if duel is None else _duel_from_json(duel, seats),
            None if taker is None else _number(taker, seats),
            _by_seat(document["out"], options),
            _outcome_from_json(document["outcome"], seats),
            log_of(
                [_told((*seats, CHANCE), *line) for line in document["log"]],
                known.log if known else None,
            ),
        )
    except (AttributeError, KeyError, TypeError) as fault:
        raise ValueError(f"not a view of Bataille: {fault!r}") from None
    if to_json(view, known) != document:
        raise ValueError("not a view of Bataille: it would be written otherwise")
    return view


def _number(value: Any, among: Collection[int] = range(sys.maxsize)) -> int:
    if type(value) is not int or value not in among:
        raise ValueError(f"not a view of Bataille: {str(value)[:40]!r} is no such number")
    return value


def _options(document: Any) -> WarOptions:
    return WarOptions(**{name: _number(value) for name, value in document.items()})


def _by_seat(values: Iterable[Any], options: WarOptions) -> tuple[int, ...]:
    numbers = tuple(_number(value) for value in values)
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
        _number(document["number"]),
        _number(document["challenger"], seats),
        _number(document["opponent"], seats),
        tuple((challengers, opponents) for challengers, opponents in pairs),
    )


def _outcome_from_json(document: Any, seats: range) -> Outcome | None:
    if document is None:
        return None
    winners = tuple(_number(seat, seats) for seat in document["winners"])
    return Outcome(winners, _ENDINGS[document["why"]])


def _told(seats: tuple[int, ...], ply: Any, seat: Any, text: Any) -> LogEntry:
    if not isinstance(text, str):
        raise ValueError("not a view of Bataille: a line of the log is no text")
    return LogEntry(_number(ply), _number(seat, seats), text)
