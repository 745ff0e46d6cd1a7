"""What is told of a duel: its turns, who begins, and what a reader may know of deals and draws."""

from __future__ import annotations

import re
from typing import Final, NamedTuple, TypeAlias

from engine.duel.moves import FirstSeat, Turn, format_network, parse, parse_network, write_cards
from engine.duel.rules import DECK, DECK_SIZE, HAND_SIZE
from engine.log import FORFEIT, HIDDEN, GivenUp
from engine.reasons import NotationError, NotationReason, shown

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

_DEAL: Final = re.compile("deal (.*) / (.*)")


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
    if text == str(FORFEIT):
        return FORFEIT
    if match := _DEAL.fullmatch(text):
        north, south = (_cards(hand) for hand in match.groups())
        if (north.size, south.size) == (HAND_SIZE, HAND_SIZE):
            return DealtHands((north.cards, south.cards))
    word, _blank, rest = text.partition(" ")
    if word == "draw":
        return _cards(rest)
    if word == "begin":
        first = parse(text)
        assert isinstance(first, FirstSeat)
        return first
    return parse_network(text)


def _written(cards: Cards | None, count: int) -> str:
    return " ".join([HIDDEN] * count) if cards is None else write_cards(cards)


def _cards(text: str) -> Drew:
    """Read some cards, known or not. Raises `NotationError`."""
    names = text.split(" ")
    if len(names) <= DECK_SIZE and {*names} == {HIDDEN}:
        return Drew(len(names))
    cards = tuple(int(name) for name in names if re.fullmatch("[0-9]{2}", name))
    if len(cards) != len(names) or not all(DECK >> card & 1 for card in cards):
        raise NotationError(NotationReason.UNREADABLE, text=shown(text))
    return Drew(len(cards), cards)
