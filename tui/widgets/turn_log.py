"""The log of a game: a row for each turn, the last rows in sight."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import ClassVar, Final, NamedTuple

from rich.cells import cell_len
from rich.segment import Segment

from tui.themes import paint
from tui.widgets.lines import Line, Lines, cut, line, text, wholes

NOTED: Final = '"'
"""The sign of a note that has none itself."""
LEAST_ROWS: Final = 5
"""The rows that a foot leaves at least, if it can be told whole."""
FEWEST_ROWS: Final = 2
"""The rows that a foot leaves in any case: the present one, and one beside it."""
UNBOUNDED: Final = 1000
"""More lines than a foot ever has."""


class LogRow(NamedTuple):
    """A row of the log.

    Attributes:
        words: The words of the row.
        turn: The number of turns made after the event that it tells of.
    """

    words: Line
    turn: int


class TurnLog(Lines):
    """Rows of turns, with a heading above them; a game may have other lines above and below.

    Attributes:
        heading: The heading of the rows, empty for none.
        foot: Returns lines that stand between the rows and those below, for a width and the most
            lines.
    """

    GROUND: ClassVar[str] = "rail"

    def __init__(self) -> None:
        super().__init__(id="log")
        self.heading = ""
        self.foot: Callable[[int, int], list[Line]] = no_foot
        self._rows_for: Callable[[int], Sequence[LogRow]] = lambda _room: ()
        self._columns: list[Sequence[LogRow]] = []
        self._top = 0

    @property
    def columns(self) -> int:
        """The number of columns of rows side by side."""
        return 1

    @property
    def column(self) -> int:
        """The width of each column, in cells."""
        return max(self.size.width // self.columns, 1)

    @property
    def divider(self) -> int:
        """The cells before each line that `show` adds."""
        return 0

    @property
    def room(self) -> int:
        """The number of rows in sight."""
        free = self.size.height - len(self.above()) - len(self._bottom())
        return max(free, 0) * self.columns

    def above(self) -> list[Line]:
        """Return the lines above the rows."""
        words = cut(self.heading, max(self.size.width, 2) - 1)
        return [line(" ", text(words, paint("quiet")))]

    def below(self) -> list[Line]:
        """Return the lines below the rows."""
        return []

    @property
    def foot_rows(self) -> int:
        """The lines of the foot."""
        return len(self._bottom()) - len(self.below())

    @property
    def has_foot(self) -> bool:
        """Whether there is room for the foot."""
        return self.foot_rows > 0

    @property
    def has_whole_foot(self) -> bool:
        """Whether there is room for all of the foot."""
        whole = self.foot(max(self.size.width - self.divider, 1), UNBOUNDED)
        return self.foot_rows == len(whole)

    def _bottom(self) -> list[Line]:
        """Return the foot, which leaves the rows some room, and the lines below."""
        below, width = self.below(), self.size.width - self.divider
        if width <= 0:
            return below
        free = self.size.height - len(self.above()) - len(below)
        whole = len(self.foot(width, UNBOUNDED))
        room = max(free - LEAST_ROWS, min(free - FEWEST_ROWS, whole))
        return [*self.foot(width, room), *below]

    def middle(self, room: int) -> list[Line]:
        """Return `room` lines of rows, which stand between `above` and `below`."""
        rows = self._rows_for(room * self.columns)
        self._columns = [rows[at * room : (at + 1) * room] for at in range(self.columns)]
        return beside(self._columns, room, self.column)

    def show_rows(self, heading: str, rows: Sequence[LogRow], back: int) -> None:
        """Show as many rows as fit: the last ones, or those `back` rows before."""
        self.show_last(heading, partial(in_sight, rows, back))

    def show_last(self, heading: str, rows_for: Callable[[int], Sequence[LogRow]]) -> None:
        """Show the rows that `rows_for` returns for the number of rows that fit."""
        self.heading, self._rows_for = heading, rows_for
        self.draw()

    def draw(self) -> None:
        """Draw all lines again."""
        if self.size.width:
            above, below = self.above(), self._bottom()
            self._top = len(above)
            middle = self.middle(max(self.size.height - len(above) - len(below), 0))
            self.show([*above, *middle, *below][: self.size.height])

    def turn_at(self, y: int, x: int = 0) -> int | None:
        """Return the number of turns made up to the row at a cell, None where there is no row."""
        at, row = x // self.column, y - self._top
        column = self._columns[at] if 0 <= at < len(self._columns) else ()
        return column[row].turn if 0 <= row < len(column) else None


def no_foot(_width: int, _height: int) -> list[Line]:
    """Return no lines."""
    return []


def in_sight(rows: Sequence[LogRow], back: int, room: int) -> Sequence[LogRow]:
    """Return as many rows as fit: the last ones, or those `back` rows before.

    >>> in_sight("abcdef", 0, 2), in_sight("abcdef", 1, 2), in_sight("abcdef", 9, 2)
    ('ef', 'de', 'ab')
    """
    last = max(len(rows) - back, min(len(rows), room))
    return rows[max(0, last - room) : last]


def with_signs(rows: Sequence[LogRow], signs: Mapping[int, str], width: int) -> list[LogRow]:
    """Return the rows with the signs of notes, by turn, after the words; each fits the width."""
    noted, turns = [*rows], [row.turn for row in rows]
    for turn, sign in signs.items():
        at = bisect_left(turns, turn)
        if turn and at < len(rows):
            words, told = noted[at].words, f" {sign or NOTED}"
            kept = _shortened(words, width - len(told))
            noted[at] = LogRow((*kept, text(told, paint("text", bold=True))), noted[at].turn)
    return noted


def _shortened(words: Line, width: int) -> Line:
    """Return the words of a row without the blanks at their end, cut to at most `width` cells."""
    plain = "".join(part.text for part in words).rstrip()
    shown = cut(plain, width, next(iter(wholes([plain])), plain))
    if shown == plain:
        return tuple(Segment.adjust_line_length([*words], cell_len(plain)))
    kept = Segment.adjust_line_length([*words], cell_len(shown) - 1)
    return (*kept, Segment(shown[-1], kept[-1].style))


def with_variations(
    rows: Sequence[LogRow], tried: Mapping[int, Sequence[str]], width: int, sign: str
) -> list[LogRow]:
    """Return the rows with those of variations, by the turn after which they begin, below it."""
    more = [
        LogRow(line(text(cut(f"  {sign} {words}", width - 1), paint("quiet"))), turn)
        for turn, some in tried.items()
        for words in some
    ]
    return sorted([*rows, *more], key=lambda row: row.turn)


def beside(columns: Sequence[Sequence[LogRow]], room: int, width: int) -> list[Line]:
    """Return the rows of all columns side by side in `room` lines, each `width` cells wide."""
    lines = []
    for at in range(room):
        parts: list[Segment] = []
        for number, column in enumerate(columns):
            words = column[at].words if at < len(column) else ()
            parts += words
            if any(at < len(later) for later in columns[number + 1 :]):
                parts.append(text(" " * (width - sum(part.cell_length for part in words))))
        lines.append(tuple(parts))
    return lines


def rows_back(count: int, at: int, room: int) -> int:
    """Return how many of `count` rows to scroll back so that row `at` is in sight.

    It stays in the middle half of the room as far as there are rows, and the others stand still
    while it does.

    >>> [rows_back(40, at, 10) for at in (0, 6, 7, 11, 12, 39)]
    [30, 30, 25, 25, 20, 0]
    """
    half = room // 2
    wanted = (at - room // 4) // half * half if half else at
    return count - max(0, min(wanted, count - room)) - min(room, count)
