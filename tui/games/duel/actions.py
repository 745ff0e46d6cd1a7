"""The actions of the duel alone: cards, piles, the end of a turn."""

from __future__ import annotations

from typing import Final

from tui.actions import Action, Topic, by_id
from words.translation import mark

ACTIONS: Final = by_id(
    Action("lay", ("enter",), mark("lay card"), mark("Lay the card on the chosen pile.")),
    Action("end_by_enter", ("enter",), mark("end turn"), mark("End the turn and draw.")),
    Action("left", ("left", "h"), mark("card"), mark("Go to the previous card.")),
    Action("right", ("right", "l"), mark("card"), mark("Go to the next card."), "←→"),
    Action("up", ("up", "k"), mark("pile"), mark("Go up to the next pile where the card may go.")),
    Action(
        "down",
        ("down", "j"),
        mark("pile"),
        mark("Go down to the next pile where the card may go."),
        "↑↓",
    ),
    Action("end_turn", ("space",), mark("end turn"), mark("End the turn and draw.")),
    Action("undo", ("backspace",), mark("card back"), mark("Take back the last card.")),
    Action("type", ("colon",), mark("type"), mark("Type a turn, like 15^ 20^' 48v.")),
    Topic.LOOK,
    Action("cards", ("c",), mark("cards"), mark("Show the cards not seen yet.")),
)
