"""The settings while the program runs: the values that hold, faults of the file, keeping."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import assert_never

from textual.message import Message

from engine.reasons import Sentence
from play import requests
from play.requests import SettingsRequest
from saves.home import has_old, remember_true_colour
from saves.settings import Settings
from saves.settings_file import Found, SettingsKeeper
from tui.appearance import Surroundings, put_on, speak
from tui.colour_query import ColoursTold
from tui.pace import KEY_PAUSE, PACE, Timing
from tui.screens.base import TapisScreen
from tui.terminal_app import TerminalApp
from tui.themes import palette
from words.errors import os_text
from words.plain_text import shortened
from words.translation import _, language, said


class SettingsInUse:
    """The settings now."""

    def __init__(
        self,
        found: Found | None,
        around: Surroundings,
        timing: Timing,
        failed: Callable[[OSError], object],
    ) -> None:
        """Let the settings that were found hold; without any all stays as it is.

        Args:
            found: The settings, and the faults of their file.
            around: The terminal as the environment describes it.
            timing: The times that depend on settings.
            failed: Called with the reason why settings could not be kept, in another thread.
        """
        self.now = self._seen = found.settings if found else Settings()
        self._found = found or Found(self.now)
        self._around = around
        self._timing = timing
        self._spoken = self.now.language
        self._keeper = SettingsKeeper(self.now, _, failed)
        if found:
            put_on(self.now, around, timing)

    @property
    def faults(self) -> tuple[Sentence, ...]:
        """The faults of the file."""
        return self._found.faults

    def race_time(self) -> int:
        """Return how many times as long as usual a race takes now."""
        return self.now.race_time

    def look(self, width: int) -> str:
        """Return the faults of the file in one line, "" for none.

        Older settings are taken over and keys are checked. That takes a while, so call this after
        the first paint.
        """
        if has_old():
            self._keeper.take_over()
        if self.now.keys:
            from tui.screens.keys import key_faults

            self._found = self._found._replace(faults=(*self.faults, *key_faults(self._found)))
        if not self.faults:
            return ""
        more = _("(and {count} more)").format(count=len(self.faults) - 1)
        end = f" {more}" if len(self.faults) > 1 else ""
        return shortened(said(self.faults[0]), max(width - len(end), 10)) + end

    def change(self, settings: Settings) -> None:
        """Let these hold from now on, and keep them."""
        self.now = settings
        self.put_on(settings)
        self._keeper.keep(settings)

    def change_language(self, code: str) -> None:
        """Speak this language from now on, whatever was asked for at the start, and keep it."""
        self._spoken = ""
        self.change(self.now._replace(language=code))

    def put_on(self, settings: Settings) -> None:
        """Let everything look as these settings say."""
        if settings.language != self._spoken:
            self._spoken = settings.language
            speak(settings, self._around)
        self._seen = settings
        put_on(settings, self._around, self._timing)

    @property
    def asks_for_colours(self) -> bool:
        """Whether the terminal is asked how many colours it shows."""
        return bool(self._around.asked)

    def colours_told(self, is_true: bool) -> bool:
        """Take in the terminal's answer; return whether something is painted otherwise now."""
        before = palette()
        self._around = self._around._replace(told=is_true)
        put_on(self._seen, self._around, self._timing)
        return palette() != before

    def remember_colours(self) -> None:
        """Remember what the terminal told, for the next start."""
        if self._around.told is not None:
            remember_true_colour(self._around.asked, self._around.told)

    def is_kept(self, within: float) -> bool:
        """Whether all is written, or could not be, after at most these seconds."""
        return self._keeper.is_done(within)


class Unkept(Message):
    """The settings could not be written."""

    def __init__(self, error: OSError) -> None:
        super().__init__()
        self.error = error


class SettingsApp(TerminalApp):
    """A program with settings: they are shown, changed while it runs, and kept."""

    def __init__(
        self,
        *,
        found: Found | None = None,
        around: Surroundings | None = None,
        has_mouse: bool = True,
    ) -> None:
        """Let settings hold.

        Args:
            found: The settings, and the faults of their file.
            around: The terminal as the environment describes it.
            has_mouse: Whether clicks are heard at all.
        """
        super().__init__(ansi_color=True)
        self.timing = Timing(PACE, KEY_PAUSE)
        self.settings = SettingsInUse(
            found,
            around or Surroundings(language=language()),
            self.timing,
            lambda error: self.post_message(Unkept(error)),
        )
        self._has_mouse = has_mouse

    async def on_mount(self) -> None:
        """Look at the settings once more when all is painted."""
        self.call_after_refresh(self._look_at_settings)

    def tell_here(self, words: str, *, stays: bool = False) -> None:
        """Say something on the screen on top."""
        raise NotImplementedError

    def on_bell_asked(self) -> None:
        """Ring, if that is wanted."""
        if self.settings.now.bell:
            self.bell()

    def carry_out_setting(self, request: SettingsRequest) -> None:
        """Show the settings, or let other values hold."""
        match request:
            case requests.ShowSettings():
                from tui.screens.settings import SettingsScreen

                self.push_screen(SettingsScreen(self.settings.now, self.settings.faults))
                return
            case requests.ChangeSettings(settings):
                self.settings.change(settings)
            case requests.SetLanguage(code):
                self.settings.change_language(code)
            case requests.ShowPhrases(is_wanted):
                self.settings.change(self.settings.now._replace(phrases=is_wanted))
            case requests.PreviewSettings(settings):
                self.settings.put_on(settings)
            case _:
                assert_never(request)
        if self.terminal:
            self.terminal.hear_mouse(self._has_mouse and self.settings.now.mouse)
        self._look_anew()

    def on_painted(self) -> None:
        """Ask for the terminal's colours; nobody waits for the answer."""
        if self.settings.asks_for_colours and self.terminal:
            self.terminal.ask_colours()

    def on_colours_told(self, message: ColoursTold) -> None:
        """Paint with the colours that the terminal shows, and remember them."""
        if self.settings.colours_told(message.is_true):
            self._look_anew()
        Thread(target=self.settings.remember_colours, daemon=True).start()

    def _look_anew(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, TapisScreen):
                screen.settings_changed()

    def _look_at_settings(self) -> None:
        """Say the faults of the file of settings, once."""
        if words := self.settings.look(self.size.width - 2):
            self.tell_here(words, stays=True)

    def on_unkept(self, message: Unkept) -> None:
        """Say that settings are not kept."""
        words = _("The settings hold until you quit, but are not saved: {fault}")
        self.tell_here(words.format(fault=os_text(message.error)), stays=True)
