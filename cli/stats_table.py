"""The statistics of people as tables of plain text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rich.text import Text

from cli.paper import empty_grid, printed
from engine.games import describe
from words.names import level_name
from words.plain_text import printable
from words.translation import _, decimal

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from saves.statistics import GameStatistics, ResultCount, Statistics

PERCENT: Final = 100


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
    grid = _with_numbers([_("game")], heads + [_("points a game")] * has_points)
    for title, one in games.items():
        tally = one.tally
        cells = [*_numbers(tally), str(tally.streak), str(tally.longest_streak)]
        if has_points:
            cells.append(decimal(sum(one.points) / len(one.points), 1) if one.points else "-")
        grid.add_row(title, *cells)
    return grid


def _opponents(title: str, one: GameStatistics) -> Table:
    heads = [_("games"), _("won"), _("drawn"), _("lost"), _("won %")]
    grid = _with_numbers([title, _("against")], heads)
    for sort, tallies in ((_("computer"), one.levels), (_("person"), one.people)):
        for name, tally in sorted(tallies.items(), key=lambda item: -item[1].games):
            called = level_name(name) if tallies is one.levels else name
            grid.add_row(sort, Text(printable(called)), *_numbers(tally))
    return grid


def _with_numbers(names: list[str], numbers: list[str]) -> Table:
    grid = empty_grid(*names)
    for head in numbers:
        grid.add_column(head, justify="right", no_wrap=True)
    return grid


def _numbers(tally: ResultCount) -> list[str]:
    """Return games, won, drawn, lost and the share won."""
    counts = (tally.games, tally.won, tally.drawn, tally.lost)
    return [*map(str, counts), decimal(PERCENT * tally.won / tally.games, 0)]
