"""The words of Dame de Pique's line mode in both languages."""

from __future__ import annotations

from typing import Final

from cli.lines.words import COMMON, EVERYWHERE_WITHOUT, Word
from words.translation import mark

WORDS: Final = (
    Word("table", "table", mark("show the trick, the scores and your cards again")),
    Word("trick", "pli", mark("show the last trick"), ("last_trick",), "d"),
    Word("scores", "points", mark("show the points of every round"), ("scores",)),
    Word("slap", "taper", mark("slap, at a sum of 20"), ("slap",)),
    *COMMON,
)
"""Every word, in the order of the help."""

WITHOUT: Final = {**EVERYWHERE_WITHOUT}
"""Why an action of the full-screen table has no word, by its id."""
