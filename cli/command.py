"""The `tapis` command and the list of its sub-commands. Only the one asked for is loaded."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import Any, Final

from cli.parser import BAD_USE, Parser
from cli.preferences import apply_settings, hear_mouse, is_full_screen, is_strict
from cli.streams import BadUse, OutputClosed, complain
from engine.version import __version__
from host.outside import collect_again
from words.errors import os_text
from words.translation import LANGUAGES, _, mark, said, set_language

CLOSED: Final = 1
LANG: Final = "--lang"
HOME: Final = "home"
"""The command that runs if none is named."""

COMMANDS: Final = {
    "play": ("screen", mark("Play at the full-screen table")),
    "host": ("host", mark("Set up a table for the people on this machine")),
    "join": ("join", mark("Join a table on this machine, or list them")),
    "resume": ("screen", mark("Go on with a game at the full-screen table")),
    "console": ("console", mark("Play line by line")),
    "replay": ("screen", mark("Step through a game")),
    "check": ("files", mark("Check game files")),
    "share": ("files", mark("Print a game as one line to send, or draw it")),
    "saves": ("files", mark("List the saved games")),
    "stats": ("stats", mark("Show how people have done in the saved games")),
    "legal": ("positions", mark("List the legal moves of a game or a position")),
    "perft": ("positions", mark("Count the sequences of moves from a position")),
    "arena": ("arena", mark("Let computer players play each other, and rate them")),
    "manual": ("pages", mark("Print the manual")),
    "completions": ("pages", mark("Print the completions for a shell")),
}
"""The module of each command in `cli.commands`, and what the command does.

The module has `add_NAME`, which adds the arguments of the command to its parser, and `run_NAME`,
which carries it out, returns the exit status, and raises `BadUse`.
"""


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
        run_command = _function("run", options.command or HOME)
        if not is_full_screen(options):  # the screen builds more before it waits for keys
            collect_again()
            for fault in faults:
                complain(said(fault))
        status: int = run_command(options)
        return status
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
    for name, (_module, summary) in COMMANDS.items():
        text = _(summary)
        commands.add_parser(
            name,
            help=text[:1].lower() + text[1:],
            description=f"{text}.",
            fill=partial(_fill, name),
        )
    return parser


def _fill(name: str, parser: Parser) -> None:
    _function("add", name)(parser)


def _function(what: str, name: str) -> Callable[[Any], Any]:
    """Load the module of a command, and return its function that adds arguments or runs it."""
    module = "screen" if name == HOME else COMMANDS[name][0]
    function: Callable[[Any], Any] = getattr(
        import_module(f"cli.commands.{module}"), f"{what}_{name}"
    )
    return function
