"""The first game in the line mode, and the advice that is said beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.timeline import Timeline
from host.session import Session
from play.first_game import Advice, FirstGame
from play.games.actions import words_by_action
from words.translation import _


class LineLesson:
    """A first game in lines."""

    def __init__(self, game: str, *, anew: bool) -> None:
        """Go on with the first game of a game, or begin it `anew`."""
        self._first = FirstGame(game, anew=anew)
        self._words = words_by_action(game)
        self._said: Advice | None = None
        self._timeline: Timeline[Any] | None = None

    @property
    def session(self) -> Session:
        """The game, which is kept in no file."""
        return self._first.session

    def lines(self, timeline: Timeline[Any]) -> Iterator[str]:
        """Yield the advice for this moment, unless it was said before."""
        self._timeline = timeline
        advice = self._first.advice(self._first.moment(timeline), is_typed=True)
        if advice == self._said:
            return
        if self._said and advice.number != self._said.number:
            self.keep()
        self._said = advice
        facts = {action: word.spelled for action, word in self._words.items()}
        facts |= {name: _(sign) for name, sign in self._first.lesson.typed_signs.items()}
        yield (
            _("First game, {number} of {steps}").format(number=advice.number, steps=advice.steps)
            + "."
        )
        spoken = advice.spoken(facts)
        yield from filter(None, (spoken.praise, spoken.task, spoken.how))

    def keep(self) -> None:
        """Remember the place in the lesson."""
        if self._timeline:
            self._first.keep(self._first.moment(self._timeline))
