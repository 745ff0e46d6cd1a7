"""`tapis check`: whether game files are right."""

from __future__ import annotations

from argparse import Namespace

from cli.arguments import GAME_FILE, Argument, a_game_or_line
from cli.game_files import inspect_game, result_of, turns_of
from cli.parser import Parser
from cli.streams import say
from engine.games import describe
from saves.store import SavedFile
from words.translation import _, about, said


def add(parser: Parser) -> None:
    """Add the files."""
    parser.describe(
        _("Every move is replayed by the rules. Exit status: 0 if all are right, else 1.")
    )
    parser.take(Argument("files", GAME_FILE, a_game_or_line, nargs="+"))


def run(options: Namespace) -> int:
    """Print for each file that it is right, or its fault; return 1 if any has one."""
    is_right = True
    for source in options.files:
        saved = inspect_game(source)
        is_right = is_right and saved.record is not None
        say(about(saved.path, _verdict(saved)))
    return 0 if is_right else 1


def _verdict(saved: SavedFile) -> str:
    header = saved.header
    if header is None:
        return said(saved.error)
    game = _(describe(header.game).short_name)
    return ", ".join((_("ok"), game, turns_of(header), result_of(header)))
