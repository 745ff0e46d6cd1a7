"""A book of A4 pages in French: a cover, contents, chapters of Markdown, diagrams and sources.

It needs fpdf2, the font of matplotlib, which has all signs of the games, and a Japanese one for
wide signs in the sources. No code of the fonts' packages is run.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from html import unescape
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path

from dossier_drawings import BOX_HEIGHT, Box, Step, flowchart
from fpdf import FPDF, FontFace, TextStyle
from fpdf.outline import OutlineSection
from markdown_it import MarkdownIt

LEFT, TOP, WIDTH, BOTTOM = 18.0, 20.0, 174.0, 275.0
STEP_HEIGHT = 6.5
GREEN, GREY, LINE = (17, 60, 45), (110, 110, 110), (170, 185, 178)
SOURCE_SIZE, SOURCE_STEP, SOURCE_COLUMN = 4.3, 1.7, 91.0
LEVELS = ("h1", "h2", "h3", "h4")
FILES = {"": "DejaVuSans", "B": "DejaVuSans-Bold", "I": "DejaVuSans-Oblique"}
FILES |= {"BI": "DejaVuSans-BoldOblique"}
HEADING = re.compile(r"^(#{1,4}) (.+)$")
INK = re.compile(r"\.(r\d+) \{ fill: (#\w+)")
GROUND = re.compile(
    r'<rect fill="(#\w+)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/>'
)
WORDS = re.compile(
    r'<text class="(r\d+)" x="([\d.]+)" y="([\d.]+)" textLength="([\d.]+)">([^<]*)</text>'
)
SCREEN = (976, 586)
"""The size of a screen in our pictures, without the window around it."""
CELL = re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>", re.DOTALL)
LEAST_COLUMN, MOST_COLUMN, CELL_ROOM = 16, 60, 1.2
"""Of a table: the least and the most letters that a column is made for, and the space in a cell."""
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


class Book(FPDF):
    """A book. Chapters are added in order; the contents are made at the end."""

    def __init__(self, title: str, made: datetime) -> None:
        super().__init__()
        self.title_words = title
        self.set_title(title)
        self.set_lang("fr")
        self.set_creation_date(made)
        self.set_margins(LEFT, TOP, 210 - LEFT - WIDTH)
        self.set_auto_page_break(True, 297 - BOTTOM)
        fonts = _folder_of("matplotlib") / "mpl-data" / "fonts" / "ttf"
        for style, name in FILES.items():
            self.add_font("text", style, fonts / f"{name}.ttf")
        for style, name in (("", "DejaVuSansMono"), ("B", "DejaVuSansMono-Bold")):
            self.add_font("mono", style, fonts / f"{name}.ttf")
        self.add_font("wide", "", _folder_of("pylopdf_fonts_jp") / "NotoSansJP-Regular.otf")
        self.set_fallback_fonts(["wide"], exact_match=False)

    def footer(self) -> None:
        if self.page_no() > 1:
            self.set_y(-15)
            self.set_font("text", "", 8)
            self.set_text_color(GREY)
            self.cell(0, 5, self.title_words)
            self.cell(0, 5, str(self.page_no()), align="R")
            self.set_text_color(0)

    def cover(self, subtitle: str, names: Sequence[str], picture: Path) -> None:
        """Add the cover, and leave the pages after it to the contents."""
        self.add_page()
        self.set_y(55)
        for words, style, size in ((self.title_words, "B", 34), (subtitle, "", 14)):
            self.set_font("text", style, size)
            self.set_text_color(GREEN)
            self.multi_cell(0, size / 2, words, align="C", new_x="LMARGIN", new_y="NEXT")
        self._screen(picture.read_text(encoding="utf-8"), LEFT + 12, 105, WIDTH - 24)
        self.set_y(225)
        self.set_text_color(0)
        self.set_font("text", "", 13)
        for name in names:
            self.cell(0, 8, name, align="C", new_x="LMARGIN", new_y="NEXT")
        self.add_page()  # the contents end with a page that the first chapter begins on
        self.insert_toc_placeholder(_contents, pages=1, allow_extra_pages=True)

    def _screen(self, svg: str, left: float, top: float, wide: float) -> None:
        """Draw a picture of the screen: its cells of a colour, then its words."""
        scale = wide / SCREEN[0]
        self.set_fill_color(41)
        self.rect(left - 2, top - 2, wide + 4, SCREEN[1] * scale + 4, style="F")
        for colour, *sizes in GROUND.findall(svg):
            x, y, across, down = (scale * float(size) for size in sizes)
            self.set_fill_color(colour)
            self.rect(left + x, top + y, min(across, wide - x), down, style="F")
        inks = dict(INK.findall(svg))
        self.set_font("mono", "", 20 * scale / 25.4 * 72)
        for ink, *sizes, words in WORDS.findall(svg):
            x, y, across = (scale * float(size) for size in sizes)
            self.set_text_color(inks[ink])
            shown = unescape(words)
            self.set_stretching(100 * across / self.get_string_width(shown))
            self.text(left + x, top + y, shown)
            self.set_stretching(100)
        self.set_text_color(0)

    def text_of(self, markdown: str, level: int = 0) -> None:
        """Add Markdown; its headings stand so much deeper. A chapter begins on a new page."""
        gathered: list[str] = []
        is_code = False
        for line in markdown.splitlines():
            is_code ^= line.startswith("```")
            if not is_code and (found := HEADING.match(line)):
                self._write("\n".join(gathered))
                gathered = []
                self.heading(found[2], len(found[1]) - 1 + level)
            elif not line.startswith(("<a id", "<!--", "![")):
                gathered.append(line)
        self._write("\n".join(gathered))

    def heading(self, words: str, level: int, room: float = 25) -> None:
        """Add a heading, with room below it; the contents name those of the first two levels."""
        words = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", words)
        if (level == 0 and self.get_y() > TOP) or self.get_y() + room > BOTTOM:
            self.add_page()
        self.set_font("text", "B", (20, 14, 11.5, 10)[min(level, 3)])
        self.set_text_color(GREEN)
        if level < 2:
            self.start_section(words, level)
        self.ln(2)
        self.multi_cell(0, 7, words, new_x="LMARGIN", new_y="NEXT")
        self.ln(1)
        self.set_text_color(0)

    def _write(self, markdown: str) -> None:
        if not markdown.strip():
            return
        html = MARKDOWN.render(markdown)
        html = re.sub(r"</?a\b[^>]*>|</?thead>|</?tbody>", "", html)
        html = re.sub(r"<(t[hd])([^>]*)>(.*?)</\1>", _bare_cell, html, flags=re.DOTALL)
        html = re.sub(r"<table>.*?</table>", _spaced_table, html, flags=re.DOTALL)
        html = re.sub(r"<(p|ul|ol)>", r'<\1 line-height="1.25">', html)
        self.set_font("text", "", 9.5)
        self.set_fill_color(255)
        mono = FontFace(family="mono", size_pt=8.5)
        self.write_html(
            html,
            table_line_separators=True,
            tag_styles={
                "code": mono,
                "pre": TextStyle(font_family="mono", font_size_pt=7.5, t_margin=1, b_margin=1),
                "p": TextStyle(b_margin=1.5),
            },
        )
        self.ln(1)

    # Diagrams

    def draw_flowchart(
        self, arrows: list[tuple[str, str]], size: float = 6.5, title: str = ""
    ) -> None:
        """Add boxes with arrows between them, below their title."""
        self.set_font("text", "", size)
        boxes, height = flowchart(arrows, WIDTH, self.get_string_width)
        shrink = min(1.0, (BOTTOM - TOP - 25) / max(height, 1))
        if title:
            self.heading(title, 2, room=height * shrink + 15)
            self.set_font("text", "", size)
        elif self.get_y() + height * shrink > BOTTOM:
            self.add_page()
        top = self.get_y() + 2
        placed = {
            name: Box(name, LEFT + x, top + y * shrink, wide)
            for name, (_name, x, y, wide) in boxes.items()
        }
        self.set_draw_color(LINE)
        self.set_line_width(0.15)
        for one, other in arrows:
            self._arrow_between(placed[one], placed[other])
        self.set_draw_color(GREEN)
        self.set_fill_color(236, 243, 238)
        for name, x, y, wide in placed.values():
            self.rect(x, y, wide, BOX_HEIGHT - 0.5, style="DF")
            self.text(x + 2, y + 3.2, name)
        self.set_y(top + height * shrink + 5)

    def _arrow_between(self, one: Box, other: Box) -> None:
        is_down = one.y < other.y
        start, end = (one.y + BOX_HEIGHT - 0.5, other.y) if is_down else (one.y, other.y + 4.5)
        if one.y == other.y:
            start = end = one.y + 2.2
        self._arrow(one.x + one.width / 2, start, other.x + other.width / 2, end)

    def _arrow(self, x: float, y: float, to_x: float, to_y: float) -> None:
        self.line(x, y, to_x, to_y)
        length = max(((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5, 0.1)
        ahead, aside = (to_x - x) / length, (to_y - y) / length
        for side in (1, -1):
            self.line(
                to_x,
                to_y,
                to_x - 1.6 * ahead + side * 0.7 * aside,
                to_y - 1.6 * aside - side * 0.7 * ahead,
            )

    def draw_sequence(self, title: str, columns: list[str], steps: list[Step]) -> None:
        """Add a sequence diagram below its title."""
        height = 9 + STEP_HEIGHT * len(steps)
        self.heading(title, 1, room=height + 15)
        top = self.get_y() + 2
        wide = WIDTH / len(columns)
        middles = [LEFT + wide * (number + 0.5) for number in range(len(columns))]
        self.set_font("text", "B", 8)
        self.set_draw_color(GREEN)
        self.set_line_width(0.2)
        for middle, name in zip(middles, columns, strict=True):
            self.line(middle, top + 6, middle, top + height)
            self.set_xy(middle - wide * 0.45, top)
            self.set_fill_color(236, 243, 238)
            self.cell(wide * 0.9, 6, name, border=1, align="C", fill=True)
        self.set_font("text", "", 7)
        for number, (kind, first, last, words) in enumerate(steps):
            y = top + 9 + STEP_HEIGHT * number
            left, right = sorted((middles[first], middles[last]))
            if kind in ("note", "turn"):
                self.set_fill_color(250, 243, 214)
                half = max((right - left) / 2, self.get_string_width(words) / 2) + 2
                self.set_xy((left + right) / 2 - half, y)
                self.cell(2 * half, 4.5, words, border=kind == "note", align="C", fill=True)
                continue
            self.set_dash_pattern(*((1, 1) if kind == "end" else (0, 0)))
            self._arrow(middles[first], y + 4, middles[last], y + 4)
            self.set_dash_pattern()
            self.set_xy(left, y)
            self.set_fill_color(255)
            space = (right - left - self.get_string_width(words) - 2) / 2
            is_over = space < 0 or abs(last - first) > 1
            self.set_x(left + space)
            self.cell(self.get_string_width(words) + 2, 3.4, words, align="C", fill=is_over)
        self.set_xy(LEFT, top + height + 4)

    # Sources

    def sources(self, files: Sequence[tuple[str, str]]) -> None:
        """Add texts in two columns of small type, each below its name."""
        left, y = LEFT - 6, (top := self.get_y() + 4)
        for name, text in files:
            lines = [*text.splitlines(), ""]
            for number, line in enumerate([name, *lines]):
                needed = 3 * SOURCE_STEP if number == 0 else 0
                if y + needed > BOTTOM + 5:
                    if left > LEFT:
                        self.add_page()
                        top = TOP
                    left, y = left + SOURCE_COLUMN + 4 if left < LEFT else LEFT - 6, top
                self.set_font("mono", "" if number else "B", SOURCE_SIZE if number else 6)
                self._line(left, y, line)
                y += SOURCE_STEP if number else 2.6
        self.set_y(BOTTOM - 1)  # what comes next finds this page full

    def _line(self, x: float, y: float, words: str) -> None:
        """Write a line of a source; signs that its font has not come from the other one."""
        style, has = self.font_style, self.current_font.cmap
        for is_known, signs in groupby(words, key=lambda sign: ord(sign) in has):
            part = "".join(signs)
            self.set_font("mono" if is_known else "wide", style if is_known else "")
            self.text(x, y, part)
            x += self.get_string_width(part)


def _bare_cell(found: re.Match[str]) -> str:
    tag, _alignment, words = found.groups()
    return f'<{tag} align="left">{re.sub(r"<[^>]+>", "", words)}</{tag}>'


def _spaced_table(found: re.Match[str]) -> str:
    """Return a table with room in its cells, and columns as wide as their words ask."""
    rows = [CELL.findall(row) for row in found[0].split("</tr>") if CELL.search(row)]
    longest = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    asked = [min(max(size, LEAST_COLUMN), MOST_COLUMN) for size in longest]
    widths = iter(100 * size / sum(asked) for size in asked)
    html = re.sub("<th ", lambda _: f'<th width="{next(widths):.1f}%" ', found[0])
    return html.replace("<table>", f'<table cellpadding="{CELL_ROOM}">')


def _folder_of(package: str) -> Path:
    """Return the folder of a package, which is not loaded."""
    (folder,) = find_spec(package).submodule_search_locations
    return Path(folder)


def _contents(book: FPDF, outline: list[OutlineSection]) -> None:
    book.set_font("text", "B", 20)
    book.set_text_color(GREEN)
    book.set_xy(LEFT, TOP)
    book.cell(0, 12, "Sommaire", new_x="LMARGIN", new_y="NEXT")
    book.set_text_color(0)
    for section in outline:
        is_chapter = section.level == 0
        book.set_font("text", "B" if is_chapter else "", 10.5 if is_chapter else 9)
        link = book.add_link(page=section.page_number)
        if is_chapter:
            book.ln(1.5)
        book.set_x(LEFT + 6 * section.level)
        book.cell(WIDTH - 20 - 6 * section.level, 5.2, section.name, link=link)
        book.cell(20, 5.2, str(section.page_number), align="R", link=link)
        book.ln(5.2)
