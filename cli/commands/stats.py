"""`tapis stats`: how the people who play have done, counted from the saved games."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from cli.arguments import Argument
from cli.parser import Parser
from cli.streams import BadUse, complain, say, write_out
from words.translation import _, mark

if TYPE_CHECKING:
    from saves.statistics import Statistics


def add_stats(parser: Parser) -> None:
    """Add the names and the form of the output."""
    parser.describe(
        _(
            "Only finished games count, and a copy does not count again. The player with the most "
            "games comes first."
        )
    )
    parser.take(
        Argument("names", mark("default: everybody"), value=mark("NAME"), nargs="*"),
        Argument("--json", mark("print JSON"), action="store_true"),
    )


def run_stats(options: Namespace) -> int:
    """Print the statistics of these people, or of all. Raises `BadUse`."""
    from play.statistics_model import count_games
    from saves.store import Store

    counted = count_games(Store())
    if counted.fault:
        raise BadUse(counted.fault)
    wanted: Statistics = {} if options.names else counted.people
    for name in options.names:
        if not (person := counted.person(name)):
            raise BadUse(_("no finished game of {name}").format(name=name))
        wanted = {**wanted, **person}
    if counted.unread:
        complain(counted.unread)
    if options.json:
        for line in json.dumps(to_json(wanted), indent=1).splitlines():
            say(line)
        return 0
    from cli.stats_table import table

    write_out(table(wanted).encode(sys.stdout.encoding, "backslashreplace"))
    return 0


def to_json(people: Statistics) -> dict[str, object]:
    """Return the statistics of these people as JSON: by name, then by game."""
    return {
        name: {game: one.to_json() for game, one in games.items()} for name, games in people.items()
    }
