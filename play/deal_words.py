"""The deal of a finished game in a sentence: whether it is the one that the players cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from words.translation import _

if TYPE_CHECKING:
    from saves.record import Record


def deal_words(record: Record) -> str:
    """Return whether the deal is the one that was cut.

    "" for a game that nobody cut or that is still in play, and for the second one of a pair.
    """
    is_second = record.series is not None and record.series.is_second
    if record.cut is None or record.table.outcome is None or is_second:
        return ""
    from saves.cut import NotAsCut, check_cut

    try:
        check_cut(record.table, record.cut)
    except NotAsCut:
        return _("The deal is not the one that was cut.")
    return _("The deal is the one that was cut.")
