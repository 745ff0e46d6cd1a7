"""What a program in a session gets of the person's surroundings: language, signs, terminal."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from door.house import Visitor
from engine.client import plain_name
from words.translation import language_of, mark, said_in

USUAL_SIZE: Final = (80, 24)

GUEST: Final = mark("guest")
SOMEBODY: Final = mark("somebody")
"""The names of people whose login has none."""

_TERM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,39}")
_VALUE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.@:-]{0,63}")
_TAKEN: Final = ("LANG", "NO_COLOR", "COLORTERM", "ACCESSIBLE", "TAPIS_ASCII")
_LOCALE: Final = "LC_"
_OURS: Final = ("PATH", "TZ")
_LARGEST: Final = 1000


def asked_of(environment: Mapping[str, str]) -> dict[str, str]:
    """Return what a person's own environment says of language and colours, if it is plain."""
    return {
        name: value
        for name, value in environment.items()
        if (name in _TAKEN or name.startswith(_LOCALE))
        and _VALUE.fullmatch(name)
        and _VALUE.fullmatch(value)
    }


def language_asked(asked: Mapping[str, str]) -> str:
    """Return the language of a person, that of the door if the person names none."""
    return language_of(asked if _names_language(asked) else os.environ)


def title_of(visitor: Visitor, asked: Mapping[str, str]) -> str:
    """Return the word behind a guest's name, "" for somebody with a key."""
    return "" if visitor.key else said_in(GUEST, language_asked(asked))


def surroundings(
    visitor: Visitor, asked: Mapping[str, str], term: str, folder: Path
) -> dict[str, str]:
    """Return the environment of a program.

    Args:
        visitor: Its person.
        asked: What the person's own environment says, as `asked_of` returns it.
        term: The kind of terminal, "" without one.
        folder: The folder of the person.
    """
    kept = {name: os.environ[name] for name in _OURS if name in os.environ}
    if not _names_language(asked):
        kept["LANG"] = os.environ.get("LC_ALL") or os.environ.get("LANG") or "C.UTF-8"
    terminal = {"TERM": term if _TERM.fullmatch(term) else "xterm"} if term else {}
    somebody = said_in(SOMEBODY, language_asked(asked))
    name = title_of(visitor, asked) or plain_name(visitor.name, somebody)
    home = {"HOME": str(folder), "TAPIS_HOME": str(folder), "LOGNAME": name}
    return {**kept, **asked, **terminal, **home}


def possible_size(columns: int, rows: int) -> tuple[int, int]:
    """Return a size that a terminal can have; some clients tell none."""
    if not (columns and rows):
        return USUAL_SIZE
    return min(columns, _LARGEST), min(rows, _LARGEST)


def _names_language(environment: Mapping[str, str]) -> bool:
    return any(environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
