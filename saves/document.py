"""Strict JSON: bytes are read as a document, or a Fault says what is wrong and where."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import isfinite
from typing import Any, Final

from engine.description import mark
from engine.reasons import Reason, Sentence, shown
from saves.files import MAX_PARTS, has_too_many_parts
from saves.reasons import FileReason, sentence

MAX_DEPTH: Final = 64
MAX_DIGITS: Final = 1000
MAX_SHOWN: Final = 40
EXACT: Final = 2**53
"""Below it each whole number has a float of its own."""

BYTE_ORDER_MARK: Final = "\ufeff"


class Fault(ValueError):
    """A fault in a file and its place: a path like `$.moves[12]`, a line and column, or a byte."""

    def __init__(self, place: str | Sentence, why: Reason | Sentence, /, **facts: object) -> None:
        """Make a fault from its place and its reason."""
        if isinstance(why, Reason):
            why = sentence(why, **facts)
        self.sentence = Sentence(mark("{place}: {why}"), {"place": place, "why": why})
        super().__init__(str(self.sentence))

    def __reduce__(self) -> tuple[object, ...]:
        return Fault, (self.sentence.facts["place"], self.sentence.facts["why"])


class _Doubled(dict[str, Any]):
    """An object with a key twice, reported once its place in the document is known."""

    key: str


class _Wrong:
    """An invalid number, reported once its place in the document is known."""

    __slots__ = ("why",)

    def __init__(self, why: Sentence) -> None:
        self.why = why


def read_document(data: bytes) -> Any:
    """Return the JSON document in `data`, UTF-8.

    Raises `Fault` for anything but standard JSON, for a key that appears twice in one object, for
    text that is no Unicode, for nesting deeper than `MAX_DEPTH` and for more than `MAX_PARTS`.
    Time and memory are linear in the size, and 4 MiB take less than half a second and 60 MB.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise Fault(sentence(FileReason.AT_BYTE, byte=fault.start), FileReason.NOT_UTF8) from None
    if text.startswith(BYTE_ORDER_MARK):
        raise Fault(sentence(FileReason.AT_BYTE, byte=0), FileReason.BYTE_ORDER)
    if has_too_many_parts(data):
        raise Fault("$", FileReason.TOO_MANY_PARTS, most=MAX_PARTS)
    try:
        document = json.loads(
            text,
            object_pairs_hook=_pairs,
            parse_constant=lambda name: _Wrong(sentence(FileReason.NOT_JSON, name=name)),
            parse_float=_float,
            parse_int=_int,
        )
    except json.JSONDecodeError as fault:
        place = sentence(FileReason.AT_COLUMN, line=fault.lineno, column=fault.colno)
        rest = text[fault.pos :]
        if not rest.strip():
            raise Fault(place, FileReason.CUT_SHORT) from None
        raise Fault(place, FileReason.NO_MORE_JSON, text=shown(rest)) from None
    except RecursionError:
        raise Fault("$", FileReason.TOO_DEEP, most=MAX_DEPTH) from None
    _check(document)
    return document


def write_document(document: Any) -> bytes:
    """Return the document as UTF-8 JSON, indented, one line feed at the end."""
    return (json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()


def quoted(value: Any) -> str:
    """Return a value of a document as JSON, cut to 40 characters to fit an error message."""
    if isinstance(value, str):
        return json.dumps(_cut(value))
    return _cut(json.dumps(value))


def _cut(text: str) -> str:
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 3] + "..."


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    doubled = _Doubled(made)
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            doubled.key = key
            break
        seen.add(key)
    return doubled


def _float(text: str) -> float | _Wrong:
    """Return a number with a point or an exponent; a whole one, like 1e2, is an integer."""
    number = float(text)
    if not isfinite(number):
        return _too_large(text[:40])
    return int(number) if number.is_integer() and abs(number) < EXACT else number


def _int(text: str) -> int | _Wrong:
    return int(text) if len(text) <= MAX_DIGITS else _too_large(f"{text[:40]}...")


def _too_large(number: str) -> _Wrong:
    return _Wrong(sentence(FileReason.TOO_LARGE, number=number))


_Way = list[tuple[str | int, Iterator[tuple[str | int, Any]]]]
"""The path from the root to a value: the place in each list or object, and its remaining values.
It is made a text only for a fault."""


def _check(document: Any) -> None:
    way: _Way = []
    if inner := _checked(document, way):
        way.append(("", inner))
    while way:
        _, inner = way[-1]
        for key, value in inner:
            way[-1] = key, inner
            # most values are neither, and need no look
            if isinstance(value, (dict, list, str, _Wrong)) and (deeper := _checked(value, way)):
                way.append(("", deeper))
                break
        else:
            way.pop()


def _checked(value: Any, way: _Way) -> Iterator[tuple[str | int, Any]] | None:
    """Check a value; return an iterator of its parts, None for a plain value."""
    if isinstance(value, str):
        _check_text(way, value)
        return None
    if isinstance(value, _Wrong):
        raise Fault(_place(way), value.why)
    if not isinstance(value, (dict, list)):
        return None
    if len(way) >= MAX_DEPTH:
        raise Fault(_place(way), FileReason.TOO_DEEP, most=MAX_DEPTH)
    if isinstance(value, list):
        return enumerate(value)
    if isinstance(value, _Doubled):
        raise Fault(_place(way), FileReason.KEY_TWICE, key=quoted(value.key))
    for key in value:
        _check_text(way, key)
    return iter(value.items())


def _check_text(way: _Way, text: str) -> None:
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise Fault(_place(way), FileReason.HALF_A_CHARACTER) from None


def _place(way: _Way) -> str:
    """Return the path from the root to a value as text: `$.events[3].at`."""
    parts = ["$"]
    for key, _ in way:
        if isinstance(key, int):
            parts.append(f"[{key}]")
        else:
            plain = len(key) <= MAX_SHOWN and key.isidentifier()
            parts.append(f".{key}" if plain else f"[{quoted(key)}]")
    return "".join(parts)
