"""The names of people at a shared table: plain printable text of at most 24 cells."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from typing import Final

MOST_CELLS: Final = 24
_MOST_LETTERS: Final = 96
"""The letters looked at: every cell may carry some accents."""

_MOST_MARKS: Final = 2
"""The marks that one letter may carry."""


def plain_name(name: str, otherwise: str = "") -> str:
    r"""Return a name as it is shown: without control codes, runs of blanks, and too many cells.

    >>> plain_name(" Zoé\x1b[1m \u202e & Paul "), plain_name("\x00", "guest")
    ('Zoé[1m & Paul', 'guest')
    >>> plain_name("三" * 30) == "三" * 12
    True
    """
    letters: list[str] = []
    cells = marks = 0
    for letter in unicodedata.normalize("NFC", name[:_MOST_LETTERS]):
        category = unicodedata.category(letter)
        if category[0] == "C":
            continue
        if category[0] == "M":
            marks += 1
            if letters and letters[-1] != " " and marks <= _MOST_MARKS:
                letters.append(letter)
            continue
        if category[0] == "Z" and (not letters or letters[-1] == " "):
            continue
        cells += 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        if cells > MOST_CELLS:
            break
        letters.append(" " if category[0] == "Z" else letter)
        marks = 0
    return "".join(letters).strip() or otherwise


def free_name(name: str, others: Collection[str]) -> str:
    """Return the name, with a number if somebody else has it.

    >>> free_name("Zoé", ["Paul", "Zoé"])
    'Zoé 2'
    """
    number, found = 1, name
    while found in others:
        number += 1
        ending = f" {number}"
        found = plain_name(name[: MOST_CELLS - len(ending)]) + ending
    return found
