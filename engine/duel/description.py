"""The duel's description: its title, rules in short, options and levels."""

from __future__ import annotations

from typing import Final

from engine.description import Description, Option, mark

RULES: Final = mark(
    """\
Each player has a pile that climbs (^, from 1), one that comes down (v, from 60), and \
the cards 2 to 59.

On your turn, lay at least two cards, one after the other, as many as you like.
- Your ascending pile: higher than the top, or exactly 10 lower (a jump back).
- Your descending pile: lower than the top, or exactly 10 higher.
- At most one card a turn on one of the opponent's piles: it must improve that pile, by any amount.

Then you draw two cards; or, if you laid a card for the opponent, up to six.

Whoever has laid all 58 cards wins. Whoever cannot lay two cards at the start of a turn loses."""
)

ABOUT: Final = mark(
    """\
Each of you lays 58 cards on two piles of your own: one climbs from 1, one comes down from 60.
Lay at least two cards a turn; a card that is exactly ten back is always welcome.
One card a turn may improve a pile of the opponent, and then you draw up to six.
Lay all your cards and you win. If you can't lay two, you lose."""
)

FIRST: Final = Option(
    "first",
    mark("Who begins"),
    {"lots": mark("by lot"), "north": mark("North", "duel"), "south": mark("South", "duel")},
    "lots",
    mark("who begins"),
)

HANDICAP: Final = Option(
    "handicap",
    mark("Handicap"),
    {
        "none": mark("none", "handicap"),
        "north": mark("North lays one card"),
        "south": mark("South lays one card"),
    },
    "none",
    mark("the player who has to lay only one card a turn: none (the default), north or south"),
    about=mark(
        "This player has to lay only one card a turn, instead of two; the game is not rated then."
    ),
    names_side=True,
)

DUEL: Final = Description(
    title=mark("The Game: Face to Face"),
    rules=RULES,
    options=(HANDICAP,),
    first=FIRST,
    levels={
        "random": mark("lays whatever fits"),
        "novice": mark("errs often"),
        "casual": mark("errs now and then"),
        "greedy": mark("spends as little as it can"),
        "club": mark("thinks of its next turn too"),
        "expert": mark("weighs everything it can know"),
        "master": mark("looks a few turns ahead; the strongest"),
    },
    kinds=("human", "casual"),
    name=mark("Face to Face"),
    about=ABOUT,
    arena={"first": "north"},
    seat_words={"NORD": mark("North", "duel"), "SUD": mark("South", "duel")},
    worth={
        "random": -654,
        "novice": -152,
        "casual": -65,
        "greedy": 0,
        "club": 125,
        "expert": 260,
        "master": 399,
    },
    best="fewest turns",
    feat=mark("Won without a gift"),
)
