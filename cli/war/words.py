"""The words of Bataille's line mode in both languages; why some actions of the table have none."""

from __future__ import annotations

from typing import Final

from cli.lines.words import COMMON, EVERYWHERE_WITHOUT, FINISH, Word
from words.translation import mark

WORDS: Final = (
    Word("turn", "retourner", mark("turn the next cards; an empty line too"), ("turn",), "t"),
    Word(FINISH, "finir", mark("play to the end at once"), ("play_out",)),
    Word("piles", "piles", mark("show how many cards each player has")),
    *(word for word in COMMON if word.english != "hint"),
)
"""Every word, in the order of the help."""

WITHOUT: Final = {
    **{id_: why for id_, why in EVERYWHERE_WITHOUT.items() if id_ != "play_out"},
    "hint": "there is nothing to decide",
    "next_step": "a turn is one step",
    "previous_step": "a turn is one step",
    "eyes": "all see the same",
    "hide": "nobody sees a card of a pile",
    "next_card": "a turn is one step",
    "previous_card": "a turn is one step",
}
"""Why an action of the full-screen table has no word, by its id."""
