"""The reading of a game's file: every move is replayed by the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

import msgspec

from engine.game import Game, State
from engine.games import GAMES, describe, find_game
from engine.reasons import Explained, IllegalMove
from engine.series import SeriesPlace
from engine.table import Event, EventKind, Sitter, Table
from saves.checked_moves import CheckedMoves
from saves.cut import CutDeal, is_value
from saves.document import Fault, quoted, read_document
from saves.reasons import FileReason, sentence_of
from saves.record import FORMAT, VERSION, Note, Record, UnfinishedMove, Variation
from saves.variations import check_notes, checked_variations

FIRST_YEAR: Final = 1
LAST_YEAR: Final = 9999
"""The years whose times cannot be told in every time zone."""

MAX_EFFORT: Final = 30_000
"""The most moves of a file, those taken back included; some count more (`State.effort`)."""

_PATH: Final = re.compile(r"`\$([^`]*)`$")
"""The path at the end of an error of msgspec, none if the whole value is wrong."""

_STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]")
"""A step of such a path: the name of a field, or the number of an item."""

UPGRADES: Final[dict[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
"""UPGRADES[n] turns a document of version n into one of version n + 1."""


class ResultFields(msgspec.Struct, frozen=True):
    """The outcome in a file."""

    winners: tuple[int, ...]
    why: str
    points: tuple[int, ...]


class RecordFields(msgspec.Struct, frozen=True):
    """The fields of a file; those with a default are optional."""

    format: str
    version: int
    game: str
    rules: int
    options: dict[str, Any]
    players: tuple[Sitter, ...]
    moves: tuple[str, ...]
    events: tuple[Event, ...]
    outcome: ResultFields | None
    seed: int | None
    created: str
    saved: str
    program: str
    series: SeriesPlace | None = None
    draft: UnfinishedMove | None = None
    copy: bool = False
    notes: tuple[Note, ...] = ()
    times: tuple[float | None, ...] = ()
    lines: tuple[Variation, ...] = ()
    cut: CutDeal | None = None


def read_record(data: bytes) -> Record:
    """Return the game in a file, every move checked by the rules. Raises `Fault`."""
    document, layout = _layout(data)
    game, options = game_of(layout)
    try:
        table = Table(game, options, layout.players)
    except ValueError as fault:
        raise Fault("$.players", sentence_of(fault)) from None
    rules = CheckedMoves(game, MAX_EFFORT)
    plays, states = rules.replayed(table.state, "$.moves", layout.moves)
    _check_events(rules, len(table.seats), [table.state, *states], layout.events)
    table.restore(plays, states, layout.events, layout.times)
    _check_end(table, layout)
    table.seed = layout.seed
    _check_series(layout.series, len(game.sides(options)))
    times = layout.created, layout.saved
    check_notes(layout.notes, "$")
    notes = tuple(note for note in layout.notes if note.at <= len(plays))
    _check_times(layout.times)
    _check_values(layout.cut, len(table.seats))
    record = Record(table, *times, layout.program, document, layout.series, layout.draft, notes)
    record.variations, record.cut = checked_variations(table, layout.lines), layout.cut
    return record


def read_fields(data: bytes) -> RecordFields:
    """Return the fields of a file, whose moves no rules have checked. Raises `Fault`."""
    return _layout(data)[1]


def _layout(data: bytes) -> tuple[dict[str, Any], RecordFields]:
    document = _upgraded(read_document(data))
    layout: RecordFields = converted(document, RecordFields, "$")
    return document, layout


def game_of(layout: RecordFields) -> tuple[Game[Any], Any]:
    """Return the game of a file and its options; checks the times too. Raises `Fault`."""
    if layout.game not in GAMES:
        raise Fault("$.game", FileReason.UNKNOWN_GAME, game=quoted(layout.game))
    game = find_game(layout.game)
    if layout.rules != game.rules_version:
        known = game.rules_version
        raise Fault("$.rules", FileReason.UNKNOWN_RULES, version=layout.rules, known=known)
    for name in ("created", "saved"):
        check_time(f"$.{name}", getattr(layout, name))
    named = {**describe(game.key).unnamed, **layout.options}
    return game, converted(named, game.options, "$.options")


def _upgraded(document: Any) -> dict[str, Any]:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Fault("$.format", FileReason.NO_GAME_FILE, format=quoted(FORMAT))
    version = document.get("version")
    if type(version) is not int or version < 1:
        raise Fault("$.version", FileReason.NO_VERSION, newest=VERSION)
    if version > VERSION:
        raise Fault("$.version", FileReason.NEWER, version=version, newest=VERSION)
    for old in range(version, VERSION):
        document = UPGRADES[old](document)
    return dict(document)


def converted(value: Any, kind: Any, place: str) -> Any:
    """Return a part of a document, at a place, as a value of a type. Raises `Fault`."""
    try:
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as fault:
        if isinstance(fault.__cause__, Explained):
            raise Fault(place, sentence_of(fault.__cause__)) from None
        path = found[1] if (found := _PATH.search(str(fault))) else ""
        raise _fault_at(path, value, kind, place) from None


def _fault_at(path: str, value: Any, kind: Any, place: str) -> Fault:
    """Return the fault of the value at a path: a field that it lacks, or the value itself."""
    from msgspec.inspect import UnionType, type_info

    form: Any = type_info(kind)
    for name, number in _STEP.findall(path):
        if number:
            value, form = value[int(number)], form.item_type
        else:
            value = value[name]
            form = next(field.type for field in form.fields if field.encode_name == name)
        if isinstance(form, UnionType):
            form = form.types[0]
    if isinstance(value, dict):
        for field in getattr(form, "fields", ()):
            if field.required and field.name not in value:
                return Fault(f"{place}{path}.{field.name}", FileReason.MISSING)
    return Fault(place + path, FileReason.NOT_POSSIBLE, value=quoted(value))


def _check_events(
    rules: CheckedMoves, seats: int, states: list[State[Any]], events: Sequence[Event]
) -> None:
    """Check each event; a take-back by replaying the moves taken back.

    The events are checked backwards: up to the place of a take-back, the moves before it are the
    moves after it, which are known then.
    """
    _check_order(events)
    later: EventKind | None = None
    for number in range(len(events) - 1, -1, -1):
        event, place = events[number], f"$.events[{number}]"
        count = len(states) - 1
        if not 0 <= event.at <= count:
            raise Fault(f"{place}.at", FileReason.NO_SUCH_PLACE, at=event.at, count=count)
        if event.seat is not None and not 0 <= event.seat < seats:
            raise Fault(f"{place}.seat", FileReason.NO_SUCH_SEAT, seat=event.seat)
        if event.kind is EventKind.TAKE_BACK:
            del states[event.at + 1 :]
            states += rules.replayed(states[-1], f"{place}.moves", event.moves)[1]
        elif event.kind is EventKind.FORFEIT:
            _check_forfeit(event, place, states, later)
        if event.kind in (EventKind.TAKE_BACK, EventKind.FORFEIT):
            later = event.kind


def _check_order(events: Sequence[Event]) -> None:
    """Check that the events are in order and have the fields that their kind needs."""
    done, former = 0, None
    for number, event in enumerate(events):
        place = f"$.events[{number}]"
        before = event.at + len(event.moves)
        if before < done:
            raise Fault(f"{place}.at", FileReason.TOO_EARLY, at=event.at)
        if event.kind is EventKind.TAKE_BACK:
            if not event.moves and former is not EventKind.FORFEIT:
                raise Fault(f"{place}.moves", FileReason.NOTHING_TAKEN_BACK)
        elif event.moves:
            raise Fault(f"{place}.moves", FileReason.NO_TAKE_BACK)
        if event.kind is EventKind.SEAT and (event.seat is None or event.sitter is None):
            raise Fault(place, FileReason.NO_SITTER)
        if event.kind is EventKind.BRANCH and number:
            raise Fault(place, FileReason.LATE_BRANCH)
        done, former = event.at, event.kind


def _check_forfeit(
    event: Event, place: str, states: Sequence[State[Any]], later: EventKind | None
) -> None:
    """Check that a forfeit is at the end of the moves and only a take-back follows it."""
    if event.seat is None:
        raise Fault(f"{place}.seat", FileReason.MISSING)
    if event.at != len(states) - 1 or later is EventKind.FORFEIT:
        raise Fault(f"{place}.at", FileReason.WENT_ON)
    try:
        states[-1].forfeit(event.seat)
    except IllegalMove as fault:
        raise Fault(place, sentence_of(fault)) from None


def _check_series(series: SeriesPlace | None, sides: int) -> None:
    """Check that the place in a series is possible."""
    if series is None:
        return
    if not 1 <= series.number <= series.games:
        facts = {"number": series.number, "games": series.games}
        raise Fault("$.series.number", FileReason.NO_GAME_OF_SERIES, **facts)
    if len(series.score) != sides or not all(0 <= won < series.number for won in series.score):
        raise Fault("$.series.score", FileReason.OTHER_SCORE, sides=sides)
    if series.pair is not None:
        seats = sides if series.number % 2 == 0 else 0
        if series.games % 2 or len(series.pair) != seats:
            raise Fault("$.series.pair", FileReason.OTHER_SCORE, sides=seats)


def _check_values(cut: CutDeal | None, seats: int) -> None:
    """Check the values of a cut; whether they make this deal is another question."""
    if cut is None:
        return
    if not is_value(cut.table):
        raise Fault("$.cut.table", FileReason.NOT_POSSIBLE, value=quoted(cut.table))
    last = -1
    for number, one in enumerate(cut.cuts):
        place = f"$.cut.cuts[{number}]"
        if not last < one.seat < seats:
            raise Fault(f"{place}.seat", FileReason.NOT_POSSIBLE, value=one.seat)
        if not is_value(one.value):
            raise Fault(f"{place}.value", FileReason.NOT_POSSIBLE, value=quoted(one.value))
        last = one.seat


def _check_times(times: Sequence[float | None]) -> None:
    for number, seconds in enumerate(times):
        if seconds is not None and seconds < 0:
            raise Fault(f"$.times[{number}]", FileReason.NOT_POSSIBLE, value=seconds)


def _check_end(table: Table[Any], layout: RecordFields) -> None:
    """Check the outcome and the seed against the moves."""
    outcome = table.outcome
    given = None if outcome is None else msgspec.convert(outcome.to_json(), ResultFields)
    if layout.outcome != given:
        if given is None:
            raise Fault("$.outcome", FileReason.NO_RESULT)
        result = msgspec.json.encode(given).decode()
        raise Fault("$.outcome", FileReason.OTHER_RESULT, result=result)
    if layout.seed is not None and not table.state.chance_to_come:
        raise Fault("$.seed", FileReason.NO_CHANCE)


def check_time(place: str, text: str) -> None:
    """Raise `Fault` for a text that is no time, or none in some time zone."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        time = datetime.min
    if time.tzinfo is None or not FIRST_YEAR < time.year < LAST_YEAR:
        raise Fault(place, FileReason.NO_TIME, text=quoted(text))
