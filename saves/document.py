"""Strict JSON: bytes become a document, or a Fault that says what is wrong and where."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any, Final, TypeAlias

MAX_DEPTH: Final = 64
MAX_DIGITS: Final = 1000
MAX_SHOWN: Final = 40


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

    def __init__(self, reason: str) -> None:
        self.reason = reason


def read_document(data: bytes) -> Any:
    """Return the JSON document in `data`, UTF-8.

    Raises `Fault` for anything but standard JSON, for a key that appears twice in one object, for
    text that is no Unicode and for nesting deeper than `MAX_DEPTH`.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as fault:
        raise Fault(f"byte {fault.start}", "not UTF-8") from None
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


_Trail: TypeAlias = "tuple[_Trail, str | int] | None"
"""The way from the root to a value: it becomes a text only where there is a fault."""


def _check(document: Any) -> None:
    waiting: list[tuple[Any, _Trail, int]] = [(document, None, 1)]
    while waiting:
        value, trail, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise Fault(_place(trail), f"nested more than {MAX_DEPTH} deep")
        if isinstance(value, _Wrong):
            raise Fault(_place(trail), value.reason)
        if isinstance(value, _Doubled):
            raise Fault(_place(trail), f"the key {quoted(value.key)} appears twice")
        if isinstance(value, dict):
            for key, child in value.items():
                _check_text(trail, key)
                waiting.append((child, (trail, key), depth + 1))
        elif isinstance(value, list):
            waiting += [(child, (trail, at), depth + 1) for at, child in enumerate(value)]
        elif isinstance(value, str):
            _check_text(trail, value)


def _check_text(trail: _Trail, text: str) -> None:
    if not text.isascii() and any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Fault(_place(trail), "text with half a character (a lone surrogate)")


def _place(trail: _Trail) -> str:
    parts = []
    while trail is not None:
        trail, key = trail
        if isinstance(key, int):
            parts.append(f"[{key}]")
        else:
            plain = key.isidentifier() and len(key) <= MAX_SHOWN
            parts.append(f".{key}" if plain else f"[{quoted(key)}]")
    return "$" + "".join(reversed(parts))
