"""All distinct results of a turn, the cards left in hand and the tops of the piles; exact endgames.

A result is one int of 30 bits: the used cards (bit i is the i-th of the sorted hand), above them
six bits for each top. The two own piles are enumerated once each and crossed where they use
different cards; the card for the opponent does not interact with them and is crossed last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.bits import count_bits
from engine.duel.moves import LAYS, Pile, Turn
from engine.duel.rules import (
    GOES_DOWN,
    GOES_UP,
    HELPS_DOWN,
    HELPS_UP,
    Tops,
    can_lay_two,
    cards_of,
    swapped_tops,
)
from engine.game import StopFlag, Stopped, never

USED: Final = 0b111111
_UP: Final = 6
_DOWN: Final = 12
_THEIR_UP: Final = 18
_THEIR_DOWN: Final = 24


def own_results(cards: Sequence[int], up: int, down: int, rest: int = 0) -> set[int]:
    """Return the results of laying any number of cards, even none, on the own piles.

    Args:
        cards: The hand, at most six cards, lowest first.
        up: Top of the own ascending pile.
        down: Top of the own descending pile.
        rest: The bits of the opponent's tops.
    """
    ups = [rest + result for result in _pile_results(cards, up, GOES_UP, _UP)]
    downs = _pile_results(cards, down, GOES_DOWN, _DOWN)
    # the two lists share no bits but those of the used cards
    return {a + b for a in ups for b in downs if not a & b}


def _pile_results(cards: Sequence[int], top: int, goes: tuple[int, ...], shift: int) -> list[int]:
    """Return the results on one pile, each once or more.

    While it works a result is the used cards and, above them, the top.
    """
    fitting: dict[int, int] = {}
    reached = [top << shift]
    mask = USED
    for state in reached:  # grows while it is read
        current = state >> shift
        places = fitting.get(current, -1)
        if places < 0:
            places = 0
            takes = goes[current]
            for place, card in enumerate(cards):
                places |= (takes >> card & 1) << place
            fitting[current] = places
        used = state & mask
        places &= ~used
        while places:
            bit = places & -places
            places ^= bit
            reached.append(used | bit | cards[bit.bit_length() - 1] << shift)
    return [*set(reached)]


def gifts(cards: Sequence[int], tops: Tops) -> list[int]:
    """Return every possible gift, as the bits that it gives a result."""
    found = []
    their_up, their_down = tops.their_up, tops.their_down
    for place, card in enumerate(cards):
        if HELPS_UP[their_up] >> card & 1:
            found.append(1 << place | card << _THEIR_UP | their_down << _THEIR_DOWN)
        if HELPS_DOWN[their_down] >> card & 1:
            found.append(1 << place | their_up << _THEIR_UP | card << _THEIR_DOWN)
    return found


def gift_free(tops: Tops) -> int:
    """Return the bits of a result without a gift: the opponent's tops, unchanged."""
    return tops.their_up << _THEIR_UP | tops.their_down << _THEIR_DOWN


def results(cards: Sequence[int], tops: Tops) -> list[int]:
    """Return every distinct result of a legal turn: two cards or more, at most one a gift."""
    stay = gift_free(tops)
    own = [*own_results(cards, tops.up, tops.down, stay)]
    found = [r for r in own if r & USED & (r & USED) - 1]
    laid = [r for r in own if r & USED]
    for gift in gifts(cards, tops):
        more, used = gift - stay, gift & USED
        found += [r + more for r in laid if not r & used]
    return found


def tops_of(result: int) -> Tops:
    """Return the tops of the four piles that a result leads to."""
    return Tops(
        result >> _UP & 63,
        result >> _DOWN & 63,
        result >> _THEIR_UP & 63,
        result >> _THEIR_DOWN & 63,
    )


def advance(result: int, tops: Tops) -> int:
    """Return the pips by which a result advances the own piles; a jump counts -10."""
    return (result >> _UP & 63) - tops.up + tops.down - (result >> _DOWN & 63)


def relief(gift: int, tops: Tops) -> int:
    """Return the pips by which a gift moves the opponent's pile back."""
    return tops.their_up - (gift >> _THEIR_UP & 63) + (gift >> _THEIR_DOWN & 63) - tops.their_down


def turn_to(result: int, cards: Sequence[int], tops: Tops) -> Turn:
    """Return a turn that leads to a result: ascending, then descending, then the gift."""
    new = tops_of(result)
    given = [
        LAYS[new[pile], pile]
        for pile in (Pile.THEIR_UP, Pile.THEIR_DOWN)
        if new[pile] != tops[pile]
    ]
    own = [card for place, card in enumerate(cards) if result >> place & 1]
    for lay in given:
        own.remove(lay.card)
    for part in range(1 << len(own)):
        raised = [card for place, card in enumerate(own) if part >> place & 1]
        lowered = [card for place, card in enumerate(own) if not part >> place & 1]
        for rise in _orders(raised, tops.up, new.up, GOES_UP):
            for fall in _orders(lowered, tops.down, new.down, GOES_DOWN):
                lays = [LAYS[card, Pile.UP] for card in rise]
                lays += [LAYS[card, Pile.DOWN] for card in fall]
                return Turn((*lays, *given))
    raise ValueError(f"{result} is no result of this hand")


def _orders(
    cards: list[int], top: int, last: int, goes: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """Yield the orders in which all the cards can be laid on one pile with `last` on top."""
    if not cards:
        if top == last:
            yield ()
        return
    for card in cards:
        if goes[top] >> card & 1:
            rest = [other for other in cards if other != card]
            for order in _orders(rest, card, last, goes):
                yield card, *order


class EndgameSolver:
    """Solves endgames with both draw piles empty by exact search, and remembers the results."""

    def __init__(self, stop: StopFlag = never) -> None:
        self._stop = stop
        self._solved: dict[tuple[int, int, Tops], bool] = {}

    def winning_result(self, hand: int, their_hand: int, tops: Tops) -> int | None:
        """Return a result of a turn that wins for the player to move, None if there is none.

        Of several winning results it lays the most cards. Raises `Stopped`.
        """
        if self._stop():
            raise Stopped
        cards = cards_of(hand)
        found = results(cards, tops)
        found.sort(key=lambda result: (-count_bits(result & USED), result))
        for result in found:
            used = result & USED
            kept = sum(1 << card for place, card in enumerate(cards) if not used >> place & 1)
            if not kept or not self._wins(their_hand, kept, swapped_tops(tops_of(result))):
                return result
        return None

    def _wins(self, hand: int, their_hand: int, tops: Tops) -> bool:
        """Say whether the player to move wins."""
        if not can_lay_two(hand, tops):
            return False
        key = (hand, their_hand, tops)
        known = self._solved.get(key)
        if known is None:
            known = self._solved[key] = self.winning_result(hand, their_hand, tops) is not None
        return known
