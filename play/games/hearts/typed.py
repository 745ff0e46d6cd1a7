"""Moves of Dame de Pique as people type them, in letters, signs or words of either language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from engine.hearts.cards import Card, mask_of, parse_card
from engine.hearts.moves import SLAP, CardPass, Move, parse
from engine.hearts.reasons import HeartsRefusal
from engine.hearts.rules import HAND_SIZE, PASS_SIZE
from engine.hearts.view import HeartsView
from engine.reasons import IllegalMove, Reason
from words.plain_text import folded
from words.translation import language, mark


class TypedReason(Reason):
    """Why cards that were typed are no move."""

    TWO_READINGS = mark("{text} can be {first} or {second}: write the suit in full")
    ONE_CARD = mark("one card is played, not {count}")


_RANKS: Final = {
    **dict.fromkeys(("ace", "as", "a"), "A"),
    **dict.fromkeys(("king", "roi", "k", "r"), "K"),
    **dict.fromkeys(("queen", "dame", "q", "d"), "Q"),
    **dict.fromkeys(("jack", "valet", "j", "v"), "J"),
    **dict.fromkeys(("ten", "dix", "10", "t"), "T"),
    **{digit: digit for digit in "23456789"},
}
_SUITS: Final = {
    **dict.fromkeys(("clubs", "club", "trefles", "trefle", "♣", "♧"), "C"),
    **dict.fromkeys(("diamonds", "diamond", "carreaux", "carreau", "♦", "♢"), "D"),
    **dict.fromkeys(("hearts", "heart", "coeurs", "coeur", "♥", "♡"), "H"),
    **dict.fromkeys(("spades", "spade", "piques", "pique", "♠", "♤"), "S"),
}
_NOTHING: Final = "of|the|and|pass|play|de|du|le|la|les|et|je|passe|passer|passez|joue|jouer|jouez"
"""Words that may stand between cards and mean nothing."""
_LONGEST: Final = 120
"""The longest text that is read as cards; three of them in words take half of it."""

_ENGLISH: Final = {"C": "C", "D": "D", "H": "H", "S": "S", "T": "C", "K": "D", "P": "S"}
_FRENCH: Final = _ENGLISH | {"C": "H"}
"""The suits that single letters stand for, of both languages: C is clubs, in French also cœur."""
_ENGLISH_ALONE: Final = (frozenset("JQKT"), frozenset("DHS"))
_FRENCH_ALONE: Final = (frozenset("DVR"), frozenset("TKP"))
"""The letters of ranks and of suits that one language alone shows."""


def _one_of(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, words))


_GAP: Final = re.compile(rf"[\s,;.]+|[dl]['’]|(?:{_NOTHING})(?![a-z0-9])")
_RANK: Final = re.compile(rf"({_one_of(_RANKS)})(?![a-z0-9])")
_SUIT: Final = re.compile(rf"({_one_of(_SUITS)})(?![a-z])")
_PAIR: Final = re.compile(r"(10|[2-9tjqkavdr])\s*([cdhstkp])")


class _TypedCard(NamedTuple):
    """A card as it was typed: its rank, and its suit or else the letter of it and its text."""

    rank: str
    letter: str = ""
    suit: str = ""
    text: str = ""

    def read(self, alphabet: Mapping[str, str]) -> Card:
        """Return the card."""
        return parse_card(self.rank + (self.suit or alphabet[self.letter]))


def read(typed: str, view: HeartsView) -> Move:
    """Return the move that somebody typed. Raises `NotationError`, `IllegalMove`.

    Cards are read in words (`dame de pique`), in signs (`Q♠`) and in the letters of both languages
    (`QS`, `DP`). C is clubs or cœur by the other letters, else as in the language spoken; French
    asks for the suit in full where clubs can be played.
    """
    text = folded(typed).strip()
    if view.is_slapping and text in ("", str(SLAP)):
        return SLAP
    cards = next(_cards(text), None) if text and len(text) <= _LONGEST else None
    if cards is None or not (cards or view.is_passing):
        return parse(typed.strip())
    view.check_to_move()
    readings = [[card.read(letters) for card in cards] for letters in _alphabets(cards)]
    may = view.hand if view.is_passing else view.playable
    fitting = [reading for reading in readings if not mask_of(reading) & ~may]
    if readings[-1] in fitting and readings[-1] != readings[0]:
        two = zip(cards, *readings, strict=True)
        card, first, second = next(one for one in two if one[1] != one[2])
        raise IllegalMove(TypedReason.TWO_READINGS, text=card.text, first=first, second=second)
    return _move(readings[0], view)


def _cards(text: str, at: int = 0, ranks: tuple[str, ...] = ()) -> Iterator[list[_TypedCard]]:
    """Yield the ways to read cards in a text from a place on, after `ranks` that want a suit."""
    if gap := _GAP.match(text, at):
        yield from _cards(text, gap.end(), ranks)
    elif at == len(text):
        if not ranks:
            yield []
    elif len(ranks) < HAND_SIZE:
        if suit := _SUIT.match(text, at):
            named = [_TypedCard(rank, suit=_SUITS[suit[1]]) for rank in ranks]
            yield from ([*named, *more] for more in _cards(text, suit.end()) if named)
        if rank := _RANK.match(text, at):
            yield from _cards(text, rank.end(), (*ranks, _RANKS[rank[1]]))
        if (pair := _PAIR.match(text, at)) and not ranks:
            card = _TypedCard(_RANKS[pair[1]], pair[2].upper(), text=pair[0])
            yield from ([card, *more] for more in _cards(text, pair.end()))


def _alphabets(cards: Sequence[_TypedCard]) -> Sequence[Mapping[str, str]]:
    """Return what the letters of suits may stand for, the likeliest first."""
    ranks = {card.text[:1].upper() for card in cards}
    suits = {card.letter for card in cards}
    is_english, is_french = (
        bool(ranks & of_ranks or suits & of_suits)
        for of_ranks, of_suits in (_ENGLISH_ALONE, _FRENCH_ALONE)
    )
    if is_english != is_french:
        return [_FRENCH if is_french else _ENGLISH]
    return [_FRENCH, _ENGLISH] if language() == "fr" else [_ENGLISH]


def _move(cards: Sequence[Card], view: HeartsView) -> Move:
    """Return the card to play, or the cards to pass. Raises `IllegalMove` for another number."""
    if not view.is_passing:
        if len(cards) > 1:
            raise IllegalMove(TypedReason.ONE_CARD, count=len(cards))
        return cards[0]
    for at, card in enumerate(cards):
        if card in cards[:at]:
            raise IllegalMove(HeartsRefusal.CHOSEN, card=card)
    if len(cards) != PASS_SIZE:
        raise IllegalMove(HeartsRefusal.TOO_FEW, count=len(cards))
    return CardPass(mask_of(cards))
