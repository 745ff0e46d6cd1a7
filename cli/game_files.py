"""Games as commands read them: from a file, or from a share line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from cli.streams import BadUse
from engine.games import describe
from play.game_words import names_in
from play.saved_games import count_words
from saves.document import Fault
from saves.record import Record
from saves.store import SavedFile, Store, inspect_file
from words.errors import os_text
from words.names import seat_name
from words.translation import _, about, said, several

if TYPE_CHECKING:
    from saves.header import Header
    from saves.listing import Listing


GameSource: TypeAlias = Path | str
"""The place of a game: the path of its file, or the share line that holds it."""


def name_of(source: GameSource) -> str:
    """Return the name of a game in messages: its path, or the beginning of its line."""
    from saves.share_line import shown_line

    return shown_line(source) if isinstance(source, str) else str(source)


def inspect_game(source: GameSource) -> SavedFile:
    """Return the content of a file or a line, every move checked; any error becomes its fault."""
    if isinstance(source, Path):
        return inspect_file(source)
    from saves.header import header_of
    from saves.share_line import read_share_line

    name = Path(name_of(source))
    try:
        record = read_share_line(source)
    except Fault as error:
        return SavedFile(name, None, error.sentence, None)
    return SavedFile(name, header_of(record), None, None, record)


def read_game(source: GameSource) -> Record:
    """Return the game in a file or a line, every move checked. Raises `BadUse`."""
    saved = inspect_game(source)
    if saved.record is None:
        raise BadUse(about(saved.path, said(saved.error)))
    return saved.record


LONGEST_NAME: Final = 40
"""The most letters of a player's name in a line."""


def listing_of(store: Store) -> Listing:
    """Return the list of the saved games. Raises `BadUse`."""
    try:
        return store.listing()
    except OSError as error:
        raise BadUse(about(store.folder, os_text(error))) from None


def saved_games() -> Iterator[str]:
    """Yield a line for each game of the folder once its file is read, and then their number.

    Raises `BadUse`.
    """
    store = Store()
    listing = listing_of(store)
    try:
        yield from map(row_of, listing)
        games = count_words(len(listing), len(listing))
        yield _("{games} in {folder}").format(games=games, folder=store.folder)
    finally:
        listing.keep()


def row_of(saved: SavedFile, here: Path | None = None) -> str:
    """Return a game in a line; the one in play `here` is named as such."""
    header = saved.header
    if header is None:
        return about(saved.path.name, said(saved.error))
    players = " - ".join(name[:LONGEST_NAME] for name in names_in(header))
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
