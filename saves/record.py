"""The record of a game, and how its file is written.

`docs/game-file.md` describes the format. Unknown fields are kept as they were read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from engine.series import SeriesPlace
from engine.table import Event, Sitter, Table
from engine.version import __version__
from saves.document import Fault, read_document, write_document
from saves.files import make_folder, write_file

FORMAT: Final = "tapis-vert"
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class UnfinishedMove:
    """A move that a person had begun when the game was left.

    Attributes:
        seat: The seat to move.
        at: The number of moves on the table.
        steps: The steps made so far, as `Game.format_step` writes them.
    """

    seat: int
    at: int
    steps: tuple[str, ...]


PERSON: Final = "person"
"""The author of the notes that people write."""

MAX_NOTE: Final = 1000
"""The longest text of a note, in letters."""

NoteSign: TypeAlias = Literal["", "!", "?", "!?", "?!"]


@dataclass(frozen=True, slots=True)
class Note:
    """A note about the turn after which `at` moves are on the table, or about the beginning.

    Attributes:
        at: The number of moves, chance's included.
        by: The author: `PERSON`, or one that this program does not know.
        sign: What the turn is worth: good, bad, interesting or dubious; empty for none.
        text: The text, one line.
    """

    at: int
    by: str
    sign: NoteSign = ""
    text: str = ""


@dataclass
class Record:
    """A table with what only its file knows.

    Attributes:
        table: The game.
        created, saved: The times of its beginning and last save, ISO 8601 with a zone.
        program: The version of the program that saved it.
        document: The file as it was read, {} for a new game.
        series: Its place in a series, None for a single game.
        unfinished: The move that was begun when the game was left.
        notes: The notes, at most one by each author at a place.
    """

    table: Table[Any]
    created: str
    saved: str
    program: str
    document: dict[str, Any]
    series: SeriesPlace | None = None
    unfinished: UnfinishedMove | None = None
    notes: tuple[Note, ...] = ()

    @classmethod
    def new(cls, table: Table[Any], now: datetime) -> Record:
        """Return the record of a new game."""
        return cls(table, _time(now), _time(now), __version__, {})

    def stamp(self, now: datetime) -> None:
        """Set the time of the save and the version of this program."""
        self.saved = _time(now)
        self.program = __version__

    def write_copy(self, path: Path) -> None:
        """Write a copy of the game into a file, which may be there, in a folder that may not.

        Raises `OSError`.
        """
        make_folder(path.parent)
        write_file(path, as_copy(self.to_bytes()))

    def to_bytes(self, ahead: Table[Any] | None = None) -> bytes:
        """Return the bytes of the file, for the table or for its copy that is `ahead`.

        Unchanged parts of the document are written as they were read.
        """
        table = ahead or self.table
        old = self.document
        fresh: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "game": table.game.key,
            "rules": table.game.rules_version,
            "options": old.get("options", asdict(table.options)),
            "players": _kept(old.get("players", []), table.sitters, Sitter),
            "moves": [table.move_text(at) for at in range(len(table.plays))],
            "events": _kept(old.get("events", []), table.events, Event),
            "outcome": _updated(old.get("outcome"), table.outcome and table.outcome.to_json()),
            "seed": table.seed if table.state.chance_to_come else None,
            "created": self.created,
            "saved": self.saved,
            "program": self.program,
        }
        document = {**old, **fresh}
        document.pop("copy", None)
        for name, value in (("series", self.series), ("draft", self._draft(table))):
            if value is not None:
                document[name] = _updated(old.get(name), _brief(value))
            else:
                document.pop(name, None)
        notes = [note for note in self.notes if note.at <= len(table.plays)]
        for name, values in (
            ("notes", _kept_notes(old.get("notes", []), notes)),
            ("times", _kept_times(old.get("times", []), table.times)),
        ):
            if values:
                document[name] = values
            else:
                document.pop(name, None)
        return write_document(document)

    def _draft(self, table: Table[Any]) -> UnfinishedMove | None:
        """Return the unfinished move, None if its turn is over."""
        is_due = self.unfinished is not None and self.unfinished.at == len(table.plays)
        return self.unfinished if is_due and table.outcome is None else None


def as_copy(data: bytes) -> bytes:
    """Return the bytes of a game's file, marked as a copy that nobody has gone on with.

    What is no document stays as it is.
    """
    try:
        document = read_document(data)
    except Fault:
        return data
    return write_document({**document, "copy": True}) if isinstance(document, dict) else data


def _kept(old: list[Any], new: Sequence[Any], kind: type) -> list[Any]:
    """Return the new values as JSON, those that are unchanged as they were read."""
    if not old:
        return [_brief(value) for value in new]
    import msgspec  # takes long to load, and a new game has nothing that was read

    written = []
    for at, value in enumerate(new):
        before = old[at] if at < len(old) else None
        same = before is not None and msgspec.convert(before, kind) == value
        written.append(before if same else _updated(before, _brief(value)))
    return written


def _kept_notes(old: Sequence[dict[str, Any]], notes: Sequence[Note]) -> list[dict[str, Any]]:
    """Return the notes as JSON, with the unknown fields that they were read with."""
    before = {(one["at"], one["by"]): one for one in old}
    known = {field.name for field in fields(Note)}
    written = []
    for note in notes:
        read = before.get((note.at, note.by), {})
        kept = {
            name: value
            for name, value in read.items()
            if name not in known or value == getattr(note, name)
        }
        written.append({**kept, **_brief(note)})
    return written


def _kept_times(old: Sequence[float | None], times: Sequence[float | None]) -> list[float | None]:
    """Return the times up to the last one that was measured, as they were read."""
    last = max((at for at, seconds in enumerate(times, 1) if seconds is not None), default=0)
    same = [*old[:last], *[None] * (last - len(old))]
    return [before if before == now else now for before, now in zip(same, times, strict=False)]


def _brief(value: Any) -> dict[str, Any]:
    """Return a dataclass as JSON without the fields at their defaults."""
    plain = asdict(value)
    return {
        field.name: kept.value if isinstance(kept := plain[field.name], Enum) else kept
        for field in fields(value)
        if getattr(value, field.name) != field.default
    }


def _updated(before: Any, fresh: Any) -> Any:
    """Return `fresh` with the unknown fields of `before` added."""
    both = isinstance(before, dict) and isinstance(fresh, dict)
    return {**before, **fresh} if both else fresh


def _time(now: datetime) -> str:
    return now.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
