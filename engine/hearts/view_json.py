"""The exact JSON form of a view of Dame de Pique, both ways, as a remote client is sent it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from engine.game import CHANCE, Json
from engine.hearts.cards import (
    ALL,
    CARDS,
    NAMES,
    SUIT_MASKS,
    SUITS,
    Card,
    parse_cards,
    write_cards,
)
from engine.hearts.options import HeartsOptions
from engine.hearts.reasons import HeartsEnding
from engine.hearts.rules import PLAYERS, Four, Trick
from engine.hearts.told import read_told, write_told
from engine.hearts.view import HeartsView
from engine.view_values import log, log_json, number, one_of, outcome, text, wrong

_SEATS: Final = tuple(range(PLAYERS))


def to_json(view: HeartsView, known: HeartsView | None = None) -> Json:
    """Return the view as a document of lists, dicts, numbers and texts.

    With `known`, an earlier view, the log, the points of rounds and the tricks of a round have
    only what came since.
    """
    return {
        "seat": view.seat,
        "options": asdict(view.options),
        "to_move": list(view.to_move),
        "number": view.number,
        "known": [write_cards(cards) for cards in view.known],
        "lacks": [_lacking(ALL & ~cards) for cards in view.may],
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
        "rounds": [list(points) for points in view.rounds[len(known.rounds) if known else 0 :]],
        "scores": list(view.scores),
        "outcome": None if view.outcome is None else view.outcome.to_json(),
        "log": log_json(view.log, known.log if known else None, write_told),
    }


def from_json(document: Any, known: HeartsView | None = None) -> HeartsView:
    """Return the view that `to_json` wrote, with the same `known`. Raises `ValueError`."""
    try:
        joker = document["joker"]
        view = HeartsView(
            one_of(document["seat"], (*_SEATS, None)),
            _options(document["options"]),
            tuple(one_of(seat, (*_SEATS, CHANCE)) for seat in document["to_move"]),
            number(document["number"]),
            _four(document["known"]),
            _may(document["lacks"]),
            _mask(document["passed"]),
            _mask(document["received"]),
            _four_flags(document["has_passed"]),
            None if joker is None else _card(joker),
            one_of(document["leader"], (*_SEATS, None)),
            _cards(document["table"]),
            tuple(one_of(seat, _SEATS) for seat in document["slaps"]),
            one_of(document["is_broken"], (True, False)),
            _four(document["taken"]),
            _tricks(known, document["number"])
            + tuple(_trick_from_json(trick) for trick in document["tricks"]),
            (known.rounds if known else ())
            + tuple(_numbers(points) for points in document["rounds"]),
            _numbers(document["scores"]),
            outcome(document["outcome"], HeartsEnding, _SEATS, points=PLAYERS),
            log(document["log"], known.log if known else None, (*_SEATS, CHANCE), read_told),
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
        one_of(document["leader"], _SEATS),
        _cards(document["cards"]),
        one_of(document["winner"], _SEATS),
        one_of(document["taker"], _SEATS),
        number(document["total"]),
    )


def _numbers(values: Any) -> tuple[int, ...]:
    numbers = tuple(number(value) for value in values)
    if len(numbers) != PLAYERS:
        raise wrong(values, "not one for each seat")
    return numbers


def _four_flags(values: Any) -> tuple[bool, ...]:
    flags = tuple(one_of(value, (True, False)) for value in values)
    if len(flags) != PLAYERS:
        raise wrong(values, "not one for each seat")
    return flags


def _card(name: Any) -> Card:
    return CARDS[NAMES.index(one_of(name, NAMES))]


def _cards(row: Any) -> tuple[Card, ...]:
    names = text(row).split(" ") if row else []
    if len(names) > PLAYERS:
        raise wrong(row, "more than a trick")
    return tuple(_card(name) for name in names)


def _mask(cards: Any) -> int:
    mask = parse_cards(text(cards)) if cards else 0
    if mask is None:
        raise wrong(cards, "no set of cards")
    return mask


def _four(texts: Any) -> Four:
    south, west, north, east = (_mask(text) for text in texts)
    return south, west, north, east


def _lacking(cards: int) -> str:
    """Write cards as `write_cards` does, but a whole suit as its letter.

    >>> _lacking(ALL & ~1)
    '3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC D H S'
    """
    suits = [
        letter if cards & suit == suit else write_cards(cards & suit)
        for letter, suit in zip(SUITS, SUIT_MASKS, strict=True)
    ]
    return " ".join(filter(None, suits))


def _may(texts: Any) -> Four:
    """Return the cards that may be in each hand, of those that are known not to be."""
    south, west, north, east = (ALL & ~_read_lacking(text) for text in texts)
    return south, west, north, east


def _read_lacking(cards: Any) -> int:
    words = text(cards).split(" ") if cards else []
    suits = [SUIT_MASKS[SUITS.index(word)] for word in words if len(word) == 1 and word in SUITS]
    return sum(suits) | _mask(" ".join(word for word in words if len(word) > 1))


def _options(document: Any) -> HeartsOptions:
    options = HeartsOptions(**document)
    one_of(options.joker, (True, False))
    one_of(options.sums, (True, False))
    return options
