"""Dame de Pique in the line mode for people."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from cli.hearts import telling
from cli.lines.game import Look
from engine.game import CHANCE, UNKNOWN, Outcome, Play, View
from engine.hearts.cards import Card
from engine.hearts.moves import SLAP, CardPass, Move, read_typed
from engine.hearts.options import HeartsOptions
from engine.hearts.view import HeartsView
from engine.timeline import Timeline
from play.action import Word, find_word
from play.games.actions import words_at
from play.story import Highlight
from words.plain_text import folded
from words.playing_cards import spoken_card, the_spoken_card
from words.translation import _, mark


class HeartsLines:
    """Dame de Pique in lines; see `LineGame`."""

    key = telling.KEY
    words = words_at(key)
    looks: Mapping[str, Look] = {
        "table": lambda view, _rest: telling.situation(view),
        "trick": telling.last_trick,
        "unseen": telling.unseen,
        "scores": telling.sheet,
    }
    moves: Mapping[str, str] = {"slap": str(SLAP)}
    enter = ""
    covers = "table"
    move_help = mark(
        "A card: queen of spades, or QS.\n"
        "Three cards to pass: 2 of clubs, ace of clubs, queen of spades; or 2C AC QS.\n"
        "The letters: C clubs, D diamonds, H hearts, S spades; A ace, K king, Q queen, J jack."
    )
    no_move = mark(
        "{text} is neither a card like 8 of clubs, or 8C, nor a word; help lists the words."
    )

    def fits(self, word: Word, view: HeartsView) -> bool:
        """Say whether everybody slaps."""
        return view.is_slapping

    def read(self, typed: str, view: View[Any]) -> Move:
        """Read a typed move. Raises `NotationError`."""
        assert isinstance(view, HeartsView)
        return read_move(typed, view)

    def told(self, move: Any) -> str:
        """Return a move in words, as it could be typed; a hidden one is a pass."""
        if move is UNKNOWN:
            return _("pass three cards")
        if isinstance(move, CardPass):
            return _("pass {cards}").format(cards=telling.cards(move.cards))
        word = find_word(self.words, str(move)) if move is SLAP else None
        return word.spelled if word else spoken_card(move)

    def said(self, move: Any, view: HeartsView) -> Iterator[str]:
        """Yield nothing: a card is written in words."""
        return iter(())

    def step(self, step: Any, view: HeartsView) -> str:
        """Return a card, or a slap."""
        return f"{self.told(step)}."

    def highlights(self, timeline: Timeline[Any]) -> Sequence[Highlight]:
        """Return the turns worth going to."""
        from play.games.hearts.story import highlights, round_ends

        names = tuple(sitter.name for sitter in timeline.sitters)
        return (*highlights(timeline, names), *round_ends(timeline, names))

    def fact(self, fact: object) -> object:
        """Return a card in words with its article, and any other fact as it is."""
        return the_spoken_card(fact) if isinstance(fact, Card) else fact

    def title(self, options: HeartsOptions) -> str:
        """Return which game is played."""
        return telling.title(options)

    def prompt(self, view: HeartsView, seat: int | None) -> str:
        """Return what stands before a move: who makes it."""
        return "> " if seat is None or seat == CHANCE else f"{telling.player(seat)}> "

    def situation(self, view: HeartsView) -> Iterator[str]:
        """Yield the round, the scores, the trick and the hand."""
        return telling.situation(view)

    def answer(self, before: HeartsView, play: Play, view: HeartsView) -> Iterator[str]:
        """Yield what came of a move, and what the next one is chosen from."""
        news = view.log.since(before.log)
        for line in news if play.seat == CHANCE else news[1:]:
            yield telling.told(line)
        choice = _what_to_choose(view)
        if choice is not None and choice != _what_to_choose(before):
            yield from telling.to_move(view)

    def result(self, outcome: Outcome) -> str:
        """Return who won, and the scores."""
        return telling.result(outcome)

    def log(self, view: HeartsView) -> Iterator[str]:
        """Yield what happened in this round and before."""
        for line in view.log:
            yield telling.told(line)


def _what_to_choose(view: HeartsView) -> object:
    """Return what a seat chooses from; None while it is not to move."""
    if view.seat is None or view.seat not in view.to_move:
        return None
    return (view.hand, view.table, view.number)


_RANKS: Final = {
    **dict.fromkeys(("ace", "as"), "A"),
    **dict.fromkeys(("king", "roi"), "K"),
    **dict.fromkeys(("queen", "dame"), "Q"),
    **dict.fromkeys(("jack", "valet"), "J"),
    **dict.fromkeys(("ten", "dix", "10"), "T"),
    **{digit: digit for digit in "23456789"},
}
_SUITS: Final = {
    **dict.fromkeys(("club", "clubs", "trefle", "trefles"), "C"),
    **dict.fromkeys(("diamond", "diamonds", "carreau", "carreaux"), "D"),
    **dict.fromkeys(("heart", "hearts", "coeur", "coeurs"), "H"),
    **dict.fromkeys(("spade", "spades", "pique", "piques"), "S"),
}
_NOTHING: Final = frozenset(
    [
        "of",
        "the",
        "and",
        "pass",
        "play",
        "de",
        "du",
        "d",
        "le",
        "la",
        "l",
        "les",
        "et",
        "passe",
        "passer",
        "joue",
        "jouer",
    ]
)
_WORD: Final = re.compile(r"[a-z]+|\d+")


def read_move(text: str, view: HeartsView) -> Move:
    """Return the move that somebody typed, in words or in letters. Raises `NotationError`."""
    return read_typed(in_letters(text), view.is_slapping)


def in_letters(text: str) -> str:
    """Return cards that were typed in words as the notation has them; any other text as it is.

    >>> in_letters("queen of spades"), in_letters("Passe 2, as de trèfle ; dix de cœur")
    ('QS', '2C AC TH')
    >>> in_letters("8c"), in_letters("pass 2C QS AH")
    ('8c', 'pass 2C QS AH')
    """
    typed = folded(text).replace("œ", "oe")
    ranks: list[str] = []
    cards: list[str] = []
    for word in _WORD.findall(typed):
        if word in _SUITS and ranks:
            cards += [f"{rank}{_SUITS[word]}" for rank in ranks]
            ranks = []
        elif word in _RANKS:
            ranks.append(_RANKS[word])
        elif word not in _NOTHING:
            return text
    return text if ranks or not cards else " ".join(cards)
