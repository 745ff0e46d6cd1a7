"""A hint in a person's turn: said on the message line, and marked on the table."""

from __future__ import annotations

import threading
from typing import Any

from rich.cells import cell_len
from textual import events

from engine.game import Hint
from engine.table import Event, EventKind, Table
from tui.actions import ACTIONS
from tui.cursor import Cursor
from tui.looks.look import names_of
from tui.screens.turn import TurnScreen
from tui.session import Session
from tui.thinking import Hinted, think
from tui.words import _, why


class HintedTurnScreen(TurnScreen):
    """A turn with one hint at most: thought about in a thread, kept until the turn is over."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._hint: Hint | None = None
        self._says_hint = False
        self._hint_stop: threading.Event | None = None

    def do_hint(self) -> None:
        """Say the hint of this turn; it is thought about once."""
        if self._hint:
            self._says_hint = True
        elif self._hint_stop is None:
            view = self.table.view(self.seat)
            self._hint_stop = think(self.table.game.hint, view, Hinted, self.post_message)
        self.update()

    def on_hinted(self, message: Hinted) -> None:
        """Show a hint and note it in the record, unless another key came first."""
        cursor = self.cursor
        if message.stopped() or cursor is None:
            return
        self._hint_stop = None
        self._hint, self._says_hint = message.hint, True
        note_hint(self.table, self.seat, message.hint)
        self._cursor = self._aimed(cursor)
        self.update()

    def forget_hint(self) -> None:
        """Show nothing of a hint any more, and stop thinking about one."""
        self._stop_hint()
        self._hint, self._says_hint = None, False

    def _stop_hint(self) -> None:
        if self._hint_stop:
            self._hint_stop.set()
            self._hint_stop = None

    def on_key(self, event: events.Key) -> None:
        """Think no more about a hint once another key is pressed."""
        if self._hint_stop and event.key not in ACTIONS["hint"].keys:
            self._stop_hint()
            self.update()

    def _put(self, cursor: Cursor) -> None:
        before = self._cursor
        if before is None or (before.place, before.draft) != (cursor.place, cursor.draft):
            cursor = self._aimed(cursor)
        self._stop_hint()
        self._says_hint = False
        super()._put(cursor)

    def _aimed(self, cursor: Cursor) -> Cursor:
        """Return the cursor aimed as the hint says, if it stands on what comes next by it."""
        left = self.hinted(cursor)
        return cursor.aimed_at(left[0]) if left else cursor

    def hinted(self, cursor: Cursor | None) -> tuple[Any, ...] | None:
        """Return the steps that are left by the hint from here, None where it no longer can be."""
        return cursor.left_of(self._hint.move) if cursor and self._hint else None

    def hint_words(self, cursor: Cursor) -> str:
        """Return what the message line says of the hint, "" for nothing."""
        if self._hint_stop:
            return _("Looking for a hint.")
        if not (self._hint and self._says_hint):
            return ""
        left = cursor.left_of(self._hint.move)
        if left == ():
            return self.look.hint_end_words()
        words = self.look.hint_words(left is not None)
        other = self.look.opponent(self.seat, names_of(self.table))
        reasons = [why(b._replace(facts={**b.facts, "player": other})) for b in self._hint.because]
        move = self.table.game.format(self._hint.move)
        return fitting(words, move, reasons, self.size.width - 2)


def fitting(words: str, turn: str, reasons: list[str], width: int) -> str:
    """Return the words with those of the reasons that there is room for, at least the first.

    >>> fitting("{turn} - {reasons}", "15^ 20^", ["jump back", "costs nothing", "gains 3"], 29)
    '15^ 20^ - jump back, gains 3'
    """
    said: list[str] = []
    for reason in reasons:
        if cell_len(_sentence(words, turn, [*said, reason])) <= width:
            said.append(reason)
    return _sentence(words, turn, said or reasons[:1])


def _sentence(words: str, turn: str, reasons: list[str]) -> str:
    return words.format(turn=turn, reasons=", ".join(reasons)).removesuffix(" - ")


def note_hint(table: Table[Any], seat: int, hint: Hint) -> None:
    """Note a hint in the record of the game, once as long as nothing is taken back."""
    text = table.game.format(hint.move)
    event = Event(EventKind.HINT, len(table.plays), seat, text=text)
    for before in reversed(table.events):
        if before == event:
            return
        if before.kind is EventKind.TAKE_BACK:
            break
    table.hint(seat, text)
