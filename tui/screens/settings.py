"""What can be set: a row for each setting, the theme and the cards previewed; and the keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from textual import events
from textual.containers import Horizontal
from textual.widget import Widget

from engine.description import Value
from engine.reasons import Sentence
from play.action import Action
from play.actions import by_topic
from play.requests import ChangeSettings, PreviewSettings, SettingsRequest
from saves.settings import KEYS, SETTINGS, Setting, Settings, usual
from tui.keymap import key_name, key_of, read_keys
from tui.screens.base import Requested, TapisScreen
from tui.screens.menu import Ask
from tui.screens.sample import sample
from tui.screens.text import Paragraphs
from tui.widgets.choices import Choice, Choices
from tui.widgets.lines import BOLD, Lines, line, text
from words.glyphs import ASCII, glyphs
from words.translation import _, ended, said, several

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
        self.query_one(Choices).action_take()

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


class KeysScreen(TapisScreen):
    """Every action with its keys; Enter, then a key, gives it another one.

    Ends with the settings in which the keys are chosen.
    """

    OFFERS: ClassVar[tuple[str, ...]] = ("accept", "reset", "back")
    NEEDS = NEEDS

    def __init__(self, settings: Settings) -> None:
        from tui.screens.every import every_action

        super().__init__()
        self._settings = settings
        self._every = every_action()
        self._waits_for = ""

    def body(self) -> Iterable[Widget]:
        """Put the title above the list."""
        yield Lines(id="title")
        yield Choices(id="choices")

    def draw(self) -> None:
        """Show every action with its keys."""
        self.query_one("#title", Lines).show([line(""), line(" ", text(_("Keys"), BOLD))])
        chosen = read_keys(self._settings.keys)
        choices = []
        for topic, actions in by_topic(self._every.values()):
            choices.append(Choice("", _(topic.value), is_heading=True))
            for action in actions:
                keys = keys_words(action, chosen.get(action.id))
                choices.append(Choice(action.id, _(action.help), keys))
        widget = self.query_one(Choices)
        widget.offer(choices)
        widget.focus()

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return what carries out each action."""
        return super().commands() | {"accept": self.do_accept, "reset": self.do_reset}

    def do_accept(self) -> None:
        """Take the action under the cursor."""
        self.query_one(Choices).action_take()

    def on_choices_taken(self, message: Choices.Taken) -> None:
        """Wait for the new key."""
        self._waits_for = message.choice.id
        self.say(_("Press the new key; Esc keeps the old."))

    def on_choices_moved(self) -> None:
        """Wait for no key any more."""
        self._waits_for = ""
        self.say("")

    def on_key(self, event: events.Key) -> None:
        """Take the key that was waited for."""
        super().on_key(event)
        if self._waits_for:
            event.stop()
            event.prevent_default()
            action, self._waits_for = self._waits_for, ""
            self.say("")
            if event.key != "escape":
                self._give(action, event)

    def _give(self, action: str, event: events.Key) -> None:
        """Give an action a key, or say why not."""
        from tui.screens.key_faults import clash_words, clashes_of

        character = event.character or ""
        is_sign = len(character) == 1 and character.isprintable() and character != " "
        name = character if is_sign else event.key
        key = key_of(name)
        if key is None:
            words = _("{key} cannot be the key of an action")
            self.refuse(ended(words.format(key=key_name(event.key))))
            return
        others = tuple(pair for pair in self._settings.keys if pair[0] != action)
        is_usual = key == self._every[action].keys[0]
        keys = others if is_usual else (*others, (action, (name,)))
        clashes = [clash for clash in clashes_of(read_keys(keys)) if clash.action == action]
        if clashes:
            self.refuse(ended(clash_words(clashes[0])))
        else:
            self._choose(self._settings._replace(keys=keys))

    def do_reset(self) -> None:
        """Give the action its usual keys again."""
        current = self.query_one(Choices).current
        if current:
            keys = tuple(pair for pair in self._settings.keys if pair[0] != current.id)
            self._choose(self._settings._replace(keys=keys))

    def _choose(self, settings: Settings) -> None:
        self._settings = settings
        self.update()

    def do_back(self) -> None:
        """End with the keys chosen."""
        self.finish(self._settings)


def with_value(settings: Settings, setting: Setting, value: Value) -> Settings:
    """Return the settings with one of them set to a value."""
    changes: dict[str, Any] = {setting.name: value}
    return settings._replace(**changes)


def value_words(setting: Setting, value: Value) -> str:
    """Return what people read for a value of a setting."""
    return _(setting.values[value])


def keys_words(action: Action, chosen: Sequence[str] | None) -> str:
    """Return the keys of an action, and after chosen ones those that are usual."""
    is_ascii = glyphs() is ASCII
    usual_keys = " ".join(key_name(key, is_ascii) for key in action.keys)
    if not chosen:
        return usual_keys
    keys = " ".join(key_name(key, is_ascii) for key in chosen)
    return _("{keys} (default: {usual})").format(keys=keys, usual=usual_keys)
