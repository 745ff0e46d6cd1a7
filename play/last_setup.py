"""The last setup of a new game, remembered for each game from one start to the next."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from engine.games import GAMES, MAIN, describe
from engine.table import HUMAN
from play.setup import Setup, usual_setup
from saves.memory import recall, remember

COUNTS: Final = (1, 3, 5, 7, 10)
"""The lengths that a series can have."""


def last_setup(game: str | None = None) -> Setup:
    """Return the last setup of a game, or of the game played last; else the usual one."""
    remembered = recall()
    if game is None:
        game = remembered.get("game", MAIN)
    if not isinstance(game, str) or game not in GAMES:
        game = MAIN
    kept: Any = remembered.get(_name(game))
    try:
        setup = Setup(
            game,
            tuple(kept["kinds"]),
            tuple(kept["names"]),
            kept["first"],
            kept["games"],
            tuple((name, value) for name, value in kept.get("more", ())),
        )
        is_right = _is_right(setup)
    except (AttributeError, KeyError, TypeError, ValueError):
        is_right = False
    return setup if is_right else usual_setup(game)


def keep_setup(setup: Setup) -> None:
    """Remember a setup."""
    remember(**{_name(setup.game): asdict(setup)}, game=setup.game)


def _name(game: str) -> str:
    """Return the name of a game's setup in the settings; that of the main game has no key."""
    return "new_game" if game == MAIN else f"new_game_{game}"


def _is_right(setup: Setup) -> bool:
    """Say whether a setup is valid. Raises `TypeError` or `ValueError` for invalid options."""
    described = describe(setup.game)
    fitted = tuple(described.fitted(setup.values).items())
    return (
        repr(setup.more) == repr(fitted)  # True is no 1
        and setup.first in (described.first.values if described.first else ("",))
        and len(setup.kinds) == len(setup.names) == len(setup.seats())
        and set(setup.kinds) <= {HUMAN, *described.levels}
        and all(isinstance(name, str) and name for name in setup.names)
        and setup.games in (COUNTS if setup.has_series else COUNTS[:1])
    )
