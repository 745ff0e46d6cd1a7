"""Drawings that are made once: the same values are drawn anew only when others came between."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from tui.themes import palette
from words.glyphs import glyphs
from words.translation import language

P = ParamSpec("P")
R = TypeVar("R")

KEPT: Final = 16
"""So many drawings of a function are remembered."""


def remembered(draw: Callable[P, R]) -> Callable[P, R]:
    """Return a drawing function that returns the drawing it made before of the same values.

    What it draws depends on nothing but its arguments, the palette, the signs and the language, and
    nobody changes it. Arguments are compared, and need no hash.
    """
    known: deque[tuple[object, R]] = deque(maxlen=KEPT)

    @wraps(draw)
    def drawn(*values: P.args, **named: P.kwargs) -> R:
        asked = (palette(), language(), glyphs(), values, named)
        for made_of, drawing in known:
            if made_of == asked:
                return drawing
        drawing = draw(*values, **named)
        known.appendleft((asked, drawing))
        return drawing

    return drawn
