"""The words of Zen's line mode in both languages; and why some actions of the table have none."""

from __future__ import annotations

from typing import Final

from cli.lines.words import COMMON, EVERYWHERE_WITHOUT, Word
from words.translation import mark

ANSWERS: Final = (
    Word("back", "retour", mark("take your last move back, and the one that won"), ("answer",)),
    Word("accept", "accepter", mark("accept that the round is lost")),
)
"""The words for who lost to an échec that nobody announced."""

WORDS: Final = (
    Word("moves", "coups", mark("list the moves, or those of one square"),
         ("square_left", "square_right", "square_up", "square_down", "next_piece",
          "previous_piece"), takes=mark("[SQUARE]")),
    *ANSWERS,
    Word("board", "plateau", mark("show the board again")),
    Word("pawns", "pions", mark("show each side's groups and what was taken")),
    Word("position", "position", mark("write the position in one line")),
    *COMMON,
)  # fmt: skip
"""Every word, in the order of the help."""

ANSWERING: Final = frozenset(word.english for word in ANSWERS)
"""The same by their English."""

_WHOLE: Final = "a move is typed whole, from square to square"

WITHOUT: Final = {
    **EVERYWHERE_WITHOUT,
    "type_move": "every line is typed",
    "pick_up": _WHOLE,
    "set_down": _WHOLE,
    "put_back": _WHOLE,
    "play_move": _WHOLE,
    "announce": "a + is typed after the move",
    "announce_by_enter": "a + is typed after the move",
    "next_step": _WHOLE,
    "previous_step": _WHOLE,
    "eyes": "nothing is hidden in Zen",
    "hide": "it is for cards",
    "next_card": "it is for cards",
    "previous_card": "it is for cards",
}
"""Why an action of the full-screen table has no word, by its id."""
