"""The words for names in files and messages: seats, levels of players, phrases at a table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from engine.games import GAMES, describe
from words.plain_text import folded
from words.translation import _, everywhere, language, mark

LEVELS: Final = {
    "random": mark("random"),
    "novice": mark("novice"),
    "casual": mark("casual"),
    "greedy": mark("greedy"),
    "club": mark("club"),
    "expert": mark("expert"),
    "master": mark("master"),
    "master-1": mark("daily master"),
}


MOST_WORDS_OF_A_NAME: Final = 8
"""The most words of a game's name, as they are typed."""

_LEAST_LETTERS: Final = 4
"""The fewest letters of the beginning of a game's name that stands for the whole."""


def game_named(text: str) -> str:
    """Return the key of the game with this key or name, empty for none.

    A name counts in English and in the language spoken, without case, accents and hyphens. Its
    first words are enough.

    >>> game_named("Bataille"), game_named("zen-l-initie"), game_named("dame"), game_named("whist")
    ('war', 'zen', 'hearts', '')
    """
    typed = _plain_words(text)
    for key in GAMES if typed else ():
        described = describe(key)
        names = [described.title, described.short_name]
        called = [key, *map(_plain_words, [*names, *map(_, names)])]
        if typed in called:
            return key
        if len(typed) >= _LEAST_LETTERS and any(name.startswith(f"{typed} ") for name in called):
            return key
    return ""


def _plain_words(text: str) -> str:
    """Return the words of a name as they are compared: letters and digits, a blank between."""
    return " ".join("".join(c if c.isalnum() else " " for c in folded(text)).split())


def level_name(level: str) -> str:
    """Return the name of a level. An unknown level and a program are returned as they are.

    >>> level_name("greedy"), level_name("python3 bot.py")
    ('greedy', 'python3 bot.py')
    """
    return _(LEVELS.get(level, level))


def seat_name(game: str, seat: str) -> str:
    """Return the name of a seat of the game with this key.

    >>> seat_name("zen", "BLACK 2"), seat_name("duel", "NORD")
    ('Black 2', 'North')
    """
    return _(describe(game).seat_words.get(seat, seat))


def seat_called(game: str, name: str) -> str:
    """Return the seat that a name in a file stands for, in whatever language; "" for none.

    >>> seat_called("hearts", "Ouest"), seat_called("duel", "NORD"), seat_called("duel", "Ouest")
    ('WEST', 'NORD', '')
    """
    return _seats_by_name(game).get(name, "")


def spoken_name(game: str, name: str, kind: str) -> str:
    """Return the name of a player, in the language spoken if it is a name that a game gave.

    >>> spoken_name("war", "Joueur 2 (aléatoire)", "random"), spoken_name("war", "Zoé", "human")
    ('Player 2 (random)', 'Zoé')
    """
    return _spoken_name(game, name, kind, language())


@cache
def _seats_by_name(game: str) -> Mapping[str, str]:
    """Return the seats of a game by the names that files may have for them."""
    words = describe(game).seat_words
    return {name: seat for seat, one in words.items() for name in (seat, *everywhere(one))}


@cache
def _spoken_name(game: str, name: str, kind: str, _language: str) -> str:
    place, bracket, level = name.partition(" (")
    levels = everywhere(LEVELS[kind]) if kind in LEVELS else ()
    has_level = level.removesuffix(")") in levels and level.endswith(")")
    if bracket and not has_level:
        return name
    seat = seat_called(game, place)
    called = seat_name(game, seat) if seat else place
    return f"{called} ({level_name(kind)})" if has_level else called


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
    """Return a phrase in the language spoken. An unknown code is returned as it is.

    >>> phrase_words("well-played")
    'Well played.'
    """
    return _(PHRASES[code]) if code in PHRASES else code
