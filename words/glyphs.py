"""The signs of every screen: Unicode, or ASCII if the terminal has no more.

A game has more signs of its own beside its board.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from words.translation import _, follow_locale, language, mark, spell_by

PLAIN_LOCALES: Final = frozenset({"C", "POSIX"})
PLAIN_TERMINALS: Final = frozenset({"dumb", "linux", "vt100", "vt102", "vt220"})


class Border(NamedTuple):
    """The six signs of a frame."""

    top_left: str
    top_right: str
    bottom_left: str
    bottom_right: str
    across: str
    down: str


@dataclass(frozen=True, slots=True, eq=False)
class Glyphs:
    """One set of signs; each is one cell wide. There are two, compared by identity."""

    double: Border
    rounded: Border
    single: Border
    separator: str
    dot: str
    ellipsis: str
    cursor: str
    coins: str
    heavy: str
    light: str
    cap: str
    cap_flat: str
    shade: str
    rises: str
    baseline: str
    knob: str
    notches: str
    stopped: str
    running: str
    up: str
    down: str
    fresh: str
    dash: str
    branch: str


UNICODE = Glyphs(
    double=Border("╔", "╗", "╚", "╝", "═", "║"),
    rounded=Border("╭", "╮", "╰", "╯", "─", "│"),
    single=Border("┌", "┐", "└", "┘", "─", "│"),
    separator="│",
    dot="·",
    ellipsis="…",
    cursor="▸",
    coins="●○",
    heavy="━",
    light="─",
    cap="▀",
    cap_flat="▄",
    shade="░",
    rises="▁▂▃▄▅▆▇█",
    baseline="▁",
    knob="●",
    notches="╋┼",
    stopped="▌▌",
    running="► ",
    up="▲",
    down="▼",
    fresh="•",
    dash="╌",
    branch="└",
)
ASCII = Glyphs(
    double=Border("#", "#", "#", "#", "=", "#"),
    rounded=Border("+", "+", "+", "+", "-", "|"),
    single=Border("[", "]", "[", "]", "-", "|"),
    separator="|",
    dot="-",
    ellipsis="~",
    cursor=">",
    coins="NS",
    heavy="=",
    light="-",
    cap="v",
    cap_flat="_",
    shade=":",
    rises=".:|#",
    baseline="_",
    knob="O",
    notches="#+",
    stopped="||",
    running="> ",
    up="^",
    down="v",
    fresh="*",
    dash=".",
    branch="\\",
)


_is_plain_wanted: bool | None = None


def want_plain(is_wanted: bool | None) -> None:
    """Draw with plain ASCII from now on, or with all signs; None lets the terminal decide.

    `TAPIS_ASCII` overrides it, and the encoding of standard output overrides both.
    """
    global _is_plain_wanted  # noqa: PLW0603
    _is_plain_wanted = is_wanted


_began: Mapping[str, str] | None = None


def begin_in(environment: Mapping[str, str]) -> None:
    """Take language and signs from an environment from now on, and forget what was chosen before.

    A process that is forked for a person begins so: the environment that its parent began with is
    not that person's.
    """
    global _began  # noqa: PLW0603
    _began = {**environment}
    _is_plain_here.cache_clear()
    want_plain(None)
    follow_locale(environment)


_of_pictures: Glyphs | None = None


@contextmanager
def drawn_for_a_picture() -> Iterator[None]:
    """Draw with all signs meanwhile: a picture is not for this terminal."""
    global _of_pictures  # noqa: PLW0603
    _of_pictures = UNICODE
    try:
        yield
    finally:
        _of_pictures = None


def glyphs() -> Glyphs:
    """Return the signs that the terminal can show, or those that were asked for."""
    if _of_pictures:
        return _of_pictures
    encoding = (getattr(sys.__stdout__, "encoding", "") or "").lower().replace("-", "")
    return UNICODE if encoding == "utf8" and not is_plain() else ASCII


def spelling() -> tuple[str, Glyphs]:
    """Return what the look of words depends on: the language spoken now, and the signs."""
    return language(), glyphs()


def is_plain() -> bool:
    """Whether plain ASCII is wanted: by `TAPIS_ASCII` (`0`: not), the settings, or the terminal."""
    if asked := os.environ.get("TAPIS_ASCII"):
        return asked != "0"
    return _is_plain_here() if _is_plain_wanted is None else _is_plain_wanted


def knows_ascii_alone(environment: Mapping[str, str]) -> bool:
    """Say whether the locale or the terminal of an environment promises ASCII alone."""
    named = (environment.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next(filter(None, named), "C")
    return locale in PLAIN_LOCALES or environment.get("TERM") in PLAIN_TERMINALS


_LETTERS: Final = {"œ": "oe", "Œ": "Oe", "«": '"', "»": '"'}
_SUITS: Final = {
    "♣": mark("C", "suit"),
    "♦": mark("D", "suit"),
    "♥": mark("H", "suit"),
    "♠": mark("S", "suit"),
}


def spelled(words: str, glyphs: Glyphs) -> str:
    """Return our own words, without accents or signs of suits where the signs are plain ASCII.

    >>> spelled("Échec aux cœurs", ASCII), spelled("Échec", UNICODE), spelled("Q♠", ASCII)
    ('Echec aux coeurs', 'Échec', 'QS')
    """
    if glyphs is not ASCII:
        return words
    words = words.translate(_letters(language()))
    return unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()


@cache
def _letters(_spoken: str) -> Mapping[int, str]:
    """Return the letters in place of others, in the language spoken now."""
    return str.maketrans(_LETTERS | {sign: _(letter) for sign, letter in _SUITS.items()})


spell_by(lambda words: spelled(words, glyphs()))


@cache
def _is_plain_here() -> bool:
    """Ask the environment that the process or its session began with.

    Python replaces C by C.UTF-8 in its own.
    """
    if _began is not None:
        return knows_ascii_alone(_began)
    try:
        began = Path("/proc/self/environ").read_bytes()
    except OSError:  # no Linux
        return knows_ascii_alone(os.environ)
    pairs = (os.fsdecode(pair).partition("=") for pair in began.split(b"\0"))
    return knows_ascii_alone({name: value for name, _equals, value in pairs})
