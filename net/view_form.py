"""Views as JSON documents, both ways: the annotations of a game's view say its form.

A plain value stands for itself, a tuple is a list, a named tuple an object with its fields. The
marks of `engine.view_marks` say what is written otherwise or left out, and which numbers there may
be.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from dataclasses import asdict, fields
from functools import lru_cache
from operator import attrgetter
from types import EllipsisType, NoneType
from typing import Annotated, Any, Final, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from engine.description import NOTHING
from engine.game import CHANCE, Game, View
from engine.games import DESCRIPTIONS
from engine.log import Log, LogEntry, log_of
from engine.reasons import Reason
from engine.view_marks import SeatMark, Written

M = TypeVar("M")

_NUMBERS: Final = range(sys.maxsize)
"""The whole numbers that a view may have where no mark says otherwise."""


class _Codec(NamedTuple):
    """The two ways between a value of a view and its JSON; `read` may raise any error."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def write_view(game: Game[M], view: View[M], known: View[M] | None = None) -> dict[str, Any]:
    """Return the exact JSON form of a view.

    With `known`, an earlier view of the same seat with no take-back since, the parts that only
    grow (the log is one) hold what has come since then.
    """
    document: dict[str, Any] = _form(game).write(game.since(view, known) if known else view)
    return document


def write_changes(game: Game[M], now: Any, before: Any) -> dict[str, Any]:
    """Return the exact JSON form of the fields of a view that are not as in an earlier one."""
    fields = zip(_writers(game), now, before, strict=True)
    return {name: write(new) for (name, write), new, old in fields if new != old}


def read_view(game: Game[M], document: Any, known: View[M] | None = None) -> View[M]:
    """Return the view that `write_view` wrote, with the same `known`. Raises `ValueError`."""
    try:
        options = game.options()
        if "options" in document:
            options = _options(game).read(document["options"])
        view: View[M] = _form(game, len(game.seats(options))).read(document)
        return game.onto(view, known) if known else view
    except (AttributeError, LookupError, TypeError) as fault:
        raise ValueError(f"not a view of {game.key}: {fault!r}") from None


@lru_cache(maxsize=64)
def _form(game: Game[Any], seats: int = 0) -> _Codec:
    """Return the codec of a game's views; to read them, for this number of seats."""
    return _Form(game, seats).named(game.view_type)


@lru_cache(maxsize=8)
def _writers(game: Game[Any]) -> list[tuple[str, Callable[[Any], Any]]]:
    """Return the name of each field of a game's views, and the function that writes its value."""
    return [(name, codec.write) for name, codec in _Form(game, 0).fields(game.view_type).items()]


class _Form:
    """The codecs of the values of a game's views, for a number of seats, by their annotations."""

    def __init__(self, game: Game[Any], seats: int) -> None:
        self._game = game
        self._seats = seats
        self._ranges = {SeatMark.SEAT: range(seats), SeatMark.MOVER: range(CHANCE, seats)}

    def of(self, kind: Any, mark: Any = None) -> _Codec:
        """Return the codec of the values with an annotation, and the mark that it has if any."""
        arguments = get_args(kind)
        if get_origin(kind) is Annotated:
            return self.of(*arguments)
        if isinstance(mark, Written):
            return _written(mark)
        if NoneType in arguments:
            return _or_none(self.of(arguments[0]))
        if get_origin(kind) is tuple:
            return self._row(arguments, mark)
        if kind is Log:
            return self._log()
        if kind is self._game.options:
            return _options(self._game)
        if issubclass(kind, Reason):
            return _reason(self._game.endings if kind is Reason else kind)
        if issubclass(kind, tuple):
            return self.named(kind)
        return _plain(kind, self._ranges.get(mark, mark or _NUMBERS))

    def fields(self, kind: Any) -> dict[str, _Codec]:
        """Return the codec of each field of a kind of named tuples."""
        hints = get_type_hints(kind, include_extras=True)
        return {name: self.of(note) for name, note in hints.items()}

    def named(self, kind: Any) -> _Codec:
        """Return the codec of a kind of named tuples."""
        codecs = self.fields(kind)
        others = [
            (name, codec.write) for name, codec in codecs.items() if codec.write is not _as_it_is
        ]
        notes = get_type_hints(kind, include_extras=True)
        if_any = {
            name
            for name, note in notes.items()
            if SeatMark.IF_ANY in getattr(note, "__metadata__", ())
        }

        def write(value: Any) -> dict[str, Any]:
            document: dict[str, Any] = value._asdict()
            for name in if_any:
                if document[name] is None:
                    del document[name]
            for name, written in others:
                if name in document:
                    document[name] = written(document[name])
            return document

        def read(document: Any) -> Any:
            named = document.keys()
            if not codecs.keys() - if_any <= named <= codecs.keys():
                raise _wrong(document)
            return kind(**{name: codecs[name].read(value) for name, value in document.items()})

        return _Codec(write, read)

    def _row(self, kinds: tuple[Any, ...], mark: SeatMark | None) -> _Codec:
        """Return the codec of tuples of one kind of values."""
        each = self.of(kinds[0])
        counts: Collection[int] = _NUMBERS
        if not isinstance(kinds[-1], EllipsisType):
            counts = (len(kinds),)
        elif mark is not None:
            counts = (self._seats,) if mark is SeatMark.BY_SEAT else (0, self._seats)

        def read(values: Any) -> tuple[Any, ...]:
            if type(values) is not list or len(values) not in counts:
                raise _wrong(values)
            return tuple([each.read(value) for value in values])

        if each.write is _as_it_is:
            return _Codec(list, read)
        return _Codec(lambda values: [each.write(value) for value in values], read)

    def _log(self) -> _Codec:
        """Return the codec of logs: the move, the seat and the text of each entry."""
        number, seat = _plain(int, _NUMBERS), _plain(int, self._ranges[SeatMark.MOVER])
        told = _written(self._game.told)

        def read(entries: Any) -> Log:
            return log_of(
                [
                    LogEntry(number.read(ply), seat.read(actor), told.read(what))
                    for ply, actor, what in entries
                ]
            )

        return _Codec(
            lambda log: [[ply, actor, told.write(what)] for ply, actor, what in log], read
        )


def _plain(kind: type, numbers: range) -> _Codec:
    """Return the codec of truth values, texts, or the numbers of a range."""

    def read(value: Any) -> Any:
        if type(value) is not kind or (kind is int and value not in numbers):
            raise _wrong(value)
        return value

    return _Codec(_as_it_is, read)


def _as_it_is(value: Any) -> Any:
    return value


def _or_none(some: _Codec) -> _Codec:
    def write(value: Any) -> Any:
        return None if value is None else some.write(value)

    is_plain = some.write is _as_it_is
    return _Codec(
        _as_it_is if is_plain else write, lambda value: None if value is None else some.read(value)
    )


def _written(written: Written) -> _Codec:
    """Return the codec of values that their game writes and reads itself."""

    def read(value: Any) -> Any:
        if not isinstance(value, written.kind):
            raise _wrong(value)
        found = written.read(value)
        if written.write(found) != value:
            raise _wrong(value)
        return found

    return _Codec(written.write, read)


def _reason(kind: type[Reason]) -> _Codec:
    return _Codec(attrgetter("code"), {reason.code: reason for reason in kind}.__getitem__)


@lru_cache(maxsize=8)
def _options(game: Game[Any]) -> _Codec:
    """Return the codec of a game's options; those that are not named are as in old messages."""
    names = {field.name for field in fields(game.options)}
    unnamed = DESCRIPTIONS[game.key]().unnamed if game.key in DESCRIPTIONS else NOTHING

    def read(document: Any) -> Any:
        if document.keys() - names:
            raise _wrong(document)
        return msgspec.convert({**unnamed, **document}, game.options)

    return _Codec(asdict, read)


def _wrong(value: object) -> ValueError:
    return ValueError(f"not in a view: {str(value)[:40]!r}")
