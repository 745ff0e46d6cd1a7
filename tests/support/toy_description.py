"""The toy game's description: its title, rules in short, options and levels."""

from __future__ import annotations

from typing import Final

from engine.description import ON_OFF, Description, Option, Values

CARDS_DEALT: Final = 16
"""So many hands are dealt in the longest game, rounds times players."""


def _is_for_four(values: Values) -> bool:
    return bool(values["players"] == 4)


def _rounds(values: Values) -> range:
    return range(1, CARDS_DEALT // values["players"] + 1)


TOY: Final = Description(
    title="The Toy Game",
    rules="All choose a card at once; the highest takes the points.\n\nWho has most points wins.",
    options=(
        Option("players", "Players", {4: "four", 3: "three", 2: "two"}, 4, "how many play"),
        Option("teams", "Teams", ON_OFF, False, "play in two teams", _is_for_four),
        Option("rounds", "Rounds", range(1, 9), 2, "how many rounds", within=_rounds),
    ),
    first=None,
    levels={"random": "draws its moves by lot", "saver": "keeps high cards for later"},
    kinds=("human", "saver"),
    label="Toy",
)
