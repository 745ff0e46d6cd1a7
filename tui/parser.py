"""How the command line is read: a parser that speaks our languages, and what arguments may be."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, Any, Final, NoReturn

from tui.complaints import printable, shortened, write_error, write_out
from tui.words import _, several

if TYPE_CHECKING:
    from pathlib import Path

BAD_USE: Final = 2
MAX_SEED_DIGITS: Final = 1000
MAX_NUMBER_DIGITS: Final = 9
MAX_PATIENCE: Final = 86_400

vars(argparse).update(_=_, ngettext=several)
"""It has its sentences translated by these two; the French ones are in `words_of_others`."""


class Parser(argparse.ArgumentParser):
    """Speaks the language chosen, and writes so that a full disk or closed pipe is no trouble."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, add_help=False, formatter_class=_Help, **settings)
        self._positionals.title = _("positional arguments")
        self._optionals.title = _("options")
        self.add_argument("-h", "--help", action="help", help=_("show this help message and exit"))

    def error(self, message: str) -> NoReturn:
        """Say how the command is used and what is wrong, and end."""
        self.print_usage(sys.stderr)
        words = _("{prog}: error: {message}").format(prog=self.prog, message=printable(message))
        self.exit(BAD_USE, shortened(words) + "\n")

    def _print_message(self, message: str, file: object = None) -> None:
        if message and file is sys.stderr:
            write_error(message)
        elif message:
            write_out(message.encode(sys.stdout.encoding, "backslashreplace"))


class _Help(argparse.HelpFormatter):
    """Help as wide as the terminal, found out without a module that takes long to load."""

    def __init__(self, prog: str) -> None:
        try:
            columns = os.get_terminal_size(1).columns
        except OSError:
            columns = 80
        super().__init__(prog, width=columns - 2)

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        """Put the usage on top."""
        super().add_usage(usage, actions, groups, _("usage: ") if prefix is None else prefix)


def a_path(text: str) -> Path:
    """Read the name of a file."""
    from pathlib import Path

    return Path(text)


def a_game(text: str) -> Path:
    """Read the name of a game's file: one that is there, or in the folder of games."""
    from saves.store import Store

    return Store().found(a_path(text))


def a_seed(text: str) -> int:
    """Read a whole number from 0 up, however large."""
    if text.isascii() and text.isdigit() and len(text) <= MAX_SEED_DIGITS:
        return int(text)
    raise argparse.ArgumentTypeError(
        _("{text!r} is not a whole number from 0 up").format(text=text)
    )


def some_seconds(text: str) -> float:
    """Read a number of seconds, up to a day."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if 0 < seconds <= MAX_PATIENCE:
        return seconds
    raise argparse.ArgumentTypeError(_("{text!r} is not a number of seconds").format(text=text))


def a_number(text: str) -> int:
    """Read a whole number from 1 up."""
    if text.isascii() and text.isdigit() and len(text) <= MAX_NUMBER_DIGITS and int(text):
        return int(text)
    raise argparse.ArgumentTypeError(
        _("{text!r} is not a whole number from 1 up").format(text=text)
    )


def add_seed(command: Parser) -> None:
    """Let the command take `--seed`."""
    command.add_argument("--seed", type=a_seed, metavar="N", help=_("the same N, the same lots"))


def who_may_play() -> str:
    """Return who can be named to sit on a seat."""
    return _(
        "human (the default of a new game), random, novice, casual, greedy, club, expert,"
        " master or exec:PROGRAM"
    )


def add_patience(command: Parser) -> None:
    """Let the command take `--patience`."""
    command.add_argument(
        "--patience",
        type=some_seconds,
        metavar=_("SECONDS"),
        help=_("how long a PROGRAM may take for a turn; default: 10"),
    )


def add_file_options(command: Parser) -> None:
    """Let a line mode keep its game and go on with one."""
    command.add_argument(
        "--save", type=a_path, metavar=_("FILE"), help=_("keep the game in a new file")
    )
    command.add_argument(
        "--resume", type=a_game, metavar=_("FILE"), help=_("go on with a game and keep it there")
    )
