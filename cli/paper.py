"""Tables of plain text for standard output, as wide as the terminal."""

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
