"""The analysis of a game, kept beside its file: whoever throws it away loses only some seconds.

It is a hidden file beside the game's, which no list shows. It has the sum of all that it depends
on: the moves, and the engine that judged them. So one of another game, by another engine or with a
fault is made anew.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from math import isfinite
from pathlib import Path
from typing import Any, Final, NamedTuple

from engine.analysis import Judged
from engine.game import StopFlag
from engine.table import Table
from saves.files import read_file, write_file
from saves.sources import sum_of

SUFFIX: Final = ".analysis"


class Wrong(ValueError):
    """An error: what is kept is no analysis of this game."""


class ReadKept(NamedTuple):
    """The question for what is kept beside the file of a game, whose bytes are `game`."""

    path: Path
    game: bytes


class KeepTurns(NamedTuple):
    """The task to keep the turns of a whole analysis beside the file of a game."""

    path: Path
    game: bytes
    turns: tuple[Judged, ...]


def kept_beside(path: Path) -> Path:
    """Return the file that keeps the analysis of the game in a file."""
    return path.with_name(f".{path.name}{SUFFIX}")


def read_kept(question: ReadKept, _stop: StopFlag) -> tuple[Judged, ...]:
    """Return the turns that are kept, none where there is no good file.

    This runs in a process of the pool.
    """
    from saves.reading import read_record

    return turns_kept(question.path, read_record(question.game).table)


def keep_turns(task: KeepTurns, _stop: StopFlag) -> None:
    """Keep the turns of an analysis. This runs in a process of the pool."""
    from saves.reading import read_record

    keep_beside(task.path, read_record(task.game).table, task.turns)


def turns_kept(path: Path, table: Table[Any]) -> tuple[Judged, ...]:
    """Return the turns that are kept beside the file of a game, none where there is no good one."""
    try:
        return _turns(read_file(kept_beside(path)), table)
    except (OSError, ValueError, RecursionError):
        return ()


def keep_beside(path: Path, table: Table[Any], turns: Sequence[Judged]) -> None:
    """Keep the turns of an analysis beside the file; only the keeping is lost by an error."""
    with suppress(OSError):
        write_file(kept_beside(path), _document(table, turns))


def remove_kept(path: Path) -> None:
    """Remove the analysis of a game that is gone, if there is one; errors are ignored."""
    with suppress(OSError):
        kept_beside(path).unlink(missing_ok=True)


def rename_kept(path: Path, to: Path) -> None:
    """Let the analysis of a game follow its file, if there is one; errors are ignored."""
    with suppress(OSError):
        kept_beside(path).rename(kept_beside(to))


def _sum(table: Table[Any]) -> str:
    """Return the sum of all that an analysis depends on."""
    import hashlib  # takes long to load, and a game in play has no analysis

    moves = [table.move_text(at) for at in range(len(table.plays))]
    document = json.dumps(
        [table.game.key, table.game.written_options(table.options), moves], default=str
    )
    return hashlib.sha256(f"{sum_of('engine')} {document}".encode()).hexdigest()


def _document(table: Table[Any], turns: Sequence[Judged]) -> bytes:
    write = table.game.format
    told = []
    for turn in turns:
        opened = turn.opened and turn.opened._replace(best=write(turn.opened.best))
        told.append(turn._replace(played=write(turn.played), best=write(turn.best), opened=opened))
    return json.dumps([_sum(table), told]).encode()


def _turns(data: bytes, table: Table[Any]) -> tuple[Judged, ...]:
    """Return the turns of a document. Raises `ValueError` if they are not those of this game."""
    import msgspec

    total, told = msgspec.json.decode(data, type=tuple[str, tuple[Judged, ...]])
    if total != _sum(table):
        raise Wrong
    before = -1
    found = []
    for turn in told:
        if not before < turn.ply < len(table.plays):
            raise Wrong
        before, play = turn.ply, table.plays[turn.ply]
        best, played = (table.game.parse(str(text)) for text in (turn.best, turn.played))
        if (turn.seat, played) != play:
            raise Wrong
        view, opened = table.view_at(turn.ply, turn.seat), turn.opened
        view.check(best)
        if opened:
            opened = opened._replace(best=table.game.parse(str(opened.best)))
            view.check(opened.best)
        numbers = [value for value in (*turn, *(opened or ())) if isinstance(value, float)]
        if not all(map(isfinite, numbers)):
            raise Wrong
        found.append(turn._replace(played=played, best=best, opened=opened))
    return tuple(found)
