"""The deal of a day: one duel for everybody, made of the date alone, against the daily master.

North is the person; who begins, the cards and each turn of the master follow from the date.
`docs/game-file.md` has the sums.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from engine.games import find_game
from engine.shuffle import Lots, seat_seed
from engine.table import Sitter, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

GAME: Final = "duel"
PERSON: Final = 0
MASTER: Final = 1
"""The seats of the person and of the master."""

KIND: Final = "master-1"
"""The kind of the daily master, which names its version."""

FAMILY: Final = "master-"
"""The beginning of the kinds of all its versions."""

FIRST_DAY: Final = date(2026, 11, 1)

LONGEST_SEARCH: Final = 4000
"""The most days among which the day of a deal is looked for."""

_ONE_DAY: Final = timedelta(1)

_EVENT: Final = -1000
"""The event of a date for which its seed is drawn; no seat has it."""


def seed_of(day: date) -> int:
    """Return the seed of a day.

    >>> seed_of(date(2026, 11, 27)) == seed_of(date(2026, 11, 28))
    False
    """
    return Lots(int(f"{day:%Y%m%d}"), _EVENT).seed()


def masters_table(day: date) -> Table[Any]:
    """Return the table of a day at which the daily master has both seats."""
    game, seed = find_game(GAME), seed_of(day)
    options = game.options()
    names = enumerate(game.seats(options))
    sitters = [Sitter(name, KIND, seat_seed(seed, seat)) for seat, name in names]
    return Table(game, options, sitters, seed)


def is_daily(table: Table[Any]) -> bool:
    """Whether a game is meant as one of a day: it is a duel with a daily master."""
    return table.game.key == GAME and table.sitters[MASTER].kind.startswith(FAMILY)


def day_of(moves: Sequence[str], last: date) -> date | None:
    """Return the day with the deal that a game's moves begin with, `last` or one before it.

    None if there is none.
    """
    dealt = tuple(moves[: len(_lots(last))])
    return next((day for day in _days(last) if _lots(day) == dealt), None)


def day_dealt(game: str, kinds: Sequence[str], moves: Sequence[str], created: str) -> date | None:
    """Return the day whose deal a game has, None if it is not meant as one of a day.

    No game has the deal of a day that had come nowhere on earth when it was created.
    """
    if game != GAME or not kinds[MASTER].startswith(FAMILY):
        return None
    begun = datetime.fromisoformat(created).date()
    return day_of(moves, min(begun, date.max - _ONE_DAY) + _ONE_DAY)


def _days(last: date) -> Iterator[date]:
    for back in range(min((last - FIRST_DAY).days + 1, LONGEST_SEARCH)):
        yield last - timedelta(back)


@lru_cache(LONGEST_SEARCH)
def _lots(day: date) -> tuple[str, ...]:
    """Return the moves of chance of a day, as a file has them."""
    table = masters_table(day)
    return tuple([table.move_text(at) for at in range(len(table.plays))])
