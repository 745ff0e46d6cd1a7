"""The words of Dame de Pique's line mode in both languages."""

from __future__ import annotations

from typing import Final

from cli.lines.words import COMMON, Subject, Word
from words.translation import mark

WORDS: Final = (
    Word("slap", "taper", mark("slap, at a sum of 20"), ("slap",)),
    Word("table", "table", mark("tell the trick, the scores and your cards again"),
         subject=Subject.LOOK),
    Word("trick", "levée", mark("tell the last trick"), ("last_trick",), "d",
         subject=Subject.LOOK),
    Word("unseen", "inconnues", mark("tell the cards not seen yet"), ("cards",), "c",
         subject=Subject.LOOK),
    Word("scores", "points", mark("tell the points of every round"), ("scores",),
         subject=Subject.LOOK),
    *COMMON,
)  # fmt: skip
"""Every word, in the order of the help."""

TYPED: Final = frozenset(
    {"type_card", "play_card", "mark_card", "keep_card", "pass_cards", "pass_by_enter"}
    | {"card_left", "card_right", "next_playable", "previous_playable"}
)
"""The actions of the full-screen table that a typed card, or a pass, stands for; with its cursor,
for a card is named."""
