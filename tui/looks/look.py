"""What a game has to bring so that the screens can show it; they know no game beyond this."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from textual.screen import Screen
from textual.widget import Widget

from engine.game import Outcome, View
from engine.table import EventKind
from engine.timeline import Timeline
from play.frame import Controls, Cursor, Frame
from tui.glyphs import Glyphs
from tui.setup import Series
from tui.widgets.lines import DIM, Lines, cut, line, text
from tui.widgets.turn_log import LogRow, TurnLog
from tui.words import _, language, mark

LONGEST_NAME = 24


class Look(ABC):
    """Shows a game on its widgets, and has the words about it."""

    key: ClassVar[str]
    """The key of the game."""
    offers: ClassVar[tuple[str, ...]]
    """The actions at the table, the most wanted first."""
    always: ClassVar[frozenset[str]] = frozenset({"help", "menu", "quit", "log_up", "log_down"})
    """Actions that can be had whatever the table is at."""
    not_on_key_line: ClassVar[frozenset[str]] = frozenset({"log_up", "log_down"})
    not_in_help: ClassVar[frozenset[str]] = frozenset()
    typed_question: ClassVar[str]
    """What asks for a typed move, with an example."""
    typed_fault: ClassVar[str]
    """What says that `text` is no move, with an example."""
    has_deal: ClassVar[bool] = False
    """Whether the same deal can be played again with seats swapped."""
    steps: ClassVar[tuple[str, str]] = ("next_step", "previous_step")
    """The actions that go by one step of a move in a replay."""
    take_back_words: ClassVar[str] = mark("Go back to your last move?")
    take_back_words_of: ClassVar[str] = mark("Go back to the last move of {player}?")
    turns_word: ClassVar[str] = mark("Moves")

    def __init__(self, glyphs: Glyphs) -> None:
        self.glyphs = glyphs
        self.controls = self.controls_of()
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

    @staticmethod
    @abstractmethod
    def controls_of() -> Controls:
        """Return what the game's keys do in a person's move."""

    @property
    def hides(self) -> bool:
        """Whether players have secrets from each other, so that a curtain falls between them."""
        return self.controls.hides

    @abstractmethod
    def show(self, frame: Frame, names: tuple[str, ...]) -> None:
        """Show the table; only what changed is sent."""

    @abstractmethod
    def log_rows(self, view: View[Any], upto: int) -> list[LogRow]:
        """Return the rows of a view's log for the first `upto` moves."""

    @abstractmethod
    def result_words(self, timeline: Timeline[Any], names: tuple[str, ...]) -> str:
        """Return who won and why."""

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

    def round_words(self, view: View[Any]) -> str:
        """Return how the round ended that the last move ended."""
        return ""

    def no_hint(self, frame: Frame, timeline: Timeline[Any], here: frozenset[int]) -> str:
        """Return why no hint is given with the people of these seats looking on, "" if one is."""
        return ""

    def not_in_menu(self, cursor: Cursor | None) -> frozenset[str]:
        """Return the actions that the menu leaves out."""
        return frozenset()

    def dialog(self, action: str, frame: Frame, names: tuple[str, ...]) -> Screen[object] | None:
        """Return the screen that an action of the game opens, None if it opens none."""
        return None

    def answer(self, answer: object) -> Any:
        """Return the move that a dialog ended with, None for no move."""
        return None

    def clicked(self, widget: Widget, x: int, y: int, cursor: Cursor) -> tuple[Cursor, str | None]:
        """Return where a click puts the cursor, and the action that it stands for, if one."""
        return cursor, None

    def story_rows(self, timeline: Timeline[Any]) -> list[LogRow]:
        """Return what there is to tell of a game that is over."""
        return []

    def opponent(self, seat: int, names: tuple[str, ...]) -> str:
        """Return what the words of a hint call the other player."""
        return names[(seat + 1) % len(names)]

    def show_log(self, timeline: Timeline[Any], frame: Frame, back: int, heading: str) -> None:
        """Show the moves made so far, or up to where the frame is, and how the game ended.

        `back` is how many lines one has scrolled back. An arrow key changes none of this, so
        nothing is made anew then.
        """
        upto = frame.upto
        is_over = timeline.outcome is not None and upto is None
        done = (timeline.version, upto, frame.seat)
        now = (*done, back, heading, self.log.size, is_over, language())
        if now == self._logged:
            return
        self._logged = now
        rows = self.log_rows(frame.now, len(timeline.plays) if upto is None else upto)
        if is_over:
            rows += self.story_rows(timeline)
        self.log.show_rows(heading or _(self.turns_word), rows, back)
        self.rule.show([line(text(self.glyphs.separator, DIM))] * self.rule.size.height)


def names_of(timeline: Timeline[Any]) -> tuple[str, ...]:
    """Return what the players are called, by seat, cut to what a line has room for."""
    return tuple(cut(sitter.name, LONGEST_NAME) for sitter in timeline.sitters)


def series_words(series: Series | None, outcome: Outcome | None) -> str:
    """Return which game of how many it is, and the score; nothing for a single game."""
    if series is None or series.setup.games < 2:
        return ""
    score = "-".join(map(str, series.score_with(outcome)))
    words = _("Game {number} of {games}, {score}")
    return words.format(number=series.number, games=series.setup.games, score=score)


def given_up(timeline: Timeline[Any], player: str) -> str:
    """Return that a player gave up, and why if the record says it."""
    text = next((e.text for e in reversed(timeline.events) if e.kind is EventKind.FORFEIT), "")
    if text:
        return _("{player} gave up: {why}").format(player=player, why=text)
    return _("{player} gave up.").format(player=player)
