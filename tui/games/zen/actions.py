"""The actions of Zen alone: squares, pieces, the announcement of échec."""

from __future__ import annotations

from typing import Final

from tui.actions import Action, by_id
from words.translation import mark

ANNOUNCING: Final = mark("Play, and announce échec (variants 1 and 2).")

ACTIONS: Final = by_id(
    Action("answer", ("enter",), mark("answer"), mark("Take the move back, or accept.")),
    Action("pick_up", ("enter",), mark("pick up"), mark("Pick up a piece.")),
    Action("set_down", ("enter",), mark("set down"), mark("Set the piece down.")),
    Action("play_move", ("enter",), mark("play it"), mark("Play the move as it stands.")),
    Action("announce_by_enter", ("enter",), mark("échec"), ANNOUNCING),
    Action("announce", ("plus",), mark("échec"), ANNOUNCING),
    Action("put_back", ("backspace", "escape"), mark("put back"), mark("Put the piece back.")),
    Action("square_left", ("left", "h"), mark("square"), mark("Go to the square on the left.")),
    Action(
        "square_right",
        ("right", "l"),
        mark("square"),
        mark("Go to the square on the right."),
        "←↑↓→",
    ),
    Action("square_up", ("up", "k"), mark("square"), mark("Go to the square above.")),
    Action(
        "square_down",
        ("down", "j"),
        mark("square"),
        mark("Go to the square below, then to the buttons."),
    ),
    Action(
        "next_piece",
        ("tab",),
        mark("next"),
        mark("Go to the next piece that can move, or its next square."),
    ),
    Action(
        "previous_piece",
        ("shift+tab",),
        mark("previous"),
        mark("Go to the previous piece, or its previous square."),
    ),
    Action("type_move", ("colon",), mark("type"), mark("Type a move, like F11-F8 or ZF6-F9.")),
)
