"""The statistics of people in lines, one fact each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.streams import BadUse
from engine.games import describe
from words.names import level_name
from words.plain_text import folded
from words.translation import _, about, decimal, several

if TYPE_CHECKING:
    from saves.statistics import GameStatistics, ResultCount


def lines(who: str) -> Iterator[str]:
    """Yield how everybody has done, or one person. Raises `BadUse`."""
    from cli.commands.stats import read_statistics

    found, unread = read_statistics()
    wanted = {name: games for name, games in found.items() if folded(who) in ("", folded(name))}
    if who and not wanted:
        raise BadUse(_("{name} has finished no game; statistics lists who has.").format(name=who))
    if not wanted:
        yield _("No finished games yet.")
    for name, games in wanted.items():
        for key, one in games.items():
            yield about(f"{name}, {_(describe(key).title)}", f"{_counts(one.tally)}.")
            yield from _more(one)
    if unread:
        yield (
            several(
                "{count} file cannot be read and is left out",
                "{count} files cannot be read and are left out",
                unread,
            )
            + "."
        )


def _more(one: GameStatistics) -> Iterator[str]:
    """Yield what is known of a person's games of one kind besides their number."""
    streak = _("{now} now, {most} at best")
    yield f"  {streak.format(now=one.tally.streak, most=one.tally.longest_streak)}."
    if one.points:
        mean = decimal(sum(one.points) / len(one.points), 1)
        words = _("{mean} a game, {least} to {most}")
        yield f"  {words.format(mean=mean, least=min(one.points), most=max(one.points))}."
    levels = ((level_name(level), tally) for level, tally in one.levels.items())
    for name, tally in (*levels, *one.people.items()):
        yield "  " + _("against {name}: {counts}.").format(name=name, counts=_counts(tally))


def _counts(tally: ResultCount) -> str:
    games = several("{count} game", "{count} games", tally.games)
    words = _("{games}, {won} won, {drawn} drawn, {lost} lost")
    return words.format(games=games, won=tally.won, drawn=tally.drawn, lost=tally.lost)
