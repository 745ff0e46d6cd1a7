"""What may follow `tapis console zen`, `tapis play zen`, `tapis legal` and `tapis perft`."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from typing import Final

from tui.parser import Parser, add_file_options, add_patience, add_seed, who_may_play
from tui.words import _

GAME: Final = "zen"
VARIANTS: Final = (1, 2, 3)
DEEPEST: Final = 99
"""More moves than anybody will see the sequences of counted."""


def expect_console(command: Parser) -> None:
    """Let the command take what `tapis console zen` takes."""
    details = _(
        "Each line is a move, like F11-F8, B1xB4 or ZF6-F9, or a word; help lists the words. Exit"
        " status: 0 at the end of the game or after quit, 1 at the end of input, 130 after Ctrl-C."
    )
    command.description = f"{command.description} {details}"
    _add_rules(command)
    _add_position(command)
    add_file_options(command)
    command.set_defaults(run=_console, game=GAME)


def expect_play(command: Parser) -> None:
    """Let the command take what `tapis play zen` takes."""
    _add_rules(command)
    command.set_defaults(game=GAME, variant=1, announce="auto", players=2)


def expect_legal(command: Parser) -> None:
    """Let the command take what `tapis legal` takes."""
    details = _("One a line, sorted; none where the round is over.")
    command.description = f"{command.description} {details}"
    _add_game(command)
    _add_variant(command)
    _add_position(command)
    command.set_defaults(run=_legal)


def expect_perft(command: Parser) -> None:
    """Let the command take what `tapis perft` takes."""
    details = _("A position in which the round is over, be it by mat, has no successors.")
    command.description = f"{command.description} {details}"
    _add_game(command)
    command.add_argument(
        "--depth", type=_depth, metavar="N", required=True, help=_("how many moves deep")
    )
    _add_variant(command)
    _add_position(command)
    command.set_defaults(run=_perft)


def _add_game(command: Parser) -> None:
    command.add_argument("game", choices=(GAME,), help=_("the game"))


def _add_variant(command: Parser) -> None:
    command.add_argument(
        "--variant",
        type=int,
        choices=VARIANTS,
        metavar="1|2|3",
        help=_("1 (the default), 2: rounds up to 7 points, 3: so too, with a free Zen"),
    )


def _add_position(command: Parser) -> None:
    command.add_argument(
        "--position",
        metavar=_("TEXT"),
        help=_("rows 11 to 1, side to move, barred square, in one text; default: the start"),
    )


def _add_rules(command: Parser) -> None:
    _add_variant(command)
    command.add_argument(
        "--announce",
        choices=("auto", "hand"),
        metavar="auto|hand",
        help=_("échec is announced by itself or by the players"),
    )
    command.add_argument(
        "--players",
        type=int,
        choices=(2, 4),
        metavar="2|4",
        help=_("two (the default), or four in two teams"),
    )
    command.add_argument("--black", action="append", metavar=_("WHO"), help=who_may_play())
    command.add_argument(
        "--white",
        action="append",
        metavar=_("WHO"),
        help=_("so too; of four, both are given once for the team, or twice"),
    )
    command.add_argument(
        "--first",
        choices=("black", "white", "lots"),
        metavar=_("WHO"),
        help=_("black, white or lots: who begins"),
    )
    add_patience(command)
    add_seed(command)


def _depth(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= len(str(DEEPEST)):
        return int(text)
    words = _("{text!r} is not a whole number from 0 to {most}")
    raise ArgumentTypeError(words.format(text=text, most=DEEPEST))


def _console(options: Namespace) -> int:
    from tui.zen_lines import command

    return command.run(options)


def _legal(options: Namespace) -> int:
    from tui.zen_lines import positions

    return positions.legal(options)


def _perft(options: Namespace) -> int:
    from tui.zen_lines import positions

    return positions.count(options)
