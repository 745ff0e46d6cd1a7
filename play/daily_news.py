"""The daily deal on the first screen: how today's stands, the days in a row, and the way there."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from play.daily import daily_games, days_played, opened, result_in, row_words, streak, today
from play.home_model import News, has_entries, quick_headers
from saves.daily import PERSON
from saves.store import inspect_file
from words.translation import _

if TYPE_CHECKING:
    from play.daily import DailyGame
    from saves.store import Store

FEWEST_IN_A_ROW = 2
"""The fewest days that are said to be in a row."""


def news(store: Store) -> News:
    """Return how the deal of today stands, from the games that can be looked at quickly."""
    now = today()
    headers, is_all = quick_headers(store) if has_entries(store.folder) else ([], True)
    games = daily_games(headers)
    own = next((game for game in games if game.day == now), None)
    row = streak(days_played(games), now)[0] if is_all else 0
    short, state, enter = _standing(own)
    forms = [f"{state}, {row_words(row)}", state] if row >= FEWEST_IN_A_ROW else [state]
    return News(short, forms, enter, partial(opened, now, games))


def _standing(own: DailyGame | None) -> tuple[str, str, str]:
    """Return how the deal stands in a word, in a few words, and the effect of Enter."""
    if own is None:
        return "", _("not played yet today"), _("Enter begins it.")
    ended = own.header.ended
    if ended is None:
        return _("in play"), _("in play"), _("Enter goes on with it.")
    short = _("won", "deal") if PERSON in ended.winners else _("lost", "deal")
    record = inspect_file(own.path).record
    return short, result_in(record.table).words if record else short, _("Enter shows it.")
