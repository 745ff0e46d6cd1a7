"""The signs of cards: suits, ranks, the joker, what was received, where cards are passed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.hearts.cards import Card
from tui.table import playing_cards
from words.glyphs import ASCII, Glyphs

SUIT_INKS: Final = ("clubs", "diamonds", "red_suit", "ink")
"""The roles of the suits on cards, in the order of `SUITS`."""
RAIL_INKS: Final = ("text", "diamonds_light", "down_light", "text")
"""The same on felt and rail."""
FAN_ORDER: Final = (0, 1, 3, 2)
"""The suits as a hand has them: black and red in turn."""


@dataclass(frozen=True, slots=True)
class HeartsSigns:
    """One set of signs.

    Attributes:
        suits: A sign for each suit, in the order of `SUITS`.
        star: The joker.
        new: A card that was received, or was just played.
        taken: What stands before the name of who took a trick.
        ways: Where cards are passed, by how many seats further they go.
        dash: What a bar has left.
        place: The three kinds of lines of an empty place: left, between, right.
    """

    suits: str
    star: str
    new: str
    taken: str
    ways: dict[int, str]
    dash: str
    place: tuple[tuple[str, str, str], ...]


UNICODE_SIGNS: Final = HeartsSigns(
    suits="♣♦♥♠",
    star="★",
    new="•",
    taken="×",
    ways={1: "←", 2: "↑", 3: "→"},
    dash="╌",
    place=(("┌", "╌", "┐"), ("╎", " ", "╎"), ("└", "╌", "┘")),
)
ASCII_SIGNS: Final = HeartsSigns(
    suits="CDHS",
    star="*",
    new="o",
    taken="x",
    ways={1: "<", 2: "^", 3: ">"},
    dash=".",
    place=((".", ".", "."), (":", " ", ":"), (".", ".", ".")),
)


def signs_of(glyphs: Glyphs) -> HeartsSigns:
    """Return the signs of cards that go with a set of signs."""
    return ASCII_SIGNS if glyphs is ASCII else UNICODE_SIGNS


def short_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names without what they say in brackets, if they still differ then.

    >>> short_names(["Zoé", "West (club)"]), short_names(["Ana (1)", "Ana (2)"])
    (('Zoé', 'West'), ('Ana (1)', 'Ana (2)'))
    """
    short = tuple([name.partition(" (")[0] for name in names])
    return short if len(set(short)) == len(short) else tuple(names)


def rank_words(card: Card) -> str:
    """Return the rank as people write it: `10`, `Q`, in French `D`."""
    return playing_cards.rank_words(str(card))


def card_words(card: Card, glyphs: Glyphs) -> str:
    """Return a card as people write it: `10♥`, in plain ASCII `10H`."""
    return playing_cards.card_words(str(card), glyphs)


def the_card(card: Card, glyphs: Glyphs) -> str:
    """Return a card as people write it, with its article."""
    return playing_cards.the_card(str(card), glyphs)


def cards_words(cards: Iterable[Card], glyphs: Glyphs) -> str:
    """Return cards as people write them, with blanks between."""
    return " ".join(card_words(card, glyphs) for card in cards)


def fan_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards of a hand from left to right."""
    return tuple(sorted(cards, key=lambda card: (FAN_ORDER.index(card.suit), card.rank)))
