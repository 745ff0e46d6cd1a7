"""A game and its file, both ways: every move is replayed through the rules when it is read.

`docs/game-file.md` describes the format. What this program does not know is kept as it was read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from engine.game import Game, IllegalMove, Play, State
from engine.games import KEYS, find_game
from engine.table import Event, EventKind, Sitter, Table, read_play, write_play
from engine.version import __version__
from saves.document import Fault, quoted, read_document, write_document

FORMAT: Final = "tapis-vert"
VERSION: Final = 1
FIRST_YEAR: Final = 1
LAST_YEAR: Final = 9999
"""Times in these years may not be told in every time zone."""

MAX_REASON: Final = 200
MAX_MOVE: Final = 1000
"""No move is written in more letters."""

MAX_EFFORT: Final = 30_000
"""So many moves a file may hold, those taken back too; some count for several (`State.effort`)."""

UPGRADES: Final[dict[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {}
"""UPGRADES[n] makes a document of version n + 1 of one of version n."""


class _Result(msgspec.Struct, frozen=True):
    winners: tuple[int, ...]
    why: str
    points: tuple[int, ...]


class Layout(msgspec.Struct, frozen=True):
    """The fields of a file, all of them there in every file."""

    format: str
    version: int
    game: str
    rules: int
    options: dict[str, Any]
    players: tuple[Sitter, ...]
    moves: tuple[str, ...]
    events: tuple[Event, ...]
    outcome: _Result | None
    seed: int | None
    created: str
    saved: str
    program: str


@dataclass
class Record:
    """A table and what only its file knows.

    Attributes:
        table: The game.
        created, saved: When it was begun and last saved, ISO 8601 with a zone.
        program: The version of the program that saved it.
        document: The file as it was read, {} for a new game.
    """

    table: Table[Any]
    created: str
    saved: str
    program: str
    document: dict[str, Any]

    @classmethod
    def new(cls, table: Table[Any], now: datetime) -> Record:
        """Return the record of a new game."""
        return cls(table, _time(now), _time(now), __version__, {})

    def stamp(self, now: datetime) -> None:
        """Note that the game is saved now, by this program."""
        self.saved = _time(now)
        self.program = __version__

    def to_bytes(self) -> bytes:
        """Return the file. What has not changed since it was read is written as it was read."""
        table = self.table
        old = self.document
        fresh: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "game": table.game.key,
            "rules": table.game.rules_version,
            "options": old.get("options", asdict(table.options)),
            "players": _kept(old.get("players", []), table.sitters, Sitter),
            "moves": [table.written(at) for at in range(len(table.plays))],
            "events": _kept(old.get("events", []), table.events, Event),
            "outcome": _updated(old.get("outcome"), table.outcome and table.outcome.to_json()),
            "seed": table.seed if table.state.chance_to_come else None,
            "created": self.created,
            "saved": self.saved,
            "program": self.program,
        }
        return write_document({**old, **fresh})


def read_record(data: bytes) -> Record:
    """Return the game in a file, every move checked by the rules. Raises `Fault`."""
    document = _upgraded(read_document(data))
    layout = _convert(document, Layout, "$")
    game, options = game_of(layout)
    try:
        table = Table(game, options, layout.players)
    except ValueError as fault:
        raise Fault("$.players", str(fault)) from None
    rules = _Rules(game)
    plays, states = rules.replayed(table.state, "$.moves", layout.moves)
    _check_events(rules, len(table.seats), [table.state, *states], layout.events)
    table.restore(plays, states, layout.events)
    _check_end(table, layout)
    table.seed = layout.seed
    return Record(table, layout.created, layout.saved, layout.program, document)


def game_of(layout: Layout) -> tuple[Game[Any], Any]:
    """Return the game that a file is of, and its options; times are checked too. Raises `Fault`."""
    if layout.game not in KEYS:
        raise Fault("$.game", f"unknown game {quoted(layout.game)}")
    game = find_game(layout.game)
    if layout.rules != game.rules_version:
        raise Fault("$.rules", f"version {layout.rules} is unknown, {game.rules_version} is known")
    for name in ("created", "saved"):
        check_time(f"$.{name}", getattr(layout, name))
    return game, _convert(layout.options, game.options, "$.options")


def _upgraded(document: Any) -> dict[str, Any]:
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Fault("$.format", f"not a game file (its format is {quoted(FORMAT)})")
    version = document.get("version")
    if type(version) is not int or version < 1:
        raise Fault("$.version", f"expected a number from 1 to {VERSION}")
    if version > VERSION:
        raise Fault("$.version", f"{version} is newer than this program reads ({VERSION})")
    for old in range(version, VERSION):
        document = UPGRADES[old](document)
    return dict(document)


def _convert(value: Any, kind: Any, place: str) -> Any:
    try:
        return msgspec.convert(value, kind, strict=True)
    except msgspec.ValidationError as fault:
        reason, at, path = str(fault).rpartition(" - at ")
        if not at:
            reason, path = path, ""
        reason = reason[:1].lower() + reason[1:MAX_REASON]
        raise Fault(place + path.strip("`").removeprefix("$"), reason) from None


class _Rules:
    """The rules of a game, which have only so much time for one file."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game
        self._effort = 0

    def replayed(
        self, state: State[Any], place: str, moves: Sequence[str]
    ) -> tuple[list[Play], list[State[Any]]]:
        """Return the written moves and the state after each, from a state on.

        Raises `Fault` at the first that is wrong, also for a text that is not in canonical form.
        """
        plays, states = [], []
        for at, text in enumerate(moves):
            try:
                play, state = self._played(state, text)
            except ValueError as fault:
                raise Fault(f"{place}[{at}]", str(fault)) from None
            plays.append(play)
            states.append(state)
        return plays, states

    def _played(self, state: State[Any], text: str) -> tuple[Play, State[Any]]:
        if len(text) > MAX_MOVE:
            raise ValueError(f"longer than {MAX_MOVE} letters")
        play = read_play(self._game, state, text)
        after = state.play(play.seat, play.move)
        written = write_play(self._game, state, play)
        if text != written:
            raise ValueError(f"{quoted(text)} is to be written {quoted(written)}")
        self._effort += after.effort
        if self._effort > MAX_EFFORT:
            raise ValueError(f"too much to check (at most {MAX_EFFORT} moves, some count more)")
        return play, after


def _check_events(
    rules: _Rules, seats: int, states: list[State[Any]], events: Sequence[Event]
) -> None:
    """Check each event, take-backs by playing what was taken back.

    Going backwards, the moves that stood before a take-back are known: those up to its place are
    the ones that stood after it.
    """
    _check_order(events)
    later: EventKind | None = None
    for number in range(len(events) - 1, -1, -1):
        event, place = events[number], f"$.events[{number}]"
        count = len(states) - 1
        if not 0 <= event.at <= count:
            raise Fault(f"{place}.at", f"{event.at} is not a number of moves from 0 to {count}")
        if event.seat is not None and not 0 <= event.seat < seats:
            raise Fault(f"{place}.seat", f"there is no seat {event.seat}")
        if event.kind is EventKind.TAKE_BACK:
            del states[event.at + 1 :]
            states += rules.replayed(states[-1], f"{place}.moves", event.moves)[1]
        elif event.kind is EventKind.FORFEIT:
            _check_forfeit(event, place, states, later)
        if event.kind in (EventKind.TAKE_BACK, EventKind.FORFEIT):
            later = event.kind


def _check_order(events: Sequence[Event]) -> None:
    """Check that events follow each other in the game, and hold what their kind needs."""
    done, former = 0, None
    for number, event in enumerate(events):
        place = f"$.events[{number}]"
        before = event.at + len(event.moves)
        if before < done:
            raise Fault(f"{place}.at", f"{event.at} is before what happened earlier")
        if event.kind is EventKind.TAKE_BACK:
            if not event.moves and former is not EventKind.FORFEIT:
                raise Fault(f"{place}.moves", "nothing was taken back")
        elif event.moves:
            raise Fault(f"{place}.moves", "only a take-back has moves")
        if event.kind is EventKind.SEAT and (event.seat is None or event.sitter is None):
            raise Fault(place, "a change of seat needs seat and sitter")
        if event.kind is EventKind.BRANCH and number:
            raise Fault(place, "a game branches off before all else")
        done, former = event.at, event.kind


def _check_forfeit(
    event: Event, place: str, states: Sequence[State[Any]], later: EventKind | None
) -> None:
    """Check that a seat gave up at the end of the moves, where nothing but a take-back follows."""
    if event.seat is None:
        raise Fault(f"{place}.seat", "missing")
    if event.at != len(states) - 1 or later is EventKind.FORFEIT:
        raise Fault(f"{place}.at", "the game went on after the forfeit")
    try:
        states[-1].forfeit(event.seat)
    except IllegalMove as fault:
        raise Fault(place, str(fault)) from None


def _check_end(table: Table[Any], layout: Layout) -> None:
    """Check the result and the seed against what the moves give."""
    outcome = table.outcome
    given = None if outcome is None else msgspec.convert(outcome.to_json(), _Result)
    if layout.outcome != given:
        raise Fault("$.outcome", f"the moves give {_result_text(given)}")
    if layout.seed is not None and not table.state.chance_to_come:
        raise Fault("$.seed", "nothing is left to chance")


def _result_text(result: _Result | None) -> str:
    return "no result yet" if result is None else msgspec.json.encode(result).decode()


def _kept(old: list[Any], new: Sequence[Any], kind: type) -> list[Any]:
    """Return the new values as JSON: as they were read where they are the same, else updated."""
    written = []
    for at, value in enumerate(new):
        before = old[at] if at < len(old) else None
        same = before is not None and msgspec.convert(before, kind) == value
        written.append(before if same else _updated(before, _brief(value)))
    return written


def _brief(value: Any) -> dict[str, Any]:
    """Return a dataclass as JSON without the fields that are as by default."""
    plain = msgspec.to_builtins(value)
    return {
        field.name: plain[field.name]
        for field in fields(value)
        if getattr(value, field.name) != field.default
    }


def _updated(before: Any, fresh: Any) -> Any:
    """Return `fresh`, with the fields of `before` that this program does not know."""
    both = isinstance(before, dict) and isinstance(fresh, dict)
    return {**before, **fresh} if both else fresh


def _time(now: datetime) -> str:
    return now.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def check_time(place: str, text: str) -> None:
    """Raise `Fault` for a text that is no time in every time zone."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        time = datetime.min
    if time.tzinfo is None or not FIRST_YEAR < time.year < LAST_YEAR:
        raise Fault(place, f"{quoted(text)} is not a time like 2026-11-21T08:54:00Z")
