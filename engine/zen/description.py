"""Zen's description: its title, rules in short, options, seats and levels."""

from __future__ import annotations

from typing import Final

from engine.description import Description, Option, Values, mark

RULES: Final = mark(
    """\
Bring all your pawns and the Zen into one chain: each touches another, on a side or a corner.

On your turn, move one of your pawns, or the Zen, in a straight line, diagonals too, by exactly as \
many squares as there are pieces on that whole line: all of them count, the moving one too.
- You may pass over your own pawns and over the Zen, never over a pawn of the opponent.
- You may land on an empty square, or take a pawn of the opponent or the Zen. You never have to \
take.
- The Zen you move is one of your pawns. It may not go back to where the opponent just moved it \
from, and it must touch a pawn where it lands.

You win if you are connected after a move, whoever made it; if both sides are, it is a draw. You \
lose if you have no move or no pawn left. The same position for the third time is a draw.

Variant 1: échec is said when the next move would win unless it is stopped. Échec et mat: nothing \
stops it, and it wins at once.

Variant 2: as 1, in rounds up to 7 points. The winner gets a point for each piece of the loser, \
the Zen too, outside the largest group. Variant 3: rounds too, but the Zen need not touch a pawn, \
and there is no échec."""
)


ABOUT: Final = mark(
    """\
Bring all your pawns and the Zen into one chain, in which each touches another.
A piece moves in a straight line, by exactly as many squares as there are pieces on that line.
It passes over its own side and takes what it lands on, but you never have to take.
The Zen in the middle is nobody's: whoever moves it plays it as a pawn of their own."""
)


def _has_echec(values: Values) -> bool:
    return values["variant"] in (1, 2)


def _is_one_game(values: Values) -> bool:
    return values["variant"] in (0, 1)


OPTIONS: Final = (
    Option(
        "variant",
        mark("Variant"),
        {
            0: mark("0: the base game"),
            1: mark("1: échec et mat"),
            2: mark("2: rounds, to 7 points"),
            3: mark("3: rounds, a free Zen"),
        },
        0,
        mark(
            "0 (the default): the base game, 1: with échec and mat, 2: the same, in rounds up to 7 "
            "points, 3: rounds, with a free Zen and no échec"
        ),
        notes={
            0: mark("One game: connect all your pieces and you win."),
            1: mark(
                "Échec is said when the next move would win. Échec et mat, which nothing stops, "
                "wins at once."
            ),
            2: mark(
                "As 1, in rounds up to 7 points: one for each piece of the loser outside the "
                "largest group."
            ),
            3: mark("Rounds up to 7 points, without échec; the Zen need not touch a pawn."),
        },
    ),
    Option(
        "announce",
        mark("Announcing échec"),
        {"auto": mark("automatic"), "hand": mark("by the players")},
        "auto",
        mark("échec is announced automatically or by the players"),
        _has_echec,
        notes={
            "auto": mark("The program says échec."),
            "hand": mark(
                "The players say échec themselves; who loses to one that nobody said may take "
                "the move back."
            ),
        },
    ),
    Option(
        "players",
        mark("Players"),
        {2: mark("two"), 4: mark("four, in two teams")},
        2,
        mark("two (the default), or four in two teams"),
        notes={
            2: mark("One against one."),
            4: mark("Two against two: partners move the same pawns in turn, and win together."),
        },
    ),
)

FIRST: Final = Option(
    "first",
    mark("Who begins"),
    {"lots": mark("by lot"), "black": mark("Black"), "white": mark("White")},
    "lots",
    mark("black, white or lots: who begins"),
)

ZEN: Final = Description(
    title=mark("Zen l'Initié"),
    rules=RULES,
    options=OPTIONS,
    first=FIRST,
    levels={
        "random": mark("plays at random"),
        "novice": mark("errs often"),
        "greedy": mark("plays what looks best right now"),
        "casual": mark("errs now and then"),
        "club": mark("considers every reply"),
        "expert": mark("looks further ahead"),
        "master": mark("looks furthest; the strongest"),
    },
    kinds=("human", "casual"),
    about=ABOUT,
    label=mark("Zen"),
    seat_words={
        "BLACK": mark("Black"),
        "WHITE": mark("White"),
        "BLACK 1": mark("Black 1"),
        "WHITE 1": mark("White 1"),
        "BLACK 2": mark("Black 2"),
        "WHITE 2": mark("White 2"),
    },
    has_series=_is_one_game,
    unnamed={"variant": 1},
    has_secrets=False,
    worth={
        "random": -634,
        "novice": -241,
        "greedy": 0,
        "casual": 398,
        "club": 630,
        "expert": 1114,
        "master": 1625,
    },
    best="fewest turns",
)
