"""A share line: one line of text that holds a whole finished game, to be sent in a message.

It is `tapis1_` and letters and digits alone, so no program that shows text makes anything else of
it. They are a number in base 62: a byte 1, four bytes of check sum, and the game as JSON, packed.
`docs/game-file.md` describes it.
"""

from __future__ import annotations

import copy
import json
import re
import shlex
import zlib
from collections.abc import Collection
from dataclasses import replace
from math import log2
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any, Final

from engine.reasons import Explained
from engine.table import PROGRAM, Event, EventKind, Sitter, SitterKind, Table
from saves.document import Fault, quoted, read_document, write_document
from saves.files import MAX_BYTES, MAX_PARTS
from saves.reading import read_record
from saves.reasons import FileReason, ShareReason, sentence
from saves.record import Record

VERSION: Final = 1
MAX_LINE: Final = 4000
"""The most letters of a line; a longer game is sent as a file."""

SHOWN: Final = 20
"""The letters of a line that stand for all of it in a message."""

_PREFIX: Final = re.compile(r"tapis(\d{1,3})_")
_LETTERS: Final = digits + ascii_uppercase + ascii_lowercase
_VALUES: Final = {letter: value for value, letter in enumerate(_LETTERS)}
_BASE: Final = len(_LETTERS)
_FIRST: Final = b"\1"
_CHECK_BYTES: Final = 4
_PLAIN_DEFLATE: Final = -15
_BREAK: Final = "\n"


class NotShared(Explained):
    """An error: no line holds this game."""


def is_share_line(text: str) -> bool:
    """Whether a text is meant as a share line, of whatever version and however damaged.

    >>> is_share_line("tapis1_3kD9"), is_share_line("tapis.json")
    (True, False)
    """
    return _PREFIX.match(text.lstrip()) is not None


def shown_line(text: str) -> str:
    """Return the beginning of a line, for messages.

    >>> shown_line("tapis1_" + 100 * "a")
    'tapis1_aaaaaaaaaaaaa...'
    """
    whole = _joined(text[: 2 * SHOWN])
    return whole if len(whole) <= SHOWN else f"{whole[:SHOWN]}..."


def share_line(record: Record, *, with_notes: bool = False) -> str:
    """Return the line for a finished game: all of it but the seeds and commands of players.

    With `with_notes` it has the notes and variations too, and the times of moves. Raises
    `NotShared` for a game in play, and for a line of more than `MAX_LINE` letters.
    """
    document = json.loads(shared(record, with_notes=with_notes).to_bytes())
    document["moves"] = _BREAK.join(document["moves"])
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    packer = zlib.compressobj(9, wbits=_PLAIN_DEFLATE, memLevel=9, zdict=WORDS)
    packed = packer.compress(text.encode()) + packer.flush()
    data = _FIRST + zlib.crc32(packed).to_bytes(_CHECK_BYTES) + packed
    prefix = f"tapis{VERSION}_"
    length = len(prefix) + int((8 * len(data) - 7) / log2(_BASE)) + 1  # that of the longest one
    if length > MAX_LINE:
        raise NotShared(ShareReason.TOO_LONG, count=length, most=MAX_LINE)
    return prefix + _written(int.from_bytes(data))


def shared(record: Record, *, with_notes: bool = False) -> Record:
    """Return a finished game as others are given it. Raises `NotShared` while it is in play.

    Left out are the seeds of players, the commands of programs but for the program's name, why a
    program gave up, fields that this program does not know, and an unfinished move; notes,
    variations and the times of moves unless they are asked for.
    """
    if record.table.outcome is None:
        raise NotShared(ShareReason.IN_PLAY)
    table = copy.copy(record.table)
    table.seed = None
    programs = _seats_of_programs(table)
    table.events = [_shared_event(event, programs) for event in table.events]
    table.sitters = tuple(map(_shared_sitter, table.sitters))
    if not with_notes:
        table.times = []
    fresh = Record(table, record.created, record.saved, record.program, {}, record.series)
    if with_notes:
        fresh.remarks = record.remarks
    return fresh


def read_share_line(text: str) -> Record:
    """Return the game in a line, every move checked by the rules.

    Blanks and line breaks in it are passed over. Raises `Fault`, within the time and memory that a
    file of 4 MiB may take.
    """
    document = read_document(_unpacked(_joined(text)))
    if not isinstance(document, dict) or not isinstance(document.get("moves"), str):
        raise Fault("$.moves", FileReason.MISSING)
    moves = document["moves"]
    if moves.count(_BREAK) > MAX_PARTS:
        raise Fault("$", FileReason.TOO_MANY_PARTS, most=MAX_PARTS)
    data = write_document({**document, "moves": moves.split(_BREAK) if moves else []})
    if len(data) > MAX_BYTES:
        raise _fault(FileReason.TOO_LONG_A_FILE)
    record = read_record(data)
    if record.table.outcome is None:
        raise Fault("$.outcome", FileReason.NOT_FINISHED)
    return record


def _unpacked(line: str) -> bytes:
    """Return the document in a line without blanks. Raises `Fault`."""
    prefix = _PREFIX.match(line)
    if prefix is None:
        raise _fault(FileReason.NO_SHARE_LINE)
    if int(prefix[1]) != VERSION:
        raise _fault(FileReason.NEWER, version=int(prefix[1]), newest=VERSION)
    if len(line) > MAX_LINE:
        raise _fault(FileReason.TOO_LONG_A_MOVE, most=MAX_LINE)
    data = _read(line, prefix.end())
    packed = data[len(_FIRST) + _CHECK_BYTES :]
    check = data[len(_FIRST) : len(_FIRST) + _CHECK_BYTES]
    if data[: len(_FIRST)] != _FIRST or check != zlib.crc32(packed).to_bytes(_CHECK_BYTES):
        raise _fault(FileReason.DAMAGED)
    unpacker = zlib.decompressobj(_PLAIN_DEFLATE, zdict=WORDS)
    try:
        unpacked = unpacker.decompress(packed, MAX_BYTES + 1)
    except zlib.error:
        raise _fault(FileReason.DAMAGED) from None
    if len(unpacked) > MAX_BYTES:
        raise _fault(FileReason.TOO_LONG_A_FILE)
    if not unpacker.eof or unpacker.unused_data:
        raise _fault(FileReason.DAMAGED)
    return unpacked


def _read(line: str, begin: int) -> bytes:
    """Return the bytes of a line after its prefix."""
    number = 0
    for at, letter in enumerate(line[begin:], begin + 1):
        if letter not in _VALUES:
            place = sentence(FileReason.AT_LETTER, letter=at)
            raise Fault(place, FileReason.NO_SHARE_LETTER, text=quoted(letter))
        number = number * _BASE + _VALUES[letter]
    if line[begin : begin + 1] == _LETTERS[0]:
        raise _fault(FileReason.DAMAGED)
    return number.to_bytes((number.bit_length() + 7) // 8)


def _written(number: int) -> str:
    letters = []
    while number:
        number, value = divmod(number, _BASE)
        letters.append(_LETTERS[value])
    return "".join(reversed(letters))


def _fault(why: FileReason, **facts: object) -> Fault:
    return Fault(sentence(FileReason.THE_LINE), why, **facts)


def _joined(text: str) -> str:
    return "".join(text.split())


def _shared_sitter(sitter: Sitter) -> Sitter:
    """Return a sitter without a seed, of a program no more than its name."""
    if sitter.sitter_kind is not SitterKind.PROGRAM:
        return replace(sitter, seed=None)
    try:
        command = shlex.split(sitter.kind.removeprefix(PROGRAM))
    except ValueError:
        command = []
    name = command[0].rstrip("/").rpartition("/")[2] if command else ""
    return Sitter(sitter.name, PROGRAM + shlex.quote(name))


def _seats_of_programs(table: Table[Any]) -> set[int]:
    """Return the seats at which a program ever sat."""
    sat = [*enumerate(table.sitters), *((event.seat, event.sitter) for event in table.events)]
    return {
        seat
        for seat, sitter in sat
        if seat is not None and sitter and sitter.sitter_kind is SitterKind.PROGRAM
    }


def _shared_event(event: Event, programs: Collection[int]) -> Event:
    """Return an event without what is only for the machine it happened on."""
    if event.kind is EventKind.FORFEIT and event.seat in programs:
        event = replace(event, text="")
    return replace(event, sitter=_shared_sitter(event.sitter)) if event.sitter else event


# The words that lines of version 1 are packed with: texts that most games have in common. The
# unpacker needs the very same text, so it never changes; a later version may have another one.

_PLAYERS: Final = (
    *("EAST", "NORTH", "WEST", "SOUTH", "SUD", "NORD", "WHITE", "BLACK", "WHITE 2", "BLACK 2"),
    *("WHITE 1", "BLACK 1", "Blanc", "Noir", "Est", "Nord", "Ouest", "Sud", "Joueur 1"),
    *(f"PLAYER {number}" for number in range(8, 0, -1)),
)
_KINDS: Final = ("random", "greedy", "novice", "club", "expert", "master", "casual", "human")
_EVENTS: Final = (
    '{"kind":"seat","at":1,"seat":0,"sitter":{"name":"","kind":"casual"}},'
    '{"kind":"branch","at":1},{"kind":"forfeit","at":10,"seat":0,"text":"'
    '{"kind":"take-back","at":1,"seat":0,"moves":["'
    '{"kind":"hint","at":1,"seat":0,"text":"20^ 23^"},'
)
_ENDS: Final = (
    '"winners":[0,1,2,3],"why":"both-connected',
    '"winners":[3],"why":"last-in","points":[]',
    '"winners":[2],"why":"hundred","points":[26,52,',
    '"winners":[],"why":"repetition',
    '"winners":[0,2],"why":"no-pawns',
    '"winners":[1],"why":"no-move',
    '"winners":[1],"why":"forfeit',
    '"winners":[1],"why":"mat',
    '"winners":[0],"why":"points","points":[7,',
    '"winners":[1],"why":"connected","points":[]',
    '"winners":[1],"why":"all-laid","points":[]',
    '"winners":[0],"why":"blocked","points":[]',
)
_OPTIONS: Final = (
    '"players":2,"cards":26,"limit":',
    '"players":4,"cards":5,"limit":10000',
    '"joker":false,"sums":false,"values":"faces","slap":"reflex"',
    '"joker":true,"sums":true,"values":"rank","slap":"lots"',
    '"variant":1,"announce":"hand","players":4,"first":"black","position":"',
    '"variant":0,"announce":"auto","players":2,"first":"lots","position":""',
    '"first":"south"',
    '"first":"north"',
    '"first":"lots"',
)
_MOVES: Final = (
    r"slap 2013\nslap\nturn\nturn\nturn\nshuffle QS JS\nturn\nshuffle JH 4D\nturn\n",
    r"shuffle turn\nturn\nshuffle QC TC QD TD\n",
    r"0:pass 2C QS AH\n1:pass KC JS QS\n2:pass AC JH QH\n3:pass QD KH KS\njoker AS\n2C\nTC\n",
    r"ZF6-F8\nA1-D4\nE2xE5\nD5-E5\nF4xF7\nG7-F8\nH9-G9\nE8-E7\nD6-E6\nback\naccept\n",
    r"02^ 03^ 10^\n59v 58v 50v\n20^ 30^ 40^ 23v\n41^' 11v'\n53^ 18v' 44^\n",
)


def _words() -> bytes:
    """Return the text, the likeliest words last: the nearest words are packed shortest."""
    players = "".join(f'{{"name":"{name}","kind":"human"}},' for name in _PLAYERS)
    kinds = "".join(f' ({kind})","kind":"{kind}"}},{{"name":"' for kind in _KINDS)
    dates = '"series":{"number":1,"games":3,"score":[0,0]}}'
    games = "".join(
        f'{{"format":"tapis-vert","version":1,"game":"{game}","rules":1,"options":{{{options}}},'
        f'"players":[{{"name":"","kind":"human"}}],"moves":"{moves}","events":[],"outcome":{{'
        '"winners":[0],"why":"","points":[]},"seed":null,"created":"2026-11-21T08:54:00Z",'
        '"saved":"2026-12-21T09:12:30Z","program":"0.1.0"}'
        for game, options, moves in (
            ("war", _OPTIONS[1], r"deal 7D 9H AH KD AD / \nturn\nshuffle "),
            ("hearts", _OPTIONS[3], r"deal 4C 9C 2D 7D JD KD AD / \n0:pass "),
            ("zen", _OPTIONS[5], r"begin B\nbegin W\n"),
            ("duel", _OPTIONS[8], r"begin SUD\nbegin NORD\ndeal 15 20 23 32 41 48 / "),
        )
    )
    return "".join((*_MOVES, _EVENTS, *_OPTIONS, *_ENDS, players, kinds, dates, games)).encode()


WORDS: Final = _words()
