"""`tapis daily`: the deal of a day, and the results that people had in it."""

from __future__ import annotations

from argparse import Namespace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.text import Text

from cli.arguments import GAME_FILE, Argument, a_day, a_game_or_line
from cli.full_screen import open_table
from cli.game_files import name_of, read_game
from cli.paper import empty_grid, printed, said_in_lines
from cli.parser import Parser
from cli.progress import progress
from cli.streams import BadUse, say, talks, write_text
from play.daily import (
    DailyGame,
    DailyResult,
    NotOfTheDay,
    judge,
    masters_result,
    opened,
    own_games,
    streak_words,
    today,
)
from saves.daily import FIRST_DAY, PERSON
from saves.store import Store, inspect_file
from words.errors import os_text
from words.plain_text import printable
from words.translation import _, about, mark, why

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from cli.game_files import GameSource
    from engine.table import Table


def add_daily(parser: Parser) -> None:
    """Add the date and the games."""
    parser.describe(
        _(
            "It is the same for everybody. Once you have played it, your result stands beside that "
            "of the master at your seat, and of the games that others sent you. Each deal and each "
            "move of the master is checked. Exit status: 0 if all games count, else 1."
        )
    )
    parser.take(
        Argument("games", GAME_FILE, a_game_or_line, nargs="*"),
        Argument("--date", mark("the deal of another day, as 2026-11-27"), a_day),
    )


def run_daily(options: Namespace) -> int:
    """Begin or go on with the deal of a day, or print the results. Raises `BadUse`."""
    now = today()
    if options.date is not None and not FIRST_DAY <= options.date <= now:
        words = _("there are deals from {first} to today, {last}")
        raise BadUse(words.format(first=FIRST_DAY, last=now))
    if options.games:
        return _compare(options, options.date, now + timedelta(1))
    day, kept = options.date or now, _own_games()
    own = next((one for one in kept if one.day == day), None)
    if own is None or own.header.ended is None:
        return open_table(options, opened(day, kept))
    status = _compare(options, day, day, kept)
    say(streak_words(kept, now))
    return status


class _Told(NamedTuple):
    """The games that count, the lines about all others, and their day if any counts."""

    results: list[DailyResult]
    faults: list[str]
    day: date | None


def _compare(
    options: Namespace, day: date | None, last: date, kept: Sequence[DailyGame] | None = None
) -> int:
    """Print the results of games beside those of this person and of the master.

    The deal is that of `day`, else of the first game that counts; the own games are `kept`, else
    those in the folder. Return 1 if any game does not count. Raises `BadUse`.
    """
    sources: list[GameSource] = options.games
    games = [(name_of(source), read_game(source).table) for source in sources]
    with progress(_("games"), len(games) + 2, is_shown=not talks(options)) as advance:
        told = _judged(games, day, last)
        advance(len(games))
        if told.day is not None:
            known = [_identity(table) for _name, table in games]
            own = [one for one in _finished(kept, told.day) if _identity(one[1]) not in known]
            more = _judged(own, told.day, last)
            advance(len(games) + 1)
            results = [*told.results, *more.results, masters_result(told.day)]
            told = _Told(results, [*told.faults, *more.faults], told.day)
    _print(options, told)
    return 1 if told.faults else 0


def _identity(table: Table[Any]) -> object:
    """Return what a file of a game and its line have in common."""
    return table.plays, table.sitters[PERSON].name


def _judged(games: list[tuple[str, Table[Any]]], day: date | None, last: date) -> _Told:
    """Return what each game is worth."""
    results, faults = [], []
    for name, table in games:
        try:
            day, result = judge(table, last, day)
        except NotOfTheDay as fault:
            faults.append(about(name, _("does not count: {why}").format(why=why(fault))))
        else:
            results.append(result)
    return _Told(results, faults, day)


def _print(options: Namespace, told: _Told) -> None:
    grid = empty_grid([_("player"), _("result")])
    for result in sorted(told.results, key=lambda one: one.rank):
        grid.add_row(Text(printable(result.name)), Text(result.words))
    if told.results:
        head = _("The deal of {day}, seen from North").format(day=told.day)
        write = said_in_lines if talks(options) else printed
        write_text(write(head, "", grid))
    for line in told.faults:
        say(line)


def _finished(kept: Sequence[DailyGame] | None, day: date) -> Iterator[tuple[str, Table[Any]]]:
    """Yield the first own finished game of a day, with its file. Raises `BadUse`."""
    games = _own_games() if kept is None else kept
    over = [one for one in games if one.day == day and one.header.ended]
    for game in over[:1]:
        if record := inspect_file(game.path).record:
            yield str(game.path), record.table


def _own_games() -> list[DailyGame]:
    """Return the own games of all days. Raises `BadUse`."""
    store = Store()
    try:
        return own_games(store)
    except OSError as error:
        raise BadUse(about(store.folder, os_text(error))) from None
