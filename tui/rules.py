"""The rules of each game in short: what one screen has room for, and the line modes too."""

from __future__ import annotations

from typing import Final

from tui.words import mark

DUEL_RULES = mark(
    """\
Each player has a pile that climbs (^, from 1), one that comes down (v, from 60), cards 2 to 59.

On your turn lay at least two cards, one after the other, as many as you like.
- Your ascending pile: higher than the top, or exactly 10 lower (a jump back).
- Your descending pile: lower than the top, or exactly 10 higher.
- At most one card a turn on one of the opponent's piles: it must improve that pile, by any amount.

Then you draw two cards; or, if you laid a card for the opponent, up to six.

Who has laid all 58 cards wins. Who cannot lay two cards at the start of his turn loses."""
)
ZEN_RULES = mark(
    """\
Bring all your pawns and the Zen into one chain: each touches another, on a side or a corner.

On your turn move one of your pawns, or the Zen, in a straight line, also slanting, by exactly as \
many squares as there are pieces on that whole line: all of them count, the moving one too.
- You may pass over your own pawns and over the Zen, never over a pawn of the opponent.
- You may land on an empty square, or take a pawn of the opponent or the Zen. Nobody has to take.
- The Zen you move is one of your pawns. It may not go back to where the opponent just moved it \
from, and it must touch a pawn where it lands.

Who is connected after a move wins, whoever moved; both connected is a draw. Who has no move or \
no pawn left loses. The same position for the third time is a draw.

Échec: without an answer the next move would win. Échec et mat: no answer helps, and it wins at \
once.

Variant 2: rounds up to 7 points. The winner gets a point for each piece of the loser, the Zen \
too, outside the largest group. Variant 3: so too, but the Zen need not touch a pawn, and there \
is no échec."""
)
RULES: Final = {"duel": DUEL_RULES, "zen": ZEN_RULES}
"""By the key of the game."""
