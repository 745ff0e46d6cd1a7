"""The canonical form of a game's file: the same game is always written with the same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from datetime import UTC, datetime
from typing import Any, Final

from engine.series import SeriesPlace
from engine.table import Event, Sitter
from saves.cut import Cut, CutDeal
from saves.document import write_document
from saves.reading import RecordFields, ResultFields
from saves.record import Note, Record, Redrawn, UnfinishedMove, Variation, forms_of

_ROOT: Final = frozenset(RecordFields.__struct_fields__)
_RESULT: Final = frozenset(ResultFields.__struct_fields__)


def canonical(record: Record) -> bytes:
    """Return the one form of a game's file.

    Known fields stand in the order of the documentation, without those at their defaults; unknown
    ones follow by name. Notes and variations stand in order, and times are in UTC.
    """
    variations = tuple(
        replace(one, knows=tuple(sorted({*one.knows})), notes=_in_place(one.notes))
        for one in record.variations
    )
    plain = replace(record, document={}, notes=_in_place(record.notes), variations=variations)
    fresh = json.loads(plain.to_bytes())
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
    if cut := old.get("cut"):
        _add_unknown(fresh["cut"], cut, _names(CutDeal))
        for one, before in zip(fresh["cut"]["cuts"], cut["cuts"], strict=True):
            _add_unknown(one, before, _names(Cut))
    _add_unknown_of_notes(fresh, old)
    lines = fresh.get("lines", [])
    for one, form in zip(lines, forms_of(record.variations, old.get("lines", ())), strict=True):
        for move, before in zip(one.get("drawn", ()), form.get("drawn", ()), strict=False):
            _add_unknown(move, before, _names(Redrawn))
        _add_unknown_of_notes(one, form)
        _add_unknown(one, form, _names(Variation))
    lines.sort(key=lambda one: (one["at"], one["by"], one["moves"], json.dumps(one)))
    _add_unknown(fresh, old, _ROOT)
    return write_document(fresh)


def _in_place(notes: Iterable[Note]) -> tuple[Note, ...]:
    return tuple(sorted(notes, key=lambda note: (note.at, note.by)))


def _add_unknown_of_notes(fresh: Mapping[str, Any], old: Mapping[str, Any]) -> None:
    before_by = {(note["at"], note["by"]): note for note in old.get("notes", ())}
    for note in fresh.get("notes", ()):
        _add_unknown(note, before_by.get((note["at"], note["by"])), _names(Note))


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
