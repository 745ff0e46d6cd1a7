"""All distinct results of a turn, the cards left in hand and the tops of the piles; exact endgames.

A result is one int of 30 bits: the used cards (bit i is the i-th of the sorted hand), above them
six bits for each top. The two own piles are enumerated once each and crossed where they use
different cards; the card for the opponent does not interact with them and is crossed last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from engine.bits import IS_COMPILED, count_bits
from engine.duel.moves import LAYS, Pile, Turn
from engine.duel.rules import (
    GOES_DOWN,
    GOES_UP,
    HELPS_DOWN,
    HELPS_UP,
    MIN_LAID,
    Tops,
    can_lay,
    cards_of,
    swapped_tops,
)
from engine.game import StopFlag, Stopped, never

if TYPE_CHECKING:
    from mypy_extensions import i64

USED: Final = 0b111111
_UP: Final = 6
_DOWN: Final = 12
_THEIR_UP: Final = 18
_THEIR_DOWN: Final = 24
_ALL: Final = 30
"""The place of each top in a result, and the bits of a result."""


def own_results(
    cards: Sequence[int], up: int, down: int, rest: int = 0
) -> tuple[list[int], list[int]]:
    """Return the results of laying cards on the own piles: those of one card, and of more.

    Args:
        cards: The hand, at most six cards, lowest first.
        up: Top of the own ascending pile.
        down: Top of the own descending pile.
        rest: The bits of the opponent's tops.
    """
    if IS_COMPILED:
        return own_results_by_bits(cards, up, down, rest)
    stay_up, stay_down = rest + (up << _UP), down << _DOWN
    one_up, more_up = pile_results(cards, stay_up, up, GOES_UP, _UP)
    one_down, more_down = pile_results(cards, stay_down, down, GOES_DOWN, _DOWN)
    one = [a + stay_down for a in one_up] + [stay_up + b for b in one_down]
    # two results share no bits but those of the used cards
    some_down = one_down + more_down
    more = {a + b for a in one_up for b in some_down if not a & b}
    some_down.append(stay_down)
    more.update([a + b for a in more_up for b in some_down if not a & b])
    more.update([stay_up + b for b in more_down])
    return one, [*more]


_MOST: Final = 6
_TOPS: Final = _MOST + 1
"""The cards of a hand, and how many cards may be on top of a pile: one of these, or the old one."""

_SPREAD: Final = [
    sum(1 << _TOPS * place for place in range(_TOPS) if tops >> place & 1)
    for tops in range(1 << _TOPS)
]
"""A set of tops with room for another set at each of them."""


def own_results_by_bits(
    cards: Sequence[int], up: int, down: int, rest: int = 0
) -> tuple[list[int], list[int]]:
    """Return what `own_results` does, by sets of tops as bits, which is quicker compiled."""
    ups, downs = _tops_by_used(cards, up, GOES_UP), _tops_by_used(cards, down, GOES_DOWN)
    pairs = [0] * len(ups)  # of tops, by used cards
    every: i64 = len(ups) - 1
    used: i64
    part: i64
    spread: i64
    lowered: i64
    found: i64
    low: i64
    for used in range(len(ups)):
        if tops := ups[used]:
            spread, part = _SPREAD[tops], every ^ used
            while True:
                if lowered := downs[part]:
                    found = pairs[used | part]
                    pairs[used | part] = found | spread * lowered
                if not part:
                    break
                part = part - 1 & (every ^ used)
    room = [0] * (_MOST - len(cards))
    tops_at = [
        rest + (rise << _UP) + (fall << _DOWN)
        for rise in [*cards, *room, up]
        for fall in [*cards, *room, down]
    ]
    one: list[int] = []
    more: list[int] = []
    for used in range(1, len(ups)):
        found = pairs[used]
        results_of_these = more if used & used - 1 else one
        while found:
            low = found & -found
            found ^= low
            results_of_these.append(used + tops_at[count_bits(low - 1)])
    return one, more


def _tops_by_used(cards: Sequence[int], top: int, goes: tuple[int, ...]) -> list[int]:
    """Return for each set of used cards the cards that may be on top, as bits, the old one last."""
    # the opponent may have laid its card of the same number as one in hand: they are one top
    last = cards.index(top) if top in cards else _MOST
    before: list[int] = []
    for card in cards:
        under = (goes[top] >> card & 1) << last
        for place, other in enumerate(cards):
            under |= (goes[other] >> card & 1) << place
        before.append(under)
    reached = [0] * (1 << len(cards))
    reached[0] = 1 << last
    used: i64
    tops: i64
    bit: i64
    for used in range(len(reached)):
        tops, bit = reached[used], 1
        if tops:
            for under in before:
                if not used & bit and tops & under:
                    reached[used | bit] = reached[used | bit] | bit
                bit += bit
    return reached


def pile_results(
    cards: Sequence[int], stay: int, top: int, goes: tuple[int, ...], shift: int
) -> tuple[list[int], list[int]]:
    """Return the results of one card, and of more, on one pile.

    Args:
        cards: The hand.
        stay: The result of no card, with the bits of other piles.
        top: Top of the pile.
        goes: The cards that may be laid, by top.
        shift: The place of the pile's bits.
    """
    empty, bits, takes = stay - (top << shift), 63 << shift, goes[top]
    steps = [(empty | 1 << place | card << shift, card) for place, card in enumerate(cards)]
    one = [step for step, card in steps if takes >> card & 1]
    reached = [*one]
    fitting: dict[int, list[int]] = {}
    for result in reached:  # grows while it is read
        fits = fitting.get(result & bits)
        if fits is None:
            takes = goes[result >> shift & 63]
            fits = fitting[result & bits] = [step for step, card in steps if takes >> card & 1]
        used = result & USED
        for step in fits:
            if not used & step:
                reached.append(used | step)  # noqa: PERF401 (a list each time takes longer)
    return one, [*{*reached[len(one) :]}]


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


def own_free(tops: Tops) -> int:
    """Return the bits of a result that is a gift alone: the own tops, unchanged."""
    return (tops.up << _UP) + (tops.down << _DOWN)


def results(cards: Sequence[int], tops: Tops, least: int = MIN_LAID) -> list[int]:
    """Return every distinct result of a legal turn: `least` cards or more, at most one a gift."""
    stay = gift_free(tops)
    one, found = own_results(cards, tops.up, tops.down, stay)
    laid = one + found
    if least < MIN_LAID:
        found = laid + [gift + own_free(tops) for gift in gifts(cards, tops)]
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
    """Solves ends without lots by exact search with both hands open, and remembers the results.

    There a draw pile is empty, or its player draws all of it after its next turn.
    """

    def __init__(self, stop: StopFlag = never) -> None:
        self._stop = stop
        self._solved: dict[tuple[int, int, Tops, tuple[int, int], tuple[int, int]], bool] = {}

    def winning_result(
        self,
        hand: int,
        their_hand: int,
        tops: Tops,
        least: int = MIN_LAID,
        their_least: int = MIN_LAID,
        draw: int = 0,
        their_draw: int = 0,
    ) -> int | None:
        """Return a result of a turn that wins for the player to move, None if there is none.

        Of several winning results it lays the most cards; `least` and `their_least` are the cards
        that each has to lay in a turn, and as many at most are in the piles `draw` and
        `their_draw`. Raises `Stopped`.
        """
        if self._stop():
            raise Stopped
        cards = cards_of(hand)
        left = [hand | draw]  # by the bits of the used cards
        for card in cards:
            left += [cards_left & ~(1 << card) for cards_left in left]
        found = [
            (USED - count_bits(result & USED) << _ALL) + result
            for result in results(cards, tops, least)
        ]
        found.sort()
        for ordered in found:
            result = ordered & (1 << _ALL) - 1
            kept = left[result & USED]
            if not kept:
                return result
            after = swapped_tops(tops_of(result))
            if not self.wins(their_hand, kept, after, their_least, least, their_draw):
                return result
        return None

    def wins(
        self,
        hand: int,
        their_hand: int,
        tops: Tops,
        least: int = MIN_LAID,
        their_least: int = MIN_LAID,
        draw: int = 0,
        their_draw: int = 0,
    ) -> bool:
        """Say whether the player to move wins, as `winning_result` does. Raises `Stopped`."""
        if not can_lay(hand, tops, least):
            return False
        leasts, draws = (least, their_least), (draw, their_draw)
        key = (hand, their_hand, tops, leasts, draws)
        known = self._solved.get(key)
        if known is None:
            result = self.winning_result(hand, their_hand, tops, *leasts, *draws)
            known = self._solved[key] = result is not None
        return known
