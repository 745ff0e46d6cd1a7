"""Games of every kind that are over, one for each way to end it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import duels
import hearts_tables as hearts
import wars
import zens

from engine.duel.game import DUEL
from engine.duel.moves import Deal, FirstSeat, Lay, Pile, Turn
from engine.duel.state import DuelOptions
from engine.game import CHANCE
from engine.hearts.game import HEARTS
from engine.hearts.options import HeartsOptions
from engine.table import Sitter, Table
from engine.war.options import WarOptions
from engine.zen.game import ZEN
from engine.zen.options import ZenOptions
from engine.zen.positions import format_position
from host.checks import ForfeitReason

SORTED = Deal((tuple(range(2, 60)),) * 2)


def duels_over() -> Iterator[Table[Any]]:
    """Yield a duel for each way to end it."""
    yield duels.play_on(duels.new_table(1))
    table = Table(DUEL, DuelOptions(), [Sitter("Ana"), Sitter("Zoé")])
    table.play(CHANCE, FirstSeat(0))
    table.play(CHANCE, SORTED)
    while not table.outcome:
        (seat,) = table.to_move
        low = duels.hand_of(table.view(seat))[:2]
        table.play(seat, Turn(tuple([Lay(card, Pile.UP) for card in low])))
    yield table
    helped = Table(DUEL, DuelOptions("north", "south"), [Sitter("Ana"), Sitter("Zoé")], 1)
    yield duels.play_on(helped, ("greedy", "random"))
    yield given_up(duels.new_table(1))


def given_up(table: Table[Any]) -> Table[Any]:
    """Return the table after the first seat has given up."""
    table.forfeit(0, ForfeitReason.AWAY.value)
    return table


# Zen

ECHEC = "11/11/5B5/11/8WW1/5WB4/5B1B3/5WBB3/7W3/11/11 B -"
"""Black can end it by mat."""
SEVEN = "W1W1W1W1W2/11/11/9B1/11/7Z3/BBBBBBBBB2/11/11/11/W1W1W1W1W1W B -"
"""J8-F4 wins the round by 11 points."""
LAST = "11/10Z/11/9BW/11/11/11/11/11/11/11 B J10"
"""ZK10xK8 takes the last white pawn."""
BOTH = "11/11/11/B10/W1W8/Z1B8/11/11/11/11/11 B -"
"""ZA6-B7 completes both chains."""
STUCK = format_position(zens.position("A2 B1 B2 K10 J11 J8", "A1 K11"))
"""J8-J10 leaves White no move."""


def zens_over() -> Iterator[Table[Any]]:
    """Yield a game of Zen for each way to end it."""
    there_and_back = ("F11-F8", "K1-H1", "F8-F11", "H1-K1")
    for options, texts in (
        (ZenOptions(first="black"), there_and_back * 2),
        (ZenOptions(position=SEVEN), ("J8-F4",)),
        (ZenOptions(position=LAST), ("ZK10xK8",)),
        (ZenOptions(position=BOTH), ("ZA6-B7",)),
        (ZenOptions(position=STUCK), ("J8-J10",)),
        (ZenOptions(2, position=SEVEN), ("J8-F4",)),
        (ZenOptions(3, players=4, position=SEVEN), ("J8-F4",)),
    ):
        table = zens.new_table(options)
        for text in texts:
            table.play(table.to_move[0], ZEN.parse(text))
        yield table
    table = zens.new_table(ZenOptions(1, position=ECHEC))
    table.play(0, next(m for m in table.view(0).legal() if table.state.play(0, m).outcome))
    yield table
    yield given_up(zens.new_table())
    yield given_up(zens.new_table(ZenOptions(2, players=4)))


# Dame de Pique


def hearts_over() -> Iterator[Table[Any]]:
    """Yield a game of Dame de Pique for each way to end it."""
    table = Table(HEARTS, HeartsOptions(), [Sitter(name) for name in ("Ana", "Zoé", "Bo", "Eve")])
    for play in hearts.random_plays(HeartsOptions(), 5)[1]:
        table.play(*play)
    yield table
    table = Table(HEARTS, HeartsOptions(), [Sitter(name) for name in ("Ana", "Zoé", "Bo", "Eve")])
    yield given_up(table)


# Bataille


def wars_over() -> Iterator[Table[Any]]:
    """Yield a Bataille for each way to end it."""
    for options in (WarOptions(3, 2), WarOptions(4, 9, 3)):
        yield wars.play_on(wars.new_table(options))
    yield given_up(wars.new_table(WarOptions()))
    yield given_up(wars.new_table(WarOptions(3)))


ENDED: dict[str, Callable[[], Iterator[Table[Any]]]] = {
    "duel": duels_over,
    "zen": zens_over,
    "hearts": hearts_over,
    "war": wars_over,
}
"""What yields a table for each way to end a game, by its key."""
