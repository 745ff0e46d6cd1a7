"""The canonical form of a game's file: the same game is always written with the same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any, Final

from engine.series import SeriesPlace
from engine.table import Event, Sitter
from saves.document import write_document
from saves.reading import RecordFields, ResultFields
from saves.record import Note, Record, UnfinishedMove

_ROOT: Final = frozenset(RecordFields.__struct_fields__)
_RESULT: Final = frozenset(ResultFields.__struct_fields__)


def canonical(record: Record) -> bytes:
    """Return the one form of a game's file.

    Known fields stand in the order of the documentation, without those at their defaults; unknown
    ones follow by name. Notes stand in order, and times are in UTC.
    """
    notes = tuple(sorted(record.notes, key=lambda note: (note.at, note.by)))
    fresh = json.loads(replace(record, document={}, notes=notes).to_bytes())
    old = record.document
    for name in ("created", "saved"):
        moment = datetime.fromisoformat(fresh[name]).astimezone(UTC)
        fresh[name] = moment.isoformat().replace("+00:00", "Z")
    if old.get("copy"):
        fresh["copy"] = True
    _add_unknown(fresh["options"], old.get("options"), _names(type(record.table.options)))
    for name, kind in (("players", Sitter), ("events", Event)):
        for value, before in zip(fresh[name], old.get(name, ()), strict=False):
            _add_unknown(value, before, _names(kind))
            if sitter := value.get("sitter"):
                _add_unknown(sitter, before.get("sitter"), _names(Sitter))
    _add_unknown(fresh["outcome"], old.get("outcome"), _RESULT)
    _add_unknown(fresh.get("series"), old.get("series"), _names(SeriesPlace))
    _add_unknown(fresh.get("draft"), old.get("draft"), _names(UnfinishedMove))
    before_by = {(note["at"], note["by"]): note for note in old.get("notes", ())}
    for note in fresh.get("notes", ()):
        _add_unknown(note, before_by.get((note["at"], note["by"])), _names(Note))
    _add_unknown(fresh, old, _ROOT)
    return write_document(fresh)


def _names(kind: Any) -> frozenset[str]:
    return frozenset(field.name for field in fields(kind))


def _add_unknown(fresh: Any, old: Mapping[str, Any] | None, known: Iterable[str]) -> None:
    """Add the unknown fields of an object as it was read to its fresh form, by name."""
    if isinstance(fresh, dict) and old:
        for name in sorted(old.keys() - set(known)):
            fresh[name] = _in_order(old[name])


def _in_order(value: Any) -> Any:
    """Return a value in which each object has its fields in order."""
    if isinstance(value, dict):
        return {name: _in_order(value[name]) for name in sorted(value)}
    return [_in_order(one) for one in value] if isinstance(value, list) else value
