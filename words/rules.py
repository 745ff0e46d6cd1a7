"""The rules of each game in short, in the language spoken."""

from __future__ import annotations

from engine.games import describe
from words.translation import _


def rules(key: str) -> str:
    """Return the rules of a game in short, to fit one screen."""
    return _(describe(key).rules)
