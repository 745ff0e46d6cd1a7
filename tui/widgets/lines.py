"""A widget that is a list of lines, and repaints the lines that change and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final, TypeAlias

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.glyphs import glyphs
from tui.themes import paint

Line: TypeAlias = tuple[Segment, ...]

PLAIN: Final = Style.null()
BOLD: Final = Style(bold=True)
CONTROLS: Final = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029")
"""White space that moves the cursor otherwise than by one cell."""
_LETTERS_OF_A_CELL: Final = 16
"""A letter and its accents; more in one cell are nobody's words."""


def harmless(words: str) -> str:
    r"""Return the words with a question mark for every control code.

    >>> harmless("a\x1b[1m"), harmless("où\u00a0?")
    ('a?[1m', 'où ?')
    """
    if words.isprintable():
        return words
    letters = (" " if letter.isspace() and letter not in CONTROLS else letter for letter in words)
    return "".join(letter if letter.isprintable() else "?" for letter in letters)


def text(words: str, style: Style | None = None) -> Segment:
    """Return words as they stand: no markup, no control codes."""
    return Segment(words if words.isprintable() else harmless(words), style or PLAIN)


def line(*parts: Segment | str) -> Line:
    """Return a line of segments and plain words."""
    return tuple([text(part) if isinstance(part, str) else part for part in parts])


def cut(words: str, width: int) -> str:
    """Return the words without control codes, cut to at most `width` cells.

    >>> cut("日本語", 5), cut("Zoé", 5)
    ('日本…', 'Zoé')
    """
    first = harmless(words[: max(width, 1) * _LETTERS_OF_A_CELL])  # a file's words may be endless
    if len(first) == len(words) and cell_len(first) <= width:
        return first
    return set_cell_size(first, width - 1).rstrip() + glyphs().ellipsis


def pad(words: str, width: int) -> str:
    """Return the words, cut or filled to exactly `width` cells."""
    return set_cell_size(cut(words, width), width)


class Lines(Widget):
    """Shows the lines it was given last."""

    GROUND: ClassVar[str] = "felt"
    """The role of what lies behind the words."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._lines: tuple[Line, ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines shown now."""
        return self._lines

    @property
    def base(self) -> Style:
        """The style of words that have none of their own, and of what is left of a line."""
        return paint("text", self.GROUND)

    def show(self, lines: Sequence[Line]) -> None:
        """Show these lines; only those that differ are painted, from where to where they do."""
        old, new = self._lines, tuple(lines)
        self._lines = new
        regions = []
        for y in range(max(len(old), len(new))):
            before = old[y] if y < len(old) else ()
            after = new[y] if y < len(new) else ()
            if before != after and (changed := changed_cells(before, after)):
                regions.append(Region(changed.start, y, len(changed), 1))
        if regions:
            self.refresh(*regions)

    def plain(self) -> str:
        """Return the text of the lines, without trailing blanks."""
        rows = ("".join(segment.text for segment in row).rstrip() for row in self._lines)
        return "\n".join(rows)

    def render_line(self, y: int) -> Strip:
        """Return line y as wide as the widget."""
        width, base = self.size.width, self.base
        if y >= len(self._lines):
            return Strip.blank(width, base)
        return Strip(self._lines[y]).apply_style(base).simplify().adjust_cell_length(width, base)


def changed_cells(before: Line, after: Line) -> range:
    """Return the cells from the first that differs to the last one; empty if none does."""
    old, new = _cells(before), _cells(after)
    width = max(len(old), len(new))
    blank = [(" ", PLAIN)]
    old += blank * (width - len(old))
    new += blank * (width - len(new))
    differs = [x for x, (one, other) in enumerate(zip(old, new, strict=True)) if one != other]
    return range(differs[0], differs[-1] + 1) if differs else range(0)


def _cells(parts: Line) -> list[tuple[str, Style | None]]:
    cells: list[tuple[str, Style | None]] = []
    for segment in parts:
        for letter in segment.text:
            cells += [(letter, segment.style)] + [("", segment.style)] * (cell_len(letter) - 1)
    return cells
