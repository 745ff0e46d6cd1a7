"""Worlds: the ways in which hidden cards can lie, drawn at random for players and for branches."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from math import comb
from typing import Final, NamedTuple, Protocol

from engine.game import CHANCE, Play
from engine.hearts import rules
from engine.hearts.cards import ALL, Card, cards_of, mask_of
from engine.hearts.moves import CardPass, HeartsDeal
from engine.hearts.rules import Four
from engine.shuffle import Lots

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
            seats = tuple([seat for seat in rules.SEATS if room[seat] and may[seat] >> card & 1])
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
        given = [0] * rules.PLAYERS
        room = self._room
        for number, kind in enumerate(self._kinds):
            split = self._split(number, room, chance)
            self._give(kind.cards, split, given, chance)
            room = tuple([room[seat] - split[seat] for seat in rules.SEATS])
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
        takers = [seat for seat in rules.SEATS if split[seat]]
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
        after = tuple([room[seat] - split[seat] for seat in rules.SEATS])
        return ways * self._count(number + 1, after)

    def _all_splits(self, number: int, room: Room) -> Iterator[Room]:
        kind = self._kinds[number]
        if number == len(self._kinds) - 1:
            if all(not room[seat] or seat in kind.seats for seat in rules.SEATS):
                yield room
            return
        yield from _splits(len(kind.cards), kind.seats, room)


def _splits(count: int, seats: tuple[int, ...], room: Room) -> Iterator[Room]:
    """Yield every way to split a number of equal things among some seats with room for them."""
    if not seats:
        if not count:
            yield (0,) * rules.PLAYERS
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


class RoundNow(NamedTuple):
    """The round in play. A set of cards is a mask, a `Four` has one a seat.

    Attributes:
        number: Its number, from 1.
        hands: The cards in hand.
        known: The cards known to the seats that keep their knowledge, by the hand they are in.
        may: The cards that each hand may hold by what was played from it in the open.
        exchanges: How often all hands were exchanged.
        values: The value of each card in the sum of a trick.
    """

    number: int
    hands: Four
    known: Four
    may: Four
    exchanges: int
    values: Sequence[int]


def redraw(now: RoundNow, plays: Sequence[Play], known: frozenset[int], lots: Lots) -> list[Play]:
    """Return the moves of a game with all that no seat of `known` saw drawn anew.

    The thirteen cards that a seat holds after the pass are a *packet*. It has the number of that
    seat and stays whole on its way from hand to hand.
    """
    deals = [at for at, play in enumerate(plays) if isinstance(play.move, HeartsDeal)]
    redrawn: list[Play] = []
    for number, begin in enumerate(deals, 1):
        end = deals[number] if number < len(deals) else len(plays)
        redrawn += _redrawn_round(now, number, plays[begin:end], known, lots)
    return redrawn


def _redrawn_round(
    now: RoundNow, number: int, plays: Sequence[Play], known: frozenset[int], lots: Lots
) -> list[Play]:
    """Return the moves of a round, its deal first, with its hidden cards drawn anew."""
    deal, step = plays[0].move, rules.pass_step(number)
    assert isinstance(deal, HeartsDeal)
    passes = {play.seat: play.move.cards for play in plays if isinstance(play.move, CardPass)}
    receivers = {seat: (seat + step) % rules.PLAYERS for seat in passes}
    if step and len(passes) < rules.PLAYERS:
        hands = _others_anew(deal.hands, known, lots)
        for seat in passes:
            if seat not in known:
                passes[seat] = _three(hands[seat], lots)
    else:
        hands = _played_by_packet(plays, now.values)
        if number == now.number:
            _fill_packets(hands, now, lots)
        for seat, receiver in receivers.items():
            if not {seat, receiver} & known:
                passes[seat] = _three(hands[receiver], lots)
        for seat, receiver in receivers.items():
            hands[receiver] &= ~passes[seat]
        for seat, cards in passes.items():
            hands[seat] |= cards
    anew = Play(CHANCE, HeartsDeal(tuple(hands)))
    return [anew, *(_passed_again(play, passes) for play in plays[1:])]


def _passed_again(play: Play, passes: Mapping[int, int]) -> Play:
    """Return a move, a pass with the cards that its seat passes now."""
    is_pass = isinstance(play.move, CardPass)
    return Play(play.seat, CardPass(passes[play.seat])) if is_pass else play


def _three(cards: int, lots: Lots) -> int:
    return mask_of(lots.shuffled(cards_of(cards))[: rules.PASS_SIZE])


def _others_anew(dealt: Four, known: frozenset[int], lots: Lots) -> list[int]:
    """Return the hands, of all seats but the `known` ones drawn anew."""
    hands = [dealt[seat] if seat in known else 0 for seat in rules.SEATS]
    room = [0 if cards else rules.HAND_SIZE for cards in hands]
    given = Worlds(ALL & ~rules.union(hands), room, (ALL,) * rules.PLAYERS).draw(lots)
    return [mine | more for mine, more in zip(hands, given, strict=True)]


def _fill_packets(packets: list[int], now: RoundNow, lots: Lots) -> None:
    """Add the cards in hand to their packets: the known ones, and the others anew."""
    room = [now.hands[seat].bit_count() - now.known[seat].bit_count() for seat in rules.SEATS]
    given = Worlds(rules.union(now.hands) & ~rules.union(now.known), room, now.may).draw(lots)
    for seat in rules.SEATS:
        packets[(seat + now.exchanges) % rules.PLAYERS] |= now.known[seat] | given[seat]


def _played_by_packet(plays: Sequence[Play], values: Sequence[int]) -> list[int]:
    """Return the cards of a round that were played from each packet, as masks."""
    packets = [0] * rules.PLAYERS
    turned = count = total = 0
    for seat, card in plays:
        if not isinstance(card, Card):
            continue
        packets[(seat + turned) % rules.PLAYERS] |= 1 << card
        count, total = count + 1, total + values[card]
        if count == rules.PLAYERS:
            turned += total == rules.EXCHANGE_SUM
            count = total = 0
    return packets
