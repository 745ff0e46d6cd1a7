"""The rules of the duel told again, slowly and plainly, to hold the fast ones against."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

PILES = ("^", "v", "^'", "v'")

Lays = list[tuple[int, str]]
Tops = dict[str, int]


def may_lay(card: int, pile: str, tops: Tops) -> bool:
    top = tops[pile]
    if pile == "^":
        return card > top or card == top - 10
    if pile == "v":
        return card < top or card == top + 10
    if pile == "^'":
        return card < top
    return card > top


def play_out(hand: set[int], tops: Tops, lays: Lays) -> tuple[set[int], Tops] | None:
    """Return what is left in hand and the tops after the lays, None if one is not allowed."""
    hand, tops, gifts = set(hand), dict(tops), 0
    for card, pile in lays:
        gifts += pile.endswith("'")
        if card not in hand or gifts > 1 or not may_lay(card, pile, tops):
            return None
        hand.remove(card)
        tops[pile] = card
    return hand, tops


def is_legal_turn(hand: set[int], tops: Tops, lays: Lays, least: int = 2) -> bool:
    return len(lays) >= least and play_out(hand, tops, lays) is not None


def sequences(hand: set[int], length: int) -> Iterator[Lays]:
    for cards in permutations(sorted(hand), length):
        for piles in product(PILES, repeat=length):
            yield list(zip(cards, piles, strict=True))


def can_lay_two(hand: set[int], tops: Tops) -> bool:
    return can_lay(hand, tops, 2)


def can_lay(hand: set[int], tops: Tops, least: int) -> bool:
    return any(is_legal_turn(hand, tops, lays, least) for lays in sequences(hand, least))


def all_results(
    hand: set[int], tops: Tops, least: int = 2
) -> set[tuple[frozenset[int], tuple[int, ...]]]:
    """Return every (cards left, tops) that a legal turn can lead to, by trying card after card."""
    found = set()
    seen = set()

    def go_on(left: frozenset[int], now: tuple[int, ...], laid: int, gave: bool) -> None:
        if (left, now, laid >= least, gave) in seen:
            return
        seen.add((left, now, laid >= least, gave))
        if laid >= least:
            found.add((left, now))
        for card in left:
            for place, pile in enumerate(PILES):
                is_gift = pile.endswith("'")
                if not (is_gift and gave) and may_lay(card, pile, plain(now)):
                    after = (*now[:place], card, *now[place + 1 :])
                    go_on(left - {card}, after, laid + 1, gave or is_gift)

    go_on(frozenset(hand), tuple(tops[pile] for pile in PILES), 0, False)
    return found


def plain(tops: tuple[int, ...]) -> Tops:
    """Return four tops, in the order of `PILES`, as a dict."""
    return dict(zip(PILES, tops, strict=True))


def greedy_costs(
    hand: set[int], tops: Tops, least: int = 2
) -> dict[tuple[frozenset[int], tuple[int, ...]], float]:
    """Return what each result costs: own pips forward, and 0.8 of the pips given back."""
    up, down, their_up, their_down = tops.values()
    return {
        (left, now): (now[0] - up)
        + (down - now[1])
        + 0.8 * ((their_up - now[2]) + (now[3] - their_down))
        for left, now in all_results(hand, tops, least)
    }
