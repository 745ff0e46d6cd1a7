"""Bataille's description: its title, rules in short, options, seats and its computer player."""

from __future__ import annotations

from typing import Final

from engine.description import Description, Option, Values, mark

RULES: Final = mark(
    """\
Win all the cards. Nobody decides anything: the cards do.

Each player has a pile of the same size, face down; nobody looks at a pile, not even at their own. \
Ace is high, then king, queen, jack, ten down to two; suits don't count.

The players meet in turn in a circle: 1 and 2, 2 and 3, and so on, the last and 1, over and over. \
Players who are out are skipped.
- In a duel both turn the top card of their piles. The higher card takes both.
- Equal cards: both turn one more, and the winner takes all the cards of the duel. A player with \
no card left to turn loses the duel; if neither has one, the challenger, the first of the two, \
loses.
- The cards of a duel are shuffled and go under the winner's pile.

After a duel, a player with no card left is out. The last one in wins. If several are left after \
the last duel allowed, they share the win; a player who gives up ends the game, and the others \
still in share it."""
)

ABOUT: Final = mark(
    """\
Win all the cards: nobody decides anything, the cards do.
Two neighbours turn the top cards of their piles; the higher card takes both, suits don't count.
Equal cards: both turn one more, and the winner takes all that lies there.
A player with no card left is out, and the last one in wins."""
)


def _cards(values: Values) -> range:
    return range(1, 52 // values["players"] + 1)


OPTIONS: Final = (
    Option(
        "players",
        mark("Players"),
        range(2, 9),
        4,
        mark("how many play, 2 to 8 (4)"),
        about=mark("How many play; the more there are, the fewer cards each can have."),
    ),
    Option(
        "cards",
        mark("Cards each"),
        range(1, 27),
        5,
        mark("how many cards each is dealt (5); players times cards is 52 at most"),
        within=_cards,
        about=mark("The cards of each pile at the beginning; with more of them a game is longer."),
    ),
    Option(
        "limit",
        mark("Last duel"),
        range(1, 10_001),
        10_000,
        mark("the duel after which those left share the win (10000)"),
        about=mark("After this duel the game ends, and those left share the win."),
    ),
)

WAR: Final = Description(
    title=mark("Bataille"),
    rules=RULES,
    options=OPTIONS,
    first=None,
    levels={"random": mark("turns the next card")},
    kinds=("human", *["random"] * 7),
    about=ABOUT,
    label=mark("Bataille"),
    seat_words={
        "PLAYER 1": mark("Player 1"),
        "PLAYER 2": mark("Player 2"),
        "PLAYER 3": mark("Player 3"),
        "PLAYER 4": mark("Player 4"),
        "PLAYER 5": mark("Player 5"),
        "PLAYER 6": mark("Player 6"),
        "PLAYER 7": mark("Player 7"),
        "PLAYER 8": mark("Player 8"),
    },
    has_secrets=False,
    is_chance_alone=True,
    best="most turns",
)
