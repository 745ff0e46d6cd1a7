"""The shared tables of this machine: those that answer, and how each one stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.series import pair_of
from play.clocks import short_control
from saves.home import tables_folder
from words.translation import _, several

if TYPE_CHECKING:
    from pathlib import Path

    from net.joining.tables import TableSign


def living_tables() -> Sequence[TableSign]:
    """Return the tables here that answer, the user's own first, within a second.

    The modules that join them are loaded only if there are any.
    """
    from net.names.sockets import tables_here

    sockets = tables_here()
    if not sockets:
        return ()
    from net.joining.tables import find_tables

    return find_tables(sockets)


def own_table_with(game_file: Path) -> str | None:
    """Return the full name of the user's table with the game in a file, None for none."""
    if not tables_folder().is_dir():
        return None
    from net.names.names import table_of_game

    return table_of_game(game_file)


def standing_words(sign: TableSign) -> str:
    """Return which people sit at a table, and how its game stands."""
    people = ", ".join(place.name for place in sign.places if place.name and not place.level)
    free = sum(place.is_free for place in sign.places)
    seats_free = several("{count} seat free", "{count} seats free", free)
    if sign.is_over:
        standing = _("the game is over")
    elif sign.moves < 0:
        standing = seats_free
    else:
        standing = _("in play") + (f", {seats_free}" if free else "")
    if series := sign.series:
        words = _("{standing}, game {number} of {games}, {score}")
        score = "-".join(map(str, series.score))
        facts = {"number": series.number, "games": series.games, "score": score}
        if series.pair is not None:
            words = _("{standing}, pair {number} of {games}, {score}")
            facts |= {"number": pair_of(series)[0], "games": series.games // 2}
        standing = words.format(standing=standing, **facts)
    if sign.control:
        standing = f"{standing}, {short_control(sign.control)}"
    words = _("{people}: {standing}")
    return words.format(people=people, standing=standing) if people else standing


def sign_words(sign: TableSign, game: str) -> str:
    """Return the name of a table, what its game is called, its players and how it stands."""
    words = _("{table}: {game}, {standing}")
    return words.format(table=sign.name, game=game, standing=standing_words(sign))
