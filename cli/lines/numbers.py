"""The numbers that people type in the line modes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def number_in(text: str, most: int) -> int | None:
    """Return the whole number from 1 to `most` that a text is, None if it is none, however long.

    >>> number_in("07", 12), number_in("13", 12), number_in("0", 12), number_in("²", 12)
    (7, None, None, None)
    """
    digits = text.lstrip("0")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > len(str(most)):
        return None
    return int(digits) if int(digits) <= most else None


def numbered(things: Sequence[T], text: str) -> T | None:
    """Return the thing of a list that a text is the number of, from 1; None for no such number.

    >>> numbered("abc", "2"), numbered("abc", "4")
    ('b', None)
    """
    number = number_in(text, len(things))
    return None if number is None else things[number - 1]
