"""What one watches at the table: computer players think, and moves are shown step by step."""

from __future__ import annotations

import threading
from functools import partial
from typing import Any

from textual.message import Message
from textual.timer import Timer

from engine.game import Player
from tui.cursor import Cursor
from tui.screens.hinted import HintedTurnScreen
from tui.session import Session
from tui.showing import Showing
from tui.thinking import Chosen, GaveUp, think
from tui.words import why


class Answered(Message):
    """The disk has answered."""


class WatchingScreen(HintedTurnScreen):
    """Lets the game go on when it is not a person's turn."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._keeping = session.keeping
        self._showing = Showing(self.table)
        self._paused = False
        self._timer: Timer | None = None
        self._stop = threading.Event()
        self._stop.set()

    def on_mount(self) -> None:
        """Be woken when the disk has answered, and when it has not for long."""
        self._keeping.connect(self.set_timer, self.update)
        self.session.when_answered(lambda: self.post_message(Answered()))

    def on_answered(self) -> None:
        """Make the move that waits for the disk."""
        self._keeping.answered()

    @property
    def is_saving(self) -> bool:
        """Whether a person's move is over and waits for the disk."""
        return self._keeping.is_waiting and self.my_turn

    def _put(self, cursor: Cursor) -> None:
        if not self._keeping.is_waiting:
            super()._put(cursor)

    @property
    def _is_thinking(self) -> bool:
        """Whether a computer player was asked, and has neither moved nor was stopped."""
        return not self._stop.is_set()

    def _stop_thinking(self) -> None:
        """Want no move of a computer player any more, not even one that waits for the disk."""
        self._stop.set()
        self._keeping.drop()

    def _proceed(self) -> None:
        """Let the game go on: a computer thinks, and is not disturbed; or a person is asked."""
        self._cursor = None
        self.update()
        is_held_up = self._showing.is_on or self._paused or self._holds()
        if self.table.outcome or self._is_thinking or is_held_up:
            return
        seat = self.table.to_move[0]
        if player := self.session.computer(seat):
            if self.session.people:
                self._think(seat, player)
            else:
                self._timer = self.set_timer(self.tapis.pace, partial(self._think, seat, player))

    def _holds(self) -> bool:
        """Say whether the game waits for somebody to have looked at something."""
        return False

    def _think(self, seat: int, player: Player[Any]) -> None:
        """Let a computer player choose in a thread; the screen stays alive."""
        self._stop.set()
        at, view = len(self.table.plays), self.table.view(seat)
        self._stop = think(player.choose, view, partial(Chosen, at, seat), self.post_message)

    def on_chosen(self, message: Chosen) -> None:
        """Play what the computer chose, once the move before is saved, unless it was stopped."""
        if not message.stopped():
            play = partial(self.table.play, message.seat, message.turn)
            self._keeping.once_saved(play, partial(self._show_played, message.at))

    def _show_played(self, *plays: int) -> None:
        self._stop.set()
        self._show([*plays])

    def on_gave_up(self, message: GaveUp) -> None:
        """End the game that a player cannot go on with."""
        if not message.stopped():
            give_up = partial(self.table.forfeit, message.seat, why(message.forfeit))
            self._keeping.once_saved(give_up, self._show_played)

    def _show(self, plays: list[int]) -> None:
        """Show these moves step by step, at a calm speed, and go on."""
        self._showing.begin(plays)
        if self.app.animation_level == "none" or not plays:
            self._end_show()
            return
        self.update()
        self._timer = self.set_interval(self.tapis.pace, self._next_step)

    def _next_step(self) -> None:
        if not self._showing.is_on:
            return
        self._showing.advance()
        if self._showing.is_on:
            self.update()
        else:
            self._end_show()

    def _end_show(self) -> None:
        self._halt_show()
        self._proceed()

    def _halt_show(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None
        self._showing.end()

    def do_pause(self) -> None:
        """Pause two computer players, or let them go on."""
        self._paused = not self._paused
        if self._paused:
            self._stop_thinking()
            self._end_show()
        else:
            self._proceed()

    def do_step(self) -> None:
        """Show one turn of two computer players; a second key while one thinks is dropped."""
        seat = self.table.to_move[0]
        player = self.session.computer(seat)
        if self._paused and player and not self._showing.is_on and not self._is_thinking:
            self._think(seat, player)
