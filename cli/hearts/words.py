"""The words of Dame de Pique's line mode in both languages."""

from __future__ import annotations

from typing import Final

from cli.lines.words import COMMON, EVERYWHERE_WITHOUT, Word
from words.translation import mark

WORDS: Final = (
    Word("table", "table", mark("show the trick, the scores and your cards again")),
    Word("trick", "levée", mark("show the last trick"), ("last_trick",), "d"),
    Word("unseen", "inconnues", mark("show the cards not seen yet"), ("cards",), "c"),
    Word("scores", "points", mark("show the points of every round"), ("scores",)),
    Word("slap", "taper", mark("slap, at a sum of 20"), ("slap",)),
    *COMMON,
)
"""Every word, in the order of the help."""

_CURSOR: Final = "there is no cursor: a card is typed by its name"

WITHOUT: Final = {
    **EVERYWHERE_WITHOUT,
    **dict.fromkeys(("card_left", "card_right", "next_playable", "previous_playable"), _CURSOR),
    **dict.fromkeys(
        ("play_card", "mark_card", "keep_card", "pass_cards", "pass_by_enter"), _CURSOR
    ),
    "type_card": "every line is typed",
    "next_step": "a move is one step, a pass too",
    "previous_step": "a move is one step, a pass too",
    "next_card": "a move is one step, a pass too",
    "previous_card": "a move is one step, a pass too",
    "eyes": "one's own hand is shown, and no other",
    "hide": "what is written stays on the screen",
}
"""Why an action of the full-screen table has no word, by its id."""
