"""The surroundings of a game, handed in: the date, seeds nobody can guess, tokens, the memory."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from datetime import datetime

    from engine.table import Table


_TOKEN_BYTES: Final = 16


class Outside(NamedTuple):
    """The sources of date, chance and tokens for a game; `system` has the real ones.

    Attributes:
        now: Returns the date and time, with its zone.
        fresh_seed: Returns a seed.
        new_token: Returns a token, which nobody can guess.
    """

    now: Callable[[], datetime]
    fresh_seed: Callable[[], int]
    new_token: Callable[[], str]


def system() -> Outside:
    """Return the sources of this machine."""
    return Outside(now, fresh_seed, new_token)


def now() -> datetime:
    """Return the time now, with its zone."""
    from datetime import UTC, datetime

    return datetime.now(UTC)


def fresh_seed() -> int:
    """Return a seed of 53 bits from the system, which every JSON reader keeps exactly."""
    return int.from_bytes(os.urandom(8), "big") >> 11


def new_token() -> str:
    """Return a token of 128 bits from the system, as letters, digits, `-` and `_`."""
    import secrets

    return secrets.token_urlsafe(_TOKEN_BYTES)


def let_chance_play(table: Table[Any], fresh_seed: Callable[[], int]) -> None:
    """Give a table from a file a seed if it has none, and make the moves of chance that are due.

    A file keeps no seed once chance has no more moves; after a take-back it may have some again.
    """
    if table.seed is None:
        table.seed = fresh_seed()
    table.draw_lots()


def collect_again() -> None:
    """Turn the garbage collector on again, without the objects that exist already."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
