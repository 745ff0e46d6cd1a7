"""`tapis stats`: how the people who play have done, counted from the saved games."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from cli.arguments import Argument
from cli.lines.counting import problems, told
from cli.paper import empty_grid, printed
from cli.parser import Parser
from cli.streams import BadUse, complain, say, say_json, talks, write_text
from engine.games import describe
from play.statistics_model import (
    count_games,
    days_json,
    days_words,
    kept_feats,
    mean_points,
    opponents,
    rating_words,
    share_won,
)
from saves.store import Store
from words.names import level_name
from words.plain_text import printable
from words.translation import _, about, mark

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from saves.statistics import GameStatistics, ResultCount, Statistics


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
        say_json(to_json(wanted))
        return 0
    if talks(options):
        for line in told(wanted):
            say(line)
    else:
        write_text(printed(*_parts(wanted)) if wanted else _("No finished games yet.") + "\n")
    for line in () if options.names else problems(counted):
        say(line)
    return 0


def to_json(people: Statistics) -> dict[str, object]:
    """Return the statistics of these people as JSON: by name, then by game."""
    return {
        name: {game: _json(one) for game, one in games.items()} for name, games in people.items()
    }


def _json(one: GameStatistics) -> dict[str, object]:
    return one.to_json() | ({"daily": days_json(one)} if one.days else {})


def _parts(people: Statistics) -> Iterator[RenderableType]:
    for number, (name, games) in enumerate(people.items()):
        if number:
            yield ""
        yield Text(printable(name), style="bold")
        yield from ("", _games({_(describe(key).title): one for key, one in games.items()}))
        for key, one in games.items():
            if one.ratings:
                yield from (
                    "",
                    about(f"{_(describe(key).title)}, {_('rating')}", rating_words(one)),
                )
            if one.days:
                title = f"{_(describe(key).title)}, {_('days of the daily deal')}"
                yield from ("", about(title, days_words(one)))
            yield from ("", _opponents(key, one))
            if one.feats.made:
                yield from ("", _feats(key, one))


def _games(games: dict[str, GameStatistics]) -> Table:
    heads = [_("games"), _("won"), _("drawn"), _("lost"), _("won %"), _("streak"), _("longest")]
    has_points = any(one.points for one in games.values())
    grid = empty_grid([_("game")], heads + [_("points a game")] * has_points)
    for title, one in games.items():
        tally = one.tally
        cells = [*_numbers(tally), str(tally.streak), str(tally.longest_streak)]
        if has_points:
            cells.append(mean_points(one) or "-")
        grid.add_row(title, *cells)
    return grid


def _opponents(game: str, one: GameStatistics) -> Table:
    heads = [_("games"), _("won"), _("drawn"), _("lost"), _("won %")]
    grid = empty_grid([_(describe(game).title), _("against")], heads)
    for name, is_person, results, _kind in opponents(game, one):
        sort = _("person") if is_person else _("computer")
        grid.add_row(sort, Text(printable(name)), *_numbers(results))
    return grid


def _feats(game: str, one: GameStatistics) -> Table:
    grid = empty_grid([_(describe(game).title), _("against"), _("first or record")], [_("date")])
    for feat in kept_feats(one):
        grid.add_row("", level_name(feat.level), feat.words, feat.day)
    return grid


def _numbers(tally: ResultCount) -> list[str]:
    """Return games, won, drawn, lost and the share won."""
    counts = (tally.games, tally.won, tally.drawn, tally.lost)
    return [*map(str, counts), share_won(tally)]
