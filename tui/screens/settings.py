"""The settings screen: a row for each setting, with a preview of theme and cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from textual.containers import Horizontal
from textual.geometry import Region
from textual.widget import Widget

from engine.games import MAIN, describe
from engine.reasons import Sentence
from play.requests import ChangeSettings, PreviewSettings, SettingsRequest
from play.rows import Choice, Row, setting_rows
from saves.settings import KEYS, Settings
from tui.screens.base import Requested, TapisScreen
from tui.screens.listed import RowScreen
from tui.screens.menu import Ask
from tui.screens.text import Paragraphs
from tui.table.cards import CardSize, cap, card, figure, tag
from tui.table.sheet import METAL, Sheet
from tui.themes import wants_huge
from tui.widgets.choices import Choices
from tui.widgets.lines import Line, Lines
from words.glyphs import ASCII, glyphs
from words.names import seat_name
from words.translation import _, said, several

FAULTS: Final = "faults"
PREVIEWED: Final = frozenset({"theme", "cards", "card_size"})
SAMPLE_COLUMNS: Final = 64
"""The narrowest window, in columns, with a sample of cards beside the settings."""


def beside_sample() -> Iterable[Widget]:
    """Yield a title, and below it a list with a sample of cards beside it."""
    yield Lines(id="title")
    yield Horizontal(Choices(id="choices"), Lines(id="sample"), classes="sampled")


def draw_sample(screen: TapisScreen) -> None:
    """Show the sample, if it has room."""
    widget = screen.query_one("#sample", Lines)
    widget.display = screen.size.width >= SAMPLE_COLUMNS
    widget.show(sample())


class SettingsScreen(RowScreen):
    """A row for each setting: left and right change it at once, Enter shows all it can be."""

    TOLD_BY = "settings"
    OFFERS = ("accept", "next_value", "reset", "help", "back", "previous_value")

    def __init__(self, settings: Settings, faults: Sequence[Sentence] = ()) -> None:
        """Show these settings, and a row for the faults of their file."""
        super().__init__()
        self.settings = settings
        self._faults = faults

    def body(self) -> Iterable[Widget]:
        return beside_sample()

    def rows(self) -> Sequence[Row[Settings]]:
        return setting_rows(self.settings)

    def draw(self) -> None:
        count = len(self.settings.keys)
        changed = several("{count} changed", "{count} changed", count) if count else _("default")
        choices = [*self.row_choices(), Choice(KEYS, _("Keys"), changed)]
        if self._faults:
            words = _("Mistakes in settings.toml")
            choices.append(Choice(FAULTS, words, str(len(self._faults))))
        self.show_list(_("Settings"), choices)
        draw_sample(self)
        self._show_help()

    def _show_help(self) -> None:
        row = self.row
        self.say(row.help if row else "")

    def refusal(self, action: str) -> str | None:
        """Refuse to reset the mistakes too."""
        if action == "reset" and self.current == FAULTS:
            return ""
        return super().refusal(action)

    def do_reset(self) -> None:
        """Set the row to its usual value."""
        if row := self.row:
            self.set_row(row, row.usual)
        elif self.current == KEYS:
            self._change(self.settings._replace(keys=()))

    def set_row(self, row: Row[Settings], value: str) -> None:
        self._change(row.change(value))

    def _change(self, settings: object) -> None:
        if isinstance(settings, Settings) and settings != self.settings:
            self.settings = settings
            self.ask_program(ChangeSettings(settings))

    def ask_program(self, request: SettingsRequest) -> None:
        """Ask the program for something at once, also where it still does something else."""
        self.app.post_message(Requested(self, request))

    def on_choices_moved(self) -> None:
        """Say the help of the row under the cursor."""
        self._show_help()

    def on_choices_taken(self, message: Choices.Taken) -> None:
        """Show the values of the row, the keys, or the faults."""
        if not self.is_on_top:
            return
        if row := self.row:
            question = ChooseValue(row, self.ask_program)
            self.app.push_screen(question, partial(self._chosen, row))
        elif message.choice.id == KEYS:
            from tui.screens.keys import KeysScreen

            self.app.push_screen(KeysScreen(self.settings), self._change)
        else:
            self.app.push_screen(Paragraphs("settings.toml", [*map(said, self._faults)]))

    def _chosen(self, row: Row[Settings], answer: object) -> None:
        if isinstance(answer, str):
            self.set_row(row, answer)
        else:
            self.ask_program(PreviewSettings(self.settings))


class ChooseValue(Ask):
    """All that a setting can be; theme and cards are previewed as the cursor moves."""

    TOLD_BY = "settings"
    STANDS_OVER = False
    NEEDS = RowScreen.NEEDS

    def __init__(self, row: Row[Settings], ask_program: Callable[[SettingsRequest], None]) -> None:
        super().__init__(row.question, row.choices, row.value)
        self._row = row
        self._ask_program = ask_program

    def body(self) -> Iterable[Widget]:
        return beside_sample()

    def draw(self) -> None:
        super().draw()
        draw_sample(self)

    def on_choices_moved(self, message: Choices.Moved) -> None:
        """Let everything look as the value under the cursor would have it."""
        if self._row.id in PREVIEWED:
            self._ask_program(PreviewSettings(self._row.change(message.choice.id)))


COLUMNS: Final = 22
LINES: Final = 12
SIZE: Final = CardSize(8, 4)
HUGE_SIZE: Final = CardSize(13, 8)


def sample() -> list[Line]:
    """Return a small table: a plate, a card of each side, the cursor with its tag, words.

    Of huge cards there is room for one.
    """
    sheet = Sheet(COLUMNS, LINES, glyphs())
    is_ascii = sheet.glyphs is ASCII
    up, down = "^v" if is_ascii else "▲▼"
    first = next(iter(describe(MAIN).seat_words))
    name = f" {sheet.glyphs.coins[0]} {seat_name(MAIN, first)} "
    x = sheet.put(2, 1, name, "plate", METAL[0], bold=True)
    sheet.put(x + 2, 1, _("Rules"), "quiet")
    if wants_huge():
        card(sheet, 2, 3, HUGE_SIZE, 0)
        sheet.put(3, 4, "17", "ink", bold=True)
        sheet.put(HUGE_SIZE.width, 4, up, "up")
        room = Region(2, 5, HUGE_SIZE.width, HUGE_SIZE.height - 3)
        figure(sheet, room, "17", "ink", 2, is_tight=True)
        cap(sheet, 2, 3, HUGE_SIZE.width, "face", is_flat=False)
        tag(sheet, 2, 11, HUGE_SIZE.width, "+10")
        return sheet.lines()
    for seat, (number, sign, ink) in enumerate(((17, up, "up"), (42, down, "down"))):
        x = 2 + seat * (SIZE.width + 2)
        card(sheet, x, 3, SIZE, seat)
        sheet.put(x + 1, 4, f"{number}", "ink", bold=True)
        sheet.put(x + SIZE.width - 2, 4, sign, ink)
    cap(sheet, 2, 3, SIZE.width, "face", is_flat=False)
    tag(sheet, 2, 8, SIZE.width, "+10")
    x = sheet.put(2, 9, up, "up_light")
    x = sheet.put(x, 9, " 23  ")
    x = sheet.put(x, 9, down, "down_light")
    sheet.put(x, 9, " 38")
    sheet.put(2, 10, _("Settings"), "error")
    return sheet.lines()
