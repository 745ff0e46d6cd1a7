"""The newest games: the one to go on with, and the newest one of each kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from engine.games import GAMES
from saves.store import SavedFile, Store

if TYPE_CHECKING:
    from engine.timeline import Timeline
    from saves.header import Header
    from saves.listing import Listing


MOST_FILES: Final = 20
MOST_SECONDS: Final = 2.0
"""The files that are read, and the seconds, before the search for an unfinished game ends."""
MOST_TRIES: Final = 5
"""The games of a kind that are tried, as the moves of some may be wrong."""
MOST_KNOWN: Final = 2_000
"""The files that are searched among those with remembered content."""


class NewestGame(NamedTuple):
    """The newest game of a kind, the one in play before one that is over.

    Attributes:
        saved: Its file.
        header: Its entry in lists.
        timeline: All that a person who looks at it may know.
        place: How many files are newer.
    """

    saved: SavedFile
    header: Header
    timeline: Timeline[Any]
    place: int


def latest_in_play(
    store: Store, is_passed: Callable[[SavedFile], bool] = lambda _saved: False
) -> SavedFile | None:
    """Return the unfinished game that was saved last; some may be passed over.

    None if there is none, if the search takes too long, or if the folder cannot be read.
    """
    try:
        games = store.listing()
    except OSError:
        return None
    end, reads = monotonic() + MOST_SECONDS, MOST_FILES
    for at in range(min(len(games), MOST_KNOWN)):
        reads -= games.known(at) is None
        if reads < 0:
            break
        saved = games.inspect(at)
        if saved.is_in_play and not is_passed(saved):
            checked = saved if games.is_checked(at) else games.check(at)
            if checked.is_in_play:
                games.keep()
                return checked
        if monotonic() >= end:  # files of strangers may each take their time
            break
    games.keep()
    return None


def newest_games(store: Store, before: Mapping[str, NewestGame]) -> dict[str, NewestGame]:
    """Return the newest game of each kind that has one, by the key of the game.

    Files with remembered content are all read, others until it takes too long; none if the
    folder cannot be read. The moves of those found `before` are not played again.
    """
    try:
        games = store.listing()
    except OSError:
        return {}
    end = monotonic() + MOST_SECONDS
    newest: dict[str, NewestGame] = {}
    for key, places in _candidates(games, end).items():
        for at in places:
            if monotonic() >= end:
                return newest
            known = before.get(key)
            if known and known.saved.path == games.path(at) and games.header(at) == known.header:
                newest[key] = known._replace(place=at)
            elif game := _checked(games, at):
                newest[key] = game
            if key in newest:
                break
    games.keep()
    return newest


def _candidates(games: Listing, end: float) -> dict[str, list[int]]:
    """Return the places of the newest games by the key of their game, those in play first."""
    found: dict[tuple[str, bool], list[int]] = {}
    reads = MOST_FILES
    for at in range(min(len(games), MOST_KNOWN)):
        header = games.header(at)
        if header is None and reads and not games.is_damaged(at):
            reads -= 1
            header = games.inspect(at).header
        if header:
            found.setdefault((header.game, header.ended is not None), []).append(at)
        if monotonic() >= end:  # files of strangers may each take their time
            break
    return {
        key: [at for is_over in (False, True) for at in found.get((key, is_over), ())][:MOST_TRIES]
        for key in GAMES
    }


def _checked(games: Listing, at: int) -> NewestGame | None:
    """Play the moves of a file; None if any of them is wrong."""
    from engine.timeline import TableTimeline  # a new folder has no file
    from play.saved_games import readers

    saved = games.check(at)
    if saved.header is None or saved.record is None:
        return None
    table = saved.record.table
    return NewestGame(saved, saved.header, TableTimeline(table, readers(table)), at)
