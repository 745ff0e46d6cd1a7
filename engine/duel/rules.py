"""The rules of laying: the cards that fit on each pile, and the piles after cards are laid.

Sets of cards are bit masks: bit n stands for card n. Quotes in the comments are places in
`docs/rules/duel.en.md`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, TypeVar

from engine.duel.moves import HAND_SIZE, HIGHEST, LOWEST, Lay
from engine.duel.reasons import Refusal
from engine.reasons import IllegalMove

T = TypeVar("T")

ASCENDING_BASE: Final = 1
DESCENDING_BASE: Final = 60
MIN_LAID: Final = 2
HELPED_MIN_LAID: Final = 1
"""The cards that a player has to lay in a turn, and those of a player with a handicap."""

DRAWN_WITHOUT_GIFT: Final = 2
JUMP: Final = 10

DECK: Final = (1 << HIGHEST + 1) - (1 << LOWEST)
"""The 58 numbered cards of a player, 2 to 59."""


def mask_of(cards: Iterable[int]) -> int:
    """Return the mask of the cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_of(mask: int) -> list[int]:
    """Return the cards of a mask, lowest first.

    >>> cards_of(mask_of([30, 7]))
    [7, 30]
    """
    cards = []
    while mask:
        low = mask & -mask
        cards.append(low.bit_length() - 1)
        mask ^= low
    return cards


def _above(top: int) -> int:
    return DECK >> top + 1 << top + 1


def _below(top: int) -> int:
    return DECK & (1 << top) - 1


def _exactly(card: int) -> int:
    return DECK & 1 << card if card >= LOWEST else 0


_TOPS: Final = range(DESCENDING_BASE + 1)

# "Your own piles": beyond the top, or back by exactly ten.
GOES_UP: Final = tuple(_above(top) | _exactly(top - JUMP) for top in _TOPS)
"""GOES_UP[top]: the cards that may be laid on the own ascending pile."""

GOES_DOWN: Final = tuple(_below(top) | _exactly(top + JUMP) for top in _TOPS)
"""GOES_DOWN[top]: the cards that may be laid on the own descending pile."""

# "The opponent's piles": the card must improve the pile.
HELPS_UP: Final = tuple(_below(top) for top in _TOPS)
"""HELPS_UP[top]: the cards that improve an opponent's ascending pile."""

HELPS_DOWN: Final = tuple(_above(top) for top in _TOPS)
"""HELPS_DOWN[top]: the cards that improve an opponent's descending pile."""


def draw_count(hand_size: int, draw_size: int, gave: bool) -> int:
    """Return the number of cards to draw after a turn that left `hand_size` cards in hand.

    "Drawing": two, or up to six after a card on the opponent's piles; fewer from a small draw pile,
    and never more than six in hand.
    """
    room = HAND_SIZE - hand_size
    wanted = room if gave or room < DRAWN_WITHOUT_GIFT else DRAWN_WITHOUT_GIFT
    return min(wanted, draw_size)


def least_laid(seat: int, helped: int | None) -> int:
    """Return the cards that a seat has to lay in a turn; `helped` is the seat with a handicap."""
    return HELPED_MIN_LAID if seat == helped else MIN_LAID


def too_few(count: int, least: int) -> IllegalMove:
    """Return the refusal of a turn that has to have `least` cards and has `count`."""
    if least == HELPED_MIN_LAID:
        return IllegalMove(Refusal.NONE_LAID)
    return IllegalMove(Refusal.TOO_FEW, count=count)


def by_seat(seat: int, own: T, other: T) -> tuple[T, T]:
    """Return the value of `seat` and the other player's in the order of the seats.

    >>> by_seat(1, "mine", "yours")
    ('yours', 'mine')
    """
    return (own, other) if seat == 0 else (other, own)


class Tops(NamedTuple):
    """The tops of the four piles as the player to move sees them, in the order of `Pile`."""

    up: int
    down: int
    their_up: int
    their_down: int

    def after(self, lay: Lay) -> Tops:
        """Return the tops with the card laid."""
        tops = list(self)
        tops[lay.pile] = lay.card
        return Tops(*tops)


TAKES: Final = (GOES_UP, GOES_DOWN, HELPS_UP, HELPS_DOWN)
"""TAKES[pile][top]: the mask of cards that may be laid on the pile."""

_REFUSALS: Final = (Refusal.NOT_UP, Refusal.NOT_DOWN, Refusal.NO_HELP_UP, Refusal.NO_HELP_DOWN)


def refusal(lay: Lay, tops: Tops, gave: bool) -> IllegalMove | None:
    """Return why a card in hand cannot be laid, or None; `gave`: the turn already has its gift."""
    if gave and lay.pile.is_theirs:
        return IllegalMove(Refusal.SECOND_GIFT, lay=lay)
    top = tops[lay.pile]
    if not TAKES[lay.pile][top] >> lay.card & 1:
        return IllegalMove(_REFUSALS[lay.pile], lay=lay, top=top)
    return None


def absence(lay: Lay, laid: Iterable[Lay]) -> IllegalMove:
    """Return the refusal of a card that is not in hand, or was laid earlier in this turn."""
    twice = any(before.card == lay.card for before in laid)
    return IllegalMove(Refusal.LAID_TWICE if twice else Refusal.NOT_IN_HAND, card=lay.card)


def can_lay_one(hand: int, tops: Tops, gave: bool) -> bool:
    """Say whether any card of the mask `hand` can be laid."""
    takes = GOES_UP[tops.up] | GOES_DOWN[tops.down]
    if not gave:
        takes |= HELPS_UP[tops.their_up] | HELPS_DOWN[tops.their_down]
    return bool(hand & takes)


def can_lay(hand: int, tops: Tops, least: int) -> bool:
    """Say whether `least` cards can be laid, one or two."""
    return can_lay_two(hand, tops) if least == MIN_LAID else can_lay_one(hand, tops, False)


def can_lay_two(hand: int, tops: Tops) -> bool:
    """Say whether two cards can be laid one after the other, at most one of them a gift.

    Two cards that can both be laid now on the own piles can always be laid in some order: on one
    pile the jump first, else the smaller step. So only a hand with a single such card needs a
    closer look.
    """
    own = hand & (GOES_UP[tops.up] | GOES_DOWN[tops.down])
    if not own:
        return False  # a gift alone is one card
    if own & (own - 1):
        return True
    if hand & ~own & (HELPS_UP[tops.their_up] | HELPS_DOWN[tops.their_down]):
        return True
    # "a jump may be opened by a card laid earlier in the same turn"
    card, rest = own.bit_length() - 1, hand ^ own
    return bool(
        (own & GOES_UP[tops.up] and rest & (GOES_UP[card] | GOES_DOWN[tops.down]))
        or (own & GOES_DOWN[tops.down] and rest & (GOES_UP[tops.up] | GOES_DOWN[card]))
    )


def swapped_tops(tops: Tops) -> Tops:
    """Return the tops from the other player's side.

    >>> swapped_tops(Tops(10, 50, 7, 44))
    Tops(up=7, down=44, their_up=10, their_down=50)
    """
    return Tops(tops.their_up, tops.their_down, tops.up, tops.down)
