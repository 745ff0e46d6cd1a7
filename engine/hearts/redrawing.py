"""Redrawing: the moves of a game with other cards where nobody of some seats has seen them.

The thirteen cards that a seat holds after the pass are a *packet*. It is numbered like that seat
and stays whole on its way from hand to hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.game import CHANCE, Play
from engine.hearts.cards import ALL, Card, cards_of, mask_of
from engine.hearts.four import SEATS
from engine.hearts.moves import CardPass, HeartsDeal
from engine.hearts.options import HeartsOptions
from engine.hearts.rules import EXCHANGE_SUM, HAND_SIZE, PASS_SIZE, PLAYERS, pass_step
from engine.hearts.worlds import Worlds
from engine.shuffle import Lots

if TYPE_CHECKING:
    from engine.hearts.state import HeartsState


def redraw(
    state: HeartsState, plays: Sequence[Play], known: frozenset[int], lots: Lots
) -> list[Play]:
    """Return the moves that led to a state, with all that no seat of `known` saw drawn anew."""
    redrawn: list[Play] = []
    for number, played in enumerate(_rounds(plays), 1):
        deal = played[0].move
        assert isinstance(deal, HeartsDeal)
        passes = {play.seat: play.move.cards for play in played if _is_pass(play)}
        redealt = _Redeal(state, number, deal, passes, played, known, lots)
        redrawn += [_again(play, redealt.deal, redealt.passes) for play in played]
    return redrawn


def _rounds(plays: Sequence[Play]) -> Iterator[Sequence[Play]]:
    """Yield the moves of each round, its deal first."""
    deals = [at for at, play in enumerate(plays) if isinstance(play.move, HeartsDeal)]
    for begin, end in zip(deals, [*deals[1:], len(plays)], strict=True):
        yield plays[begin:end]


def _is_pass(play: Play) -> bool:
    return isinstance(play.move, CardPass)


def _again(play: Play, deal: HeartsDeal, passes: dict[int, int]) -> Play:
    if isinstance(play.move, HeartsDeal):
        return Play(CHANCE, deal)
    return Play(play.seat, CardPass(passes[play.seat])) if _is_pass(play) else play


class _Redeal:
    """A round with its hidden cards drawn anew: `deal` and `passes`, by seat."""

    def __init__(
        self,
        state: HeartsState,
        number: int,
        deal: HeartsDeal,
        passes: dict[int, int],
        played: Sequence[Play],
        known: frozenset[int],
        lots: Lots,
    ) -> None:
        self._state, self._known, self._lots = state, known, lots
        self._step = pass_step(number)
        self._is_now = number == state.number
        self._dealt, self._passed = deal.hands, passes
        if self._step and len(passes) < PLAYERS:
            hands = self._hands_while_passing()
            self.passes = {
                seat: cards if seat in known else self._three(hands[seat])
                for seat, cards in passes.items()
            }
        else:
            packets = self._packets(_played_by_packet(played, state.options))
            self.passes = {
                seat: cards
                if seat in known or self._receiver(seat) in known
                else self._three(packets[self._receiver(seat)])
                for seat, cards in passes.items()
            }
            hands = self._before_the_pass(packets, self.passes)
        south, west, north, east = hands
        self.deal = HeartsDeal((south, west, north, east))

    def _receiver(self, seat: int) -> int:
        return (seat + self._step) % PLAYERS

    def _three(self, cards: int) -> int:
        return mask_of(self._lots.shuffled(cards_of(cards))[:PASS_SIZE])

    def _hands_while_passing(self) -> list[int]:
        """Return the hands while some seats have yet to choose: all others fall anew."""
        kept = [self._dealt[seat] if seat in self._known else 0 for seat in SEATS]
        room = [0 if cards else HAND_SIZE for cards in kept]
        given = Worlds(ALL & ~mask_of(_all(kept)), room, (ALL,) * PLAYERS).draw(self._lots)
        return [mine | more for mine, more in zip(kept, given, strict=True)]

    def _packets(self, played: list[int]) -> list[int]:
        """Return the packets drawn anew, with the cards that were played from each."""
        if not self._is_now:
            return played
        state = self._state
        known = [0] * PLAYERS
        for seat in (*self._known, None):
            for holder, cards in enumerate(state.known(seat)):
                known[holder] |= cards
        room = [state.hands[seat].bit_count() - known[seat].bit_count() for seat in SEATS]
        unseen = mask_of(_all(state.hands)) & ~mask_of(_all(known))
        given = Worlds(unseen, room, state.may).draw(self._lots)
        packets = list(played)
        for seat in SEATS:
            packets[(seat + state.exchanges) % PLAYERS] |= known[seat] | given[seat]
        return packets

    def _before_the_pass(self, packets: list[int], passes: dict[int, int]) -> list[int]:
        hands = list(packets)
        for seat, cards in passes.items():
            hands[self._receiver(seat)] &= ~cards
        for seat, cards in passes.items():
            hands[seat] |= cards
        return hands


def _all(masks: Sequence[int]) -> Iterator[Card]:
    """Yield the cards of all masks."""
    for mask in masks:
        yield from cards_of(mask)


def _played_by_packet(plays: Sequence[Play], options: HeartsOptions) -> list[int]:
    """Return the cards of a round that were played from each packet, as masks."""
    values = options.card_values
    packets = [0] * PLAYERS
    turned = count = total = 0
    for seat, card in plays:
        if not isinstance(card, Card):
            continue
        packets[(seat + turned) % PLAYERS] |= 1 << card
        count, total = count + 1, total + values[card]
        if count == PLAYERS:
            turned += total == EXCHANGE_SUM
            count = total = 0
    return packets
