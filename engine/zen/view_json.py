"""The exact JSON form of a view of Zen, both ways, as a remote client or a program is sent it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from engine.game import CHANCE, Json
from engine.view_values import log, log_json, number, one_of, outcome, text
from engine.zen.board import Position, parse_square
from engine.zen.description import ZEN
from engine.zen.ending import PastPositions
from engine.zen.moves import COLOURS
from engine.zen.options import ZenOptions
from engine.zen.positions import format_position, parse_position
from engine.zen.reasons import ZenEnding
from engine.zen.told import read_told
from engine.zen.view import Round, ZenView

_ENDINGS: Final = {ending.code: ending for ending in ZenEnding}


def to_json(view: ZenView, known: ZenView | None = None) -> Json:
    """Return the view as a document of lists, dicts, numbers and texts.

    With `known`, an earlier view, the log has only what came since, and so has the past, unless a
    capture or a new round made it begin anew.
    """
    past = _past(known, view.position, len(view.rounds))
    return {
        "seat": view.seat,
        "options": asdict(view.options),
        "to_move": list(view.to_move),
        "position": format_position(view.position),
        "past": [format_position(position) for position in view.past[len(past) :]],
        "is_echec": view.is_echec,
        "is_asked": view.is_asked,
        "rounds": [_round_to_json(played) for played in view.rounds],
        "outcome": None if view.outcome is None else view.outcome.to_json(),
        "log": log_json(view.log, known.log if known else None),
        "lifted": None if view.lifted is None else str(view.lifted),
    }


def from_json(document: Any, known: ZenView | None = None) -> ZenView:
    """Return the view that `to_json` wrote, with the same `known`. Raises `ValueError`."""
    try:
        options = _options(document["options"])
        seats = range(options.players)
        lifted = document["lifted"]
        position = _position(document["position"])
        past = _past(known, position, len(document["rounds"]))
        for before in document["past"]:
            past = past.then(_position(before))
        return ZenView(
            one_of(document["seat"], (*seats, None)),
            options,
            tuple(one_of(seat, (*seats, CHANCE)) for seat in document["to_move"]),
            position,
            past,
            one_of(document["is_echec"], (True, False)),
            one_of(document["is_asked"], (True, False)),
            tuple(_round_from_json(played) for played in document["rounds"]),
            outcome(document["outcome"], ZenEnding, seats),
            log(document["log"], known.log if known else None, (*seats, CHANCE), read_told),
            None if lifted is None else parse_square(lifted),
        )
    except (AttributeError, KeyError, TypeError) as fault:
        raise ValueError(f"not a view of Zen: {fault!r}") from None


def _options(document: Any) -> ZenOptions:
    document = {**ZEN.unnamed, **document}
    number(document["variant"])
    number(document["players"])
    return ZenOptions(**document)


def _past(known: ZenView | None, position: Position, rounds: int) -> PastPositions:
    """Return the known past that still holds: of the same round, and since the same capture."""
    if known is None or len(known.rounds) != rounds:
        return PastPositions()
    is_same = known.position.occupied.bit_count() == position.occupied.bit_count()
    return known.past if is_same else PastPositions()


def _position(value: Any) -> Position:
    return parse_position(text(value))


def _round_to_json(played: Round) -> Json:
    return {
        "winner": None if played.winner is None else COLOURS[played.winner],
        "why": played.why.code,
        "points": played.points,
        "position": format_position(played.position),
    }


def _round_from_json(document: Any) -> Round:
    winner = one_of(document["winner"], (*COLOURS, None))
    return Round(
        None if winner is None else COLOURS.index(winner),
        _ENDINGS[document["why"]],
        number(document["points"]),
        _position(document["position"]),
    )
