"""Hints of the duel: the strongest player's turn and the reasons for it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from engine.duel import results, rules
from engine.duel.moves import HAND_SIZE, HIGHEST, SEATS, Turn
from engine.duel.reasons import Merit
from engine.duel.rules import Tops
from engine.duel.sides import carry_out
from engine.duel.view import DuelView, knowledge_of
from engine.game import Hint, StopFlag, never
from engine.reasons import Explanation, other_moves, strongest

ENOUGH: Final = 2
"""Weak reasons are added to fewer strong reasons than these."""

FEW: Final = 5
"""The pips up to which a turn is cheap, a gift small, a card within reach."""

FAR: Final = 10
"""The pips beyond which a card is out of reach."""


def hint(view: DuelView, stop: StopFlag = never) -> Hint:
    """Return the strongest player's turn and the reasons for it. Raises `Stopped`."""
    from engine.duel.look_ahead import candidates
    from engine.duel.players import COMPUTER_PLAYERS

    turn = COMPUTER_PLAYERS["master"](0).choose(view, stop)
    assert isinstance(turn, Turn)
    cards, tops = rules.cards_of(view.hand), view.tops
    found = candidates(knowledge_of(view))
    turns = (results.turn_to(other.result, cards, tops) for other in found)
    return Hint(turn, explain(view, turn), other_moves(turn, turns))


def explain(view: DuelView, turn: Turn) -> tuple[Explanation, ...]:
    """Return one to three reasons for a legal turn of the seat to move.

    They hold for every hand that the opponent may have by the view.
    """
    prospect = _TurnProspect(view, turn)
    if decisive := next(prospect.decisive(), None):
        return (decisive,)
    found = list(prospect.strong())
    if len(found) < ENOUGH:
        found += islice(prospect.small(), 1)
    return strongest(found)


class _TurnProspect:
    """A turn, and the hand and piles after it, before anything is drawn."""

    def __init__(self, view: DuelView, turn: Turn) -> None:
        seat = view.mover or 0
        self._turn = turn
        self._tops = tops = view.tops
        self._mine, self._theirs = carry_out(turn.lays, view.sides[seat], view.sides[1 - seat])
        self._opponent = {"player": SEATS[1 - seat]}
        hidden = view.hands[1 - seat]
        self._possible = view.unseen(1 - seat) if hidden is None else hidden
        self._cards = rules.cards_of(view.hand)
        self._kept = view.hand & ~self._mine.laid
        self._results = results.results(self._cards, tops, view.least)
        self._their_least = rules.least_laid(1 - seat, view.helped)
        self._pips = self._mine.up - tops.up + tops.down - self._mine.down
        self._relief = tops.their_up - self._theirs.up + self._theirs.down - tops.their_down

    def decisive(self) -> Iterator[Explanation]:
        """Yield the reasons that need no other: the turn wins, blocks, or is the only one."""
        mine, theirs = self._mine, self._theirs
        if mine.laid == rules.DECK:
            yield Explanation(Merit.WINS, {})
        # any of the possible cards, as many as have to be laid, may be in a hand of so many
        after = Tops(theirs.up, theirs.down, mine.up, mine.down)
        least = self._their_least
        if theirs.hand_size < least or not rules.can_lay(self._possible, after, least):
            yield Explanation(Merit.BLOCKS, self._opponent)
        if len(self._results) == 1:
            yield Explanation(Merit.ONLY, {})

    def strong(self) -> Iterator[Explanation]:
        """Yield the reasons that are always worth giving."""
        yield from self._jumps()
        yield from self._price()
        yield from self._cards_kept()
        if not self._relief:
            return
        left, mine = self._kept.bit_count(), self._mine
        drawn = rules.draw_count(left, mine.draw_size, gave=True)
        if drawn > rules.DRAWN_WITHOUT_GIFT and left + drawn == HAND_SIZE:
            yield Explanation(Merit.REFILLS, {})
        if self._relief <= FEW:
            yield Explanation(Merit.LITTLE_HELP, {**self._opponent, "pips": self._relief})
        before, after = self._tops, self._theirs
        if self._possible & jumps(before.their_up, before.their_down) and not (
            self._possible & jumps(after.up, after.down)
        ):
            yield Explanation(Merit.NO_JUMP, self._opponent)

    def small(self) -> Iterator[Explanation]:
        """Yield weak reasons, at least one, for a turn with few strong reasons."""
        if not self._relief:
            if results.gifts(self._cards, self._tops):
                yield Explanation(Merit.NO_HELP, self._opponent)
        elif all(self._gives(result) for result in self._results):
            yield Explanation(Merit.GIFT_NEEDED, {})
        if self._pips > FEW and not self._is_cheapest():
            yield Explanation(Merit.COSTS, {"pips": self._pips})

    def _jumps(self) -> Iterator[Explanation]:
        tops, count = self._tops, 0
        for lay in self._turn.lays:
            back = tops[lay.pile] - lay.card if lay.pile.is_ascending else lay.card - tops[lay.pile]
            count += back == rules.JUMP and not lay.pile.is_theirs
            tops = tops.after(lay)
        if count:
            merit, facts = (Merit.JUMPS, {"count": count}) if count > 1 else (Merit.JUMP, {})
            yield Explanation(merit, facts)

    def _price(self) -> Iterator[Explanation]:
        pips = self._pips
        if pips < 0:
            yield Explanation(Merit.GAINS, {"pips": -pips})
        elif pips == 0:
            yield Explanation(Merit.FREE, {})
        elif pips <= FEW:
            yield Explanation(Merit.CHEAP, {"pips": pips})
        elif self._is_cheapest():
            yield Explanation(Merit.CHEAPEST, {})

    def _is_cheapest(self) -> bool:
        return all(results.advance(result, self._tops) >= self._pips for result in self._results)

    def _cards_kept(self) -> Iterator[Explanation]:
        kept, up, down = self._kept, self._mine.up, self._mine.down
        for card in rules.cards_of(kept & jumps(up, down))[:1]:
            yield Explanation(Merit.KEEPS_JUMP, {"card": card})
            return
        start = self._tops
        near = [
            card
            for card in rules.cards_of(kept)
            if _way(card, up, down) <= FEW and _way(card, start.up, start.down) <= FAR
        ]
        rivals = [
            result for result in self._results if results.advance(result, start) <= self._pips
        ]
        for card in sorted(near, key=lambda card: _way(card, up, down)):
            if any(self._buries(result, card) for result in rivals):
                yield Explanation(Merit.KEEPS, {"card": card})
                return
        pairs = kept & kept >> rules.JUMP
        for low in rules.cards_of(pairs):
            high = low + rules.JUMP
            if rules.GOES_UP[up] >> high & 1 or rules.GOES_DOWN[down] >> low & 1:
                yield Explanation(Merit.KEEPS_PAIR, {"low": low, "high": high})
                return

    def _buries(self, result: int, card: int) -> bool:
        """Say whether a result keeps the card in hand, out of reach of both own piles."""
        tops = results.tops_of(result)
        used = result >> self._cards.index(card) & 1
        return not used and _way(card, tops.up, tops.down) > FAR

    def _gives(self, result: int) -> bool:
        tops = results.tops_of(result)
        return (tops.their_up, tops.their_down) != (self._tops.their_up, self._tops.their_down)


def jumps(up: int, down: int) -> int:
    """Return the mask of the cards that jump back on an ascending pile or on a descending one."""
    return (1 << up >> rules.JUMP | 1 << down + rules.JUMP) & rules.DECK


def _way(card: int, up: int, down: int) -> int:
    """Return the pips from the nearer own pile to a card that is no jump."""
    ways = [way for way in (card - up, down - card) if way > 0]
    return min(ways, default=HIGHEST)
