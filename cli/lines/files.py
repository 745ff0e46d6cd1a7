"""The files that the line mode is asked for by name."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cli.output import BadUse
from engine.table import Table
from engine.timeline import Timeline
from net.environment import now
from net.session import Session
from words.translation import _, sentence


def path_of(name: str) -> Path:
    """Return the file of this name; `~` is one's home. Raises `OSError` for what can be no name."""
    if "\0" in name:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), name)
    try:
        return Path(name).expanduser()
    except RuntimeError:  # the home of nobody
        return Path(name)


def new_path(name: str) -> Path:
    """Return the file of this name, in a folder where one can be written. Raises `OSError`."""
    path = path_of(name)
    fault = 0 if path.parent.is_dir() else errno.ENOENT
    if not fault and not os.access(path.parent, os.W_OK):
        fault = errno.EACCES
    if fault:
        raise OSError(fault, os.strerror(fault), str(path))
    return path


def found(name: str) -> Path:
    """Return the file of this name, here or in the folder of games. Raises `OSError`."""
    from saves.store import Store

    return Store().resolve(path_of(name))


def free_path(timeline: Timeline[Any]) -> Path:
    """Return a file in the folder of games that is not there yet. Raises `OSError`."""
    from saves.files import make_folder
    from saves.store import Store

    names = " - ".join(sitter.name for sitter in timeline.sitters)
    path = Store().free_path(f"{now().astimezone():%Y-%m-%d %H.%M} {names}")
    make_folder(path.parent)
    return path


def share_line_of(session: Session) -> str:
    """Return the line that holds a game, or why there is none."""
    from saves.record import Record
    from saves.share_line import NotShared, share_line

    try:
        return share_line(session.record if session.is_kept else Record.new(session.table, now()))
    except NotShared as fault:
        return sentence(fault)


def read_game(name: str, game: str) -> Table[Any]:
    """Return the game in a file, to be looked at only; `game` is the key that it must have.

    Raises `BadUse`, `OSError`.
    """
    from cli.game_files import read_table

    path = found(name)
    table = read_table(path)
    if table.game.key != game:
        raise BadUse(_("{path}: a game of {game}").format(path=path, game=table.game.key))
    return table


def games() -> Iterator[str]:
    """Return the games of the folder in lines. Raises `BadUse`."""
    from cli.saved_games import saved_games

    return saved_games()
