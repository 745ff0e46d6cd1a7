"""The hint of a person's turn and the turn's moves by number, dropped with the turn.

A hint is searched for once and followed by the cursor. A number is good once it was said.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, Final

from engine.game import Game, Hint, View
from engine.loop import Call, Loop
from engine.reasons import Explanation, Forfeit
from play.frame import Cursor
from programs.thinking import Think, Thought

MOST_ALL: Final = 13
"""The most legal moves that are all numbered, a hand of cards; of more only the best are."""


class TurnHint:
    """The hint of the current turn, or the search for one.

    Attributes:
        hint: The hint, None before it was found.
        is_said: Whether the hint is what is said now.
        taught: Returns the move that a first game teaches now, None without one.
    """

    def __init__(self, game: Game[Any], loop: Loop, think: Think) -> None:
        self.hint: Hint | None = None
        self.is_said = False
        self.taught: Callable[[], Any] = _nothing
        self._numbers: dict[int, Any] = {}
        self._game = game
        self._loop = loop
        self._think = think
        self._stop: Call | None = None

    @property
    def is_sought(self) -> bool:
        """Whether a hint is being searched for."""
        return self._stop is not None

    def seek(self, view: View[Any], found: Callable[[Hint], None]) -> None:
        """Show the hint of this turn, searched for the first time, and call `found` with it."""

        def chosen(hint: Hint) -> None:
            self._stop = None
            self.hint, self.is_said = hint, True
            self.number(view, hint.move)
            found(hint)

        if self.hint:
            chosen(self.hint)
        elif (move := self.taught()) is not None:
            from engine.lesson import LessonMerit

            chosen(Hint(move, (Explanation(LessonMerit.TAUGHT, {}),)))
        elif self._stop is None:
            self._stop = self._think(Thought(self._game.hint, view, self._loop, chosen, _nothing))

    def choices(self, view: View[Any]) -> tuple[Any, ...]:
        """Return the moves to choose from by number: all where they are few, else the best.

        They are none while they are not known before a hint is found.
        """
        moves = tuple(islice(view.legal(), MOST_ALL + 1))
        if len(moves) <= MOST_ALL:
            return moves
        return (self.hint.move, *self.hint.others) if self.hint else ()

    def number(self, view: View[Any], *moves: Any) -> Mapping[int, Any]:
        """Return some of the choices by number, by which they can be made from now on."""
        places = enumerate(self.choices(view), 1)
        numbered = {number: move for number, move in places if move in moves}
        self._numbers |= numbered
        return numbered

    def number_of(self, move: Any) -> int:
        """Return the number of a move that has one."""
        return next(number for number, other in self._numbers.items() if other == move)

    def numbered(self, typed: str) -> Any:
        """Return the move of this turn whose number was said and is typed now, None without one."""
        number = typed.strip()
        return self._numbers.get(int(number)) if number.isdecimal() else None

    def give_up(self) -> bool:
        """Stop the search for a hint; return whether there was one."""
        was_sought = self._stop is not None
        if self._stop:
            self._stop()
            self._stop = None
        return was_sought

    def forget(self) -> None:
        """Drop the hint, or the search for it."""
        self.give_up()
        self.hint, self.is_said = None, False
        self._numbers = {}

    def steps_left(self, cursor: Cursor) -> tuple[Any, ...] | None:
        """Return the steps of the hint that are left from here, None if it cannot be followed."""
        return cursor.steps_to(self.hint.move) if self.hint else None

    def aimed(self, cursor: Cursor) -> Cursor:
        """Return the cursor aimed at the next step of the hint, if it is near."""
        left = self.steps_left(cursor)
        return cursor.aimed_at(left[0]) if left else cursor


def _nothing(_forfeit: Forfeit | None = None) -> None:
    """Return nothing: a hint has no forfeit, and no move is taught."""
