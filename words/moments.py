"""When a game was saved, in words."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from words.translation import _, mark

MONTHS: Final = (
    mark("January"),
    mark("February"),
    mark("March"),
    mark("April"),
    mark("May"),
    mark("June"),
    mark("July"),
    mark("August"),
    mark("September"),
    mark("October"),
    mark("November"),
    mark("December"),
)


def moment_of(saved: str, now: datetime) -> str:
    """Return a moment in words in the local zone, from ISO 8601 with a zone."""
    return moment_words(datetime.fromisoformat(saved), now.astimezone())


def moment_words(moment: datetime, now: datetime) -> str:
    """Return a moment in words in the zone of `now`: `today 08:54`, `12 November`.

    >>> now = datetime.fromisoformat("2026-11-21T08:54+00:00")
    >>> days = ("2026-11-21", "2026-11-20", "2026-03-01", "2025-12-24")
    >>> [moment_words(datetime.fromisoformat(f"{day}T07:30+00:00"), now) for day in days]
    ['today 07:30', 'yesterday 07:30', '1 March', '24 December 2025']
    """
    there = moment.astimezone(now.tzinfo)
    time = f"{there:%H:%M}"
    if there.date() == now.date():
        return _("today {time}").format(time=time)
    if there.date() == now.date() - timedelta(days=1):
        return _("yesterday {time}").format(time=time)
    words = _("1 {month}") if there.day == 1 else _("{day} {month}")
    date = words.format(day=there.day, month=_(MONTHS[there.month - 1]))
    return date if there.year == now.year else f"{date} {there.year}"
