"""The word for the daily deal: begun, gone on with, or told once it is over."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

from cli import sessions
from cli.lines.play_words import Part
from cli.streams import BadUse
from play.requests import OpenGame
from saves.daily import FIRST_DAY
from saves.store import Store, inspect_file
from words.translation import _

if TYPE_CHECKING:
    from play.daily import DailyGame


class DailyWords(Part):
    """The word for the daily deal."""

    def do_daily(self, rest: str) -> None:
        """Play the deal of today, or of the day that is named; tell the results once it is over."""
        from play.daily import opened, own_games, today  # most lines are about other games

        console, now = self.console, today()
        day = _day_typed(rest, now) if rest else now
        games = own_games(Store())
        own = next((game for game in games if game.day == day), None)
        if own and own.header.ended:
            for words in _results(own, games):
                console.say(words)
            return
        request = opened(day, games)
        if isinstance(request, OpenGame):
            console.commands["resume"](str(request.path))
        elif not console.would_lose():
            session = sessions.begun(request.series, console.request, None, request.seed)
            console.leave_for(console.line_game(session.table.game.key), session, request.series)


def _day_typed(text: str, now: date) -> date:
    """Return a day that was typed and has come. Raises `BadUse`."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise BadUse(_("{text} is not a date like 2026-11-27.").format(text=text)) from None
    if FIRST_DAY <= day <= now:
        return day
    words = _("There are deals from {first} to today, {last}.")
    raise BadUse(words.format(first=FIRST_DAY, last=now))


def _results(own: DailyGame, games: list[DailyGame]) -> Iterator[str]:
    """Yield the results in a finished deal, the days in a row, and the own game as a line.

    The game of the master is played meanwhile.
    """
    from play.daily import DailyResult, masters_result, result_in, streak_words, today
    from play.daily_end import MastersGame
    from saves.share_line import share_line

    def told(one: DailyResult) -> str:
        return _("{row}: {value}.").format(row=one.name, value=one.words)

    record = inspect_file(own.path).record
    yield _("The deal of {day}, seen from North").format(day=own.day) + "."
    if record:
        yield told(result_in(record.table))
    known = MastersGame.known
    if own.day not in known:
        yield _("The master plays your seat; this takes a moment.")
        known[own.day] = masters_result(own.day)
    yield told(known[own.day])
    yield streak_words(games, today())
    if record:
        yield _("Your game in a line, to be sent to others:")
        yield share_line(record)
