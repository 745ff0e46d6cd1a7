"""The statistics of people without a screen: counted from the saved games, and in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.games import GAMES, describe
from play.daily import streak, today
from play.feat_words import kept_words
from play.game_words import counted
from saves.rating import Rating
from saves.statistics import GameStatistics, ResultCount, Statistics, statistics
from saves.store import Store
from words.errors import os_text
from words.names import level_name
from words.plain_text import folded
from words.translation import _, about, decimal, several

if TYPE_CHECKING:
    from play.problems import KeptStanding

PERCENT: Final = 100


class Counted(NamedTuple):
    """The statistics of everybody.

    Attributes:
        people: The statistics.
        problems: What was made of the problems here, whoever it was.
        unread: The number of damaged files that are left out, in words; "" for none.
        fault: Why the folder cannot be read, "" if it can.
    """

    people: Statistics
    unread: str = ""
    fault: str = ""
    problems: Sequence[KeptStanding] = ()

    def person(self, name: str) -> Statistics:
        """Return the statistics of one person; accents and capitals do not matter."""
        return {one: games for one, games in self.people.items() if folded(one) == folded(name)}


def count_games(store: Store) -> Counted:
    """Return the statistics of the games in a folder.

    A person with the name of a seat is one person, whatever language the file was kept in. One who
    plays alone without a name is the same person at every seat.
    """
    try:
        games = store.listing()
    except OSError as error:
        return Counted({}, fault=about(store.folder, os_text(error)))
    try:
        headers = [saved.header for saved in games]
    finally:
        games.keep()
    found, unread = [header for header in headers if header], ""
    if count := len(headers) - len(found):
        unread = several(
            "{count} file cannot be read and is left out",
            "{count} files cannot be read and are left out",
            count,
        )
    from play.problems import kept_standings  # it is wanted here alone

    try:
        problems = kept_standings()
    except OSError as error:
        problems, unread = [], unread or about(error.filename or "", os_text(error))
    return Counted(statistics(map(counted, found), tuple(GAMES)), unread, problems=problems)


class Opponent(NamedTuple):
    """Whom a person played against, and the results; `kind` is a level or a program, else ""."""

    name: str
    is_person: bool
    results: ResultCount
    kind: str = ""


def opponents(game: str, one: GameStatistics) -> list[Opponent]:
    """Return the levels, the weakest first, then programs, then people, by their games."""
    known = [*describe(game).levels]
    places = {kind: known.index(kind) if kind in known else len(known) for kind in one.levels}
    kinds = sorted(one.levels, key=lambda kind: (places[kind], -one.levels[kind].games))
    people = sorted(one.people, key=lambda name: -one.people[name].games)
    return [
        *(Opponent(level_name(kind), False, one.levels[kind], kind) for kind in kinds),
        *(Opponent(name, True, one.people[name]) for name in people),
    ]


def share_won(count: ResultCount) -> str:
    """Return the percentage of games won."""
    return decimal(PERCENT * count.won / count.games, 0)


def streak_words(count: ResultCount) -> str:
    """Return the length of the present run of wins."""
    words = _("{now} now, {most} at best")
    return words.format(now=count.streak, most=count.longest_streak)


def mean_points(one: GameStatistics) -> str:
    """Return the points a game, "" where a game gives none."""
    return decimal(sum(one.points) / len(one.points), 1) if one.points else ""


def points_words(one: GameStatistics) -> str:
    """Return the points a game, the fewest and the most; there must be some."""
    words = _("{mean} a game, {least} to {most}")
    return words.format(mean=mean_points(one), least=min(one.points), most=max(one.points))


class KeptFeat(NamedTuple):
    """A first or a record in words, with its level and the local date of its game, ISO 8601."""

    level: str
    words: str
    day: str


def kept_feats(one: GameStatistics) -> list[KeptFeat]:
    """Return the firsts and records, those against the weakest level first."""
    return [
        KeptFeat(feat.level, kept_words(feat), f"{feat.done_in.moment.astimezone():%Y-%m-%d}")
        for feat in one.feats.listed()
    ]


def days_words(one: GameStatistics) -> str:
    """Return on how many days in a row the deal of the day was played, now and at best."""
    row, most = streak(one.days, today())
    return _("{now} in a row, {most} at best").format(now=row, most=most)


def days_json(one: GameStatistics) -> dict[str, object]:
    """Return the days on which it was played, and how many in a row, by name."""
    row, most = streak(one.days, today())
    return {"days": len(one.days), "streak": row, "longest_streak": most}


def rating_words(one: GameStatistics) -> str:
    """Return the rating, and between what it lies at 95 %; there must be one."""
    return with_spread(one.ratings[-1])


def with_spread(rating: Rating) -> str:
    """Return a rating, and between what it lies at 95 %."""
    points = (rating.points, rating.points - rating.spread, rating.points + rating.spread)
    mean, low, high = (decimal(number, 0) for number in points)
    return _("{points} ({low} to {high})").format(points=mean, low=low, high=high)
