"""A widget that is a list of lines, and repaints the lines that change and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import ClassVar, Final, TypeAlias

from rich.cells import cell_len, chop_cells, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual.geometry import NULL_OFFSET, Offset, Region
from textual.strip import Strip
from textual.widget import Widget

from tui.themes import Palette, paint, palette
from tui.widgets.canvas import repaint
from words.glyphs import glyphs

Line: TypeAlias = tuple[Segment, ...]

PLAIN: Final = Style.null()
BOLD: Final = Style(bold=True)
CONTROLS: Final = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029")
"""White space that moves the cursor otherwise than by one cell."""
_LETTERS_OF_A_CELL: Final = 16
"""A letter and its accents; more in one cell are nobody's words."""
WHOLES_KEPT: Final = 256
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
    if len(_wholes) > WHOLES_KEPT:
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


def cut(words: str, width: int, whole: str = "") -> str:
    """Return the words without control codes, cut to at most `width` cells.

    A key shows words that are cut in full, or the `whole` of which they are a part.

    >>> cut("日本語", 5), cut("Zoé", 5)
    ('日本…', 'Zoé')
    """
    first = harmless(words[: max(width, 1) * _LETTERS_OF_A_CELL])  # a file's words may be endless
    if len(first) == len(words) and cell_len(first) <= width:
        return first
    shown = set_cell_size(first, width - 1).rstrip() + glyphs().ellipsis
    return abridged(shown, harmless((whole or words)[:LONGEST]))


def shortened(forms: Sequence[str], width: int) -> str:
    """Return the first of several forms of the same words that has room, else the last one, cut.

    >>> shortened(["turn 7: SUD (casual)", "turn 7: SUD", "turn 7"], 13)
    'turn 7: SUD'
    """
    fitting = (form for form in forms if cell_len(form) <= width)
    return next(fitting, None) or cut(forms[-1], width, forms[0])


def pad(words: str, width: int, whole: str = "") -> str:
    """Return the words, cut or filled to exactly `width` cells."""
    return set_cell_size(cut(words, width, whole), width)


def wrapped(words: str, width: int) -> list[str]:
    r"""Return the words in lines of at most `width` cells; no line begins with a French sign.

    >>> wrapped("2 pieces on the line, a pawn is taken.", 21)
    ['2 pieces on the line,', 'a pawn is taken.']
    >>> wrapped("sans cadeau\u00a0: perdu", 12)
    ['sans', 'cadeau :', 'perdu']
    """
    lines = [""]
    for word in _chopped(words, width):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if cell_len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _chopped(words: str, width: int) -> Iterator[str]:
    """Yield the words, those that are wider than a line in parts."""
    for word in map(harmless, words.split(" ")):
        yield from chop_cells(word, width) if cell_len(word) > width else [word]


class Lines(Widget):
    """Shows the lines it was given last.

    It has no border, no padding and no tint, so that its lines need no stylesheet's work.

    Attributes:
        chosen: The cell of what is chosen here, None where nothing is.
    """

    GROUND: ClassVar[str] = "felt"
    """The role of what lies behind the words."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._lines: tuple[Line, ...] = ()
        self._rows_with: tuple[str, tuple[Line, ...], list[str]] = ("", (), [])
        self._strips: dict[int, tuple[Line, Strip]] = {}
        self._strips_on: tuple[int, Palette, str] = (0, palette(), self.GROUND)
        self._ground = self.GROUND
        self.chosen: Offset | None = NULL_OFFSET

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines shown now."""
        return self._lines

    @property
    def base(self) -> Style:
        """The style of words without one of their own, and of the rest of a line."""
        return paint("text", self._ground)

    def lie_on(self, ground: str | None) -> None:
        """Lie on another ground than usual, or on the usual one."""
        self._ground = ground or self.GROUND

    def show(self, lines: Sequence[Line]) -> None:
        """Show these lines; only those that differ are painted."""
        if self._lines == tuple(lines):
            return
        rows = zip_longest(self._lines, lines, fillvalue=())
        self._lines = tuple([old if old == new else new for old, new in rows][: len(lines)])
        repaint(self)

    def plain(self) -> str:
        """Return the text of the lines, without trailing blanks."""
        return "\n".join(map(_plain, self._lines))

    def first_words(self) -> Offset | None:
        """Return the first cell that is not blank, None if all are."""
        for y, row in enumerate(map(_plain, self._lines)):
            if words := row.lstrip():
                return Offset(len(row) - len(words), y)
        return None

    def rows_with(self, sign: str) -> list[str]:
        """Return the text of the lines in which a sign stands."""
        asked, of_lines, rows = self._rows_with
        if asked != sign or of_lines is not self._lines:
            rows = []
            for row in self._lines:  # every key asks: no function is called for a part
                for part in row:
                    if sign in part.text:
                        rows.append(_plain(row))
                        break
            self._rows_with = sign, self._lines, rows
        return rows

    def render_line(self, y: int) -> Strip:
        """Return line y as wide as the widget."""
        width, base = self.outer_size.width, self.base
        if y >= len(self._lines):
            return Strip.blank(width, base)
        drawn = []
        for segment in self._lines[y]:
            style = segment.style
            if style and style.color and style.bgcolor:
                drawn.append(segment)
            else:
                drawn.append(Segment(segment.text, base + style if style else base))
        return Strip(drawn).adjust_cell_length(width, base)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the lines of a region; one that was returned before is not made again."""
        on = (self.outer_size.width, palette(), self._ground)
        if on != self._strips_on:
            self._strips, self._strips_on = {}, on
        lines, known, strips = self._lines, self._strips, []
        for y in crop.line_range:
            line = lines[y] if y < len(lines) else ()
            if y not in known or known[y][0] is not line:
                known[y] = line, self.render_line(y)
            strips.append(known[y][1])
        if crop.column_span != (0, on[0]):
            return [strip.crop(*crop.column_span) for strip in strips]
        return strips


def _plain(line: Line) -> str:
    return "".join(part.text for part in line).rstrip()
