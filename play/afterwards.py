"""What follows a game that is over: the step to another level, and the feats done in it.

Both follow from the saved games, which are looked at once, after the end.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from play.home_model import MOST_KNOWN, quick_headers
from play.ladder import Step, offered_step
from play.setup import person_alone
from saves.header import Header, header_of
from saves.statistics import statistics
from saves.store import Store

if TYPE_CHECKING:
    from collections.abc import Sequence

    from saves.feats import Feat
    from saves.record import Record


class Afterwards(NamedTuple):
    """What follows a game.

    Attributes:
        step: The step on the ladder of levels that is offered, None for none.
        feats: The firsts and records that were made, the dearest first.
    """

    step: Step | None = None
    feats: tuple[Feat, ...] = ()


def after(record: Record) -> Afterwards:
    """Return what follows a game that is over; no step is offered in the middle of a series."""
    if person_alone([sitter.kind for sitter in record.table.sitters]) is None:
        return Afterwards()
    header = header_of(record)
    kept, is_all = quick_headers(Store())
    before, step = [header for _path, header in kept], None
    if not (record.series and record.series.left):
        step = offered_step(header, islice(before, MOST_KNOWN))
    return Afterwards(step, feats_of(header, before) if is_all else ())


def feats_of(last: Header, others: Sequence[Header]) -> tuple[Feat, ...]:
    """Return the feats of the last game; the others are saved games, the newest first."""
    seat = person_alone(last.kinds)
    assert seat is not None
    name = last.names[seat]
    same = (one for one in others if one.game == last.game and name in one.names)
    before = [one for one in same if one.moment <= last.moment]
    found = statistics([*reversed(before), last], [last.game])[name][last.game]
    return tuple(found.feats.told_after(last))
