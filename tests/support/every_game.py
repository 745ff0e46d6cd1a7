"""All games with some of their options, the toy game too, and tables of random moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hearts_tables import EVERY_OPTION
from toy_game import TOY
from toy_moves import ToyOptions

from engine.game import Game, Play
from engine.games import find_game
from engine.shuffle import Lots
from engine.table import Sitter, Table
from engine.war.options import WarOptions
from engine.zen.options import ZenOptions

DUEL, ZEN, HEARTS, WAR = map(find_game, ("duel", "zen", "hearts", "war"))
ENDING = "11/11/7W3/4WBW1B2/8W2/5B1B3/11/11/11/11/11 W -"
"""A position of Zen that is soon over."""

OPTIONS: dict[Game[Any], Sequence[Any]] = {
    DUEL: [DUEL.options(), DUEL.options("south")],
    ZEN: [
        ZenOptions(),
        ZenOptions(players=4),
        ZenOptions(2, "hand", 4),
        ZenOptions(1, "hand", first="white"),
        ZenOptions(3, players=4),
        ZenOptions(2, position=ENDING),
    ],
    HEARTS: EVERY_OPTION,
    WAR: [WarOptions(), WarOptions(2, 26, 40), WarOptions(8, 6), WarOptions(3, 1)],
    TOY: [
        ToyOptions(),
        ToyOptions(teams=True, rounds=1),
        ToyOptions(players=3, rounds=1),
        ToyOptions(players=2),
    ],
}


def name_of(value: Any) -> str:
    """Return a game's key, the name of a function, or another value as a text."""
    return str(getattr(value, "key", getattr(value, "__name__", value)))


every_game = pytest.mark.parametrize("game", OPTIONS, ids=name_of)
every_option = pytest.mark.parametrize(
    ("game", "options"),
    [(game, options) for game, some in OPTIONS.items() for options in some],
    ids=name_of,
)


def go_on(table: Table[Any], turns: int, seed: int = 0, kind: str = "random") -> Table[Any]:
    """Let players of a kind make up to this many turns.

    Where several may move, the next one is drawn by lot.
    """
    players = [table.game.computer_players[kind](seed + seat) for seat in range(len(table.seats))]
    for _ in range(turns):
        movers = table.to_move
        if not movers:
            break
        seat = movers[Lots(seed, len(table.plays)).below(len(movers))]
        table.play(seat, players[seat].choose(table.view(seat)))
    return table


def random_table(
    game: Game[Any], options: Any, seed: int, turns: int = 100_000, kind: str = "random"
) -> Table[Any]:
    """Return a table at which players of a kind have made this many turns, or all there are."""
    sitters = [Sitter("x", kind, 1) for _ in game.seats(options)]
    return go_on(Table(game, options, sitters, seed), turns, seed, kind)


def played(game: Game[Any], options: Any, plays: Sequence[Play]) -> Table[Any]:
    """Return a table at which these moves were made."""
    table = Table(game, options, [Sitter("x") for _ in game.seats(options)])
    for play in plays:
        table.play(*play)
    return table
