"""Saved games in lines: one for each file of the folder of games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cli.output import BadUse
from engine.games import describe
from saves.store import SavedFile, Store
from words.errors import os_text
from words.names import seat_name
from words.translation import _, about, said, several

if TYPE_CHECKING:
    from saves.header import Header
    from saves.listing import Listing

LONGEST_NAME: Final = 40
"""Letters of a player's name that a line has room for."""


def saved_games() -> Iterator[str]:
    """Return the games of the folder in lines, and how many there are. Raises `BadUse`."""
    store = Store()
    return _lines(listing_of(store), store.folder)


def listing_of(store: Store) -> Listing:
    """Return the list of the saved games. Raises `BadUse`."""
    try:
        return store.listing()
    except OSError as error:
        raise BadUse(about(store.folder, os_text(error))) from None


def _lines(listing: Listing, folder: Path) -> Iterator[str]:
    """Yield each line as soon as its file is read."""
    try:
        yield from map(row_of, listing)
        count = several("{count} saved game", "{count} saved games", len(listing))
        games = count if len(listing) else _("no saved games")
        yield _("{games} in {folder}").format(games=games, folder=folder)
    finally:
        listing.keep()


def row_of(saved: SavedFile, here: Path | None = None) -> str:
    """Return a game in a line; the one in play `here` is named as such."""
    header = saved.header
    if header is None:
        return about(saved.path.name, said(saved.error))
    players = " - ".join(name[:LONGEST_NAME] for name in header.names)
    state = result_of(header)
    if saved.path == here:
        state = _("this game")
    elif saved.holder:
        words = _("played by process {process} on {host} since {since}")
        state = words.format(**asdict(saved.holder))
    when = datetime.fromisoformat(header.saved).astimezone()
    what = f"{_(describe(header.game).short_name)}, {players}, {turns_of(header)}, {state}"
    return about(saved.path.name, f"{when:%Y-%m-%d %H:%M}, {what}")


def turns_of(header: Header) -> str:
    """Return how many turns a game has."""
    return several("{count} turn", "{count} turns", header.turns)


def result_of(header: Header) -> str:
    """Return how a game ended, or that it is in play."""
    if header.ended is None:
        return _("in play")
    winners = _(" and ").join(seat_name(header.game, seat) for seat in header.ended.called)
    words = _("{winners} won ({why})") if winners else _("drawn ({why})")
    return words.format(winners=winners, why=_(header.ended.why))
