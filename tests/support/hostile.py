"""Files made to take long or much memory, each as large as a file may be."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from games_on_disk import NOW
from zens import new_table, quiet_game

from engine.zen.options import ZenOptions
from saves.files import MAX_BYTES, MAX_PARTS
from saves.reading import MAX_EFFORT
from saves.record import Record
from saves.variations import MAX_VARIATIONS

VALUES = {
    "zeros": b"0",
    "numbers": b"300",
    "fractions": b"1.5",
    "large fractions": b"1.5e308",
    "long numbers": b"9" * 1000,
    "too long numbers": b"9" * 1001,
    "no numbers": b"NaN",
    "lists": b"[]",
    "objects": b"{}",
    "small objects": b'{"":0}',
    "deep lists": b"[" * 60 + b"]" * 60,
    "deep objects": b'{"":' * 60 + b"0" + b"}" * 60,
    "texts": b'"ab"',
    "letters": '"é"'.encode(),
    "escapes": b'"\\u0061\\ud83d\\ude00"',
    "hints": b'{"kind":"hint","at":0}',
    "take-backs": b'{"kind":"take-back","at":0,"moves":["F11-F8"]}',
    "sitters": b'{"name":""}',
    "variations": b'{"at":0,"by":"","moves":["F11-F8"]}',
    "redrawn moves": b'{"at":0,"move":""}',
}
"""What a list may be full of."""

PLACES = ("extra", "moves", "events", "players", "outcome", "lines")

MAT = ("11/11/5WW4/3B4W2/5B1W3/4B6/3B3W1W1/7W1W1/3W2W2W1/11/11 B -", "D8-E9")
ECHEC = ("11/4WW2B2/4W1BW3/7B3/11/8B1B/2W1W4B1/10W/11/7W3/11 B -", "I10xF10")
"""Positions, and the move in them that the rules have to look at longest."""

SHAPES = {
    "blanks": b" " * MAX_BYTES,
    "zero bytes": bytes(MAX_BYTES),
    "an open text": b'"' + b"a" * (MAX_BYTES - 1),
    "a text": b'"' + b"a" * (MAX_BYTES - 2) + b'"',
    "half a letter at last": b'"' + b"\xc3\xa9" * (MAX_BYTES // 2 - 10) + b'\\ud800"',
    "no UTF-8 at last": b" " * (MAX_BYTES - 1) + b"\xff",
    "a fault at last": b'["' + b"\n" * (MAX_BYTES - 8),
    "open lists": b"[" * MAX_BYTES,
    "open objects": b'{"a":' * (MAX_BYTES // 5),
    "digits": b"9" * MAX_BYTES,
    "digits of a fraction": b"0." + b"9" * (MAX_BYTES - 2),
    "digits of an exponent": b"1e" + b"9" * (MAX_BYTES - 2),
}


def game(options: ZenOptions | None = None) -> dict[str, Any]:
    """Return the file of a new game of Zen."""
    table = new_table(options or ZenOptions(1, first="black"), None)
    document: dict[str, Any] = json.loads(Record.new(table, NOW).to_bytes())
    return document


def full(place: str, value: bytes, most: int | None = None) -> bytes:
    """Return a game with a list of this value, as often as there is room or `most` says."""
    before, after = json.dumps({**game(), place: "@"}).encode().split(b'"@"')
    count = (MAX_BYTES - len(before) - len(after) - 2) // (len(value) + 1)
    return before + b"[" + b",".join([value] * min(count, most or count)) + b"]" + after


def keys(count: int) -> bytes:
    """Return an object of so many keys."""
    return b"{" + b",".join(b'"%x":[]' % number for number in range(count)) + b"}"


Makers = dict[str, Callable[[], bytes]]


def structures() -> Makers:
    """Return how to make files whose structure is the trouble: as full as can be, or may be."""
    made: Makers = {name: partial(bytes, data) for name, data in SHAPES.items()}
    for name, value in VALUES.items():
        ends = sum(map(value.count, (b",", b"]", b"}")))
        most = (MAX_PARTS - 100) // (1 + ends)
        for place in (
            PLACES if name in ("zeros", "hints", "sitters", "texts", "variations") else PLACES[:1]
        ):
            made[f"{name} in {place}"] = partial(full, place, value)
            made[f"{name} in {place}, as many as may be"] = partial(full, place, value, most)
    for name, count in (("keys, as many as may be", MAX_PARTS // 2 - 100), ("keys", MAX_PARTS)):
        made[name] = partial(keys, count)
    for key in ("game", "created", "program", "format"):
        made[f"a long {key}"] = partial(changed, **{key: "x" * (MAX_BYTES - 1000)})
    position = "/".join(["BWZ" * (MAX_BYTES // 40)] * 11)
    made["a long position"] = partial(changed, options={"position": position})
    made["a long move"] = partial(changed, moves=["20^ " * 500_000])
    return made


def long_games() -> Makers:
    """Return how to make games whose moves are the trouble."""
    made: Makers = {}
    for announce in ("auto", "hand"):
        options = ZenOptions(variant=1, announce=announce, first="black")
        for count in (MAX_EFFORT, MAX_EFFORT + 1):
            made[f"{count} quiet moves, {announce}"] = partial(quiet, options, count)
    made["a move taken back"] = partial(taken_back, game(), ["F11-F8"], MAX_EFFORT + 1)
    for name, (position, move) in (("mat", MAT), ("échec", ECHEC)):
        document = game(ZenOptions(1, position=position))
        made[f"{name} taken back"] = partial(taken_back, document, [move], MAX_EFFORT)
    made["as many long variations as may be"] = variations
    return made


def variations() -> bytes:
    """Return a game with as many variations as may be, each with moves before it to be played."""
    moves = quiet_game(1000)
    line = {"at": 1000, "by": "", "moves": ["F11-F8"], "drawn": [{"at": 0, "move": moves[0]}]}
    return changed(moves=moves, lines=[line] * MAX_VARIATIONS)


def changed(**fields: Any) -> bytes:
    """Return a game with these fields."""
    return json.dumps({**game(), **fields}).encode()


def quiet(options: ZenOptions, count: int) -> bytes:
    """Return a game of quiet moves."""
    return json.dumps({**game(options), "moves": quiet_game(count)}, indent=1).encode()


def taken_back(document: dict[str, Any], moves: Sequence[str], times: int) -> bytes:
    """Return the game with the same moves taken back so often."""
    event = {"kind": "take-back", "at": 0, "moves": moves}
    return json.dumps({**document, "events": [event] * times}).encode()
