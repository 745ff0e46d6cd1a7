"""The signs that the table is drawn with: Unicode, or plain ASCII where that is all there is."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

PLAIN_LOCALES: Final = frozenset({"C", "POSIX"})
PLAIN_TERMINALS: Final = frozenset({"dumb", "linux", "vt100", "vt102", "vt220"})


@dataclass(frozen=True, slots=True)
class Border:
    """The six signs of a box."""

    top_left: str
    top_right: str
    bottom_left: str
    bottom_right: str
    across: str
    down: str


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One set of signs; each is one cell wide."""

    north: Border
    south: Border
    button: Border
    up: str
    down: str
    here: str
    nowhere: str
    target: str
    fresh: str
    separator: str
    dot: str
    ellipsis: str
    cursor: str


UNICODE = Glyphs(
    north=Border("╔", "╗", "╚", "╝", "═", "║"),
    south=Border("╭", "╮", "╰", "╯", "─", "│"),
    button=Border("┌", "┐", "└", "┘", "─", "│"),
    up="▲",
    down="▼",
    here="▲",
    nowhere="△",
    target="◄",
    fresh="•",
    separator="│",
    dot="·",
    ellipsis="…",
    cursor="▸",
)
ASCII = Glyphs(
    north=Border("#", "#", "#", "#", "=", "#"),
    south=Border("+", "+", "+", "+", "-", "|"),
    button=Border("[", "]", "[", "]", "-", "|"),
    up="^",
    down="v",
    here="^",
    nowhere="-",
    target="<",
    fresh="*",
    separator="|",
    dot="-",
    ellipsis="~",
    cursor=">",
)


def glyphs() -> Glyphs:
    """Return the signs that the terminal can show, or those that `TAPIS_ASCII` asks for."""
    encoding = (getattr(sys.__stdout__, "encoding", "") or "").lower().replace("-", "")
    return UNICODE if encoding == "utf8" and not is_plain() else ASCII


def is_plain() -> bool:
    """Whether plain ASCII is wanted: `TAPIS_ASCII` says so, `0` that it is not, or the terminal."""
    asked = os.environ.get("TAPIS_ASCII")
    return asked != "0" if asked else _is_plain_here()


def knows_ascii_alone(environment: Mapping[str, str]) -> bool:
    """Say whether the locale or the terminal that an environment names promises no more."""
    named = (environment.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next(filter(None, named), "C")
    return locale in PLAIN_LOCALES or environment.get("TERM") in PLAIN_TERMINALS


@cache
def _is_plain_here() -> bool:
    """Ask the environment that the process began with: Python puts C.UTF-8 in the place of C."""
    try:
        began = Path("/proc/self/environ").read_bytes()
    except OSError:  # no Linux
        return knows_ascii_alone(os.environ)
    pairs = (os.fsdecode(pair).partition("=") for pair in began.split(b"\0"))
    return knows_ascii_alone({name: value for name, _equals, value in pairs})
