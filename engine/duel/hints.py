"""What the strongest player would lay, and in a few words why."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from engine.duel import results
from engine.duel.laying import Tops, can_lay_two
from engine.duel.moves import Turn
from engine.duel.reasons import Merit
from engine.duel.rules import (
    DECK,
    DRAWN_WITHOUT_GIFT,
    GOES_DOWN,
    GOES_UP,
    HAND_SIZE,
    HIGHEST,
    JUMP,
    MIN_LAID,
    SEATS,
    cards_of,
    draw_count,
)
from engine.duel.side import carry_out
from engine.duel.view import DuelView
from engine.game import Because, Hint, Reason, StopFlag, never

MOST: Final = 3
"""So many reasons are said of a turn."""

ENOUGH: Final = 2
"""With fewer, small reasons are said too."""

FEW: Final = 5
"""Up to so many pips a turn is cheap, a gift is small, a card is in reach."""

FAR: Final = 10
"""A card that lies further on than this is out of reach."""


def hint(view: DuelView, stop: StopFlag = never) -> Hint:
    """Return the turn of the strongest player and what speaks for it. Raises `Stopped`."""
    from engine.duel.players import COMPUTER_PLAYERS

    turn = COMPUTER_PLAYERS["master"](0).choose(view, stop)
    assert isinstance(turn, Turn)
    return Hint(turn, explain(view, turn))


def explain(view: DuelView, turn: Turn) -> tuple[Because, ...]:
    """Return what speaks for a legal turn of the seat to move: one to three facts of the view.

    What is said of the opponent's hand holds for every hand that the view allows.
    """
    prospect = _Prospect(view, turn)
    if decisive := next(prospect.decisive(), None):
        return (decisive,)
    found = list(prospect.strong())
    if len(found) < ENOUGH:
        found += islice(prospect.small(), 1)
    weights: list[Reason] = list(Merit)
    found.sort(key=lambda because: weights.index(because.reason))
    return tuple(found[:MOST])


class _Prospect:
    """A turn and what it leaves before anything is drawn."""

    def __init__(self, view: DuelView, turn: Turn) -> None:
        seat = view.mover or 0
        self._turn = turn
        self._tops = tops = view.tops
        self._mine, self._theirs = carry_out(turn.lays, view.sides[seat], view.sides[1 - seat])
        self._opponent = {"player": SEATS[1 - seat]}
        hidden = view.hands[1 - seat]
        self._possible = view.unseen(1 - seat) if hidden is None else hidden
        self._cards = cards_of(view.hand)
        self._kept = view.hand & ~self._mine.laid
        self._results = results.results(self._cards, tops)
        self._pips = self._mine.up - tops.up + tops.down - self._mine.down
        self._relief = tops.their_up - self._theirs.up + self._theirs.down - tops.their_down

    def decisive(self) -> Iterator[Because]:
        """Yield what leaves nothing more to say."""
        mine, theirs = self._mine, self._theirs
        if mine.laid == DECK:
            yield Because(Merit.WINS, {})
        # of the possible cards any two may be the hand, if it is of two cards or more
        after = Tops(theirs.up, theirs.down, mine.up, mine.down)
        if theirs.hand_size < MIN_LAID or not can_lay_two(self._possible, after):
            yield Because(Merit.BLOCKS, self._opponent)
        if len(self._results) == 1:
            yield Because(Merit.ONLY, {})

    def strong(self) -> Iterator[Because]:
        """Yield what is worth saying of any turn."""
        yield from self._jumps()
        yield from self._price()
        yield from self._cards_kept()
        if not self._relief:
            return
        left, mine = self._kept.bit_count(), self._mine
        drawn = draw_count(left, mine.draw_size, gave=True)
        if drawn > DRAWN_WITHOUT_GIFT and left + drawn == HAND_SIZE:
            yield Because(Merit.REFILLS, {})
        if self._relief <= FEW:
            yield Because(Merit.LITTLE_HELP, {**self._opponent, "pips": self._relief})
        before, after = self._tops, self._theirs
        if self._possible & jumps(before.their_up, before.their_down) and not (
            self._possible & jumps(after.up, after.down)
        ):
            yield Because(Merit.NO_JUMP, self._opponent)

    def small(self) -> Iterator[Because]:
        """Yield what is said for want of better; there is always something."""
        if not self._relief:
            if results.gifts(self._cards, self._tops):
                yield Because(Merit.NO_HELP, self._opponent)
        elif all(self._gives(result) for result in self._results):
            yield Because(Merit.GIFT_NEEDED, {})
        if self._pips > FEW and not self._is_cheapest():
            yield Because(Merit.COSTS, {"pips": self._pips})

    def _jumps(self) -> Iterator[Because]:
        tops, count = self._tops, 0
        for lay in self._turn.lays:
            back = tops[lay.pile] - lay.card if lay.pile.is_ascending else lay.card - tops[lay.pile]
            count += back == JUMP and not lay.pile.is_theirs
            tops = tops.after(lay)
        if count:
            yield Because(Merit.JUMPS, {"count": count}) if count > 1 else Because(Merit.JUMP, {})

    def _price(self) -> Iterator[Because]:
        pips = self._pips
        if pips < 0:
            yield Because(Merit.GAINS, {"pips": -pips})
        elif pips == 0:
            yield Because(Merit.FREE, {})
        elif pips <= FEW:
            yield Because(Merit.CHEAP, {"pips": pips})
        elif self._is_cheapest():
            yield Because(Merit.CHEAPEST, {})

    def _is_cheapest(self) -> bool:
        return all(results.advance(result, self._tops) >= self._pips for result in self._results)

    def _cards_kept(self) -> Iterator[Because]:
        kept, up, down = self._kept, self._mine.up, self._mine.down
        for card in cards_of(kept & jumps(up, down))[:1]:
            yield Because(Merit.KEEPS_JUMP, {"card": card})
            return
        start = self._tops
        near = [
            card
            for card in cards_of(kept)
            if _way(card, up, down) <= FEW and _way(card, start.up, start.down) <= FAR
        ]
        rivals = [
            result for result in self._results if results.advance(result, start) <= self._pips
        ]
        for card in sorted(near, key=lambda card: _way(card, up, down)):
            if any(self._buries(result, card) for result in rivals):
                yield Because(Merit.KEEPS, {"card": card})
                return
        pairs = kept & kept >> JUMP
        for low in cards_of(pairs):
            high = low + JUMP
            if GOES_UP[up] >> high & 1 or GOES_DOWN[down] >> low & 1:
                yield Because(Merit.KEEPS_PAIR, {"low": low, "high": high})
                return

    def _buries(self, result: int, card: int) -> bool:
        """Say whether a result leaves the card in hand, but far from both piles."""
        tops = results.tops_of(result)
        used = result >> self._cards.index(card) & 1
        return not used and _way(card, tops.up, tops.down) > FAR

    def _gives(self, result: int) -> bool:
        tops = results.tops_of(result)
        return (tops.their_up, tops.their_down) != (self._tops.their_up, self._tops.their_down)


def jumps(up: int, down: int) -> int:
    """Return the mask of the cards that jump back on an ascending pile or on a descending one."""
    return (1 << up >> JUMP | 1 << down + JUMP) & DECK


def _way(card: int, up: int, down: int) -> int:
    """Return how far on a card lies that is no jump, on the nearer of the own piles."""
    ways = [way for way in (card - up, down - card) if way > 0]
    return min(ways, default=HIGHEST)
