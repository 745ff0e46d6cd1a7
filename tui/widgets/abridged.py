"""Words that are cut on the screen, remembered whole: a key shows them in full."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from words.glyphs import glyphs

KEPT: Final = 256
"""The number of cut words that are remembered: more than fit on a screen."""
LONGEST: Final = 4_000
"""The most letters kept of words, however many a file has."""

_wholes: dict[tuple[str, str], None] = {}
"""The cut words, each with the whole; the latest come last."""


def abridged(shown: str, whole: str) -> str:
    """Return the words `shown`, which end in an ellipsis, and remember the `whole`."""
    pair = shown, whole[:LONGEST]
    _wholes.pop(pair, None)
    _wholes[pair] = None
    if len(_wholes) > KEPT:
        del _wholes[next(iter(_wholes))]
    return shown


def wholes(rows: Sequence[str]) -> Iterable[str]:
    """Yield the whole of the words that are cut on the rows of a screen, the last row first.

    Of words that look the same when cut, those cut last are meant.

    >>> list(wholes([f"1 {abridged('Zoé…', 'Zoé Dupont')}", f"2 {abridged('Zoé…', 'Zoé Martin')}"]))
    ['Zoé Martin', 'Zoé Dupont']
    """
    sign = glyphs().ellipsis
    found: set[str] = set()
    for row in reversed(rows):
        end = row.rfind(sign)
        while end >= 0:
            if whole := _whole_of(row[: end + 1], found):
                found.add(whole)
                yield whole
            end = row.rfind(sign, 0, end)


def _whole_of(row: str, but: set[str]) -> str:
    """Return the whole of the longest cut words that a row ends in, except those in `but`."""
    pairs = (pair for pair in reversed(_wholes) if pair[1] not in but and row.endswith(pair[0]))
    return max(pairs, key=lambda pair: len(pair[0]), default=("", ""))[1]
