"""The game that the first screen offers to go on with."""

from __future__ import annotations

from time import monotonic
from typing import Final

from saves.store import SavedFile, Store

MOST_FILES: Final = 20
MOST_SECONDS: Final = 2.0
"""After so many files, or seconds, the search for an unfinished game is given up."""


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
