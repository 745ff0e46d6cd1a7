"""Drawings that are made once: the same values are drawn again only after many others."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from tui.themes import palette
from words.glyphs import spelling

P = ParamSpec("P")
R = TypeVar("R")

KEPT: Final = 16
"""The number of drawings remembered for each function."""


def remembered(draw: Callable[P, R]) -> Callable[P, R]:
    """Return a drawing function that remembers its last drawings.

    A drawing may depend only on the arguments, the palette, the signs and the language, and nobody
    changes it. Arguments are compared, and need no hash.
    """
    known: deque[tuple[object, R]] = deque(maxlen=KEPT)

    @wraps(draw)
    def drawn(*values: P.args, **named: P.kwargs) -> R:
        asked = (palette(), spelling(), values, named)
        for made_of, drawing in known:
            if made_of == asked:
                return drawing
        drawing = draw(*values, **named)
        known.appendleft((asked, drawing))
        return drawing

    return drawn
