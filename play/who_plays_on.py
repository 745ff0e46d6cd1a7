"""Who may play on from a replay in a new game, in words."""

from __future__ import annotations

from collections.abc import Callable

from engine.table import HUMAN
from play.new_game_rows import kind_words
from play.rematch import reseated
from play.setup import Setup
from programs.players import title
from words.translation import _


def question(turn: int) -> str:
    """Return what is said before it is asked who plays; `turn` is the number of turns made."""
    words = _("This begins a new game after turn {turn}; the old one stays as it is.")
    if not turn:
        words = _("This begins a new game from the start; the old one stays as it is.")
    return words.format(turn=turn)


def seating_words(setup: Setup, kinds: tuple[str, ...]) -> str:
    """Return what a way to sit is called; `setup` is that of the game looked at."""
    if kinds == setup.kinds:
        return _("The same players as before")
    people = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
    if len(people) == 1:
        return _("You play {seat}").format(seat=setup.places()[people[0]])
    return _("People play all seats") if people else _("Computers play all seats")


def seating_note(setup: Setup, kinds: tuple[str, ...], level: Callable[[str], str] = title) -> str:
    """Return who sits where; `level` says what a computer player is called."""
    there = reseated(setup, kinds) if kinds != setup.kinds else setup
    called = zip(there.places(), there.called(), kinds, strict=True)
    words = _("{colour}: {players}")
    return ", ".join(
        words.format(colour=place, players=_who(place, name, kind, level))
        for place, name, kind in called
    )


def _who(place: str, name: str, kind: str, level: Callable[[str], str]) -> str:
    if kind != HUMAN:
        return level(kind)
    return kind_words(kind) if name == place else name
