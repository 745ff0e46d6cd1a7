"""Tables for standard output: of plain text, as wide as the terminal, or said in lines."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from typing import Final

from rich.box import SIMPLE_HEAD, Box
from rich.console import Console, RenderableType
from rich.table import Table

from words.glyphs import ASCII, glyphs
from words.plain_text import printable
from words.translation import about

WIDTH: Final = 80
_PLAIN: Final = Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)


def printed(*parts: RenderableType) -> str:
    """Return lines and tables as they are printed, without blanks at the ends of lines."""
    paper = io.StringIO()
    is_terminal = sys.stdout.isatty()
    console = Console(
        file=paper, width=_width(), force_terminal=is_terminal, highlight=False, markup=False
    )
    for part in parts:
        console.print(part)
    return "\n".join(line.rstrip() for line in paper.getvalue().splitlines()) + "\n"


def said_in_lines(*parts: RenderableType) -> str:
    """Return lines and tables without a code: each row of a table is a line, with its heads."""
    lines: list[str] = []
    for part in parts:
        if isinstance(part, Table):
            rows = zip(*(column.cells for column in part.columns), strict=True)
            lines += (_said(part, list(map(str, row))) for row in rows)
        else:
            lines += str(part).splitlines()
    return "".join(f"{printable(line)}\n" for line in lines if line)


def _said(table: Table, row: Sequence[str]) -> str:
    """Return a row in words; a column without a head is a drawing."""
    heads = [str(column.header) for column in table.columns]
    cells = [f"{head} {cell}".strip() for head, cell in zip(heads, row, strict=True) if head]
    return about(cells[0], ", ".join(cells[1:])) + "."


def empty_grid(names: Sequence[str], numbers: Sequence[str] = ()) -> Table:
    """Return an empty table: first the columns of names, never cut, then those of numbers."""
    empty = Table(box=_PLAIN if glyphs() is ASCII else SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name in names:
        empty.add_column(name, overflow="fold")
    for number in numbers:
        empty.add_column(number, justify="right", no_wrap=True)
    return empty


def _width() -> int:
    """Return the width of the terminal, at least `WIDTH`; a narrow one breaks lines itself."""
    try:
        return max(os.get_terminal_size(1).columns, WIDTH)
    except OSError:
        return WIDTH
