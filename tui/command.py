"""The sub-commands of `tapis`, each of which loads only what it needs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from engine.games import KEYS
from engine.version import __version__
from tui.complaints import BadUse, OutputClosed, complain, write_error, write_out
from tui.words import LANGUAGES, _, set_language, several

if TYPE_CHECKING:
    from pathlib import Path

CLOSED: Final = 1
BAD_USE: Final = 2
MAX_SEED_DIGITS: Final = 1000
MAX_NUMBER_DIGITS: Final = 9
DEALS: Final = 100
MAX_PATIENCE: Final = 86_400
LANG: Final = "--lang"


def run(arguments: Sequence[str]) -> int:
    """Run the command and return its exit status."""
    if sys.stdout is None:
        return CLOSED
    _fill_closed_streams()
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    if (asked := _language_asked(arguments)) in LANGUAGES:
        set_language(asked)
    try:
        options = _parser().parse_args(arguments)
        status: int = options.run(options)
    except BadUse as why:
        complain(str(why))
        return BAD_USE
    except OutputClosed:
        return CLOSED
    return status


def _fill_closed_streams() -> None:
    """Keep a file opened later from becoming a standard stream that was closed."""
    for handle in range(3):
        try:
            os.fstat(handle)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _language_asked(arguments: Sequence[str]) -> str:
    """Return the last language asked for before the sub-command; the help is made of its words."""
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


class _Parser(argparse.ArgumentParser):
    """Speaks the language chosen, and writes so that a full disk or closed pipe is no trouble."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, add_help=False, formatter_class=_Help, **settings)
        self._positionals.title = _("positional arguments")
        self._optionals.title = _("options")
        self.add_argument("-h", "--help", action="help", help=_("show this help message and exit"))

    def error(self, message: str) -> NoReturn:
        """Say how the command is used and what is wrong, and end."""
        self.print_usage(sys.stderr)
        self.exit(
            BAD_USE, _("{prog}: error: {message}").format(prog=self.prog, message=message) + "\n"
        )

    def _print_message(self, message: str, file: object = None) -> None:
        if message and file is sys.stderr:
            write_error(message)
        elif message:
            write_out(message.encode(sys.stdout.encoding, "backslashreplace"))


Commands: TypeAlias = "argparse._SubParsersAction[_Parser]"


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


def _parser() -> _Parser:
    parser = _Parser(
        prog="tapis",
        description=_("Tapis Vert, a card table in the terminal."),
        epilog=_("tapis alone opens the table. tapis COMMAND --help says more."),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"tapis {__version__}",
        help=_("show program's version number and exit"),
    )
    parser.add_argument(
        LANG, choices=tuple(LANGUAGES), help=_("speak French or English; default: as the locale")
    )
    commands = parser.add_subparsers(title=_("commands"), metavar=_("COMMAND"), prog="tapis")
    parser.set_defaults(run=_home)
    _add_play(commands)
    _add_resume(commands)
    _add_console(commands)
    _add_replay(commands)
    _add_check(commands)
    _add_saves(commands)
    _add_arena(commands)
    return parser


def _add(commands: Commands, name: str, summary: str, details: str = "") -> _Parser:
    return commands.add_parser(
        name,
        help=summary[:1].lower() + summary[1:],
        description=f"{summary}. {details}".strip(),
    )


def _add_console(commands: Commands) -> None:
    command = _add(
        commands,
        "console",
        _("Play in the strict line mode"),
        _(
            "Each line on standard input is a turn, like 15^ 20^' 48v: a card of two digits, ^ or v"
            " for the ascending or descending pile, ' for the opponent's. A wrong line is answered"
            " by #>. Exit status: 0 at the end of the game, 1 at the end of input, 130 after"
            " Ctrl-C."
        ),
    )
    command.add_argument("game", nargs="?", choices=KEYS, default=KEYS[0], help=_("default: duel"))
    _add_deal(command)
    command.add_argument("--seed", type=_seed, metavar="N", help=_("the same N, the same lots"))
    command.add_argument(
        "--save", type=_path, metavar=_("FILE"), help=_("keep the game in a new file")
    )
    command.add_argument(
        "--resume", type=_path, metavar=_("FILE"), help=_("go on with a game and keep it there")
    )
    _add_players(command)
    _add_patience(command)
    _add_align(command)
    command.set_defaults(run=_console)


def _add_play(commands: Commands) -> None:
    command = _add(
        commands, "play", _("Play at the full-screen table"), _("Without options it asks.")
    )
    command.add_argument("game", nargs="?", choices=KEYS, default=KEYS[0], help=_("default: duel"))
    _add_players(command)
    _add_patience(command)
    command.add_argument("--seed", type=_seed, metavar="N", help=_("the same N, the same lots"))
    _add_deal(command)
    command.add_argument("--first", choices=("north", "south", "lots"), help=_("who begins"))
    command.set_defaults(run=_play)


def _add_resume(commands: Commands) -> None:
    command = _add(commands, "resume", _("Go on with a game at the full-screen table"))
    command.add_argument(
        "file", type=_path, nargs="?", metavar=_("FILE"), help=_("default: the latest")
    )
    command.set_defaults(run=_resume)


def _add_replay(commands: Commands) -> None:
    command = _add(commands, "replay", _("Step through a game"))
    command.add_argument("file", type=_path, metavar=_("FILE"))
    command.add_argument(
        "--print", action="store_true", help=_("print it as the line mode shows it, and end")
    )
    _add_align(command)
    command.set_defaults(run=_replay)


def _add_check(commands: Commands) -> None:
    command = _add(
        commands,
        "check",
        _("Say whether game files are right"),
        _("Every move is replayed by the rules. Exit status: 0 if all are right, else 1."),
    )
    command.add_argument("files", type=_path, nargs="+", metavar=_("FILE"))
    command.set_defaults(run=_check)


def _add_saves(commands: Commands) -> None:
    command = _add(commands, "saves", _("List the saved games"), _("The last changed comes first."))
    command.set_defaults(run=_saves)


def _add_arena(commands: Commands) -> None:
    command = _add(
        commands,
        "arena",
        _("Let computer players meet and rate them"),
        _(
            "Every two of them play each deal twice, the second time with places changed. Ctrl-C"
            " keeps what is finished. Exit status: 0 if all was played, 130 after Ctrl-C."
        ),
    )
    command.add_argument("game", choices=KEYS, help=_("the game"))
    command.add_argument(
        "players",
        nargs="+",
        metavar=_("PLAYER"),
        help=_("a computer player, or exec:PROGRAM for one of your own; two at least"),
    )
    command.add_argument(
        "--deals",
        type=_number,
        default=DEALS,
        metavar="N",
        help=_("deals for each two players; default: {count}").format(count=DEALS),
    )
    command.add_argument(
        "--jobs", type=_number, metavar="N", help=_("processes; default: one for each core")
    )
    _add_patience(command)
    command.add_argument("--seed", type=_seed, metavar="N", help=_("the same N, the same lots"))
    command.add_argument(
        "--out", type=_path, metavar=_("FILE"), help=_("write all results to a new JSON file")
    )
    command.set_defaults(run=_arena)


def _add_deal(command: _Parser) -> None:
    cards = several("{count} card", "{count} cards", 58)
    command.add_argument(
        "--deal",
        type=_path,
        metavar=_("FILE"),
        help=_("play these decks: {decks}, in drawing order").format(
            decks=f'{{"NORD": [{cards}], "SUD": [{cards}]}}'
        ),
    )


def _add_players(command: _Parser) -> None:
    for seat in ("north", "south"):
        command.add_argument(
            f"--{seat}",
            metavar=_("WHO"),
            help=_(
                "human (the default of a new game), random, novice, casual, greedy, club, expert,"
                " master or exec:PROGRAM"
            ),
        )


def _add_patience(command: _Parser) -> None:
    command.add_argument(
        "--patience",
        type=_seconds,
        metavar=_("SECONDS"),
        help=_("how long a PROGRAM may take for a turn; default: 10"),
    )


def _add_align(command: _Parser) -> None:
    command.add_argument("--align", action="store_true", help=_("pad SUD to the width of NORD"))


def _path(text: str) -> Path:
    from pathlib import Path

    return Path(text)


def _seed(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= MAX_SEED_DIGITS:
        return int(text)
    raise argparse.ArgumentTypeError(
        _("{text!r} is not a whole number from 0 up").format(text=text)
    )


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if 0 < seconds <= MAX_PATIENCE:
        return seconds
    raise argparse.ArgumentTypeError(_("{text!r} is not a number of seconds").format(text=text))


def _number(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= MAX_NUMBER_DIGITS and int(text):
        return int(text)
    raise argparse.ArgumentTypeError(
        _("{text!r} is not a whole number from 1 up").format(text=text)
    )


def _console(options: argparse.Namespace) -> int:
    from tui import console_command

    return console_command.run(options)


def _replay(options: argparse.Namespace) -> int:
    if options.print:
        from tui import file_commands

        return file_commands.replay(options.file, options.align)
    from tui import screen_commands

    return screen_commands.replay(options.file)


def _play(options: argparse.Namespace) -> int:
    from tui import screen_commands

    return screen_commands.play(options)


def _resume(options: argparse.Namespace) -> int:
    from tui import screen_commands

    return screen_commands.resume(options.file)


def _home(_options: argparse.Namespace) -> int:
    from tui import screen_commands

    return screen_commands.home()


def _check(options: argparse.Namespace) -> int:
    from tui import file_commands

    return file_commands.check(options.files)


def _saves(_options: argparse.Namespace) -> int:
    from tui import file_commands

    return file_commands.saves()


def _arena(options: argparse.Namespace) -> int:
    from tui import arena_command

    return arena_command.run(options)
