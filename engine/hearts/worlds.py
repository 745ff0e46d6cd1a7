"""Worlds: the ways in which the cards nobody here has seen can lie, each of them equally likely."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import comb
from typing import Final, NamedTuple, Protocol

from engine.hearts.cards import Card, cards_of
from engine.hearts.four import SEATS
from engine.hearts.rules import PLAYERS

_WORD: Final = 1 << 32
"""The bound up to which a number is drawn at once."""

Room = tuple[int, ...]
"""How many more cards each seat can take."""


class Chance(Protocol):
    """A source of random numbers: `Lots`, or a quicker one."""

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to bound - 1, each equally likely."""


class _Kind(NamedTuple):
    """Cards that the same seats may hold."""

    cards: tuple[Card, ...]
    seats: tuple[int, ...]


class Worlds:
    """All ways to give unseen cards to seats that have room for them, drawn from at random.

    The number of cards of each kind that a seat gets is drawn first, in proportion to the number of
    ways to do so; then the cards are.
    """

    def __init__(self, unseen: int, room: Sequence[int], may: Sequence[int]) -> None:
        """Prepare to draw.

        Args:
            unseen: The cards, as a mask; as many as there is room for.
            room: How many of them each seat gets.
            may: The cards that each seat may hold, as masks.
        """
        kinds: dict[tuple[int, ...], list[Card]] = {}
        for card in cards_of(unseen):
            seats = tuple([seat for seat in SEATS if room[seat] and may[seat] >> card & 1])
            kinds.setdefault(seats, []).append(card)
        # those with the fewest seats first: little is left to choose afterwards
        self._kinds = [
            _Kind(tuple(kinds[seats]), seats) for seats in sorted(kinds, key=lambda s: (len(s), s))
        ]
        self._room: Room = tuple(room)
        self._ways: dict[tuple[int, Room], int] = {}
        self._splits: dict[tuple[int, Room], tuple[list[Room], list[int]]] = {}

    @property
    def count(self) -> int:
        """How many worlds there are."""
        return self._count(0, self._room)

    def draw(self, chance: Chance) -> list[int]:
        """Return each seat's new cards in one world, as masks. Raises `ValueError` if none is."""
        given = [0] * PLAYERS
        room = self._room
        for number, kind in enumerate(self._kinds):
            split = self._split(number, room, chance)
            self._give(kind.cards, split, given, chance)
            room = tuple([room[seat] - split[seat] for seat in SEATS])
        return given

    def _split(self, number: int, room: Room, chance: Chance) -> Room:
        """Return how many cards of a kind each seat gets."""
        key = (number, room)
        if key not in self._splits:
            splits = list(self._all_splits(number, room))
            weights = [self._weight(number, room, split) for split in splits]
            self._splits[key] = splits, list(accumulate(weights))
        splits, sums = self._splits[key]
        if not sums or not sums[-1]:
            raise ValueError("the cards cannot lie so")
        if len(splits) == 1:
            return splits[0]
        return splits[bisect_right(sums, _below(chance, sums[-1]))]

    @staticmethod
    def _give(cards: tuple[Card, ...], split: Room, given: list[int], chance: Chance) -> None:
        """Give each seat its number of the cards, at random."""
        rest = list(cards)
        takers = [seat for seat in SEATS if split[seat]]
        for seat in takers[:-1]:
            for _ in range(split[seat]):
                place = chance.below(len(rest))
                given[seat] |= 1 << rest[place]
                rest[place] = rest[-1]
                rest.pop()
        for card in rest:
            given[takers[-1]] |= 1 << card

    def _count(self, number: int, room: Room) -> int:
        """Return how many ways there are to give the kinds from this one on."""
        if number == len(self._kinds):
            return not any(room)
        key = (number, room)
        if key not in self._ways:
            self._ways[key] = sum(
                self._weight(number, room, split) for split in self._all_splits(number, room)
            )
        return self._ways[key]

    def _weight(self, number: int, room: Room, split: Room) -> int:
        left, ways = len(self._kinds[number].cards), 1
        for count in split:
            ways *= comb(left, count)
            left -= count
        after = tuple([room[seat] - split[seat] for seat in SEATS])
        return ways * self._count(number + 1, after)

    def _all_splits(self, number: int, room: Room) -> Iterator[Room]:
        kind = self._kinds[number]
        if number == len(self._kinds) - 1:
            if all(not room[seat] or seat in kind.seats for seat in SEATS):
                yield room
            return
        yield from _splits(len(kind.cards), kind.seats, room)


def _splits(count: int, seats: tuple[int, ...], room: Room) -> Iterator[Room]:
    """Yield every way to split a number of equal things among some seats with room for them."""
    if not seats:
        if not count:
            yield (0,) * PLAYERS
        return
    seat, *others = seats
    for mine in range(min(count, room[seat]) + 1):
        for rest in _splits(count - mine, tuple(others), room):
            yield (*rest[:seat], mine, *rest[seat + 1 :])


def _below(chance: Chance, bound: int) -> int:
    """Return a random number from 0 to bound - 1, where `chance` has none so large."""
    if bound <= _WORD:
        return chance.below(bound)
    while True:
        number = 0
        for _ in range(0, bound.bit_length(), _WORD.bit_length() - 1):
            number = number * _WORD + chance.below(_WORD)
        number >>= -bound.bit_length() % (_WORD.bit_length() - 1)
        if number < bound:
            return number
