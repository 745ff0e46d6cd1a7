"""The `tapis` command and the list of its sub-commands. Only the one asked for is loaded."""

from __future__ import annotations

import errno
import os
import sys
from argparse import Action, ArgumentParser
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from itertools import dropwhile
from typing import TYPE_CHECKING, Any, Final

from cli.parser import BAD_USE, Parser, game_first
from cli.streams import BadUse, NotLetIn, OutputClosed, complain, say, talks
from engine.games import GAMES, MAIN
from engine.version import __version__
from host.outside import collect_again
from words.errors import os_text
from words.translation import LANGUAGES, _, is_chosen, mark, said, set_language

if TYPE_CHECKING:
    from argparse import Namespace

    from engine.reasons import Sentence

PASSWORD: Final = "TAPIS_PASSWORD"  # noqa: S105
"""The variable of the environment with the password of shared tables."""

CLOSED: Final = 1
NOT_LET_IN: Final = 1
LANG: Final = "--lang"
TALK: Final = "--talk"
HOME: Final = "home"
"""The command that runs if none is named."""

FULL_SCREEN: Final = (None, "play", "resume", "replay")
"""The commands that show faults of the settings on the screen."""

STRICT: Final = "console"
"""The command whose main game is prescribed to the byte: no setting changes its output."""

COMMANDS: Final = {
    "play": ("screen", mark("Play at the full-screen table")),
    "daily": ("daily", mark("Play the deal of the day, or compare results of it")),
    "problems": ("problems", mark("Find the one move that survives or wins")),
    "host": ("host", mark("Set up a table that others can join")),
    "join": ("join", mark("Join a table or a server, or list them")),
    "serve": ("serve", mark("Keep many tables that people open, find and join")),
    "door": ("door", mark("Let people play here by ssh or in a browser")),
    "relay": ("relay", mark("Lead somebody whom ssh let in to a table of this machine")),
    "resume": ("screen", mark("Go on with a game at the full-screen table")),
    "console": ("console", mark("Play line by line")),
    "replay": ("screen", mark("Step through a game")),
    "analyse": ("analyse", mark("Say what each turn of a finished game lost")),
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
    _take_password()
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    asked, others = general_apart(arguments)
    for language in asked:
        if language.removeprefix(f"{LANG}=") in LANGUAGES:
            set_language(language.removeprefix(f"{LANG}="))
    words = [*dropwhile(lambda argument: argument.startswith("-"), others)]
    faults = () if TALK not in asked and is_strict(words) else apply_settings()
    try:
        options = make_parser().parse_args([*asked, *others])
        run_command = _function("run", options.command or HOME)
        if not is_full_screen(options):  # the screen builds more before it waits for keys
            collect_again()
            for fault in faults:
                complain(said(fault))
        status: int = run_command(options)
        return status
    except BadUse as why:
        complain(str(why))
        return NOT_LET_IN if isinstance(why, NotLetIn) else BAD_USE
    except OutputClosed:
        return CLOSED
    except OSError as error:
        if error.errno not in (errno.EMFILE, errno.ENFILE):
            raise
        complain(_("too few files can be open at once ({fault})").format(fault=os_text(error)))
        return BAD_USE


def is_strict(words: list[str]) -> bool:
    """Whether a command, and what follows it, asks for the strict line mode, unless in words."""
    if any(word.startswith("--join") for word in words):
        return False
    return words[:1] == [STRICT] and game_first(words[1:], GAMES, MAIN)[0] == MAIN


def apply_settings() -> tuple[Sentence, ...]:
    """Speak the language of the settings, unless the command line names one; return the faults."""
    from saves.settings_file import read_settings

    found = read_settings()
    if found.settings.language != "auto" and not is_chosen():
        set_language(found.settings.language)
    return found.faults


def is_full_screen(options: Namespace) -> bool:
    """Whether a command takes the whole screen."""
    is_printed = getattr(options, "print", False) or talks(options)
    return options.command in FULL_SCREEN and not is_printed


def _fill_closed_streams() -> None:
    """Keep a file opened later from becoming a standard stream that was closed."""
    for handle in range(3):
        try:
            os.fstat(handle)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def general_apart(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the arguments that ask for a language or for words, wherever they stand; all others.

    >>> general_apart(["play", "--talk", "duel", "--lang", "fr"])
    (['--talk', '--lang', 'fr'], ['play', 'duel'])
    """
    asked: list[str] = []
    others: list[str] = []
    at = 0
    while at < len(arguments) and arguments[at] != "--":
        has_value = arguments[at] == LANG and at + 1 < len(arguments)
        end = at + (2 if has_value else 1)
        is_general = has_value or arguments[at] == TALK or arguments[at].startswith(f"{LANG}=")
        (asked if is_general else others).extend(arguments[at:end])
        at = end
    return asked, [*others, *arguments[at:]]


def _take_password() -> None:
    """Take the password out of the environment, which every child would inherit."""
    if password := os.environ.pop(PASSWORD, ""):
        from saves.passwords import keep_password

        keep_password(password)


class _TellVersion(Action):
    """Prints the version and the build, and ends the program."""

    def __call__(self, parser: ArgumentParser, *_rest: object) -> None:
        from engine.bits import IS_COMPILED

        build = f" ({_('compiled')})" if IS_COMPILED else ""
        say(f"tapis {__version__}{build}")
        parser.exit()


def make_parser() -> Parser:
    """Return the parser, with a sub-parser for each command that loads the command to be filled."""
    parser = Parser(
        prog="tapis",
        description=_(
            "Tapis Vert: card games and the board game Zen l'Initié, at a table in the terminal."
        ),
        epilog=_("tapis alone opens the first screen. tapis COMMAND --help says more."),
    )
    parser.add_argument(
        "--version",
        action=_TellVersion,
        nargs=0,
        help=_("show program's version number and exit"),
    )
    parser.add_argument(
        LANG, choices=tuple(LANGUAGES), help=_("speak French or English; default: as it is set")
    )
    parser.add_argument(
        TALK,
        action="store_true",
        help=_("in words, line by line, for screen readers; ACCESSIBLE=1 does the same"),
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
