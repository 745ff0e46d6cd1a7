"""What follows a game that is over: the step to another level, and the feats done in it.

Both follow from the saved games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from play.game_words import counted
from play.home_model import quick_headers
from play.ladder import Step, offered_step
from play.setup import person_alone
from saves.header import Header, header_of
from saves.statistics import statistics
from saves.store import Store

if TYPE_CHECKING:
    from collections.abc import Sequence

    from play.daily_end import DailyEnd
    from saves.feats import Feat
    from saves.record import Record


class Over(NamedTuple):
    """A game that is over.

    Attributes:
        header: Its header.
        has_more: Whether a series goes on after it.
    """

    header: Header
    has_more: bool

    @classmethod
    def of(cls, record: Record) -> Over:
        """Return a game that is over by its record, which may change afterwards."""
        return cls(header_of(record), bool(record.series and record.series.left))


class Afterwards(NamedTuple):
    """What follows a game.

    Attributes:
        step: The step on the ladder of levels that is offered, None for none.
        feats: The firsts and records that were made, the dearest first.
        daily: What is told after a game with the deal of a day, None after another one.
    """

    step: Step | None = None
    feats: tuple[Feat, ...] = ()
    daily: DailyEnd | None = None


def after(over: Over) -> Afterwards:
    """Return what follows a game; no step is offered in the middle of a series."""
    header = over.header
    if person_alone(header.kinds) is None:
        return Afterwards()
    kept, is_all = quick_headers(Store(), is_patient=True)
    before = [header for _path, header in kept]
    step = None if over.has_more else offered_step(header, before)
    feats = feats_of(header, before) if is_all else ()
    return Afterwards(step, feats, _daily_end(header, before, is_all=is_all))


def _daily_end(last: Header, others: Sequence[Header], *, is_all: bool) -> DailyEnd | None:
    """Return what is told after a game with the deal of a day; `others` are saved games."""
    if last.day is None:
        return None
    from play.daily import streak, today  # most games have the deal of no day
    from play.daily_end import DailyEnd

    days = {header.day for header in (last, *others) if header.day and header.is_in_time}
    return DailyEnd(last.day, streak(days, today())[0] if is_all else 0)


def feats_of(last: Header, others: Sequence[Header]) -> tuple[Feat, ...]:
    """Return the feats of the last game; the others are saved games, the newest first."""
    seat = person_alone(last.kinds)
    assert seat is not None
    last = counted(last)
    name = last.names[seat]
    same = (counted(one) for one in others if one.game == last.game)
    before = [one for one in same if name in one.names and one.moment <= last.moment]
    found = statistics([*reversed(before), last], [last.game])[name][last.game]
    return tuple(found.feats.told_after(last))
