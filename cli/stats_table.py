"""The statistics of people as tables of plain text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from cli.paper import empty_grid, printed
from engine.games import describe
from play.statistics_model import mean_points, opponents, share_won
from words.plain_text import printable
from words.translation import _

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from saves.statistics import GameStatistics, ResultCount, Statistics


def table(people: Statistics) -> str:
    """Return for each person a table of games, and for each game of opponents."""
    return printed(*_parts(people)) if people else _("No finished games yet.") + "\n"


def _parts(people: Statistics) -> Iterator[RenderableType]:
    for number, (name, games) in enumerate(people.items()):
        if number:
            yield ""
        yield Text(printable(name), style="bold")
        yield from ("", _games({_(describe(key).title): one for key, one in games.items()}))
        for key, one in games.items():
            yield from ("", _opponents(_(describe(key).title), one))


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


def _opponents(title: str, one: GameStatistics) -> Table:
    heads = [_("games"), _("won"), _("drawn"), _("lost"), _("won %")]
    grid = empty_grid([title, _("against")], heads)
    for name, is_person, results in opponents(one):
        sort = _("person") if is_person else _("computer")
        grid.add_row(sort, Text(printable(name)), *_numbers(results))
    return grid


def _numbers(tally: ResultCount) -> list[str]:
    """Return games, won, drawn, lost and the share won."""
    counts = (tally.games, tally.won, tally.drawn, tally.lost)
    return [*map(str, counts), share_won(tally)]
