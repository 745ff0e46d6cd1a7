"""Games as commands read them: from a file, or from a share line."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

from cli.output import BadUse
from engine.table import Table
from saves.document import Fault
from saves.record import Record
from saves.store import SavedFile, inspect_file
from words.translation import about, said

GameSource: TypeAlias = Path | str
"""Where a game is: the path of its file, or the share line that holds it."""


def name_of(source: GameSource) -> str:
    """Return what a message calls a game: its path, or the beginning of its line."""
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


def read_table(source: GameSource) -> Table[Any]:
    """Return the table of the game in a file or a line, every move checked. Raises `BadUse`."""
    return read_game(source).table
