"""The words of Bataille's line mode in both languages."""

from __future__ import annotations

from typing import Final

from cli.lines.words import COMMON, FINISH, Subject, Word
from words.translation import mark

WORDS: Final = (
    Word("turn", "retourner", mark("turn the next cards; an empty line too"), ("turn",)),
    Word(FINISH, "finir", mark("play to the end at once"), ("play_out",)),
    Word("piles", "piles", mark("show how many cards each player has"), subject=Subject.LOOK),
    *(word for word in COMMON if word.english != "hint"),
)
"""Every word, in the order of the help."""
