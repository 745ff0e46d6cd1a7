"""The sub-commands of `tapis`, each of which loads only what it needs."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from engine.games import GAMES, KEYS
from engine.version import __version__
from tui.complaints import BadUse, OutputClosed, complain, os_text
from tui.parser import (
    BAD_USE,
    Parser,
    a_game,
    a_number,
    a_path,
    add_file_options,
    add_patience,
    add_seed,
    who_may_play,
)
from tui.words import LANGUAGES, _, set_language, several

if TYPE_CHECKING:
    from argparse import Namespace

CLOSED: Final = 1
DEALS: Final = 100
LANG: Final = "--lang"
DUEL: Final = KEYS[0]
OF_TWO_WORDS: Final = ("play zen", "console zen")
"""Commands and games that have options of their own together."""


def run(arguments: Sequence[str]) -> int:
    """Run the command and return its exit status."""
    if sys.stdout is None:
        return CLOSED
    _fill_closed_streams()
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    before, words = _split(arguments)
    if (language := _language_asked(before)) in LANGUAGES:
        set_language(language)
    try:
        options = _parser(words[0] if words else "").parse_args([*before, *words])
        status: int = options.run(options)
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
    return status


def _fill_closed_streams() -> None:
    """Keep a file opened later from becoming a standard stream that was closed."""
    for handle in range(3):
        try:
            os.fstat(handle)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _split(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what comes before the command, and the command, in one word, with all after it."""
    at = 0
    while at < len(arguments) and arguments[at].startswith("-"):
        at += 2 if arguments[at] == LANG else 1
    before, words = list(arguments[:at]), list(arguments[at:])
    two = " ".join(words[:2])
    return before, [two, *words[2:]] if two in OF_TWO_WORDS else words


def _language_asked(before: Sequence[str]) -> str:
    """Return the last language asked for before the command; the help is made of its words."""
    asked = ""
    rest = iter(before)
    for argument in rest:
        if argument == LANG:
            asked = next(rest, "")
        elif argument.startswith(f"{LANG}="):
            asked = argument.removeprefix(f"{LANG}=")
    return asked


def _parser(asked: str) -> Parser:
    """Return the parser; of the commands only the one asked for knows what may follow it."""
    parser = Parser(
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
    for name, (summary, expect) in _commands().items():
        command = commands.add_parser(
            name, help=summary[:1].lower() + summary[1:], description=f"{summary}."
        )
        if name == asked:
            expect(command)
    return parser


def _commands() -> dict[str, tuple[str, Callable[[Parser], None]]]:
    """Return the commands: what each does, and what lets its parser expect what may follow."""
    return {
        "play": (_("Play at the full-screen table"), _expect_play),
        "play zen": (_("Play Zen l'Initié at the full-screen table"), _expect_play_zen),
        "resume": (_("Go on with a game at the full-screen table"), _expect_resume),
        "console": (_("Play in the strict line mode"), _expect_console),
        "console zen": (_("Play Zen l'Initié line by line"), _expect_console_zen),
        "replay": (_("Step through a game"), _expect_replay),
        "check": (_("Say whether game files are right"), _expect_check),
        "saves": (_("List the saved games"), _expect_saves),
        "legal": (_("List the legal moves of a position"), _expect_legal),
        "perft": (_("Count the sequences of moves from a position"), _expect_perft),
        "arena": (_("Let computer players meet and rate them"), _expect_arena),
    }


def _details(command: Parser, text: str) -> None:
    command.description = f"{command.description} {text}"


def _add_game(command: Parser) -> None:
    command.add_argument("game", nargs="?", choices=KEYS, default=DUEL, help=_("default: duel"))


def _expect_console(command: Parser) -> None:
    _details(
        command,
        _(
            "Each line on standard input is a turn, like 15^ 20^' 48v: a card of two digits, ^ or v"
            " for the ascending or descending pile, ' for the opponent's. A wrong line is answered"
            " by #>. Exit status: 0 at the end of the game, 1 at the end of input, 130 after"
            " Ctrl-C."
        ),
    )
    _add_game(command)
    _add_deal(command)
    add_seed(command)
    add_file_options(command)
    _add_players(command)
    add_patience(command)
    _add_align(command)
    command.set_defaults(run=_console)


def _expect_console_zen(command: Parser) -> None:
    from tui.zen_lines import arguments

    arguments.expect_console(command)


def _expect_play(command: Parser) -> None:
    _details(command, _("Without options it asks."))
    _add_game(command)
    _add_players(command)
    add_patience(command)
    add_seed(command)
    _add_deal(command)
    command.add_argument("--first", choices=("north", "south", "lots"), help=_("who begins"))
    command.set_defaults(run=_play)


def _expect_play_zen(command: Parser) -> None:
    from tui.zen_lines import arguments

    arguments.expect_play(command)
    command.set_defaults(run=_play_zen)


def _expect_resume(command: Parser) -> None:
    command.add_argument(
        "file", type=a_game, nargs="?", metavar=_("FILE"), help=_("default: the latest")
    )
    command.set_defaults(run=_resume)


def _expect_replay(command: Parser) -> None:
    command.add_argument("file", type=a_game, metavar=_("FILE"))
    command.add_argument(
        "--print", action="store_true", help=_("print it as the line mode shows it, and end")
    )
    _add_align(command)
    command.set_defaults(run=_replay)


def _expect_check(command: Parser) -> None:
    _details(
        command,
        _("Every move is replayed by the rules. Exit status: 0 if all are right, else 1."),
    )
    command.add_argument("files", type=a_game, nargs="+", metavar=_("FILE"))
    command.set_defaults(run=_check)


def _expect_saves(command: Parser) -> None:
    _details(command, _("The last changed comes first."))
    command.set_defaults(run=_saves)


def _expect_legal(command: Parser) -> None:
    from tui.zen_lines import arguments

    arguments.expect_legal(command)


def _expect_perft(command: Parser) -> None:
    from tui.zen_lines import arguments

    arguments.expect_perft(command)


def _expect_arena(command: Parser) -> None:
    _details(
        command,
        _(
            "Every two of them play each deal twice, the second time with places changed. Of a game"
            " with more than two seats they take the seats in turn; as many players as seats play"
            " at one table, each deal once on every seat. Ctrl-C keeps what is finished. Exit"
            " status: 0 if all was played, 130 after Ctrl-C."
        ),
    )
    command.add_argument("game", choices=GAMES, help=_("the game"))
    command.add_argument(
        "players",
        nargs="+",
        metavar=_("PLAYER"),
        help=_("a computer player, or exec:PROGRAM for one of your own; two at least"),
    )
    command.add_argument(
        "--deals",
        type=a_number,
        default=DEALS,
        metavar="N",
        help=_("deals for each two players; default: {count}").format(count=DEALS),
    )
    command.add_argument(
        "--jobs", type=a_number, metavar="N", help=_("processes; default: one for each core")
    )
    add_patience(command)
    add_seed(command)
    command.add_argument(
        "--out", type=a_path, metavar=_("FILE"), help=_("write all results to a new JSON file")
    )
    command.set_defaults(run=_arena)


def _add_deal(command: Parser) -> None:
    cards = several("{count} card", "{count} cards", 58)
    command.add_argument(
        "--deal",
        type=a_path,
        metavar=_("FILE"),
        help=_("play these decks: {decks}, in drawing order").format(
            decks=f'{{"NORD": [{cards}], "SUD": [{cards}]}}'
        ),
    )


def _add_players(command: Parser) -> None:
    for seat in ("north", "south"):
        command.add_argument(f"--{seat}", metavar=_("WHO"), help=who_may_play())


def _add_align(command: Parser) -> None:
    command.add_argument("--align", action="store_true", help=_("pad SUD to the width of NORD"))


def _only_the_duel(command: str, options: Namespace) -> None:
    """Raise `BadUse` for a game that has options of its own, named after some of the duel's."""
    if options.game != DUEL:
        words = _("the game comes right after the command: tapis {command} {game}")
        raise BadUse(words.format(command=command, game=options.game))


def _console(options: Namespace) -> int:
    _only_the_duel("console", options)
    from tui import console_command

    return console_command.run(options)


def _replay(options: Namespace) -> int:
    if options.print:
        from tui import file_commands

        return file_commands.replay(options.file, options.align)
    from tui import screen_commands

    return screen_commands.replay(options.file)


def _play(options: Namespace) -> int:
    _only_the_duel("play", options)
    from tui import screen_commands

    return screen_commands.play(options)


def _play_zen(options: Namespace) -> int:
    from tui import screen_commands

    return screen_commands.play_zen(options)


def _resume(options: Namespace) -> int:
    from tui import screen_commands

    return screen_commands.resume(options.file)


def _home(_options: Namespace) -> int:
    from tui import screen_commands

    return screen_commands.home()


def _check(options: Namespace) -> int:
    from tui import file_commands

    return file_commands.check(options.files)


def _saves(_options: Namespace) -> int:
    from tui import file_commands

    return file_commands.saves()


def _arena(options: Namespace) -> int:
    from tui import arena_command

    return arena_command.run(options)
