"""The record of a game, and how its file is written.

`docs/game-file.md` describes the format. Unknown fields are kept as they were read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from engine.series import SeriesPlace
from engine.table import Event, Sitter, Table
from engine.version import __version__
from saves.cut import CutDeal
from saves.document import Fault, read_document, write_document
from saves.files import make_folder, write_game

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


@dataclass(frozen=True, slots=True)
class Redrawn:
    """A move before a variation that fell otherwise in it than in the game.

    Attributes:
        at: The number of moves before it.
        move: The move, as moves are written.
    """

    at: int
    move: str


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves that were tried from a place of the game.

    Attributes:
        at: The number of moves of the game before them, chance's included.
        by: The author, as of a note.
        moves: The moves in order, chance's included; one at least.
        knows: The seats whose knowledge it was made with while the game was in play; what they
            could not know was drawn anew. None for one that was made afterwards.
        drawn: The moves before it that were drawn anew, in order.
        notes: The notes on its moves; their places count the moves before it too.
    """

    at: int
    by: str
    moves: tuple[str, ...]
    knows: tuple[int, ...] = ()
    drawn: tuple[Redrawn, ...] = ()
    notes: tuple[Note, ...] = ()

    def is_beginning_of(self, other: Variation) -> bool:
        """Return whether the other one has these moves first, from the same beginning."""
        mine, others = replace(self, moves=(), notes=()), replace(other, moves=(), notes=())
        return mine == others and self.moves == other.moves[: len(self.moves)]


class Remarks(NamedTuple):
    """What people have written beside the moves of a game: see `Record`."""

    notes: tuple[Note, ...] = ()
    variations: tuple[Variation, ...] = ()


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
        variations: What was tried from places of the game.
        cut: The values that its deal was made of, None where nobody cut.
    """

    table: Table[Any]
    created: str
    saved: str
    program: str
    document: dict[str, Any]
    series: SeriesPlace | None = None
    unfinished: UnfinishedMove | None = None
    notes: tuple[Note, ...] = ()
    variations: tuple[Variation, ...] = ()
    cut: CutDeal | None = None

    @property
    def remarks(self) -> Remarks:
        """The notes and the variations."""
        return Remarks(self.notes, self.variations)

    @remarks.setter
    def remarks(self, remarks: Remarks) -> None:
        self.notes, self.variations = remarks

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
        write_game(path, as_copy(self.to_bytes()))

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
            "options": old.get("options", table.game.written_options(table.options)),
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
        count = len(table.plays)
        notes = [note for note in self.notes if note.at <= count]
        variations = [one for one in self.variations if one.at <= count]
        if self.cut is not None:
            document.setdefault("cut", _brief(self.cut))  # it never changes
        else:
            document.pop("cut", None)
        for name, values in (
            ("notes", _kept_notes(old.get("notes", []), notes)),
            ("times", _kept_times(old.get("times", []), table.times)),
            ("lines", _kept_variations(old.get("lines", []), variations)),
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
    return [_as_read(before.get((note.at, note.by), {}), note) for note in notes]


def _kept_variations(
    old: Sequence[dict[str, Any]], variations: Sequence[Variation]
) -> list[dict[str, Any]]:
    """Return the variations as JSON; one that grew has what it was read with."""
    written = []
    for one, read in zip(variations, forms_of(variations, old), strict=True):
        kept = _as_read(read, one)
        if one.notes:
            kept["notes"] = _kept_notes(read.get("notes", []), one.notes)
        written.append(kept)
    return written


def forms_of(
    variations: Sequence[Variation], old: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return each variation as JSON as it was read, or as it was before it grew; {} for a new one.

    What was read belongs to one variation, for two may be equal but for their unknown fields.
    """
    if not old:
        return [{} for _ in variations]
    import msgspec  # as in `_kept`

    left = [(read, msgspec.convert(read, Variation)) for read in old]
    found = []
    for one in variations:
        same = [pair for pair in left if pair[1] == one]
        same += [pair for pair in left if pair[1].is_beginning_of(one)]
        if same:
            left.remove(same[0])
        found.append(same[0][0] if same else {})
    return found


def _as_read(read: Mapping[str, Any], value: Any) -> dict[str, Any]:
    """Return a value as JSON, its unknown fields and what is unchanged as they were read."""
    if not read:
        return _brief(value)
    import msgspec  # as in `_kept`

    known = {field.name for field in fields(value)}
    was = msgspec.convert(read, type(value))
    kept = {
        name: before
        for name, before in read.items()
        if name not in known or getattr(was, name) == getattr(value, name)
    }
    return {**kept, **{name: new for name, new in _brief(value).items() if name not in kept}}


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
