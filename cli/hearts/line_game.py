"""Dame de Pique in the line mode for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cli.hearts import text
from cli.hearts.words import TYPED, WORDS
from cli.lines.game import Look, TurnWorthSeeing
from cli.lines.words import Word
from engine.game import CHANCE, UNKNOWN, Outcome, Play, View
from engine.hearts.moves import SLAP, CardPass, Move
from engine.hearts.options import HeartsOptions
from engine.hearts.typed import read_typed
from engine.hearts.view import HeartsView
from engine.log import HIDDEN
from engine.timeline import Timeline
from words.translation import mark


class HeartsLines:
    """Dame de Pique in lines; see `LineGame`."""

    key = text.KEY
    words: Sequence[Word] = WORDS
    looks: Mapping[str, Look] = {
        "table": lambda view, _rest: text.situation(view),
        "trick": text.last_trick,
        "unseen": text.unseen,
        "scores": text.sheet,
    }
    moves: Mapping[str, str] = {"slap": str(SLAP)}
    enter = ""
    covers = "table"
    typed = TYPED
    move_help = mark("A card: 8C, 10H or TH; three cards to pass: 2C QS AH.")
    no_move = mark("{text} is neither a card like 8C nor a word; help lists the words.")

    def fits(self, word: Word, view: HeartsView) -> bool:
        """Say whether everybody slaps."""
        return view.is_slapping

    def read(self, typed: str, view: View[Any]) -> Move:
        """Read a typed move. Raises `NotationError`."""
        assert isinstance(view, HeartsView)
        return read_typed(typed, view)

    def told(self, move: Any) -> str:
        """Return a move as it could be typed; a hidden one is a pass."""
        if move is UNKNOWN:
            return f"pass {HIDDEN} {HIDDEN} {HIDDEN}"
        return str(move) if isinstance(move, CardPass) or move is SLAP else text.card(move)

    def said(self, move: Any, view: HeartsView) -> Iterator[str]:
        """Yield nothing: a card is written as it is called."""
        return iter(())

    def step(self, step: Any, view: HeartsView) -> str:
        """Return a card, or a slap."""
        return text.card(step)

    def marks(self, timeline: Timeline[Any]) -> list[TurnWorthSeeing]:
        """Return the turns worth going to."""
        from tui.games.hearts.story import highlights, round_ends

        names = tuple(sitter.name for sitter in timeline.sitters)
        found = (*highlights(timeline, names), *round_ends(timeline, names))
        return sorted(TurnWorthSeeing(one.turn, one.words) for one in found)

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
        news = view.log.latest(len(view.log) - len(before.log))
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

    def opponent(self, timeline: Timeline[Any], seat: int) -> str:
        """Return the name of the left neighbour."""
        return text.player((seat + 1) % len(timeline.seats))


def _what_to_choose(view: HeartsView) -> object:
    """Return what a seat chooses from; None while it is not to move."""
    if view.seat is None or view.seat not in view.to_move:
        return None
    return (view.hand, view.table, view.number)
