"""The moves of the duel and the events of its logs, with their notation both ways.

Files have `15^ 20^' 48v`, `deal ...` and `begin NORD`; messages have four characters a card.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import IntEnum
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from engine.duel.reasons import DuelNotation
from engine.log import FORFEIT, HIDDEN, GivenUp, hidden
from engine.reasons import NotationError, shown, unreadable

SEATS: Final = ("NORD", "SUD")
LOWEST: Final = 2
HIGHEST: Final = 59
DECK_SIZE: Final = 58
HAND_SIZE: Final = 6


class Pile(IntEnum):
    """The four piles as the player to move sees them, in the order of `Tops`."""

    UP = 0
    DOWN = 1
    THEIR_UP = 2
    THEIR_DOWN = 3

    @property
    def mark(self) -> str:
        """The sign of the pile after a card: `^`, `v`, `^'` or `v'`."""
        return MARKS[self]

    @property
    def is_ascending(self) -> bool:
        """Whether it is one of the two ascending piles."""
        return self in (Pile.UP, Pile.THEIR_UP)

    @property
    def is_theirs(self) -> bool:
        """Whether it is one of the opponent's piles."""
        return self >= Pile.THEIR_UP


PILES: Final = tuple(Pile)
OWN_PILES: Final = (Pile.UP, Pile.DOWN)
MARKS: Final = ("^", "v", "^'", "v'")


class Lay(NamedTuple):
    """One card of a turn and the pile it goes to."""

    card: int
    pile: Pile

    def __str__(self) -> str:
        return f"{self.card:02}{MARKS[self.pile]}"


class Turn(NamedTuple):
    """The cards a player lays in one turn, in order."""

    lays: tuple[Lay, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.lays))


class Deal(NamedTuple):
    """Both decks, shuffled: 58 cards each in drawing order, of which the first six are the hand."""

    decks: tuple[tuple[int, ...], tuple[int, ...]]

    def __str__(self) -> str:
        return "deal " + " / ".join(write_cards(deck) for deck in self.decks)


class FirstSeat(NamedTuple):
    """The random choice of the seat that begins."""

    seat: int

    def __str__(self) -> str:
        return f"begin {SEATS[self.seat]}"


Move: TypeAlias = Turn | Deal | FirstSeat

LAYS: Final = {
    (card, pile): Lay(card, pile) for card in range(LOWEST, HIGHEST + 1) for pile in Pile
}
"""Every possible lay, by card and pile."""

_LAY: Final = r"([0-9]{2})([\^v]'?)"
_TURN: Final = rf"[ \t]*{_LAY}(?:[ \t]+{_LAY})*[ \t]*"
_CARDS: Final = r"[0-9]{2}(?: [0-9]{2})*"
_DEAL: Final = rf"deal ({_CARDS}) / ({_CARDS})"
_BEGIN: Final = rf"begin ({'|'.join(SEATS)})"
_NETWORK_MARKS: Final = ("^A", "vA", "^E", "vE")
_NETWORK_TURN: Final = r"[0-9]{2}[\^v][AE](?: [0-9]{2}[\^v][AE])*"


def write_cards(cards: Iterable[int]) -> str:
    """Write cards as two digits each, separated by blanks.

    >>> write_cards([3, 12])
    '03 12'
    """
    return " ".join(f"{card:02}" for card in cards)


def parse(text: str) -> Move:
    """Read a turn, a deal or who begins. Raises `NotationError`.

    >>> str(parse(" 03v  17^' 19^ "))
    "03v 17^' 19^"
    """
    if match := re.fullmatch(_DEAL, text):
        north, south = (tuple(map(int, cards.split(" "))) for cards in match.groups())
        return Deal((north, south))
    if match := re.fullmatch(_BEGIN, text):
        return FirstSeat(SEATS.index(match[1]))
    return parse_turn(text)


def parse_turn(text: str) -> Turn:
    """Read the cards of a turn. Raises `NotationError`."""
    if not re.fullmatch(_TURN, text):
        raise NotationError(DuelNotation.NO_TURN, text=shown(text), example="15^ 20^' 48v")
    written = [(int(card), Pile(MARKS.index(mark))) for card, mark in re.findall(_LAY, text)]
    try:
        return Turn(tuple([LAYS[lay] for lay in written]))
    except KeyError as unknown:
        raise NotationError(DuelNotation.NO_CARD, card=f"{unknown.args[0][0]:02}") from None


def parse_network(text: str) -> Turn:
    """Read a turn of four characters a card: `A` is an own pile, `E` the opponent's.

    Raises `NotationError`.

    >>> str(parse_network("17^E 20vA"))
    "17^' 20v"
    """
    lays = _network_lays()
    try:
        return Turn(tuple([lays[lay] for lay in text.split(" ")]))
    except KeyError as unknown:
        if re.fullmatch(_NETWORK_TURN, text):
            raise NotationError(DuelNotation.NO_CARD, card=unknown.args[0][:2]) from None
    raise NotationError(DuelNotation.NO_TURN, text=shown(text), example="15^A 20^E 48vA")


@cache
def _network_lays() -> dict[str, Lay]:
    """Return every lay by its four characters."""
    return {format_network(Turn((lay,))): lay for lay in LAYS.values()}


def format_network(turn: Turn) -> str:
    """Write a turn of four characters a card; the inverse of `parse_network`.

    >>> format_network(parse_turn("17^' 20v"))
    '17^E 20vA'
    """
    return " ".join([f"{card:02}{_NETWORK_MARKS[pile]}" for card, pile in turn.lays])


Cards: TypeAlias = tuple[int, ...]


class DealtHands(NamedTuple):
    """A deal: the first six cards of each seat, None for those that the reader may not know."""

    hands: tuple[Cards | None, Cards | None]

    def __str__(self) -> str:
        return "deal " + " / ".join(_written(hand, HAND_SIZE) for hand in self.hands)


class Drew(NamedTuple):
    """The draw after a turn: how many cards, and which, None where the reader may not know."""

    size: int
    cards: Cards | None = None

    def __str__(self) -> str:
        return f"draw {_written(self.cards, self.size)}"


Told: TypeAlias = Turn | FirstSeat | DealtHands | Drew | GivenUp
"""All that a duel's log can tell."""


def write_told(told: Told) -> str:
    """Write what is told as messages carry it: a turn has four characters a card.

    >>> write_told(Drew(2)), write_told(DealtHands((None, (2, 3, 5, 7, 11, 13))))
    ('draw ? ?', 'deal ? ? ? ? ? ? / 02 03 05 07 11 13')
    """
    return format_network(told) if isinstance(told, Turn) else str(told)


def read_told(text: str) -> Told:
    """Read what `write_told` wrote. Raises `NotationError`.

    >>> read_told("17^E"), read_told("draw 02 59")
    (Turn(lays=(Lay(card=17, pile=<Pile.THEIR_UP: 2>),)), Drew(size=2, cards=(2, 59)))
    """
    word, _blank, rest = text.partition(" ")
    if text == str(FORFEIT):
        return FORFEIT
    if match := re.fullmatch(_BEGIN, text):
        return FirstSeat(SEATS.index(match[1]))
    if word == "draw":
        return _drew(rest)
    if word == "deal" and rest.count(" / ") == 1:
        north, south = map(_drew, rest.split(" / "))
        if north.size == south.size == HAND_SIZE:
            return DealtHands((north.cards, south.cards))
    return parse_network(text)


def _written(cards: Cards | None, count: int) -> str:
    return hidden(count) if cards is None else write_cards(cards)


def _drew(text: str) -> Drew:
    """Read some cards, known or not. Raises `NotationError`."""
    names = text.split(" ")
    if len(names) <= DECK_SIZE and {*names} == {HIDDEN}:
        return Drew(len(names))
    if not re.fullmatch(_CARDS, text) or not all(LOWEST <= int(n) <= HIGHEST for n in names):
        raise unreadable(text)
    return Drew(len(names), tuple(map(int, names)))
