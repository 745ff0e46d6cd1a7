"""The words of Zen's line mode in both languages, and what a typed move stands for."""

from __future__ import annotations

from typing import Final

from cli.lines.words import COMMON, Subject, Word
from words.translation import mark

ASKED: Final = mark(
    "For use after a loss to an échec that nobody announced, where the players announce it "
    "(variants 1 and 2)."
)

ANSWERS: Final = (
    Word("back", "retour", mark("take back your last move, and the one that won"), ("answer",),
         more=ASKED),
    Word("accept", "accepter", mark("accept that the round is lost"), more=ASKED),
)  # fmt: skip
"""The words for who lost to an échec that nobody announced."""

WORDS: Final = (
    Word("moves", "coups", mark("list the moves, or those of one square"),
         ("square_left", "square_right", "square_up", "square_down", "next_piece",
          "previous_piece"), takes=mark("[SQUARE]"), example="F11"),
    *ANSWERS,
    Word("pieces", "pièces", mark("tell the pieces row by row, or those of one place"),
         takes=mark("[ROW, COLUMN or SQUARE]"),
         more=mark("For a square it tells what is on it and around it."),
         subject=Subject.LOOK, example="F6"),
    Word("board", "plateau", mark("draw the board"), takes=mark("[on or off]"),
         more=mark("On: it is drawn after each move from then on; off: it is told in words."),
         subject=Subject.LOOK, example=mark("on")),
    Word("pawns", "pions", mark("show each side's groups and captures"),
         subject=Subject.LOOK),
    Word("position", "position", mark("write the position in one line"), subject=Subject.LOOK),
    *COMMON,
)  # fmt: skip
"""Every word, in the order of the help."""

ANSWERING: Final = frozenset(word.english for word in ANSWERS)
"""The same by their English."""

TYPED: Final = frozenset(
    {"type_move", "pick_up", "set_down", "put_back", "play_move", "announce", "announce_by_enter"}
)
"""The actions of the full-screen table that a typed move stands for; a `+` after it announces."""
