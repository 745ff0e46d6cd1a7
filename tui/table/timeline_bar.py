"""The timeline of a replay: a bar of all turns, its marks, and the present place."""

from __future__ import annotations

from itertools import product
from typing import Final, NamedTuple

from rich.cells import cell_len

from play.story import Highlight
from tui.table.sheet import Sheet
from tui.widgets.lines import Line, cut, shortened
from words.glyphs import Glyphs
from words.translation import _, several

BEFORE_BAR: Final = 3
"""Cells before the bar: the sign of playing or pausing, and a blank."""
LEAST_BAR: Final = 12
"""The shortest bar; words make way for it."""
WORDS_FROM: Final = 56
"""Narrowest line that has words beside the bar; a narrower one has numbers."""
GAP: Final = 2


class BarSpot(NamedTuple):
    """A cell of the line that has the bar.

    Attributes:
        x: The cell.
        width: The width of the line.
        has_words: Whether words stand beside the bar, as in `TimelineBar.one_line`.
        has_note: Whether a note is among them.
    """

    x: int
    width: int
    has_words: bool = True
    has_note: bool = False

    @property
    def is_sign(self) -> bool:
        """Whether it is on the sign that says whether the replay goes on by itself."""
        return 0 < self.x < BEFORE_BAR


class TimelineBar(NamedTuple):
    """The place of a replay.

    Attributes:
        turn: The number of turns made.
        turns: The number of all turns.
        step: The number of steps made of the next turn.
        steps: The number of its steps.
        step_words: The sentence of a step, with `turn`, `step` and `steps` in braces.
        marks: The highlights to go to, in order.
        is_playing: Whether it goes on by itself.
        speed: How fast, as people read it; 1 is usual.
        place: The words for the place of a game that counts something else than turns, else "".
        widest: The longest such words that there are.
        chances: The first side's chance after each number of turns from 0, in points of 100, None
            where it is not known; empty without an analysis.
        told: What an analysis says of this turn, the longest form first; () where a rail says it.
    """

    turn: int
    turns: int
    step: int = 0
    steps: int = 0
    step_words: str = ""
    marks: tuple[Highlight, ...] = ()
    is_playing: bool = False
    speed: str = "1"
    place: str = ""
    widest: str = ""
    chances: tuple[float | None, ...] = ()
    told: tuple[str, ...] = ()

    def words(self) -> str:
        """Return the present place: the start, after a turn, or within a turn."""
        if self.place:
            return self.place
        if self.step:
            return _(self.step_words).format(turn=self.turn + 1, step=self.step, steps=self.steps)
        if not self.turn:
            return several("start of {count} turn", "start of {count} turns", self.turns)
        return _("turn {turn} of {turns}").format(turn=self.turn, turns=self.turns)

    def status(self) -> str:
        """Return the name of the present mark, else whether and how fast the replay plays."""
        if self.is_playing:
            return _("speed {speed}").format(speed=self.speed)
        here = [mark.name for mark in self.marks if mark.turn == self.turn and not self.step]
        if here:
            return here[0]
        return (
            _("paused")
            if self.speed == "1"
            else _("paused, speed {speed}").format(speed=self.speed)
        )

    def one_line(self, width: int, glyphs: Glyphs, note: str = "") -> Line:
        """Return all of it in one line, or the beginning of it before a note on this turn.

        A short line has numbers in place of words.
        """
        sheet = Sheet(width, 1, glyphs, "rail")
        bar = self._bar_in_line(width, has_note=bool(note))
        self._draw_bar(sheet, bar)
        x = 1 + BEFORE_BAR + bar + 1
        if note:
            place = "" if width < WORDS_FROM else self.place
            end = sheet.put(x, 0, place or self._numbers(), bold=True) + GAP
            sheet.put(end, 0, cut(note, max(width - 1 - end, 1)))
            return sheet.lines()[0]
        if width < WORDS_FROM:
            place, told = self._place_and_told(width - 1 - x)
            sheet.put(sheet.put(x, 0, place, bold=True) + 1, 0, told)
            return sheet.lines()[0]
        end = sheet.put(x, 0, self.words(), bold=True)
        room = width - 1 - end - GAP
        status = self._forms_fitting(room) or (cut(self.status(), room) if room > 1 else "")
        sheet.put(width - 1 - cell_len(status), 0, status, "quiet")
        return sheet.lines()[0]

    def two_lines(self, width: int, glyphs: Glyphs) -> list[Line]:
        """Return the bar, and the present place below it."""
        sheet = Sheet(width, 2, glyphs, "rail")
        self._draw_bar(sheet, _bar_alone(width))
        words, status = self.words(), self.status()
        forms = self.told
        if self.is_playing or not any(forms):
            forms = status, status.partition(",")[0]  # a loss without its points, a pause alone
        if cell_len(words) + GAP + cell_len(forms[0]) > width - 2:
            words = self._numbers()
        end = sheet.put(1, 1, cut(words, width - 2), bold=True)
        status = shortened(forms, max(width - 1 - end - GAP, 1))
        sheet.put(width - 1 - cell_len(status), 1, status, "quiet")
        return sheet.lines()

    def turn_at(self, spot: BarSpot) -> int | None:
        """Return the turn at a cell, None beside the bar.

        A cell that has a mark stands for the marked turn.
        """
        bar = _bar_alone(spot.width)
        if spot.has_words:
            bar = self._bar_in_line(spot.width, has_note=spot.has_note)
        at = spot.x - 1 - BEFORE_BAR
        if not 0 <= at < bar:
            return None
        marked = [mark.turn for mark in self.marks if self._cell(mark.turn, bar) == at]
        return marked[0] if marked else round(at * self.turns / max(bar - 1, 1))

    def _bar_in_line(self, width: int, *, has_note: bool) -> int:
        """Return the length of the bar in a line with words, the same at every place."""
        return LEAST_BAR if has_note or self.told else self._bar_beside_words(width)

    def _bar_beside_words(self, width: int) -> int:
        """Return the length of the bar beside words, the same at every place."""
        if width < WORDS_FROM:
            longest = cell_len(self.widest or f"{self.turns}/{self.turns} 9/9")
            return max(width - BEFORE_BAR - 3 - longest, LEAST_BAR)
        last = self._replace(turn=self.turns, step=0, place=self.widest)
        texts = [last.words(), last._replace(turn=0).words()]
        if self.step_words:
            texts.append(last._replace(turn=self.turns - 1, step=9, steps=9).words())
        states = [_("paused"), _("speed {speed}").format(speed="0.5")]
        states += [mark.name for mark in self.marks]
        longest = max(map(cell_len, texts)) + GAP + max(map(cell_len, states))
        return max(width - BEFORE_BAR - 3 - longest, width // 3, LEAST_BAR)

    def _place_and_told(self, room: int) -> tuple[str, str]:
        """Return the place in numbers, and what an analysis says that has room behind it."""
        if not self.told:
            return self.place or self._numbers(), ""
        numbers = self._numbers()
        pairs = product(self.told, (numbers, numbers.partition("/")[0]))
        fitting = (pair for pair in pairs if cell_len(" ".join(pair)) <= room)
        return next(((place, told) for told, place in fitting), (numbers, ""))

    def _forms_fitting(self, room: int) -> str:
        """Return what an analysis says, if there is room and the replay stands still."""
        return "" if self.is_playing else shortened((*self.told, ""), max(room, 0))

    def _numbers(self) -> str:
        if self.step:
            return f"{self.turn + 1}/{self.turns} {self.step}/{self.steps}"
        return f"{self.turn}/{self.turns}"

    def _cell(self, turn: float, bar: int) -> int:
        return round(turn * (bar - 1) / max(self.turns, 1))

    def _draw_bar(self, sheet: Sheet, bar: int) -> None:
        """Draw the sign, the past and coming turns, the marks, the knob."""
        glyphs = sheet.glyphs
        sheet.put(1, 0, glyphs.running if self.is_playing else glyphs.stopped, bold=True)
        begin = 1 + BEFORE_BAR
        now = self._cell(self.turn + (self.step / self.steps if self.steps else 0), bar)
        sheet.bar(begin, 0, bar, now, "text")
        if self.chances:
            self._draw_curve(sheet, begin, bar, now)
        for mark in self.marks:
            if mark.is_small:
                continue
            at = self._cell(mark.turn, bar)
            sheet.put(begin + at, 0, glyphs.notches[at >= now], "text" if at < now else "quiet")
        sheet.put(begin + now, 0, glyphs.knob, "cursor", bold=True)

    def _draw_curve(self, sheet: Sheet, begin: int, bar: int, now: int) -> None:
        """Draw the chance at each cell of the bar, as far as it is known."""
        rises = sheet.glyphs.rises
        for at in range(bar):
            chance = self.chances[round(at * self.turns / max(bar - 1, 1))]
            if chance is not None:
                sign = rises[max(0, min(int(chance * len(rises) / 100), len(rises) - 1))]
                sheet.put(begin + at, 0, sign, "text" if at < now else "quiet")


def _bar_alone(width: int) -> int:
    """Return the length of the bar in a line of its own."""
    return width - BEFORE_BAR - 2
