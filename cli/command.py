"""The `tapis` command: the list of its sub-commands, of which only the one asked for is loaded."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, cast

from cli.parser import BAD_USE, Parser
from cli.preferences import apply_settings, hear_mouse, is_full_screen, is_strict
from cli.streams import BadUse, OutputClosed, complain
from engine.version import __version__
from host.outside import collect_again
from words.errors import os_text
from words.translation import LANGUAGES, _, mark, said, set_language

if TYPE_CHECKING:
    from argparse import Namespace

CLOSED: Final = 1
LANG: Final = "--lang"
HOME: Final = "home"
"""The module of `tapis` without a command."""

COMMANDS: Final = {
    "play": mark("Play at the full-screen table"),
    "host": mark("Set up a table for the people on this machine"),
    "join": mark("Join a table on this machine, or list them"),
    "resume": mark("Go on with a game at the full-screen table"),
    "console": mark("Play line by line"),
    "replay": mark("Step through a game"),
    "check": mark("Check game files"),
    "share": mark("Print a game as one line to send, or draw it"),
    "saves": mark("List the saved games"),
    "stats": mark("Show how people have done in the saved games"),
    "legal": mark("List the legal moves of a game or a position"),
    "perft": mark("Count the sequences of moves from a position"),
    "arena": mark("Let computer players play each other, and rate them"),
    "manual": mark("Print the manual"),
    "completions": mark("Print the completions for a shell"),
}
"""What each command does; `cli.commands` has a module of its name."""


class Command(Protocol):
    """The module of a command."""

    def add(self, parser: Parser) -> None:
        """Add the arguments of the command to its parser."""

    def run(self, options: Namespace) -> int:
        """Carry the command out and return the exit status. Raises `BadUse`."""


def run(arguments: Sequence[str]) -> int:
    """Run the command and return its exit status."""
    if sys.stdout is None:
        return CLOSED
    _fill_closed_streams()
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    if (language := _language_asked(arguments)) in LANGUAGES:
        set_language(language)
    faults = () if is_strict(_words(arguments)) else apply_settings()
    try:
        options = make_parser().parse_args(arguments)
        hear_mouse(options.mouse)
        command = _load(options.command or HOME)
        if not is_full_screen(options):  # that one builds more before it waits
            collect_again()
            for fault in faults:
                complain(said(fault))
        return command.run(options)
    except BadUse as why:
        complain(str(why))
        return BAD_USE
    except OutputClosed:
        return CLOSED
    except OSError as error:
        if error.errno not in (errno.EMFILE, errno.ENFILE):
            raise
        complain(_("too few files can be open at once ({fault})").format(fault=os_text(error)))
        return BAD_USE


def _fill_closed_streams() -> None:
    """Keep a file opened later from becoming a standard stream that was closed."""
    for handle in range(3):
        try:
            os.fstat(handle)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _words(arguments: Sequence[str]) -> Sequence[str]:
    """Return the command and what follows it."""
    at = 0
    while at < len(arguments) and arguments[at].startswith("-"):
        at += 2 if arguments[at] == LANG else 1
    return arguments[at:]


def _language_asked(arguments: Sequence[str]) -> str:
    """Return the last language asked for before the command; help is written in it."""
    asked = ""
    rest = iter(arguments)
    for argument in rest:
        if argument == LANG:
            asked = next(rest, "")
        elif argument.startswith(f"{LANG}="):
            asked = argument.removeprefix(f"{LANG}=")
        elif not argument.startswith("-"):
            break
    return asked


def make_parser() -> Parser:
    """Return the parser, with a sub-parser for each command that loads the command to be filled."""
    parser = Parser(
        prog="tapis",
        description=_(
            "Tapis Vert: card games and the board game Zen l'Initié, at a table in the terminal."
        ),
        epilog=_("tapis alone opens the table. tapis COMMAND --help says more."),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"tapis {__version__}",
        help=_("show program's version number and exit"),
    )
    parser.add_argument(
        LANG, choices=tuple(LANGUAGES), help=_("speak French or English; default: as it is set")
    )
    parser.add_argument(
        "--no-mouse", action="store_false", dest="mouse", help=_("leave the mouse to the terminal")
    )
    commands = parser.add_subparsers(
        title=_("commands"), metavar=_("COMMAND"), prog="tapis", dest="command"
    )
    for name, summary in COMMANDS.items():
        text = _(summary)
        commands.add_parser(
            name,
            help=text[:1].lower() + text[1:],
            description=f"{text}.",
            fill=partial(_fill, name),
        )
    return parser


def _fill(name: str, parser: Parser) -> None:
    _load(name).add(parser)


def _load(name: str) -> Command:
    return cast(Command, import_module(f"cli.commands.{name}"))
