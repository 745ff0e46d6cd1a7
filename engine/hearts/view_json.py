"""The exact JSON form of a view of Dame de Pique, both ways: what a far client is sent."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Any, Final

from engine.game import CHANCE, Json, Outcome
from engine.hearts.cards import ALL, CARDS, NAMES, Card, parse_cards, write_cards
from engine.hearts.four import Four
from engine.hearts.options import HeartsOptions
from engine.hearts.reasons import HeartsEnding
from engine.hearts.rules import PLAYERS, Trick
from engine.hearts.view import HeartsView
from engine.log import LogEntry, log_of

_ENDINGS: Final = {ending.code: ending for ending in HeartsEnding}
_SEATS: Final = tuple(range(PLAYERS))


def to_json(view: HeartsView, known: HeartsView | None = None) -> Json:
    """Return the view as a document of lists, dicts, numbers and texts.

    With `known`, an earlier view, the log and the tricks of a round have only what came since.
    """
    return {
        "seat": view.seat,
        "options": asdict(view.options),
        "to_move": list(view.to_move),
        "number": view.number,
        "known": [write_cards(cards) for cards in view.known],
        "lacks": [write_cards(ALL & ~cards) for cards in view.may],
        "passed": write_cards(view.passed),
        "received": write_cards(view.received),
        "has_passed": list(view.has_passed),
        "joker": None if view.joker is None else str(view.joker),
        "leader": view.leader,
        "table": _row(view.table),
        "slaps": list(view.slaps),
        "is_broken": view.is_broken,
        "taken": [write_cards(cards) for cards in view.taken],
        "tricks": [_trick_to_json(t) for t in view.tricks[len(_tricks(known, view.number)) :]],
        "rounds": [list(points) for points in view.rounds],
        "scores": list(view.scores),
        "outcome": None if view.outcome is None else view.outcome.to_json(),
        "log": [list(told) for told in view.log.since(known.log if known else None)],
    }


def from_json(document: Any, known: HeartsView | None = None) -> HeartsView:
    """Return the view that `to_json` wrote, with the same `known`. Raises `ValueError`."""
    try:
        joker = document["joker"]
        view = HeartsView(
            _one_of(document["seat"], (*_SEATS, None)),
            _options(document["options"]),
            tuple(_one_of(seat, (*_SEATS, CHANCE)) for seat in document["to_move"]),
            _number(document["number"]),
            _four(document["known"]),
            _all_but(_four(document["lacks"])),
            _mask(document["passed"]),
            _mask(document["received"]),
            _four_flags(document["has_passed"]),
            None if joker is None else _card(joker),
            _one_of(document["leader"], (*_SEATS, None)),
            _cards(document["table"]),
            tuple(_seat(seat) for seat in document["slaps"]),
            _one_of(document["is_broken"], (True, False)),
            _four(document["taken"]),
            _tricks(known, document["number"])
            + tuple(_trick_from_json(trick) for trick in document["tricks"]),
            tuple(_numbers(points) for points in document["rounds"]),
            _numbers(document["scores"]),
            _outcome_from_json(document["outcome"]),
            log_of([_told(*line) for line in document["log"]], known.log if known else None),
        )
        if to_json(view, known) == document:
            return view
    except (AttributeError, KeyError, TypeError) as fault:
        raise ValueError(f"not a view of Dame de Pique: {fault!r}") from None
    raise ValueError("not a view of Dame de Pique: it says more, or the same in another way")


def _tricks(known: HeartsView | None, number: int) -> tuple[Trick, ...]:
    """Return the tricks that are known of the round with this number."""
    return known.tricks if known and known.number == number else ()


def _row(cards: tuple[Card, ...]) -> str:
    return " ".join([NAMES[card] for card in cards])


def _trick_to_json(trick: Trick) -> Json:
    return {**trick._asdict(), "cards": _row(trick.cards)}


def _trick_from_json(document: Any) -> Trick:
    return Trick(
        _seat(document["leader"]),
        _cards(document["cards"]),
        _seat(document["winner"]),
        _seat(document["taker"]),
        _number(document["total"]),
    )


def _wrong(value: Any, wanted: str) -> ValueError:
    return ValueError(f"not a view of Dame de Pique: {str(value)[:40]!r} is {wanted}")


def _one_of(value: Any, values: tuple[Any, ...]) -> Any:
    if not any(value == one and type(value) is type(one) for one in values):
        raise _wrong(value, f"none of {values}")
    return value


def _seat(value: Any) -> int:
    return int(_one_of(value, _SEATS))


def _number(value: Any) -> int:
    if type(value) is not int or not 0 <= value <= sys.maxsize:
        raise _wrong(value, "no number")
    return value


def _numbers(values: Any) -> tuple[int, ...]:
    numbers = tuple(_number(value) for value in values)
    if len(numbers) != PLAYERS:
        raise _wrong(values, "not one for each seat")
    return numbers


def _four_flags(values: Any) -> tuple[bool, ...]:
    flags = tuple(_one_of(value, (True, False)) for value in values)
    if len(flags) != PLAYERS:
        raise _wrong(values, "not one for each seat")
    return flags


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise _wrong(value, "no text")
    return value


def _card(name: Any) -> Card:
    return CARDS[NAMES.index(_one_of(name, NAMES))]


def _cards(text: Any) -> tuple[Card, ...]:
    names = _text(text).split(" ") if text else []
    if len(names) > PLAYERS:
        raise _wrong(text, "more than a trick")
    return tuple(_card(name) for name in names)


def _mask(text: Any) -> int:
    mask = parse_cards(_text(text)) if text else 0
    if mask is None:
        raise _wrong(text, "no set of cards")
    return mask


def _four(texts: Any) -> Four:
    south, west, north, east = (_mask(text) for text in texts)
    return south, west, north, east


def _all_but(masks: Four) -> Four:
    south, west, north, east = masks
    return ALL & ~south, ALL & ~west, ALL & ~north, ALL & ~east


def _options(document: Any) -> HeartsOptions:
    options = HeartsOptions(**document)
    _one_of(options.joker, (True, False))
    _one_of(options.sums, (True, False))
    return options


def _told(ply: Any, seat: Any, text: Any) -> LogEntry:
    return LogEntry(_number(ply), _one_of(seat, (*_SEATS, CHANCE)), _text(text))


def _outcome_from_json(document: Any) -> Outcome | None:
    if document is None:
        return None
    winners = tuple(_seat(seat) for seat in document["winners"])
    return Outcome(winners, _ENDINGS[document["why"]], _numbers(document["points"]))
