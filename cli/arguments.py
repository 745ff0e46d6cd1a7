"""Arguments that several commands take: files, seeds, seconds."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any, Final

from cli.parser import Parser
from words.translation import _

if TYPE_CHECKING:
    from pathlib import Path

    from cli.game_files import GameSource

MAX_SEED_DIGITS: Final = 1000
MAX_NUMBER_DIGITS: Final = 9
MAX_PATIENCE: Final = 86_400
_SHARED: Final = "tapis"
"""How every share line begins; what does not is looked at without loading more."""


def a_path(text: str) -> Path:
    """Read the name of a file."""
    from pathlib import Path

    return Path(text)


def a_game(text: str) -> Path:
    """Read the name of a game's file: one that is there, or in the folder of games."""
    if isinstance(game := a_game_or_line(text), str):
        words = _("a share line holds a finished game; tapis replay steps through it")
        raise argparse.ArgumentTypeError(words)
    return game


def a_game_or_line(text: str) -> GameSource:
    """Read the name of a game's file as `a_game` does, or a share line where no file is meant."""
    from saves.store import Store

    path = Store().resolve(a_path(text))
    if text.lstrip().startswith(_SHARED) and not os.path.lexists(path):
        from saves.share_line import is_share_line

        if is_share_line(text):
            return text
    return path


def a_number_from_0(text: str) -> int:
    """Read a whole number from 0 up, however large."""
    if text.isascii() and text.isdigit() and len(text) <= MAX_SEED_DIGITS:
        return int(text)
    raise argparse.ArgumentTypeError(
        _("{text!r} is not a whole number from 0 up").format(text=text)
    )


def a_number_from_1(text: str) -> int:
    """Read a whole number from 1 up."""
    if text.isascii() and text.isdigit() and len(text) <= MAX_NUMBER_DIGITS and int(text):
        return int(text)
    raise argparse.ArgumentTypeError(
        _("{text!r} is not a whole number from 1 up").format(text=text)
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


def add_seed(parser: Parser) -> None:
    """Add `--seed`."""
    parser.add_argument(
        "--seed", type=a_number_from_0, metavar="N", help=_("the same N, the same lots")
    )


def add_patience(parser: Parser) -> None:
    """Add `--patience`."""
    parser.add_argument(
        "--patience",
        type=some_seconds,
        metavar=_("SECONDS"),
        help=_("how long a PROGRAM may take for a turn; default: 10"),
    )


def add_seat(parser: Parser) -> None:
    """Add `--seat`."""
    parser.add_argument(
        "--seat",
        metavar=_("SEAT"),
        help=_("the free seat that you want, by its name or number"),
    )


def add_game(parser: Parser, name: str = "file", **settings: Any) -> None:
    """Add a game: its file, or a share line."""
    parser.add_argument(
        name,
        type=a_game_or_line,
        metavar=_("FILE"),
        help=_("a file, the name of a saved game, or a line of tapis share"),
        **settings,
    )


def add_file_options(parser: Parser) -> None:
    """Add `--save` and `--resume`."""
    parser.add_argument(
        "--save", type=a_path, metavar=_("FILE"), help=_("save the game in a new file")
    )
    parser.add_argument(
        "--resume",
        type=a_game,
        metavar=_("FILE"),
        help=_("go on with a saved game, and save it there"),
    )


def add_align(parser: Parser) -> None:
    """Add `--align`."""
    parser.add_argument("--align", action="store_true", help=_("pad SUD to the width of NORD"))
