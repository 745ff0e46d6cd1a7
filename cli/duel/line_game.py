"""The duel in the line mode for people."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from cli.duel import telling
from cli.lines.game import Look
from engine.duel.moves import Lay, Turn, read_typed
from engine.duel.state import DuelOptions
from engine.duel.view import DuelView
from engine.game import CHANCE, Outcome, Play, View
from engine.timeline import Timeline
from play.action import Word
from play.games.actions import words_at
from play.story import Highlight
from words.plain_text import folded
from words.translation import _, mark


class DuelLines:
    """The duel in lines; see `LineGame`."""

    key = telling.KEY
    words = words_at(key)
    looks: Mapping[str, Look] = {
        "hand": lambda view, _rest: telling.hands(view),
        "piles": lambda view, _rest: telling.piles(view),
        "moves": telling.moves,
        "unseen": telling.unseen,
    }
    moves: Mapping[str, str] = {}
    enter = ""
    covers = "hand"
    move_help = mark(
        "A turn in words: 15 up, 20 up opponent, 48 down.\n"
        "The same in signs: 15^ 20^' 48v; the caret is up, v down, the apostrophe opponent.\n"
        "Plus, minus and star can stand for them: 15+ 20+* 48-."
    )
    no_move = mark(
        "{text} is neither a turn like 15 up, 48 down nor a word; help says how to type a turn."
    )

    def fits(self, word: Word, view: DuelView) -> bool:
        """Say yes: its own words make sense at any time."""
        return True

    def read(self, typed: str, view: View[Any]) -> Turn:
        """Read a typed turn. Raises `NotationError`."""
        return read_turn(typed)

    def told(self, move: Any) -> str:
        """Return a turn in signs, as it could be typed."""
        return str(move)

    def said(self, move: Any, view: DuelView) -> Iterator[str]:
        """Yield a turn in words, as it could be typed."""
        if isinstance(move, Turn):
            yield _("In words: {turn}.").format(turn=telling.short(move.lays))

    def step(self, step: Lay, view: DuelView) -> str:
        """Return a card that is laid, in words."""
        return telling.laid(step, view.mover or 0, view.tops)

    def fact(self, fact: object) -> object:
        """Return a fact of a reason as it is."""
        return fact

    def title(self, options: DuelOptions) -> str:
        """Return which game is played."""
        return _("The duel: lay all your 58 cards and you win; if you cannot lay two, you lose.")

    def prompt(self, view: DuelView, seat: int | None) -> str:
        """Return what stands before a turn: who makes it."""
        return "> " if seat is None or seat == CHANCE else f"{telling.player(seat)}> "

    def situation(self, view: DuelView) -> Iterator[str]:
        """Yield the piles, the counts, and the hand."""
        return telling.situation(view)

    def answer(self, before: DuelView, play: Play, view: DuelView) -> Iterator[str]:
        """Yield what a turn or a lot led to."""
        return telling.answer(before, play, view)

    def result(self, outcome: Outcome) -> str:
        """Return how the game ended."""
        return telling.result(outcome)

    def log(self, view: DuelView) -> Iterator[str]:
        """Yield what was played, the turns with their numbers."""
        return telling.log(view)

    def highlights(self, timeline: Timeline[Any]) -> Sequence[Highlight]:
        """Return the turns worth going to."""
        from play.games.duel.story import highlights_of, told

        outcome = timeline.outcome
        return told(highlights_of(timeline), outcome.winners[0] if outcome else None)


_SIGNS: Final = {
    **dict.fromkeys(("up", "ascending", "monte", "montant", "montante", "haut"), "^"),
    **dict.fromkeys(("down", "descending", "descend", "descendant", "descendante", "bas"), "v"),
    **dict.fromkeys(("opponent", "theirs", "gift", "adverse", "autre", "cadeau"), "'"),
    **dict.fromkeys(("on", "the", "pile", "sur", "la", "and", "et", "then", "puis"), ""),
}
"""What words stand for, in either language; a few mean nothing."""

_WORD: Final = re.compile(r"[a-z]{2,}")


def read_turn(text: str) -> Turn:
    """Return the turn that somebody typed, in signs or in words. Raises `NotationError`.

    >>> str(read_turn("15 up, 20 up opponent, 48 down"))
    "15^ 20^' 48v"
    >>> str(read_turn("5 monte puis 20 descend adverse 48v"))
    "05^ 20v' 48v"
    """
    typed = folded(text)
    if not _WORD.search(typed):
        return read_typed(text)
    return read_typed(_WORD.sub(lambda word: _SIGNS.get(word[0], word[0]), typed))
