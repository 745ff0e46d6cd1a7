"""What a terminal may send though nobody meant it: by lot, the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

BEGIN_PASTE, END_PASTE = b"\x1b[200~", b"\x1b[201~"
LEAVING = b"q\x03\x11\x1a"
"""q, Ctrl-C, Ctrl-Q and Ctrl-Z leave the program; they are for the end."""

LETTERS = bytes(set(range(0x20, 0x7F)) - set(LEAVING) - set(b"/"))  # no file lies elsewhere
CONTROLS = bytes(set(range(0x20)) - set(LEAVING)) + b"\x7f"
ARROWS = [b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D"]
KEYS = [*ARROWS, b"\r", b"\r", b" ", b"\x1b", b"\x1bOP", b"\x1b[Z"]
SIZES = [(1, 1), (2, 1), (1, 30), (3, 2), (39, 19), (40, 20), (79, 24), (80, 24), (200, 60)]
NUMBERS = [-1, 0, 1, 9, 20, 64, 80, 223, 55_296, 10**9, 10**18]
STARTS = [
    "\x1b[",
    "\x1b[?",
    "\x1bO",
    "\x1b]",
    "\x1bP",
    "\x1b_",
    "\x1b[<",
    "\x1b[48;",
    "\x1b[?2048;",
]
ENDS = ["", "", *"uABCDHIORPtyM~c", "$y", "\x1b\\", "\x07", "é", "\x00"]
PASTES = [
    b"15^ 20^",
    b"\n",
    b"\x00",
    b"\xe9\xff",
    "日本 é\r\n2".encode(),
    b"\x1b[A\x1b[31m",
    b"x" * 5000,
]


class Size(NamedTuple):
    """The window gets another size."""

    columns: int
    rows: int


Input = bytes | Size


def gibberish(seed: int, count: int, longest_paste: int) -> Iterator[Input]:
    """Yield so many inputs; one of four hundred is a paste of so many bytes."""
    lots = Random(seed)
    for _ in range(count):
        yield (
            _long_paste(lots, longest_paste)
            if lots.random() < 1 / 400
            else lots.choice(KINDS)(lots)
        )


def _letter(lots: Random) -> Input:
    return bytes([lots.choice(LETTERS)])


def _control(lots: Random) -> Input:
    return bytes([lots.choice(CONTROLS)])


def _key(lots: Random) -> Input:
    return lots.choice(KEYS)


def _no_text(lots: Random) -> Input:
    return lots.choice([b"\xe9", b"\xff\xfe", b"\xf0\x9f", _bytes(lots, 5)]) + lots.choice(
        [b"", *KEYS]
    )


def _bytes(lots: Random, count: int) -> bytes:
    return lots.randbytes(count).translate(None, LEAVING)


def _mouse(lots: Random) -> Input:
    """Return a mouse code of one of four sorts; those in SGR hit the window as a rule."""
    a, b, c = lots.choices(NUMBERS, k=3)
    click = f"{lots.choice([0, 0, 1, 2, 32, 35, 64, 65])};{lots.randrange(80)};{lots.randrange(24)}"
    codes = [f"<{click}M", f"<{click}m", f"<{a};{b};{c}M", f"{a};{b};{c}M"]
    return b"\x1b[" + lots.choice([*(code.encode() for code in codes), b"M" + _bytes(lots, 3)])


def _sequence(lots: Random) -> Input:
    numbers = ";".join(map(str, lots.choices(NUMBERS, k=lots.randrange(4))))
    return f"{lots.choice(STARTS)}{numbers}{lots.choice(ENDS)}".encode()


def _focus(lots: Random) -> Input:
    return lots.choice([b"\x1b[I", b"\x1b[O"])


def _paste(lots: Random) -> Input:
    return (
        BEGIN_PASTE + lots.choice(PASTES) + lots.choice([END_PASTE, END_PASTE, b"", END_PASTE[:-1]])
    )


def _resize(lots: Random) -> Input:
    return Size(*lots.choice(SIZES))


def _long_paste(lots: Random, length: int) -> Input:
    begin, end = lots.choice([(BEGIN_PASTE, END_PASTE), (BEGIN_PASTE, b""), (b"", b"")])
    piece = lots.choice([b"a", b"\xe9", b"ab\r\n", b"\x1b[C", "日".encode()])
    return begin + piece * (length // len(piece)) + end


KINDS: list[Callable[[Random], Input]] = [
    *(_letter, _letter, _control, _key, _key, _no_text),
    *(_mouse, _sequence, _focus, _paste, _resize),
]
