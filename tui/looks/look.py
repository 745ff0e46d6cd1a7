"""What a game has to bring so that the screens can show it; they know no game beyond this."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from textual.widget import Widget

from engine.game import Outcome, View
from engine.table import EventKind, Table
from tui.cursor import Cursor
from tui.glyphs import Glyphs
from tui.setup import Series
from tui.widgets.lines import DIM, Lines, cut, line, text
from tui.widgets.turn_log import LogRow, TurnLog
from tui.words import _, language, mark

LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Made:
    """Steps that somebody has just made: a whole move, or the part of it shown so far."""

    seat: int
    steps: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """All that is on the table at one moment.

    Attributes:
        view: What the seat knows, in the middle of a move or as it stands.
        seat: Whose eyes one looks with.
        names: What the players are called, by seat.
        made: What is marked as just done, if anything is.
        cursor: Where the person to move is with the move, None while nobody is asked.
        hinted: The steps that a hint would make from here, None without a hint.
    """

    view: View[Any]
    seat: int
    names: tuple[str, ...]
    made: Made | None = None
    cursor: Cursor | None = None
    hinted: tuple[Any, ...] | None = None


class Look(ABC):
    """Shows a game on its widgets, and has the words about it."""

    key: ClassVar[str]
    """The key of the game."""
    hides: ClassVar[bool] = False
    """Whether players have secrets from each other, so that a curtain falls between them."""
    has_deal: ClassVar[bool] = False
    """Whether the same deal can be played again with seats swapped."""
    steps: ClassVar[tuple[str, str]] = ("next_step", "previous_step")
    """The actions that go by one step of a move in a replay."""
    take_back_words: ClassVar[str] = mark("Go back to your last move?")
    turns_word: ClassVar[str] = mark("Moves")

    def __init__(self, glyphs: Glyphs) -> None:
        self.glyphs = glyphs
        self.log = TurnLog(id="log")
        self.rule = Lines(id="rule")
        self._logged: tuple[object, ...] = ()

    @property
    @abstractmethod
    def focus(self) -> Widget:
        """The widget that has the focus."""

    @abstractmethod
    def widgets(self) -> Iterable[Widget]:
        """Return the widgets: the table, a rule, the log."""

    @abstractmethod
    def show(self, shown: Shown) -> None:
        """Show the table; only what changed is sent."""

    @abstractmethod
    def log_rows(self, table: Table[Any], upto: int) -> list[LogRow]:
        """Return the rows of the log for the first `upto` moves."""

    @abstractmethod
    def result_words(self, table: Table[Any], names: tuple[str, ...]) -> str:
        """Return who won and why."""

    @abstractmethod
    def cursor(self, view: View[Any]) -> Cursor:
        """Return the cursor of a person at the beginning of a move."""

    @abstractmethod
    def cursor_words(self, cursor: Cursor, view: View[Any]) -> str:
        """Return what the cursor is on, or why nothing can be done there."""

    @abstractmethod
    def hint_words(self, is_left: bool) -> str:
        """Return the sentence of a hint with its `turn` and `reasons` in braces.

        `is_left` says whether it can still be had without taking steps back.
        """

    @abstractmethod
    def hint_end_words(self) -> str:
        """Return what a hint says once all its steps are made."""

    def legend(self) -> Sequence[tuple[str, str]]:
        """Return the marks that do not explain themselves, each with what it means."""
        return ()

    def after(self, view: View[Any]) -> View[Any]:
        """Return what is to be seen just after a move: a round that it ended, if it did."""
        return view

    def story_rows(self, table: Table[Any]) -> list[LogRow]:
        """Return what there is to tell of a game that is over."""
        return []

    def opponent(self, seat: int, names: tuple[str, ...]) -> str:
        """Return what the words of a hint call the other player."""
        return names[(seat + 1) % len(names)]

    def show_log(self, table: Table[Any], upto: int | None, back: int, heading: str) -> None:
        """Show the moves made so far (up to move `upto`), and how the game ended.

        `back` is how many lines one has scrolled back. An arrow key changes none of this, so
        nothing is made anew then.
        """
        is_over = table.outcome is not None and upto is None
        done = (len(table.plays), len(table.events), upto)
        now = (*done, back, heading, self.log.size, is_over, language())
        if now == self._logged:
            return
        self._logged = now
        rows = self.log_rows(table, len(table.plays) if upto is None else upto)
        if is_over:
            rows += self.story_rows(table)
        self.log.show_rows(heading or _(self.turns_word), rows, back)
        self.rule.show([line(text(self.glyphs.separator, DIM))] * self.rule.size.height)


def names_of(table: Table[Any]) -> tuple[str, ...]:
    """Return what the players are called, by seat, cut to what a line has room for."""
    return tuple(cut(sitter.name, LONGEST_NAME) for sitter in table.sitters)


def series_words(series: Series | None, outcome: Outcome | None) -> str:
    """Return which game of how many it is, and the score; nothing for a single game."""
    if series is None or series.setup.games < 2:
        return ""
    north, south = series.score_with(outcome)
    words = _("Game {number} of {games}, {north}-{south}")
    return words.format(number=series.number, games=series.setup.games, north=north, south=south)


def given_up(table: Table[Any], player: str) -> str:
    """Return that a player gave up, and why if the record says it."""
    text = next((e.text for e in reversed(table.events) if e.kind is EventKind.FORFEIT), "")
    if text:
        return _("{player} gave up: {why}").format(player=player, why=text)
    return _("{player} gave up.").format(player=player)
