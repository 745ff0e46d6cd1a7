"""What is sent to change colours: no more than differs from those before.

Rich begins every run of cells with all of its style and ends it with none, some thirty bytes a
run. Here the terminal keeps what the next run has too, and blanks care for their ground alone.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

STYLE: Final = re.compile(r"\x1b\[([0-9;]*)m")
MOVES: Final = re.compile(r"(?:\x1b\[[0-9;]*H|[\r\n])*")
"""What paints no cell."""
OFF: Final = {"1": "22", "2": "22"} | {code: f"2{code}" for code in "345789"}
"""What ends an attribute; bold and dim end together."""
INKS: Final = frozenset(map(str, (*range(30, 38), 39, *range(90, 98))))
GROUNDS: Final = frozenset(map(str, (*range(40, 48), 49, *range(100, 108))))
SHOWN_BY_BLANKS: Final = frozenset("4579")
"""Underline, blink, reverse and strike: the attributes that a blank shows."""


class Pen(NamedTuple):
    """How cells are painted: codes of the ink, the ground, and the attributes that are on."""

    ink: str = "39"
    ground: str = "49"
    attributes: frozenset[str] = frozenset()


PLAIN: Final = Pen()


def thrifty(data: str) -> str:
    r"""Return what paints the same with fewer bytes, beginning and ending with a plain pen.

    >>> thrifty("\x1b[1;31;42mone\x1b[0m\x1b[32;42mtwo\x1b[0m")
    '\x1b[31;42;1mone\x1b[32;22mtwo\x1b[0m'
    """
    pieces = STYLE.split(data)
    if len(pieces) == 1:
        return data
    sent, now, wanted = [], PLAIN, PLAIN
    for at, piece in enumerate(pieces):
        if at % 2:
            changed = _changed(wanted, piece)
            if changed is None:
                return data
            wanted = changed
        elif piece:
            end = MOVES.match(piece).end()  # type: ignore[union-attr]
            sent.append(piece[:end])
            if end < len(piece):
                change, now = _change(now, wanted, is_blank=piece[end:].strip(" ") == "")
                sent += [change, piece[end:]]
    if now != PLAIN:
        sent.append("\x1b[0m")
    return "".join(sent)


@cache
def _changed(pen: Pen, codes: str) -> Pen | None:
    """Return the pen after some codes, None if one of them is not known here."""
    left = codes.split(";")
    while left:
        code = left.pop(0)
        if code in ("", "0"):
            pen = PLAIN
        elif code in ("38", "48"):
            size = {"5": 2, "2": 4}.get(left[0] if left else "", 0)
            if not 0 < size <= len(left):
                return None
            colour = ";".join([code, *left[:size]])
            pen = pen._replace(ink=colour) if code == "38" else pen._replace(ground=colour)
            del left[:size]
        elif code in OFF:
            pen = pen._replace(attributes=pen.attributes | {code})
        elif code in INKS:
            pen = pen._replace(ink=code)
        elif code in GROUNDS:
            pen = pen._replace(ground=code)
        else:
            return None
    return pen


@cache
def _change(now: Pen, wanted: Pen, *, is_blank: bool) -> tuple[str, Pen]:
    """Return what is sent before cells of the wanted pen, and the pen after that."""
    if is_blank and not SHOWN_BY_BLANKS & (now.attributes | wanted.attributes):
        wanted = now._replace(ground=wanted.ground)
    codes = [wanted.ink] if wanted.ink != now.ink else []
    if wanted.ground != now.ground:
        codes.append(wanted.ground)
    ended = {OFF[code] for code in now.attributes - wanted.attributes}
    kept = {code for code in now.attributes if OFF[code] not in ended}
    codes += [*sorted(ended), *sorted(wanted.attributes - kept)]
    return (f"\x1b[{';'.join(codes)}m" if codes else ""), wanted
