"""The words of the duel's line mode for people, and what a typed turn stands for."""

from __future__ import annotations

from typing import Final

from cli.lines.words import COMMON, Subject, Word
from words.translation import mark

WORDS: Final = (
    Word("hand", "main", mark("tell your cards"), subject=Subject.LOOK),
    Word("piles", "piles", mark("tell the four piles, and how many cards each player has left"),
         subject=Subject.LOOK),
    Word("moves", "coups", mark("tell where each of your cards fits, or one of them"),
         takes=mark("[CARD]"),
         more=mark("It goes by the piles as they were before your turn."), subject=Subject.LOOK,
         example="15"),
    Word("unseen", "restantes", mark("list the cards not yet seen"), ("cards",),
         subject=Subject.LOOK),
    *COMMON,
)  # fmt: skip
"""Every word, in the order of the help."""

TYPED: Final = frozenset(
    {"lay", "end_by_enter", "end_turn", "undo", "type", "left", "right", "up", "down"}
)
"""The actions of the full-screen table that a typed turn stands for.

A turn is typed whole and ends by that, its cursor is not needed, for cards and piles are named, and
one that is refused has laid nothing yet.
"""
