"""The names of players and levels that are typed at a shared table."""

from __future__ import annotations

from cli.lines.rows import short_words
from engine.client import Place
from engine.games import describe
from play.new_game_rows import kind_words
from words.plain_text import folded
from words.translation import _


def lasting(place: Place) -> Place:
    """Return a place without what is told otherwise: how long one waited, and for what."""
    return place._replace(waited=0, absent=0, again=None)


def who_and_level(game: str, text: str) -> tuple[str, str]:
    """Return a player and a level that were typed, "" for a free seat; the usual one without any.

    A level is named as the command line names it, or as it is said here.
    """
    described = describe(game)
    names = {folded(name): "" for name in ("free", _("free"))} | levels_of(game)
    for name, level in names.items():
        if folded(text) == name or folded(text).endswith(f" {name}"):
            return text[: len(text) - len(name)].strip(), level
    return text, described.kinds[-1]


def levels_of(game: str) -> dict[str, str]:
    """Return the levels of a game by what they are called: on the command line, and here."""
    return {
        folded(name): level
        for level in describe(game).levels
        for name in (level, short_words(kind_words(level)))
    }
