"""The words about the program: help, rules, manual, settings, statistics, the end."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial

from cli.lines import rows
from cli.lines.game_words import game_called
from cli.lines.help import help_lines, help_on, manual_lines, rules_lines
from cli.lines.place import fits, why_not
from cli.lines.play_words import Part
from cli.streams import BadUse
from play.action import Topic, find_word
from play.rows import Row, setting_rows
from saves.settings import Settings
from words.errors import os_text
from words.plain_text import folded
from words.translation import LANGUAGES, _, ended, language_of, said, set_language


class ProgramWords(Part):
    """The words about the program."""

    def do_rules(self, rest: str) -> None:
        """Tell the rules of a game in short and list their sections, or tell one section."""
        console = self.console
        anchor, console.section = console.section, ""
        *name, section = rest.split() or [""]
        if section and not section.isdigit():
            name, section = rest.split(), ""
        game = console.game
        if name:
            game = console.line_game(game_called(" ".join(name)))
        console.say(*rules_lines(game, section, "" if name else anchor, named=bool(name)))
        console.at.listed_by = " ".join(["rules", *name])

    def do_manual(self, rest: str) -> None:
        """List the sections of the manual, or tell one."""
        self.console.say(*manual_lines(rest))
        self.console.at.listed_by = "manual"

    def do_help(self, rest: str) -> None:
        """List the words, or say what one does exactly."""
        console = self.console
        can_be_had = partial(fits, console)
        if not rest:
            first = Topic.REPLAY if console.stepping else Topic.PLAY
            others = () if console.at.is_near else (Topic.OTHERS,)
            wanted = (first, Topic.LOOK, *others) if console.at.has_game else (*Topic,)
            console.say(*help_lines(console.game, can_be_had, wanted))
            return
        console.say(*help_on(console.game, can_be_had, rest))
        word = find_word(console.game.words, rest)
        if word and (why := why_not(console, word)):
            console.say(why)

    def do_quit(self, _rest: str) -> None:
        """Leave."""
        if not self.console.would_lose():
            self.console.farewell()
            self.console.leave()

    def do_home(self, _rest: str) -> None:
        """Leave for the first screen."""
        from cli.lines.first_screen import FirstScreen

        console = self.console
        if not console.at.has_game:
            console.stepping = console.setting_up = None
            console.tell_situation()
        elif not console.would_lose():
            console.farewell()
            console.leave_to(FirstScreen())

    def do_statistics(self, rest: str) -> None:
        """Tell the statistics of everybody, or of one person."""
        from cli.lines import counting

        self.console.say(*counting.lines(rest))

    def do_language(self, rest: str) -> None:
        """Speak another language from now on."""
        names = {folded(name): code for code, name in LANGUAGES.items()}
        names |= {code: code for code in LANGUAGES} | {"anglais": "en", "french": "fr"}
        if folded(rest) not in names:
            words = _("{text} is not a language here. Type language fr or language en.")
            raise BadUse(words.format(text=rest) if rest else _("Type language fr or language en."))
        self._set("language", names[folded(rest)])

    def do_mute(self, _rest: str) -> None:
        """Stop telling the phrases of others, or tell them again."""
        self._set("phrases", str(not self.console.company.tells_phrases))

    def do_settings(self, rest: str) -> None:
        """List the settings, say the values of one, or set it."""
        there = setting_rows(_settings())
        self.console.at.listed_by = "settings"
        if not rest:
            closing = _closing(is_first=not self.console.at.has_game)
            self.console.say(*rows.tell_rows(there), *_faults(), *closing)
            return
        row, value = rows.row_called(there, rest)
        if not value:
            self.console.say(*rows.tell_values(row))
        elif folded(value) in (folded(_("default")), "default"):
            self._set(row.id, row.usual)
        else:
            self._set(row.id, rows.value_of(row, value))

    def _set(self, name: str, value: str) -> None:
        """Apply a setting from now on, and save it."""
        from saves.settings_file import write_settings

        before = _settings()
        after = _row(name, before).change(value)
        if name == "language":
            set_language(value if value in LANGUAGES else language_of(os.environ))
        self.console.company.tells_phrases = after.phrases
        self.console.say(rows.tell(_row(name, after)))
        try:
            write_settings(before, after, _)
        except OSError as error:
            words = _("The settings hold until you quit, but are not saved: {fault}")
            self.console.say(words.format(fault=os_text(error)))


def _settings() -> Settings:
    """Return the settings as their file has them."""
    from saves.settings_file import read_settings

    return read_settings().settings


def _row(name: str, settings: Settings) -> Row[Settings]:
    return next(row for row in setting_rows(settings) if row.id == name)


def _faults() -> Iterator[str]:
    """Yield the faults of the file of settings."""
    from saves.settings_file import read_settings

    return (ended(said(fault)) for fault in read_settings().faults)


def _closing(*, is_first: bool) -> Iterator[str]:
    """Yield how a setting is set, at the first screen by numbers alone, and which apply here."""
    if is_first:
        yield _("A number shows what a setting can be; a number and a value set it.")
    else:
        yield _("Type settings and a number to see what one can be; add a value to set it.")
    yield _(
        "Language, time to slap and phrases apply here too; the others only at the full-screen "
        "table."
    )
