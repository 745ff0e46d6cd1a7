"""The new game that was begun last, of each game, remembered from one start to the next."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from engine.games import KEYS, find_game
from engine.table import HUMAN
from tui.games import SIDES
from tui.memory import recall, remember
from tui.setup import Setup, usual_setup

GAMES: Final = (1, 3, 5, 7, 10)
"""How many games can be played in a row."""


def last_setup(game: str | None = None) -> Setup:
    """Return what was chosen last time, of one game or of the last one; or the usual."""
    remembered = recall()
    if game is None:
        game = remembered.get("game", KEYS[0])
    if not isinstance(game, str) or game not in SIDES:
        game = KEYS[0]
    kept: Any = remembered.get(_name(game))
    try:
        setup = Setup(
            tuple(kept["kinds"]),
            tuple(kept["names"]),
            kept["first"],
            kept["games"],
            game,
            tuple((name, value) for name, value in kept.get("more", ())),
        )
        is_right = _is_right(setup)
    except (AttributeError, KeyError, TypeError, ValueError):
        is_right = False
    return setup if is_right else usual_setup(game)


def keep_setup(setup: Setup) -> None:
    """Remember what was chosen."""
    remember(**{_name(setup.game): asdict(setup)}, game=setup.game)


def _name(game: str) -> str:
    return "new_game" if game == KEYS[0] else f"new_game_{game}"


def _is_right(setup: Setup) -> bool:
    """Say whether a game can be begun so; raises `TypeError` or `ValueError` for odd options."""
    names = [name for name, _value in usual_setup(setup.game).more]
    return (
        [name for name, _value in setup.more] == names
        and all(type(value) in (int, str) for _name, value in setup.more)
        and setup.first in setup.firsts
        and len(setup.kinds) == len(setup.names) == len(setup.places())
        and set(setup.kinds) <= {HUMAN, *find_game(setup.game).computer_players}
        and all(isinstance(name, str) and name for name in setup.names)
        and setup.games in (GAMES if setup.has_series else GAMES[:1])
    )
