"""The newest games: the one to go on with, and the newest one of each kind."""

from __future__ import annotations

from time import monotonic
from typing import Any, Final, NamedTuple

from engine.games import GAMES
from engine.timeline import TableTimeline, Timeline
from saves.listing import Listing
from saves.store import SavedFile, Store

MOST_FILES: Final = 20
MOST_SECONDS: Final = 2.0
"""After so many files, or seconds, the search for an unfinished game is given up."""
MOST_KNOWN: Final = 2_000
"""So many files are searched of those whose content is remembered."""


class NewestGame(NamedTuple):
    """The newest game of a kind, the one in play before one that is over.

    Attributes:
        saved: Its file.
        timeline: All that a person who looks at it may know.
        place: How many files are newer.
    """

    saved: SavedFile
    timeline: Timeline[Any]
    place: int


def latest_in_play(store: Store) -> SavedFile | None:
    """Return the unfinished game that was saved last.

    None if there is none, if the search takes too long, or if the folder cannot be read.
    """
    try:
        games = store.listing()
    except OSError:
        return None
    end = monotonic() + MOST_SECONDS
    for at, saved in zip(range(MOST_FILES), games, strict=False):
        if saved.is_in_play:
            checked = saved if games.is_checked(at) else games.check(at)
            if checked.is_in_play:
                return checked
        if monotonic() >= end:  # files of strangers may each take their time
            break
    return None


def newest_games(store: Store) -> dict[str, NewestGame]:
    """Return the newest game of each kind that has one, by the key of the game.

    Files whose content is remembered are all looked at, others until it takes too long; none if
    the folder cannot be read.
    """
    try:
        games = store.listing()
    except OSError:
        return {}
    end = monotonic() + MOST_SECONDS
    newest: dict[str, NewestGame] = {}
    reads = MOST_FILES
    for at in range(min(len(games), MOST_KNOWN)):
        saved = games.known(at)
        if saved is None and reads:
            reads -= 1
            saved = games.inspect(at)
        if saved is None or saved.header is None:
            continue
        before = newest.get(saved.header.game)
        if before is None or (saved.is_in_play and not before.saved.is_in_play):
            _look(games, at, newest)
        if monotonic() >= end or _is_enough(newest):
            break
    return newest


def _is_enough(newest: dict[str, NewestGame]) -> bool:
    """Whether a game of every kind is in play."""
    return len(newest) == len(GAMES) and all(game.saved.is_in_play for game in newest.values())


def _look(games: Listing, at: int, newest: dict[str, NewestGame]) -> None:
    """Play the moves of a file, and keep it if they are right."""
    saved = games.check(at)
    if saved.header is None or saved.record is None:
        return
    table = saved.record.table
    before = newest.get(table.game.key)
    if before is None or (saved.is_in_play and not before.saved.is_in_play):
        people = [seat for seat, sitter in enumerate(table.sitters) if sitter.is_person]
        seats = frozenset(people if len(people) == 1 else ())
        newest[table.game.key] = NewestGame(saved, TableTimeline(table, seats), at)
