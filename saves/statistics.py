"""Statistics of the people who play: counted from the headers of saved games, kept nowhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from typing import Any, TypeAlias

from engine.game import opponents, side_of
from engine.games import describe
from engine.table import PEOPLE
from saves.feats import Feats
from saves.header import Header, HeaderOutcome
from saves.rating import USUAL, Met, Rating, merit, rated


class Result(Enum):
    """How a game ended for a person."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(slots=True)
class ResultCount:
    """A number of games by their result, and the results in the order of the games."""

    results: list[Result] = field(default_factory=list)

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.results)

    @property
    def won(self) -> int:
        """The number of games won."""
        return self.results.count(Result.WON)

    @property
    def drawn(self) -> int:
        """The number of games drawn."""
        return self.results.count(Result.DRAWN)

    @property
    def lost(self) -> int:
        """The number of games lost."""
        return self.results.count(Result.LOST)

    @property
    def streak(self) -> int:
        """The number of games won in a row up to now."""
        return _runs(self.results)[-1]

    @property
    def longest_streak(self) -> int:
        """The largest number of games won in a row."""
        return max(_runs(self.results))

    def to_json(self) -> dict[str, Any]:
        """Return the four numbers by name."""
        return {"games": self.games, "won": self.won, "drawn": self.drawn, "lost": self.lost}


@dataclass(slots=True)
class GameStatistics:
    """One person's games of one kind.

    Attributes:
        tally: All of them, the oldest first.
        points: The points in each game that gave any, the oldest first.
        levels: The games against computer players and programs, by their kind; a game against
            several of one kind is one.
        people: The games against other people, by name, likewise.
        ratings: The rating after each game that was rated: played to its end without aid, alone
            against levels.
        feats: The firsts and records.
        days: The days whose deal was begun on the day itself, and played to its end.
    """

    tally: ResultCount = field(default_factory=ResultCount)
    points: list[int] = field(default_factory=list)
    levels: dict[str, ResultCount] = field(default_factory=dict)
    people: dict[str, ResultCount] = field(default_factory=dict)
    ratings: list[Rating] = field(default_factory=list)
    feats: Feats = field(default_factory=Feats)
    days: set[date] = field(default_factory=set)

    def to_json(self) -> dict[str, Any]:
        """Return all numbers by name; points as their number, sum, least and most."""
        numbers = self.tally.to_json()
        numbers |= {"streak": self.tally.streak, "longest_streak": self.tally.longest_streak}
        if self.points:
            least, most = min(self.points), max(self.points)
            given = {"games": len(self.points), "sum": sum(self.points)}
            numbers["points"] = given | {"least": least, "most": most}
        if self.ratings:
            last = self.ratings[-1]
            numbers["rating"] = {
                "games": len(self.ratings),
                "points": round(last.points, 1),
                "deviation": round(last.deviation, 1),
            }
        if feats := self.feats.listed():
            numbers["feats"] = [feat.to_json() for feat in feats]
        numbers["levels"] = {kind: tally.to_json() for kind, tally in self.levels.items()}
        numbers["people"] = {name: tally.to_json() for name, tally in self.people.items()}
        return numbers


Statistics: TypeAlias = Mapping[str, Mapping[str, GameStatistics]]
"""The statistics of each person, by name, and of each game, by its key."""


def statistics(headers: Iterable[Header], games: Sequence[str]) -> Statistics:
    """Return the statistics of all people who finished a game.

    A copy of a game counts once. The person with the most finished games comes first; the games
    are in the order given.
    """
    finished = {header.identity: header for header in headers if header.ended}
    found: dict[str, dict[str, GameStatistics]] = {}
    for header in sorted(finished.values(), key=lambda header: header.saved):
        for seat in range(len(header.names)):
            if _is_person(header, seat) and header.ended:
                person = found.setdefault(header.names[seat], {})
                _count(person.setdefault(header.game, GameStatistics()), header, header.ended, seat)
    return {
        name: {game: found[name][game] for game in games if game in found[name]}
        for name in sorted(found, key=lambda name: (-_games_of(found[name]), name))
    }


def _is_person(header: Header, seat: int) -> bool:
    return header.kinds[seat] in PEOPLE


def _count(of: GameStatistics, header: Header, ended: HeaderOutcome, seat: int) -> None:
    """Add a game that has ended to the statistics of the person at a seat."""
    result = result_of(header, ended, seat)
    of.tally.results.append(result)
    of.feats.add(header, ended, seat, is_won=result is Result.WON)
    if header.day and header.is_in_time:
        of.days.add(header.day)
    if ended.points:
        of.points.append(ended.points[seat])
    if games := _levels_met(header, ended, seat):
        of.ratings.append(rated(of.ratings[-1] if of.ratings else Rating(), games))
    people: dict[str, list[int]] = {}
    levels: dict[str, list[int]] = {}
    for other in opponents(header.sides, seat):
        if _is_person(header, other):
            people.setdefault(header.names[other], []).append(other)
        else:
            levels.setdefault(header.kinds[other], []).append(other)
    for counts, met in ((of.people, people), (of.levels, levels)):
        for name, seats in met.items():
            result = _result_against(header, ended, seat, seats)
            counts.setdefault(name, ResultCount()).results.append(result)


def _levels_met(header: Header, ended: HeaderOutcome, seat: int) -> list[Met]:
    """Return the results by which a game is rated, none if it is not."""
    others = [other for other in range(len(header.names)) if other != seat]
    worth = describe(header.game).worth
    is_alone = not any(_is_person(header, other) for other in others)
    if header.is_aided or not is_alone or len(header.sides) != len(header.names):
        return []
    if not all(header.kinds[other] in worth for other in others):
        return []
    own, met = merit(ended.winners, ended.points, seat), []
    for other in others:
        theirs = merit(ended.winners, ended.points, other)
        score = 0.5 if own == theirs else float(own > theirs)
        met.append(Met(USUAL + worth[header.kinds[other]], score))
    return met


def result_of(header: Header, ended: HeaderOutcome, seat: int) -> Result:
    """Return the result for a seat: a win shared by several sides is one too, unless all share."""
    sides = {side_of(header.sides, winner) for winner in ended.winners}
    if not sides or len(sides) == len(header.sides):
        return Result.DRAWN
    return Result.WON if side_of(header.sides, seat) in sides else Result.LOST


def _result_against(
    header: Header, ended: HeaderOutcome, seat: int, others: Sequence[int]
) -> Result:
    """Return the result of a seat against others of one name; drawn where both won, or neither."""
    sides = {side_of(header.sides, winner) for winner in ended.winners}
    is_mine = side_of(header.sides, seat) in sides
    is_theirs = any(side_of(header.sides, other) in sides for other in others)
    if is_mine == is_theirs:
        return Result.DRAWN
    return Result.WON if is_mine else Result.LOST


def _runs(results: Iterable[Result]) -> list[int]:
    """Return the lengths of the rows of games won, one at the beginning and one for each other.

    >>> _runs([Result.WON, Result.WON, Result.LOST, Result.WON])
    [2, 1]
    """
    runs = [0]
    for result in results:
        if result is Result.WON:
            runs[-1] += 1
        else:
            runs.append(0)
    return runs


def _games_of(person: Mapping[str, GameStatistics]) -> int:
    return sum(one.tally.games for one in person.values())
