"""Makes the JSON Schema of a game's file, `docs/game-file.schema.json`, of the types that read it.

What depends on other fields stands there only as far as the game decides it; the rules of the
games, and the order of events, are for `tapis check`.
"""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any, Final

import msgspec

from engine.description import Option
from engine.games import GAMES, describe, find_game
from engine.table import EventKind
from saves.checked_moves import MAX_MOVE
from saves.reading import MAX_EFFORT, RecordFields
from saves.record import FORMAT, MAX_NOTE, VERSION
from saves.variations import MAX_VARIATIONS

PAGE: Final = Path(__file__).parents[2] / "docs" / "game-file.schema.json"
SEATS: Final = {"duel": (2, 2), "zen": (2, 4), "hearts": (4, 4), "war": (2, 8)}
"""The fewest and the most seats of each game."""
SIDES: Final = {**SEATS, "zen": (2, 2)}
MOMENT: Final = r"^\d{4}.*([Zz]|[+-]\d\d(:?\d\d(:?\d\d(\.\d+)?)?)?)$"

Form = dict[str, Any]


def schema() -> Form:
    """Return the schema."""
    made = msgspec.json.schema(RecordFields)
    parts = made["$defs"]
    root = parts.pop("RecordFields")
    for part in (root, *parts.values()):
        _tidy(part)
    _limit(root["properties"], parts)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:{FORMAT}:game-file:{VERSION}",
        "title": "A game of Tapis Vert",
        "type": "object",
        "properties": root["properties"],
        "required": root["required"],
        "allOf": [_of_game(key) for key in GAMES],
        "$defs": parts,
    }


def _tidy(part: Form) -> None:
    """Give the fields of a type the descriptions of its docstring."""
    del part["title"]
    words = inspect.cleandoc(part.pop("description", ""))
    about, _attributes, rest = words.partition("\n\nAttributes:\n")
    if about:
        part["description"] = " ".join(about.split("\n\n")[0].replace("`", "").split())
    found = re.findall(r"^ {4}([\w, ]+): (.+(?:\n {8,}.+)*)", rest, re.MULTILINE)
    for names, told in found:
        for name in names.split(", "):
            if name in part.get("properties", {}):
                part["properties"][name]["description"] = " ".join(told.replace("`", "").split())


def _limit(fields: Form, parts: Form) -> None:
    """Add the limits that the types do not say."""
    fields["format"] = {"const": FORMAT}
    fields["version"] = {"const": VERSION}
    fields["game"] = {"enum": list(GAMES)}
    fields["moves"] |= {"items": {"$ref": "#/$defs/Move"}, "maxItems": MAX_EFFORT}
    for name in ("created", "saved"):
        fields[name]["pattern"] = MOMENT
    fields["times"]["items"]["anyOf"][0]["minimum"] = 0
    parts["Move"] = {"type": "string", "maxLength": MAX_MOVE}
    event = parts["Event"]
    event["properties"]["at"] |= {"minimum": 0, "maximum": MAX_EFFORT}
    event["properties"]["moves"]["items"] = {"$ref": "#/$defs/Move"}
    event["properties"]["seat"]["anyOf"][0]["minimum"] = 0
    seat, sitter = {"seat": {"type": "integer"}}, {"sitter": {"type": "object"}}
    event["allOf"] = [
        _where(
            "kind", EventKind.SEAT, {"required": ["seat", "sitter"], "properties": seat | sitter}
        ),
        _where("kind", EventKind.FORFEIT, {"required": ["seat"], "properties": seat}),
        {
            "if": {"not": {"properties": {"kind": {"const": EventKind.TAKE_BACK.value}}}},
            "then": {"properties": {"moves": {"maxItems": 0}}},
        },
    ]
    parts["Note"]["properties"]["at"]["minimum"] = 0
    variation = parts["Variation"]["properties"]
    variation["at"]["minimum"] = 0
    variation["moves"] |= {"items": {"$ref": "#/$defs/Move"}, "minItems": 1}
    variation["knows"]["items"]["minimum"] = 0
    parts["Redrawn"]["properties"]["at"]["minimum"] = 0
    parts["Redrawn"]["properties"]["move"] |= {"maxLength": MAX_MOVE}
    fields["lines"]["maxItems"] = MAX_VARIATIONS
    parts["Note"]["properties"]["text"]["maxLength"] = MAX_NOTE
    parts["ResultFields"]["properties"]["winners"]["items"]["minimum"] = 0
    series = parts["SeriesPlace"]["properties"]
    for name in ("number", "games"):
        series[name]["minimum"] = 1
    series["score"]["items"]["minimum"] = 0


def _where(name: str, value: EventKind, then: Form) -> Form:
    return {"if": {"properties": {name: {"const": value.value}}}, "then": then}


def _of_game(key: str) -> Form:
    """Return what the files of one game keep to."""
    game, (fewest, most) = find_game(key), SEATS[key]
    options = msgspec.json.schema(game.options)["$defs"][game.options.__name__]
    _tidy(options)
    for option in describe(key).options:
        options["properties"][option.name] |= _range(option)
    seats = {"items": {"properties": {"seat": {"maximum": most - 1}}}}
    sides = dict(zip(("minItems", "maxItems"), SIDES[key], strict=True))
    knows = {"items": {"properties": {"knows": {"items": {"maximum": most - 1}}}}}
    then = {
        "rules": {"const": game.rules_version},
        "options": options,
        "players": {"minItems": fewest, "maxItems": most},
        "events": seats,
        "outcome": {
            "properties": {
                "why": {"enum": [reason.code for reason in game.endings]},
                "winners": {"maxItems": most, "items": {"maximum": most - 1}},
            }
        },
        "series": {"properties": {"score": sides}},
        "lines": knows,
    }
    is_game = {"properties": {"game": {"const": key}}, "required": ["game"]}
    return {"if": is_game, "then": {"properties": then}}


def _range(option: Option) -> Form:
    values = option.values
    return {"minimum": values[0], "maximum": values[-1]} if isinstance(values, range) else {}


def text() -> str:
    """Return the file."""
    return json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
