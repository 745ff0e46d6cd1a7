"""The settings screen: a row for each setting, with a preview of theme and cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final

from textual.containers import Horizontal
from textual.widget import Widget

from engine.description import Value
from engine.reasons import Sentence
from play.requests import ChangeSettings, PreviewSettings, SettingsRequest
from play.rows import Choice
from saves.settings import KEYS, SETTINGS, Setting, Settings, usual
from tui.screens.base import Requested, TapisScreen
from tui.screens.menu import Ask
from tui.screens.text import Paragraphs
from tui.table.cards import CardSize, cap, card, tag
from tui.table.sheet import METAL, Sheet
from tui.widgets.choices import Choices
from tui.widgets.lines import BOLD, Line, Lines, line, text
from words.glyphs import ASCII, glyphs
from words.translation import _, said, several

FAULTS: Final = "faults"
PREVIEWED: Final = frozenset({"theme", "cards"})
NEEDS: Final = (40, 20)
SAMPLE_COLUMNS: Final = 64
"""From so many columns on a sample of cards stands beside the settings."""


def beside_sample() -> Iterable[Widget]:
    """Yield a title, and below it a list with a sample of cards beside it."""
    yield Lines(id="title")
    yield Horizontal(Choices(id="choices"), Lines(id="sample"), classes="sampled")


def draw_sample(screen: TapisScreen) -> None:
    """Show the sample, where there is room for it."""
    widget = screen.query_one("#sample", Lines)
    widget.display = screen.size.width >= SAMPLE_COLUMNS
    widget.show(sample())


class SettingsScreen(TapisScreen):
    """A row for each setting: left and right change it at once, Enter shows all it can be."""

    NEEDS = NEEDS
    OFFERS = ("accept", "next_value", "reset", "help", "back", "previous_value")

    def __init__(self, settings: Settings, faults: Sequence[Sentence] = ()) -> None:
        """Show these settings, and a row for what is wrong with their file."""
        super().__init__()
        self.settings = settings
        self._faults = faults

    def body(self) -> Iterable[Widget]:
        """Put the title above the rows and the sample."""
        return beside_sample()

    def draw(self) -> None:
        """Show what is set."""
        self.query_one("#title", Lines).show([line(""), line(" ", text(_("Settings"), BOLD))])
        choices = [
            Choice(setting.name, _(setting.words), self._note(setting)) for setting in SETTINGS
        ]
        count = len(self.settings.keys)
        changed = several("{count} changed", "{count} changed", count) if count else _("default")
        choices.append(Choice(KEYS, _("Keys"), changed))
        if self._faults:
            words = _("Mistakes in settings.toml")
            choices.append(Choice(FAULTS, words, str(len(self._faults))))
        widget = self.query_one(Choices)
        widget.offer(choices)
        widget.focus()
        draw_sample(self)
        self._show_help()

    def _note(self, setting: Setting) -> str:
        left, right = "<>" if self.glyphs is ASCII else "‹›"
        return f"{left} {value_words(setting, getattr(self.settings, setting.name))} {right}"

    @property
    def _row(self) -> str:
        """What the cursor is on."""
        current = self.query_one(Choices).current
        return current.id if current else ""

    def _setting(self) -> Setting | None:
        return next((setting for setting in SETTINGS if setting.name == self._row), None)

    def _show_help(self) -> None:
        setting = self._setting()
        self.say(_(setting.help) if setting else "")

    def refusal(self, action: str) -> str | None:
        """Return why an action cannot be had now."""
        if action in ("next_value", "previous_value") and not self._setting():
            return ""
        if action == "reset" and self._row == FAULTS:
            return ""
        return None

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return what carries out each action."""
        return super().commands() | {
            "accept": self.do_accept,
            "reset": self.do_reset,
        }

    def turn(self, by: int) -> None:
        """Set the row to its next value, or to the one before."""
        if setting := self._setting():
            values = list(setting.values)
            at = values.index(getattr(self.settings, setting.name))
            self._set(setting, values[(at + by) % len(values)])

    def do_reset(self) -> None:
        """Set the row to what is usual."""
        if setting := self._setting():
            self._set(setting, usual(setting))
        elif self._row == KEYS:
            self._keys_chosen(self.settings._replace(keys=()))

    def _set(self, setting: Setting, value: Value) -> None:
        self._change(with_value(self.settings, setting, value))

    def _change(self, settings: Settings) -> None:
        if settings != self.settings:
            self.settings = settings
            self.ask_program(ChangeSettings(settings))

    def ask_program(self, request: SettingsRequest) -> None:
        """Ask the program for something at once, also where it still does something else."""
        self.app.post_message(Requested(self, request))

    def do_accept(self) -> None:
        """Take the row under the cursor."""
        self.query_one(Choices).take()

    def on_choices_moved(self) -> None:
        """Show what the row one has come to is about, and its keys."""
        self._show_help()
        self.show_keys()

    def on_choices_taken(self, message: Choices.Taken) -> None:
        """Show what the row can be set to, the keys, or what is wrong."""
        if not self.is_on_top:
            return
        if setting := self._setting():
            question = ChooseValue(setting, self.settings, self.ask_program)
            self.app.push_screen(question, partial(self._chosen, setting))
        elif message.choice.id == KEYS:
            from tui.screens.keys import KeysScreen

            self.app.push_screen(KeysScreen(self.settings), self._keys_chosen)
        else:
            self.app.push_screen(Paragraphs("settings.toml", [*map(said, self._faults)]))

    def _chosen(self, setting: Setting, answer: object) -> None:
        for value in setting.values:
            if str(value) == answer:
                self._set(setting, value)
                return
        self.ask_program(PreviewSettings(self.settings))

    def _keys_chosen(self, answer: object) -> None:
        if isinstance(answer, Settings):
            self._change(answer)


class ChooseValue(Ask):
    """All that a setting can be; theme and cards are previewed as the cursor moves."""

    STANDS_OVER = False

    NEEDS = NEEDS

    def __init__(
        self, setting: Setting, settings: Settings, ask_program: Callable[[SettingsRequest], None]
    ) -> None:
        choices = [Choice(str(value), value_words(setting, value)) for value in setting.values]
        super().__init__(_(setting.words), choices, str(getattr(settings, setting.name)))
        self._setting = setting
        self._settings = settings
        self._ask_program = ask_program

    def body(self) -> Iterable[Widget]:
        """Put the title above the values and the sample."""
        return beside_sample()

    def draw(self) -> None:
        """Show the values."""
        super().draw()
        draw_sample(self)

    def on_choices_moved(self, message: Choices.Moved) -> None:
        """Let everything look as the value under the cursor would have it."""
        if self._setting.name in PREVIEWED:
            there = with_value(self._settings, self._setting, message.choice.id)
            self._ask_program(PreviewSettings(there))


def with_value(settings: Settings, setting: Setting, value: Value) -> Settings:
    """Return the settings with one of them set to a value."""
    changes: dict[str, Any] = {setting.name: value}
    return settings._replace(**changes)


def value_words(setting: Setting, value: Value) -> str:
    """Return what people read for a value of a setting."""
    return _(setting.values[value])


COLUMNS: Final = 22
LINES: Final = 12
SIZE: Final = CardSize(8, 4)


def sample() -> list[Line]:
    """Return whose turn it is, a card of each side, one under the cursor with its tag, words."""
    sheet = Sheet(COLUMNS, LINES, glyphs())
    is_ascii = sheet.glyphs is ASCII
    up, down = "^v" if is_ascii else "▲▼"
    x = sheet.put(2, 1, f" {sheet.glyphs.coins[0]} NORD ", "plate", METAL[0], bold=True)
    sheet.put(x + 2, 1, _("Rules"), "quiet")
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
