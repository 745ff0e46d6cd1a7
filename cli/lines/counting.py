"""The statistics of people in lines, one fact each."""

from __future__ import annotations

from collections.abc import Iterator

from cli.streams import BadUse
from engine.games import describe
from play.statistics_model import (
    Counted,
    count_games,
    days_words,
    kept_feats,
    opponents,
    points_words,
    rating_words,
    streak_words,
)
from saves.statistics import GameStatistics, ResultCount, Statistics
from saves.store import Store
from words.translation import _, about, several


def lines(who: str) -> Iterator[str]:
    """Yield the statistics of everybody, or of one person. Raises `BadUse`."""
    counted = count_games(Store())
    if counted.fault:
        raise BadUse(counted.fault)
    wanted = counted.person(who) if who else counted.people
    if who and not wanted:
        raise BadUse(_("{name} has finished no game; statistics lists who has.").format(name=who))
    yield from told(wanted)
    if not who:
        yield from problems(counted)
    if counted.unread:
        yield f"{counted.unread}."


def problems(counted: Counted) -> Iterator[str]:
    """Yield what was made of the problems of each game."""
    for one in counted.problems:
        words = about(f"{_('Problems')}, {one.game}", one.solved)
        yield f"{words}, {about(_('rating'), one.rating)}."


def told(people: Statistics) -> Iterator[str]:
    """Yield the statistics of these people."""
    if not people:
        yield _("No finished games yet.")
    for name, games in people.items():
        for key, one in games.items():
            yield about(f"{name}, {_(describe(key).title)}", f"{_counts(one.tally)}.")
            yield from _more(key, one)


def _more(game: str, one: GameStatistics) -> Iterator[str]:
    """Yield the streaks, points and opponents of a person in one game."""
    yield f"  {about(_('wins in a row'), streak_words(one.tally))}."
    if one.points:
        yield f"  {about(_('points'), points_words(one))}."
    if one.ratings:
        count = len(one.ratings)
        games = several("{count} game", "{count} games", count)
        yield f"  {about(_('rating'), rating_words(one))}, {games}."
    if one.days:
        yield f"  {about(_('days of the daily deal'), days_words(one))}."
    feats = kept_feats(one)
    for name, _is_person, results, kind in opponents(game, one):
        yield "  " + _("against {name}: {counts}.").format(name=name, counts=_counts(results))
        for feat in feats:
            if feat.level == kind:
                yield f"    {feat.words}, {feat.day}."


def _counts(count: ResultCount) -> str:
    counts = (
        several("{count} game", "{count} games", count.games),
        several("{count} won", "{count} won", count.won),
        several("{count} drawn", "{count} drawn", count.drawn),
        several("{count} lost", "{count} lost", count.lost),
    )
    return ", ".join(counts)
