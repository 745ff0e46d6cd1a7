"""Words about shared tables: how one stands, and the set phrases in the place of a chat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.client import Place
from engine.series import SeriesPlace
from words.translation import _, mark, several


def standing_words(
    places: Sequence[Place], moves: int, is_over: bool, series: SeriesPlace | None = None
) -> str:
    """Return which people sit at a table, and how its game stands; `moves` is -1 before it."""
    people = ", ".join(place.name for place in places if place.name and not place.level)
    free = sum(place.is_free for place in places)
    seats_free = several("{count} seat free", "{count} seats free", free)
    if is_over:
        standing = _("the game is over")
    elif moves < 0:
        standing = seats_free
    else:
        standing = _("in play") + (f", {seats_free}" if free else "")
    if series:
        words = _("{standing}, game {number} of {games}, {score}")
        score = "-".join(map(str, series.score))
        facts = {"number": series.number, "games": series.games, "score": score}
        standing = words.format(standing=standing, **facts)
    words = _("{people}: {standing}")
    return words.format(people=people, standing=standing) if people else standing


def table_words(
    name: str,
    game: str,
    places: Sequence[Place],
    moves: int,
    is_over: bool,
    series: SeriesPlace | None = None,
) -> str:
    """Return the name of a table, its game, its players and the state of the game."""
    standing = standing_words(places, moves, is_over, series)
    return _("{table}: {game}, {standing}").format(table=name, game=game, standing=standing)


PHRASES: Final = {
    "hello": mark("Hello."),
    "good-luck": mark("Good luck."),
    "your-turn": mark("It is your turn."),
    "well-played": mark("Well played."),
    "thanks": mark("Thank you."),
    "you-are-welcome": mark("You are welcome."),
    "a-moment": mark("A moment, please."),
    "sorry": mark("Sorry."),
    "another-game": mark("Another game?"),
    "goodbye": mark("Goodbye."),
}
"""The phrases by their codes, which travel in messages."""


def phrase_words(code: str) -> str:
    """Return a phrase in the language spoken; a code of a later version stands for itself.

    >>> phrase_words("well-played")
    'Well played.'
    """
    return _(PHRASES[code]) if code in PHRASES else code
