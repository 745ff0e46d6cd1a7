"""The ways to sit in a game that branches off from a replay."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.games import describe
from engine.table import HUMAN
from play.new_game_model import kind_words
from play.setup import Setup, reseated, seatings
from programs.players import title
from words.translation import _


class WayToSit(NamedTuple):
    """A choice of players for a branch: their kinds by seat, its words, a note of all names."""

    kinds: tuple[str, ...]
    words: str
    note: str


def ways_to_sit(setup: Setup, level: Callable[[str], str] = title) -> list[WayToSit]:
    """Return the ways to sit in a branch of a game; `level` names a kind of computer player."""
    return [
        WayToSit(kinds, _way_words(setup, kinds), _way_note(setup, kinds, level))
        for kinds in seatings(setup)
    ]


def _way_words(setup: Setup, kinds: tuple[str, ...]) -> str:
    if kinds == setup.kinds:
        return _("The same players as before")
    people = [seat for seat, kind in enumerate(kinds) if kind == HUMAN]
    if len(people) == 1:
        return _("You play {seat}").format(seat=setup.places()[people[0]])
    return _("People play all seats") if people else _("Computers play all seats")


def _way_note(setup: Setup, kinds: tuple[str, ...], level: Callable[[str], str]) -> str:
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


def branch_question(turn: int, game: str) -> str:
    """Return the sentences before the question of the players in a branch after `turn` turns."""
    words = _("This begins a new game after turn {turn}; the old one stays as it is.")
    if not turn:
        words = _("This begins a new game from the start; the old one stays as it is.")
    words = words.format(turn=turn)
    if describe(game).has_deal:
        words = f"{words} {_('The cards you have not seen yet are dealt anew.')}"
    return words
