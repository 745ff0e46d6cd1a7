"""The daily deal without a screen: how it is begun, and what its games are worth.

A game counts if its deal and every move of the master follow from the date. What a person did is in
the file alone: take-backs and hints are told, and an editor can leave them out.
"""

from __future__ import annotations

from datetime import timedelta
from itertools import count as count_from
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.game import CHANCE, StopFlag, never
from engine.reasons import Explained, Reason
from engine.table import HUMAN, EventKind
from host import outside
from play.last_setup import people_called, with_people
from play.requests import OpenGame, StartGame
from play.setup import LOTS, Series, Setup
from programs.players import make_player
from saves.daily import (
    FIRST_DAY,
    GAME,
    KIND,
    MASTER,
    PERSON,
    day_of,
    is_daily,
    masters_table,
    seed_of,
)
from words.names import level_name, spoken_name
from words.translation import _, several

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import date
    from pathlib import Path

    from engine.table import Table
    from saves.header import Header
    from saves.store import Store


class DailyReason(Reason):
    """Why a game counts for no day."""

    NO_DAILY = "it is no game against the daily master"
    OTHER_VERSION = (
        "it was played against {found}, and this version of Tapis Vert knows {known} alone: its "
        "moves cannot be checked"
    )
    IN_PLAY = "the game is in play: it counts once it is over"
    NO_DAY = "its deal is that of no day from {first} to {last}"
    OTHER_DAY = "its deal is that of {found}, and not of {expected}"
    OTHER_RULES = "it has other options than the daily deal, as a handicap"
    CHANGED_PLAYERS = "other players sat down in the middle of the game"
    BRANCH = "it goes on from the middle of another game"
    NO_PERSON = "no person sits at {player}"
    GAVE_UP = "the master gave up, which it never does"
    OTHER_MOVE = "in turn {number} the daily master plays {expected}, and not {found}"


class NotOfTheDay(Explained):
    """An error: a game counts for no day."""


class DailyResult(NamedTuple):
    """The result of North in a game of the day.

    Attributes:
        name: The name of the player.
        is_won: Whether North won.
        turns: The turns that North made.
        left: The cards that North has not laid.
        take_backs, hints: How many of them North had.
        gave_up: Whether North gave up.
    """

    name: str
    is_won: bool
    turns: int
    left: int
    take_backs: int = 0
    hints: int = 0
    gave_up: bool = False

    @property
    def has_help(self) -> bool:
        """Whether there were take-backs or hints."""
        return bool(self.take_backs or self.hints)

    @property
    def rank(self) -> tuple[bool, bool, int]:
        """The place among results, the best first: wins in few turns, defeats with few cards."""
        return self.has_help, not self.is_won, self.turns if self.is_won else self.left

    @property
    def words(self) -> str:
        """The result in words."""
        turns = several("{count} turn", "{count} turns", self.turns)
        cards = several("{count} card left", "{count} cards left", self.left)
        ways = _("won in {turns}"), _("lost with {cards}, in {turns}"), _("gave up after {turns}")
        told = ways[2 if self.gave_up else not self.is_won].format(turns=turns, cards=cards)
        helps = [
            several("{count} take-back", "{count} take-backs", self.take_backs),
            several("{count} hint", "{count} hints", self.hints),
        ]
        counts = self.take_backs, self.hints
        given = _(" and ").join(words for words, count in zip(helps, counts, strict=True) if count)
        return _("{result}, with {help}").format(result=told, help=given) if given else told


def today() -> date:
    """Return the date of today, where this machine is."""
    return outside.now().astimezone().date()


def daily_setup() -> Setup:
    """Return the setup of every daily deal: the person who played last, against the master."""
    setup = Setup(GAME, (HUMAN, KIND), (), LOTS)
    return with_people(setup._replace(names=setup.seats()), people_called())


def judge(table: Table[Any], last: date, day: date | None = None) -> tuple[date, DailyResult]:
    """Return the day of a finished game and its result, after deriving all of it from the date.

    `last` is the last day that it can be of; with `day` it has to be of that one. Raises
    `NotOfTheDay`.
    """
    _check_players(table)
    if table.outcome is None:
        raise NotOfTheDay(DailyReason.IN_PLAY)
    found = day_of([table.move_text(at) for at in range(len(table.plays))], last)
    if found is None:
        raise NotOfTheDay(DailyReason.NO_DAY, first=FIRST_DAY, last=last)
    if day is not None and found != day:
        raise NotOfTheDay(DailyReason.OTHER_DAY, found=found, expected=day)
    if table.options != masters_table(found).options:
        raise NotOfTheDay(DailyReason.OTHER_RULES)
    _check_moves(table, found)
    return found, result_in(table)


def masters_result(day: date, stop: StopFlag = never) -> DailyResult:
    """Return the result of the daily master at North, against itself. Raises `Stopped`."""
    table = masters_table(day)
    players = [make_player(table.game, sitter) for sitter in table.sitters]
    while table.outcome is None:
        (seat,) = table.to_move
        table.play(seat, players[seat].choose(table.view(seat), stop))
    return result_in(table)._replace(name=level_name(KIND))


class DailyGame(NamedTuple):
    """A saved game that has the deal of a day.

    Attributes:
        day: The day.
        path: Its file.
        header: Its entry in lists.
    """

    day: date
    path: Path
    header: Header


def daily_games(games: Iterable[tuple[Path, Header]]) -> list[DailyGame]:
    """Return the games of all days among saved ones, the first begun first, without copies."""
    found = [
        DailyGame(header.day, path, header)
        for path, header in games
        if header.day and not header.is_copy
    ]
    return sorted(found, key=lambda one: (one.header.created, one.path))


def own_games(store: Store) -> list[DailyGame]:
    """Return the games of all days in a folder, the first begun first. Raises `OSError`."""
    listing = store.listing()
    try:
        return daily_games((saved.path, saved.header) for saved in listing if saved.header)
    finally:
        listing.keep()


def days_played(games: Iterable[DailyGame]) -> frozenset[date]:
    """Return the days whose deal was begun on the day itself and played to its end."""
    return frozenset(game.day for game in games if game.header.is_in_time)


def opened(day: date, games: Iterable[DailyGame]) -> StartGame | OpenGame:
    """Return the request for the deal of a day: to go on with the first game of it, or to begin."""
    own = next((game for game in games if game.day == day), None)
    if own:
        return OpenGame(own.path)
    return StartGame(Series(daily_setup()), seed=seed_of(day))


def streak(days: Collection[date], now: date) -> tuple[int, int]:
    """Return how many days in a row there are, up to today or yesterday, and how many at most.

    >>> from datetime import date
    >>> streak({date(2026, 11, day) for day in (2, 3, 4, 7)}, date(2026, 11, 8))
    (1, 3)
    """
    ends = {day: _run_to(day, days) for day in days}
    return max(ends.get(now, 0), ends.get(now - timedelta(1), 0)), max(ends.values(), default=0)


def streak_words(games: Iterable[DailyGame], now: date) -> str:
    """Return on how many days in a row the deal of the day was played."""
    row, most = streak(days_played(games), now)
    days = several("{count} day", "{count} days", row)
    return _("Played in a row: {days}; at most {most}.").format(days=days, most=most)


def row_words(row: int) -> str:
    """Return how many days in a row there are."""
    return several("{count} day in a row", "{count} days in a row", row)


def _run_to(day: date, days: Collection[date]) -> int:
    """Return how many days in a row end with this one."""
    return next(count for count in count_from(0) if day - timedelta(count) not in days)


def _check_players(table: Table[Any]) -> None:
    """Check who played, from the beginning to the end. Raises `NotOfTheDay`."""
    if not is_daily(table):
        raise NotOfTheDay(DailyReason.NO_DAILY)
    kind = table.sitters[MASTER].kind
    if kind != KIND:
        raise NotOfTheDay(DailyReason.OTHER_VERSION, found=kind, known=KIND)
    if not table.sitters[PERSON].is_person:
        raise NotOfTheDay(DailyReason.NO_PERSON, player=table.seats[PERSON])
    for event in table.events:
        if event.kind is EventKind.SEAT:
            raise NotOfTheDay(DailyReason.CHANGED_PLAYERS)
        if event.kind is EventKind.BRANCH:
            raise NotOfTheDay(DailyReason.BRANCH)
        if event.kind is EventKind.FORFEIT and event.seat == MASTER:
            raise NotOfTheDay(DailyReason.GAVE_UP)


def _check_moves(table: Table[Any], day: date) -> None:
    """Check that every move of the master is its own. Raises `NotOfTheDay`."""
    master = make_player(table.game, masters_table(day).sitters[MASTER])
    turn, write = 0, table.game.format
    for at, (seat, move) in enumerate(table.plays):
        turn += seat != CHANCE
        if seat == MASTER:
            expected = master.choose(table.view_at(at, seat))
            if move != expected:
                right, found = write(expected), write(move)
                why = DailyReason.OTHER_MOVE
                raise NotOfTheDay(why, number=turn, expected=right, found=found)


def result_in(table: Table[Any]) -> DailyResult:
    """Return the result of North in a finished game."""
    sitter, events, outcome = table.sitters[PERSON], table.events, table.outcome
    assert outcome is not None
    view: Any = table.view(PERSON)
    side = view.sides[PERSON]
    kinds = [event.kind for event in events]
    return DailyResult(
        name=spoken_name(GAME, sitter.name, sitter.kind),
        is_won=PERSON in outcome.winners,
        turns=sum(play.seat == PERSON for play in table.plays),
        left=side.hand_size + side.draw_size,
        take_backs=kinds.count(EventKind.TAKE_BACK),
        hints=kinds.count(EventKind.HINT),
        gave_up=EventKind.FORFEIT in kinds[-1:],
    )
