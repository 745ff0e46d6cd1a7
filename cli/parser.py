"""How the command line is read: a parser that speaks our languages, and sub-parsers for games."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from cli.streams import write_error, write_text
from words.names import MOST_WORDS_OF_A_NAME, game_named
from words.plain_text import printable, shortened
from words.translation import _, several

if TYPE_CHECKING:
    from cli.arguments import Argument

BAD_USE: Final = 2
HELP: Final = "--help"
FLAGS: Final = frozenset(
    {"-h", HELP, "--align", "--watch", "--back", "--change-places", "--insecure"}
)
"""The options of a command with games that take no value."""

vars(argparse).update(_=_, ngettext=several)
"""Both translate the sentences of argparse, which stand in `words.errors`."""


class Parser(argparse.ArgumentParser):
    """A parser in the language spoken that survives a full disk and a closed pipe.

    A parser made with `fill` gets its arguments from it when it is first used.

    Attributes:
        usual: The sub-parser that is used if no game is named, "" without games.
    """

    def __init__(self, *, fill: Fill | None = None, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, add_help=False, formatter_class=_Help, **settings)
        self.color = False  # Python 3.14 would colour the letters
        self._positionals.title = _("positional arguments")
        self._optionals.title = _("options")
        self.add_argument("-h", HELP, action="help", help=_("show this help message and exit"))
        self._fill = fill
        self._games: Collection[str] = ()
        self.usual = ""
        self._closing: Callable[[], str] | None = None

    def add_games(
        self,
        games: Collection[str],
        fill: Callable[[str, Parser], None],
        usual: str,
        closing: Callable[[], str],
    ) -> None:
        """Add a sub-parser for each game; the game's name may then stand anywhere.

        Args:
            games: The keys of the games.
            fill: Adds the arguments of the command for a game to its sub-parser.
            usual: The sub-parser that is used if no game is named: one of the games, or another
                name that `fill` knows, which then takes every word that names no game.
            closing: Returns the last words of the help of the usual sub-parser.
        """
        self._games, self.usual = games, usual
        parsers = self.add_subparsers(dest="game", metavar=_("GAME"), prog=self.prog)
        for game in dict.fromkeys((usual, *games)):
            is_usual = game == usual
            parser = parsers.add_parser(
                game,
                prog=self.prog if is_usual else f"{self.prog} {game}",
                description=self.description,
                fill=partial(fill, game),
            )
            parser._closing = closing if is_usual else None

    def fill(self) -> None:
        """Add the arguments, if that has not been done."""
        if self._fill:
            fill, self._fill = self._fill, None
            fill(self)

    def take(self, *arguments: Argument) -> None:
        """Add arguments in the language spoken."""
        for argument in arguments:
            argument.add_to(self)

    def describe(self, text: str) -> None:
        """Add a sentence to the description in the help."""
        self.description = f"{self.description} {text}"

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Read the arguments, the game's name first."""
        self.fill()
        if self._games:
            args = game_first(args, self._games, self.usual)
        return super().parse_known_args(args, namespace)

    def format_help(self) -> str:
        """Return the help."""
        if self._closing:
            self.epilog = self._closing()
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Print the usage and the error, and end the process."""
        self.print_usage(sys.stderr)
        words = _("{prog}: error: {message}").format(prog=self.prog, message=message)
        self.exit(BAD_USE, shortened(printable(words)) + "\n")

    def _print_message(self, message: str, file: object = None) -> None:
        if message and file is sys.stderr:
            write_error(message)
        elif message:
            write_text(message)


Fill: TypeAlias = Callable[[Parser], None]
"""Adds arguments to a parser."""


class _Help(argparse.HelpFormatter):
    """Help as wide as the terminal; `shutil` would take long to load."""

    def __init__(self, prog: str) -> None:
        try:
            columns = os.get_terminal_size(1).columns
        except OSError:
            columns = 80
        super().__init__(prog, width=columns - 2)

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """Put the usage on top."""
        super().add_usage(usage, actions, groups, _("usage: ") if prefix is None else prefix)

    if sys.version_info >= (3, 14):
        # Argparse checks each argument with a help, which loads colours, and they dataclasses. Ours
        # has no colours, and loads them once it is shown.

        def _set_color(self, *_settings: object, **_more: object) -> None:
            self._decolor = str

        @property
        def _theme(self) -> Any:
            from _colorize import get_theme

            return get_theme(force_no_color=True).argparse


def game_first(arguments: Sequence[str], games: Collection[str], usual: str) -> list[str]:
    """Return the arguments with the game in front, the options next and all other words last.

    The game may be called by its key or by its name, of one word or of several.

    >>> game_first(["--seed", "1", "zen"], ["duel", "zen"], "duel")
    ['zen', '--seed', '1']
    >>> game_first(["--save", "zen"], ["duel", "zen"], "duel")
    ['duel', '--save', 'zen']
    >>> game_first(["dame", "de", "pique"], ["duel", "hearts"], "duel")
    ['hearts']
    """
    options, words = _options_and_words(arguments)
    if words and words[0] not in games:
        words = _with_key(words, games)
    if words and (words[0] in games or usual in games):
        usual, *words = words
    dashes = ["--"] if any(word.startswith("-") for word in words) else []
    return [usual, *options, *dashes, *words]


def _with_key(words: list[str], games: Collection[str]) -> list[str]:
    """Return the words with the key of a game in place of the longest name in front."""
    for count in range(min(len(words), MOST_WORDS_OF_A_NAME), 0, -1):
        key = game_named(" ".join(words[:count]))
        if key in games:
            return [key, *words[count:]]
    return words


def _options_and_words(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the options, each with its value, and the words that are neither."""
    options: list[str] = []
    words: list[str] = []
    at = 0
    while at < len(arguments):
        argument = arguments[at]
        if argument == "--":
            return options, [*words, *arguments[at + 1 :]]
        if not argument.startswith("-") or argument == "-":
            words.append(argument)
            at += 1
            continue
        takes_none = argument in FLAGS or "=" in argument or argument[:2] != "--"
        is_last = not [value for value in arguments[at + 1 : at + 2] if value[:2] != "--"]
        end = at + (1 if takes_none or is_last else 2)
        options += arguments[at:end]
        at = end
    return options, words
