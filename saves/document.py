"""Strict JSON: bytes become a document, or a Fault that says what is wrong and where."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import isfinite
from typing import Any, Final

MAX_DEPTH: Final = 64
MAX_DIGITS: Final = 1000
MAX_SHOWN: Final = 40
MAX_PARTS: Final = 200_000
"""So many commas, `]` and `}` a document may have, those in texts too: they say how many values it
has before any of them takes up memory. Opening ones without an end are no document anyway."""

_ENDS: Final = (",", "]", "}")


class Fault(ValueError):
    """What is wrong with a file and where: a JSON path like `$.moves[12]`, or a byte."""

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(f"{place}: {reason}")
        self.place = place
        self.reason = reason

    def __reduce__(self) -> tuple[object, ...]:
        return Fault, (self.place, self.reason)


class _Doubled(dict[str, Any]):
    """An object that had a key twice, until its place in the document is known."""

    key: str


class _Wrong:
    """A number that is none, until its place in the document is known."""

    __slots__ = ("reason",)

    def __init__(self, reason: str) -> None:
        self.reason = reason


def read_document(data: bytes) -> Any:
    """Return the JSON document in `data`, UTF-8.

    Raises `Fault` for anything but standard JSON, for a key that appears twice in one object, for
    text that is no Unicode, for nesting deeper than `MAX_DEPTH` and for more than `MAX_PARTS`.
    Time and memory are linear in the size, and 4 MiB take less than half a second and 60 MB.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise Fault(f"byte {fault.start}", "not UTF-8") from None
    if sum(map(text.count, _ENDS)) > MAX_PARTS:
        raise Fault("$", f"more than {MAX_PARTS} commas and closing brackets")
    try:
        document = json.loads(
            text,
            object_pairs_hook=_pairs,
            parse_constant=lambda name: _Wrong(f"{name} is not JSON"),
            parse_float=_float,
            parse_int=_int,
        )
    except json.JSONDecodeError as fault:
        byte = len(text[: fault.pos].encode())
        reason = fault.msg[:1].lower() + fault.msg[1:]
        raise Fault(f"byte {byte} (line {fault.lineno})", reason) from None
    except RecursionError:
        raise Fault("$", f"nested more than {MAX_DEPTH} deep") from None
    _check(document)
    return document


def write_document(document: Any) -> bytes:
    """Return the document as UTF-8 JSON, indented, one line feed at the end."""
    return (json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()


def quoted(text: str) -> str:
    """Return the text as JSON writes it, cut to 40 characters: fit for one line of an error."""
    return json.dumps(
        text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 3] + "...", ensure_ascii=True
    )


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
    number = float(text)
    return number if isfinite(number) else _Wrong(f"{text[:40]} is too large")


def _int(text: str) -> int | _Wrong:
    return int(text) if len(text) <= MAX_DIGITS else _Wrong(f"{text[:40]}... is too large")


_Way = list[tuple[str | int, Iterator[tuple[str | int, Any]]]]
"""The way from the root to a value: where in each list or object, and what is still to come there.
It becomes a text only where there is a fault."""


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
    """Check a value; return what is in it, None if nothing can be."""
    if isinstance(value, str):
        _check_text(way, value)
        return None
    if isinstance(value, _Wrong):
        raise Fault(_place(way), value.reason)
    if not isinstance(value, (dict, list)):
        return None
    if len(way) >= MAX_DEPTH:
        raise Fault(_place(way), f"nested more than {MAX_DEPTH} deep")
    if isinstance(value, list):
        return enumerate(value)
    if isinstance(value, _Doubled):
        raise Fault(_place(way), f"the key {quoted(value.key)} appears twice")
    for key in value:
        _check_text(way, key)
    return iter(value.items())


def _check_text(way: _Way, text: str) -> None:
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise Fault(_place(way), "text with half a character (a lone surrogate)") from None


def _place(way: _Way) -> str:
    parts = ["$"]
    for key, _ in way:
        if isinstance(key, int):
            parts.append(f"[{key}]")
        else:
            plain = len(key) <= MAX_SHOWN and key.isidentifier()
            parts.append(f".{key}" if plain else f"[{quoted(key)}]")
    return "".join(parts)
