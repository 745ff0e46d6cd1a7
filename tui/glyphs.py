"""The signs that the table is drawn with: Unicode, or plain ASCII where that is all there is."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass


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
    """Return the signs that the terminal can show; `TAPIS_ASCII=1` asks for the plain ones."""
    encoding = (getattr(sys.__stdout__, "encoding", "") or "").lower().replace("-", "")
    return UNICODE if encoding == "utf8" and not os.environ.get("TAPIS_ASCII") else ASCII
