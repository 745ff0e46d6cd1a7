"""A page of rules as lines: headings, paragraphs, lists, tables and figures. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.cells import cell_len

from tui.games.catalogue import draw_figure
from tui.themes import paint
from tui.widgets.lines import Line, line, pad, text, wrapped
from tui.widgets.remembered import remembered
from words.glyphs import ASCII, Glyphs, spelled
from words.pages import block_words, parsed
from words.translation import _

if TYPE_CHECKING:
    from markdown_it.token import Token

MARGIN: Final = 2
"""Cells left and right of the words."""
GAP: Final = 2
"""Cells between two columns of a table."""
BULLET: Final = "- "

_ANCHOR: Final = re.compile(r'<a id="([\w-]+)"></a>')
_FIGURE_SIGNS: Final = str.maketrans("●○◆·‹›×═■▲▼", "BWZ.<>x=+^v")
"""The signs of figures in plain ASCII, also where words tell of them."""


class RulesPage(NamedTuple):
    """A page of rules, wrapped.

    Attributes:
        lines: Its lines.
        sections: The place of the heading of each section, by its anchor.
    """

    lines: Sequence[Line]
    sections: Mapping[str, int]


@remembered
def rules_page(markdown: str, width: int, glyphs: Glyphs, section: str = "") -> RulesPage:
    """Return a page in `width` cells; the heading of the `section` that matters has a sign.

    The title is left out: a screen has it.
    """
    tokens = parsed(markdown)
    writer = _Writer(max(width - 2 * MARGIN, 8), glyphs, section)
    writer.write(iter(tokens))
    return RulesPage(writer.lines, writer.sections)


class _Writer:
    """Writes the blocks of a page as lines, one after the other."""

    def __init__(self, room: int, glyphs: Glyphs, section: str) -> None:
        self.lines: list[Line] = []
        self.sections: dict[str, int] = {}
        self._room = room
        self._glyphs = glyphs
        self._section = section
        self._anchor = ""
        self._numbers: list[int] = []

    def write(self, tokens: Iterator[Token]) -> None:
        """Write every block."""
        first = ""
        for token in tokens:
            if found := _ANCHOR.fullmatch(token.content.strip()):
                self._anchor = found[1]
            elif token.type == "heading_open":
                self._heading(block_words(next(tokens)), token.tag)
            elif token.type in ("ordered_list_open", "bullet_list_open"):
                self._numbers.append(1 if token.type == "ordered_list_open" else 0)
            elif token.type in ("ordered_list_close", "bullet_list_close"):
                self._numbers.pop()
                self._blank()
            elif token.type == "list_item_open":
                first = f"{self._numbers[-1]}. " if self._numbers[-1] else BULLET
                self._numbers[-1] += bool(self._numbers[-1])
            elif token.type == "fence":
                self._figure(token.info.strip(), token.content.splitlines())
            elif token.type == "table_open":
                self._table([*takewhile(lambda one: one.type != "table_close", tokens)])
            elif token.type == "inline":
                self._paragraph(block_words(token), first)
                first = ""

    def _put(self, words: str = "", ink: str = "text", *, is_bold: bool = False) -> None:
        signs = words.translate(_FIGURE_SIGNS) if self._glyphs is ASCII else words
        shown = spelled(signs, self._glyphs)
        self.lines.append(line(" " * MARGIN, text(shown, paint(ink, bold=is_bold))))

    def _blank(self) -> None:
        if self.lines and any(part.text.strip() for part in self.lines[-1]):
            self.lines.append(line(""))

    def _heading(self, words: str, tag: str) -> None:
        if tag == "h1":
            return
        self._blank()
        anchor, self._anchor = self._anchor, ""
        if anchor:
            self.sections[anchor] = len(self.lines)
        is_it = bool(anchor) and anchor == self._section
        sign = f"{self._glyphs.cursor} " if is_it else ""
        for words_line in wrapped(sign + words, self._room):
            self._put(words_line, "gold" if is_it else "text", is_bold=True)

    def _paragraph(self, words: str, first: str = "") -> None:
        indent = " " * len(first or (BULLET if self._numbers else ""))
        for at, row in enumerate(wrapped(words, self._room - len(indent))):
            self._put((first if first and not at else indent) + row)
        if not self._numbers:
            self._blank()

    def _figure(self, kind: str, rows: Sequence[str]) -> None:
        """Draw a figure as the game draws its table, above its last line; write all else.

        A line that is too long goes on in the next one.
        """
        if drawn := draw_figure(kind, rows, self._room, self._glyphs):
            self.lines += [(text(" " * MARGIN), *row) for row in drawn]
            rows = rows[-1:]
        for row in rows:
            if cell_len(row) <= self._room:
                self._put(row)
                continue
            for part in wrapped(row, self._room):
                self._put(part, "quiet")
        self._blank()

    def _table(self, tokens: Sequence[Token]) -> None:
        """Write a table in columns, or each row as a paragraph where they have no room."""
        cells = [block_words(token) for token in tokens if token.type == "inline"]
        count = max(sum(token.type == "th_open" for token in tokens), 1)
        rows = [cells[at : at + count] for at in range(0, len(cells), count)]
        rows = [row for row in rows if any(row)]
        widths = [max(cell_len(row[at]) for row in rows) for at in range(count)]
        left = self._room - sum(widths[:-1]) - GAP * (count - 1)
        if left < min(widths[-1], self._room // 2):
            headings = sum(token.type == "thead_open" for token in tokens)
            for at, row in enumerate(rows):
                self._paragraph(_(": ").join(filter(None, row)), "" if at < headings else BULLET)
            self._blank()
            return
        for *heads, last in rows:
            begin = "".join(
                pad(cell, width + GAP) for cell, width in zip(heads, widths, strict=False)
            )
            for at, words in enumerate(wrapped(last, left)):
                self._put((" " * len(begin) if at else begin) + words)
        self._blank()
