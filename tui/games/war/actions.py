"""The actions of Bataille alone: turning cards, and letting them be turned."""

from __future__ import annotations

from typing import Final

from tui.actions import Action, by_id
from words.translation import mark

ACTIONS: Final = by_id(
    Action("turn", ("space", "enter"), mark("turn cards"), mark("Turn the next cards.")),
    Action("play", ("p",), mark("auto"), mark("Let the game run.")),
    Action("pause", ("p",), mark("pause"), mark("Pause the game.")),
    Action("faster", ("plus",), mark("speed"), mark("Play faster."), "+-"),
)
