"""The keys and clicks of a table: they skip shown moves, go to a card, ask for an action."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING, Final

from textual import events

from engine.reasons import IllegalMove
from play.frame import Cursor, Frame, Phase
from tui.keymap import digits_typed
from tui.screens.table_questions import TableQuestions
from words.translation import _

if TYPE_CHECKING:
    from tui.screens.help import HelpRow

MOVERS: Final = frozenset({"enter", "space", "plus", "exclamation_mark"})
"""The keys that moves are made by, until others are chosen: pressed to skip, they only skip."""


class TableKeys(TableQuestions):
    """A table that hears keys and clicks."""

    _skipped = 0.0

    @property
    def frame(self) -> Frame:
        """All that is on the table now."""
        return self.controller.model.frame

    @property
    def cursor(self) -> Cursor | None:
        """Where the person is with the move, None while it is not theirs."""
        cursor: Cursor | None = self.frame.cursor
        return cursor

    def typed_keys(self) -> Sequence[HelpRow]:
        """Return the game's rows of help for typed keys, such as a card's number."""
        from tui.screens.help import HelpRow

        is_now = self.frame.phase is Phase.TURN
        return [HelpRow((keys,), _(words), is_now) for keys, words in self.scene.typed_keys]

    def on_key(self, event: events.Key) -> None:
        """Skip the shown moves with a key that does nothing meanwhile; take a card's digits.

        Then the key does its action, unless it could make a move: for that, and for a moment
        after it, such a key was meant for the shown moves. Another key drops a hint.
        """
        if self.frame.phase is Phase.SHOWING:
            if self._does(event.key):
                return
            self._skipped = monotonic()
            self.controller.skip()
            if not self._is_harmless(event.key):
                event.stop()
                event.prevent_default()
            return
        is_pause = monotonic() - self._skipped < self.timing.key_pause
        if is_pause and not self._is_harmless(event.key):
            event.stop()
            event.prevent_default()
            return
        if event.key not in self._keys_of("hint", "choices", "whole"):
            self.controller.other_key()
        try:
            if (typed := self._character(event)) and self.controller.type_key(typed):
                self.take(event)
                return
        except IllegalMove as refused:
            self.take(event)
            self.update()
            self._say_why(refused)
            return
        self.controller.no_character()

    def _keys_of(self, *actions: str) -> set[str]:
        return {key for id_ in actions if id_ in self.OFFERS for key in self.actions[id_].keys}

    def _does(self, key: str) -> bool:
        """Whether a key does something now."""
        return any(self.frame.refusal(id_) is None for id_ in self._meant(key))

    def _is_harmless(self, key: str) -> bool:
        """Whether a key is for something now, done or refused, but never for a move."""
        meant = [id_ for id_ in self._meant(key) if self.refused(id_) != ""]
        return bool(meant) and all(MOVERS.isdisjoint(self.ACTIONS[id_].keys) for id_ in meant)

    def _meant(self, key: str) -> list[str]:
        return [id_ for id_ in self.OFFERS if key in self.actions[id_].keys]

    def _character(self, event: events.Key) -> str:
        """Return the typed character; on a French keyboard a key without an action is a digit."""
        if not self.timing.has_french_digits or self._does(event.key):
            return event.character or ""
        return digits_typed(event.character or "")

    def on_click(self, event: events.Click) -> None:
        """Go to the clicked place; a click like Enter does there what Enter does."""
        cursor = self.cursor
        if cursor is None or self.is_asking or event.widget is None:
            return
        there, action = self.scene.clicked(event.widget, event.x, event.y, cursor)
        if there is not cursor:
            self.controller.put(there)
        if action:
            self.action_run(action)
