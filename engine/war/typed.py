"""A move of Bataille as people type it."""

from __future__ import annotations

from engine.war.moves import Move, parse


def read_typed(text: str) -> Move:
    """Return the move that somebody typed. Raises `NotationError`.

    >>> str(read_typed(" Turn "))
    'turn'
    """
    return parse(text.strip().lower())
