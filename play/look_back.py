"""The look back at a game that is over: what follows it is looked up in the saved games.

Thousands of games take a moment, so they are looked at as players think: in a thread, or in turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.client import Client
from engine.loop import Call, Loop
from engine.updates import Ended, Resynced, TakenBack, Update
from programs.thinking import Think, Thought

if TYPE_CHECKING:
    from play.afterwards import Afterwards
    from saves.record import Record


class LookBack:
    """The look back at the game of a table.

    Attributes:
        found: What follows the game; None while it is in play, and before it is known. A game that
            was over when it was opened has no feats there: they were told at its end.
        record: Returns the game as its file has it; None for a game without a file here.
        told: Is called once it is known.
        stop: Ends the search.
    """

    def __init__(self, client: Client[Any], loop: Loop, think: Think) -> None:
        self.found: Afterwards | None = None
        self.record: Callable[[], Record] | None = None
        self.told: Call = _nothing
        self.stop: Call = _nothing
        self._is_seen = False  # whether the game ended here: its feats are told once
        self._client = client
        self._loop = loop
        self._think = think
        client.listen(self._hear)

    def begin(self) -> None:
        """Look for what follows the game, if somebody here has played it to its end."""
        self._forget()
        if not (self._client.timeline.outcome and self.record and self._client.own_seats):
            return
        from play.afterwards import Over, after  # no table in play needs the saved games

        over = Over.of(self.record())
        self.stop = self._think(
            Thought(lambda over, _stop: after(over), over, self._loop, self._known, _nothing)
        )

    def at_once(self) -> Afterwards | None:
        """Return what follows the game, looked up now if need be; None where nothing can."""
        if self.found is None and self._client.timeline.outcome and self.record:
            from play.afterwards import Over, after

            self.stop()
            self._known(after(Over.of(self.record())))
        return self.found

    def _hear(self, update: Update) -> None:
        if isinstance(update, TakenBack):
            self._is_seen = False
            self._forget()
        elif isinstance(update, Ended | Resynced):
            self._is_seen = self._is_seen or isinstance(update, Ended)
            self.begin()

    def _known(self, follows: Afterwards) -> None:
        self.found = follows if self._is_seen else follows._replace(feats=())
        self.told()

    def _forget(self) -> None:
        self.stop()
        self.found = None


def _nothing(*_arguments: object) -> None:
    """Do nothing: nobody listens, nothing is searched for, and a search gives nothing up."""
