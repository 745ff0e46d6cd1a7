"""The actions of Dame de Pique alone: cards, the pass, the slap, the pages of tricks and points."""

from __future__ import annotations

from typing import Final

from tui.actions import Action, Topic, by_id
from words.translation import mark

ACTIONS: Final = by_id(
    Action("play_card", ("enter",), mark("play card"), mark("Play the card.")),
    Action("mark_card", ("enter",), mark("choose"), mark("Choose a card to pass, or keep it.")),
    Action("pass_by_enter", ("enter",), mark("pass"), mark("Pass the three cards.")),
    Action("pass_cards", ("space",), mark("pass"), mark("Pass the three cards.")),
    Action("slap", ("space", "enter"), mark("slap"), mark("Slap: the last one takes the trick.")),
    Action("card_left", ("left", "h"), mark("card"), mark("Go to the previous card.")),
    Action("card_right", ("right", "l"), mark("card"), mark("Go to the next card."), "←→"),
    Action(
        "next_playable", ("tab",), mark("next"), mark("Go to the next card that can be played.")
    ),
    Action(
        "previous_playable",
        ("shift+tab",),
        mark("previous"),
        mark("Go to the previous card that can be played."),
    ),
    Action("keep_card", ("backspace",), mark("card back"), mark("Keep the card chosen last.")),
    Action("type_card", ("colon",), mark("type"), mark("Type a card, like QS, or three to pass.")),
    Topic.LOOK,
    Action("last_trick", ("d",), mark("last trick"), mark("Show the last trick.")),
    Action("cards", ("c",), mark("cards"), mark("Show the cards not seen yet.")),
    Action("scores", ("S",), mark("points"), mark("Show the points of every round.")),
)
