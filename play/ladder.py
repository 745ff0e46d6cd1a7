"""The ladder of levels: the step that is offered after games won or lost.

Some games in a row suffice; one does where the rating says what the person is worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from engine.games import describe
from play.setup import person_alone
from saves.header import Header
from saves.rating import USUAL
from saves.statistics import Result, result_of, statistics
from words.names import level_name
from words.translation import _

WINS: Final = 2
LOSSES: Final = 3
"""The games in a row after which the next level, or the one below, is offered."""


class Step(NamedTuple):
    """A step on the ladder.

    Attributes:
        level: The level of the computer players after it.
        is_up: Whether they are stronger than those before.
    """

    level: str
    is_up: bool

    @property
    def words(self) -> str:
        """The step in a few words."""
        words = _("One level up: {level}") if self.is_up else _("One level down: {level}")
        return words.format(level=level_name(self.level))

    def offer(self, key: str) -> str:
        """Return the sentence that offers the step, which a key accepts."""
        words = _("{key} leads one level down, to {level}.")
        if self.is_up:
            words = _("{key} leads one level up, to {level}.")
        return words.format(key=key, level=level_name(self.level))


class _Met(NamedTuple):
    """A game that a person played alone against one level, "" for several."""

    game: str
    name: str
    level: str
    result: Result


def offered_step(last: Header, before: Iterable[Header]) -> Step | None:
    """Return the step that is offered after the last game; the games `before` come newest first.

    The games in a row count that one person played alone against one level, as far back as the same
    person met this level with the same result. One is enough where the rating of the person lies
    above or below the level at 95 %.
    """
    met, rungs = _met(last), [*describe(last.game).levels]
    if met is None or met.level not in rungs or met.result is Result.DRAWN:
        return None
    is_up = met.result is Result.WON
    to, least = rungs.index(met.level) + (1 if is_up else -1), WINS if is_up else LOSSES
    if not 0 <= to < len(rungs):
        return None
    games = _of_the_same(last, met, before)
    is_due = _in_a_row(games, met) >= least or _is_certain(games, met)
    return Step(rungs[to], is_up) if is_due else None


def _of_the_same(last: Header, met: _Met, before: Iterable[Header]) -> list[Header]:
    """Return the games that the same person played alone, the newest first, copies once."""
    games = {last.identity: last}
    for header in before:
        other = _met(header)
        if other and other[:2] == met[:2]:
            games.setdefault(header.identity, header)
    return [*games.values()]


def _in_a_row(games: Iterable[Header], met: _Met) -> int:
    """Return how many games there are before the level or the result is another one."""
    return sum(1 for _game in takewhile(lambda game: _met(game) == met, games))


def _is_certain(games: Sequence[Header], met: _Met) -> bool:
    """Whether the rating after the last game says the same as its result."""
    ratings = statistics(games, [met.game])[met.name][met.game].ratings
    if games[0].is_aided or not ratings:
        return False
    rating, level = ratings[-1], USUAL + describe(met.game).worth[met.level]
    if met.result is Result.WON:
        return rating.points - rating.spread > level
    return rating.points + rating.spread < level


def _met(header: Header) -> _Met | None:
    """Return the person and the level of a game, None unless one person played it to its end."""
    seat = person_alone(header.kinds)
    if seat is None or header.ended is None:
        return None
    levels = {*header.kinds[:seat], *header.kinds[seat + 1 :]}
    level = levels.pop() if len(levels) == 1 else ""
    return _Met(header.game, header.names[seat], level, result_of(header, header.ended, seat))
