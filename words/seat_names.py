"""The names of seats in the language spoken; files and the engine have one for all languages."""

from __future__ import annotations

from functools import cache

from engine.games import GAMES, describe
from engine.table import HUMAN
from words.player_names import LEVELS, level_name
from words.translation import _, language


def seat_name(game: str, seat: str) -> str:
    """Return the name of a seat of the game with this key.

    >>> seat_name("zen", "BLACK 2"), seat_name("duel", "NORD")
    ('Black 2', 'NORD')
    """
    return _(describe(game).seat_words.get(seat, seat))


def spoken_name(name: str, kind: str) -> str:
    """Return the name of a player of this kind, in the language spoken where we gave it in English.

    >>> spoken_name("Player 2 (random)", "random"), spoken_name("Zoé (random)", "human")
    ('Player 2 (random)', 'Zoé (random)')
    """
    return _spoken_name(name, kind, language())


@cache
def _given_names() -> frozenset[str]:
    """Return the English names of all seats that have one."""
    return frozenset(word for game in GAMES for word in describe(game).seat_words.values())


@cache
def _spoken_name(name: str, kind: str, _language: str) -> str:
    place, bracket, level = name.partition(" (")
    has_level = kind != HUMAN and level == f"{LEVELS.get(kind)})"
    if bracket and not has_level:
        return name
    called = _(place) if place in _given_names() else place
    return f"{called} ({level_name(kind)})" if has_level else called
