"""The names of seats and computer players in the language spoken; files have ids."""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.games import GAMES, describe
from engine.table import HUMAN
from words.translation import _, language, mark

LEVELS: Final = {
    "random": mark("random"),
    "novice": mark("novice"),
    "casual": mark("casual"),
    "greedy": mark("greedy"),
    "club": mark("club"),
    "expert": mark("expert"),
    "master": mark("master"),
}


def level_name(level: str) -> str:
    """Return the name of a level. An unknown level and a program are returned as they are.

    >>> level_name("greedy"), level_name("python3 bot.py")
    ('greedy', 'python3 bot.py')
    """
    return _(LEVELS.get(level, level))


def seat_name(game: str, seat: str) -> str:
    """Return the name of a seat of the game with this key.

    >>> seat_name("zen", "BLACK 2"), seat_name("duel", "NORD")
    ('Black 2', 'NORD')
    """
    return _(describe(game).seat_words.get(seat, seat))


def spoken_name(name: str, kind: str) -> str:
    """Return the name of a player, in the language spoken if it is an English name of ours.

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
