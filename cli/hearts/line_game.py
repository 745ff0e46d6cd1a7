"""Dame de Pique in the line mode for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cli.hearts import text
from cli.hearts.typed_words import read_move
from cli.lines.cards import the_card
from cli.lines.game import Look, TurnWorthSeeing
from engine.game import CHANCE, UNKNOWN, Outcome, Play, View
from engine.hearts.cards import Card
from engine.hearts.moves import SLAP, CardPass, Move
from engine.hearts.options import HeartsOptions
from engine.hearts.view import HeartsView
from engine.timeline import Timeline
from play.action import Word, find_word
from play.games.actions import words_at
from words.translation import _, mark


class HeartsLines:
    """Dame de Pique in lines; see `LineGame`."""

    key = text.KEY
    words = words_at(key)
    looks: Mapping[str, Look] = {
        "table": lambda view, _rest: text.situation(view),
        "trick": text.last_trick,
        "unseen": text.unseen,
        "scores": text.sheet,
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
            return _("pass {cards}").format(cards=text.cards(move.cards))
        word = find_word(self.words, str(move)) if move is SLAP else None
        return word.spelled if word else text.card(move)

    def said(self, move: Any, view: HeartsView) -> Iterator[str]:
        """Yield nothing: a card is written in words."""
        return iter(())

    def step(self, step: Any, view: HeartsView) -> str:
        """Return a card, or a slap."""
        return f"{self.told(step)}."

    def marks(self, timeline: Timeline[Any]) -> list[TurnWorthSeeing]:
        """Return the turns worth going to."""
        from play.games.hearts_story import highlights, round_ends

        names = tuple(sitter.name for sitter in timeline.sitters)
        found = (*highlights(timeline, names), *round_ends(timeline, names))
        return sorted(TurnWorthSeeing(one.turn, one.words) for one in found)

    def fact(self, fact: object) -> object:
        """Return a card in words with its article, and any other fact as it is."""
        return the_card(str(fact)) if isinstance(fact, Card) else fact

    def title(self, options: HeartsOptions) -> str:
        """Return which game is played."""
        return text.title(options)

    def prompt(self, view: HeartsView, seat: int | None) -> str:
        """Return what stands before a move: who makes it."""
        return "> " if seat is None or seat == CHANCE else f"{text.player(seat)}> "

    def situation(self, view: HeartsView) -> Iterator[str]:
        """Yield the round, the scores, the trick and the hand."""
        return text.situation(view)

    def answer(self, before: HeartsView, play: Play, view: HeartsView) -> Iterator[str]:
        """Yield what came of a move, and what the next one is chosen from."""
        news = view.log.since(before.log)
        for line in news if play.seat == CHANCE else news[1:]:
            yield text.told(line)
        choice = _what_to_choose(view)
        if choice is not None and choice != _what_to_choose(before):
            yield from text.to_move(view)

    def result(self, outcome: Outcome) -> str:
        """Return who won, and the scores."""
        return text.result(outcome)

    def log(self, view: HeartsView) -> Iterator[str]:
        """Yield what happened in this round and before."""
        for line in view.log:
            yield text.told(line)


def _what_to_choose(view: HeartsView) -> object:
    """Return what a seat chooses from; None while it is not to move."""
    if view.seat is None or view.seat not in view.to_move:
        return None
    return (view.hand, view.table, view.number)
