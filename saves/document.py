"""Strict JSON: bytes become a document, or a Fault that says what is wrong and where."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any, Final, NoReturn

MAX_DEPTH: Final = 64


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
            text, object_pairs_hook=_pairs, parse_constant=_constant, parse_float=_float
        )
    except json.JSONDecodeError as fault:
        byte = len(text[: fault.pos].encode())
        raise Fault(f"byte {byte} (line {fault.lineno})", _lower_first(fault.msg)) from None
    except RecursionError:
        raise Fault("$", f"nested more than {MAX_DEPTH} deep") from None
    except Fault:
        raise
    except ValueError as fault:  # a number of thousands of digits
        raise Fault("$", _lower_first(str(fault))) from None
    _check(document)
    return document


def write_document(document: Any) -> bytes:
    """Return the document as UTF-8 JSON, indented, one line feed at the end."""
    return (json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()


def quoted(text: str) -> str:
    """Return the text as JSON writes it, cut to 40 characters: fit for one line of an error."""
    return json.dumps(text if len(text) <= 40 else text[:37] + "...", ensure_ascii=True)


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


def _constant(name: str) -> NoReturn:
    raise Fault("$", f"{name} is not JSON")


def _float(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise Fault("$", f"{text[:40]} is too large")
    return number


def _check(document: Any) -> None:
    waiting = [("$", document, 1)]
    while waiting:
        place, value, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise Fault(place, f"nested more than {MAX_DEPTH} deep")
        if isinstance(value, _Doubled):
            raise Fault(place, f"the key {quoted(value.key)} appears twice")
        if isinstance(value, dict):
            for key, child in value.items():
                _check_text(place, key)
                waiting.append((f"{place}.{key}", child, depth + 1))
        elif isinstance(value, list):
            waiting += [(f"{place}[{at}]", child, depth + 1) for at, child in enumerate(value)]
        elif isinstance(value, str):
            _check_text(place, value)


def _check_text(place: str, text: str) -> None:
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Fault(place, "text with half a character (a lone surrogate)")


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]
