"""All that a person does at a table, without the screen: the turn, what is shown, who looks.

Keys become actions, and what happens comes as updates of the client. Each change makes one
`Frame`, which is all that a screen reads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, Generic, TypeVar

from engine.client import Client, Ended, Moved, Refused, Resynced, TakenBack, Update
from engine.game import CHANCE, Hint, IllegalMove
from play.frame import Chosen, Controls, Cursor, Curtain, Frame, Instead, Phase
from play.loop import Call, Loop, Stoppable
from play.pace import Pace
from play.stage import Stage
from play.thinking import Think, think

M = TypeVar("M")

RECAP_MOVES: Final = 2
"""How many moves are shown again to who comes back to a game."""

ROUND_PACES: Final = 5
"""How many times as long as a move the end of a round is shown where nobody is asked."""


class Controller(Generic[M]):
    """Where the people at one keyboard are with a game."""

    def __init__(
        self,
        client: Client[M],
        controls: Controls,
        loop: Loop,
        pace: Pace,
        think: Think = think,
    ) -> None:
        """Take the seats of the client; `begin` lets the game go on.

        Args:
            client: The way to the table.
            controls: What the game adds.
            loop: Makes the calls.
            pace: How fast moves are shown, and whether they are.
            think: How hints are thought about.
        """
        self.stage = Stage(client, controls, loop, think)
        self.client = client
        self.timeline = client.timeline
        self.controls = controls
        self.changed: Call = _nothing
        self.refused: Callable[[IllegalMove], None] = _ignore
        self.pace = pace
        self._loop = loop
        self._after_curtain: Call = _nothing
        self._timer: Stoppable | None = None
        client.listen(self.hear)

    @property
    def frame(self) -> Frame:
        """All that is on the table now."""
        return self.stage.frame

    def _change(self) -> None:
        self.stage.touch()
        self.changed()

    # What happens

    def begin(self, recap: bool = False) -> None:
        """Let the game go on; with `recap` its last moves are shown first."""
        if self.timeline.outcome:
            self.proceed()
            return
        plays = self.timeline.plays
        moves = [at for at, play in enumerate(plays) if play.seat != CHANCE] if recap else []
        show = partial(self.show, moves[-RECAP_MOVES:])
        if self.stage.has_curtain and plays:
            self._draw_curtain(self.stage.next_here(), show)
        else:
            show()

    def proceed(self) -> None:
        """Let the game go on: computers think, and are not disturbed; or a person is asked.

        While moves are shown nothing goes on; `skip` and the end of the showing come back here.
        """
        stage = self.stage
        stage.begun = None
        if stage.playback.is_on:
            self._change()
            return
        comes = stage.next_here()
        if comes is not None and stage.has_curtain and (stage.curtain or comes != stage.eyes):
            self._draw_curtain(comes, self._change)
        self._go_on()

    def _go_on(self) -> None:
        """Let computers think, and leave what a person here is at."""
        self._change()
        stage, phase = self.stage, self.stage.phase
        if phase is Phase.ROUND_OVER and not stage.mine and not stage.is_paused:
            self._wait(ROUND_PACES, self.next_round)
        if phase not in (Phase.TURN, Phase.WAITING, Phase.CURTAIN) or stage.is_paused:
            return
        idle = set(self.timeline.to_move) & self.client.computers - self.client.thinking
        if idle and not stage.mine:
            self._wait(1, partial(self._ask, idle))
        else:
            self._ask(idle)

    def _ask(self, seats: set[int]) -> None:
        for seat in sorted(seats):
            self.client.ask(seat)

    def hear(self, update: Update) -> None:
        """Take in what happened at the table."""
        if isinstance(update, Moved):
            self._moved(update)
        elif isinstance(update, TakenBack):
            self._taken_back()
        elif isinstance(update, Ended) and self.stage.playback.is_on:
            self._change()  # the last move is shown first
        elif isinstance(update, Ended | Resynced):
            self._reset()
            self.proceed()
        else:
            self._change()
            if isinstance(update, Refused):
                self.refused(update.why)

    def _moved(self, update: Moved) -> None:
        seat = update.play.seat
        if seat not in self.client.mine:
            if self.stage.is_busy:
                self._go_on()
            elif seat == CHANCE:
                self.proceed()
            else:
                self.show([update.at])
            return
        self.stage.begun = None
        if self.stage.has_curtain and self.controls.shows_drawn and not self.timeline.outcome:
            self.stage.is_drawn = True
            self._change()
        else:
            self.proceed()

    def _taken_back(self) -> None:
        self._reset()
        comes = self.stage.next_here()
        if self.stage.has_curtain and comes is not None:
            self._draw_curtain(comes, self.proceed)
        else:
            self.proceed()

    def _reset(self) -> None:
        """Forget what is shown and what is begun."""
        self._halt()
        self.stage.advice.forget()
        self.controls.forget()
        self.stage.begun = None
        self.stage.is_drawn = False

    # Showing moves

    def show(self, moves: Sequence[int]) -> None:
        """Show these moves step by step, at a calm speed, and go on."""
        if not self.pace.shows or not moves:
            self.skip()
            return
        if self.stage.playback.is_on:
            for move in moves:
                self.stage.playback.extend(move)
            return
        self.stage.playback.begin(moves)
        self._change()
        self._wait(1, self.show_on)

    def show_on(self) -> None:
        """Show one step more, and go on after the last."""
        self.stage.playback.advance()
        if self.stage.playback.is_on:
            self._change()
            self._wait(1, self.show_on)
        else:
            self.skip()

    def skip(self) -> None:
        """Show no more, and go on."""
        self._halt()
        self.proceed()

    def _halt(self) -> None:
        if self._timer:
            self._timer.stop()
            self._timer = None
        self.stage.playback.end()

    def _wait(self, paces: float, call: Call) -> None:
        if self._timer:
            self._timer.stop()
        self._timer = self._loop.later(paces * self.pace.seconds, call)

    # The curtain

    def _draw_curtain(self, comes: int | None, then: Call) -> None:
        """Hide the table until a person is there."""
        self.stage.advice.forget()
        comes = self.stage.eyes if comes is None else comes
        leave = tuple(seat for seat in self.stage.mine if seat != comes)
        self.stage.curtain, self._after_curtain = Curtain(comes, leave), then
        self._change()

    def look_away(self) -> None:
        """Let the curtain fall before who looks, on return to the program."""
        if self.stage.has_curtain and not self.timeline.outcome and not self.stage.curtain:
            self._draw_curtain(self.stage.eyes, self._change)

    def lift(self) -> None:
        """Lift the curtain: who was called is there."""
        stage = self.stage
        if stage.curtain:
            comes, stage.curtain = stage.curtain.comes, None
            if comes != stage.eyes:
                stage.begun = None
            stage.eyes = comes
            self._after_curtain()

    # Actions

    def refusal(self, action: str) -> IllegalMove | None:
        """Return why an action cannot be had now; `NO_SENSE_NOW` for one not even offered."""
        return self.stage.refusal(action)

    def do(self, action: str) -> Instead | None:
        """Carry out an action of a person's move; what it stands for may be another one.

        Raises `IllegalMove` with what cannot be done.
        """
        cursor = self.frame.cursor
        if cursor is None or self.frame.phase is not Phase.TURN:
            return None
        done = self.controls.do(action, cursor)
        if isinstance(done, Instead):
            return done
        if isinstance(done, Chosen):
            self.play(done.move)
        else:
            self.put(done)
        return None

    def put(self, cursor: Cursor) -> None:
        """Let the cursor stand elsewhere, unless the move is sent."""
        if self.stage.phase is not Phase.TURN:
            return
        before = self.stage.begun
        self.controls.stood(cursor, self.stage.seat)
        if before is None or (before.place, before.draft) != (cursor.place, cursor.draft):
            cursor = self.stage.advice.aimed(cursor)
        self.stage.advice.give_up()
        self.stage.advice.is_said = False
        self.stage.begun = cursor
        self._change()

    def type_key(self, character: str) -> bool:
        """Take a character that was typed; return whether it meant something.

        Raises `IllegalMove` with what cannot be done.
        """
        cursor = self.frame.cursor if self.frame.phase is Phase.TURN else None
        there = self.controls.key(character, cursor) if cursor else None
        if there is None:
            return False
        if there is cursor:
            self._change()
        else:
            self.put(there)
        return True

    def other_key(self) -> None:
        """Look for no hint any more, for another key came."""
        if self.stage.advice.give_up():
            self._change()

    def no_character(self) -> None:
        """Forget what was typed so far, for a key came that goes on with nothing."""
        if self.controls.forget():
            self._change()

    def play(self, move: M) -> None:
        """Make a legal move for the person who looks."""
        self.stage.advice.forget()
        self.controls.forget()
        self.controls.moved(move, self.stage.seat)
        self.client.submit(self.stage.seat, move)
        self._change()

    def play_typed(self, typed: str) -> None:
        """Make the move that was typed. Raises `NotationError`, `IllegalMove`."""
        view = self.timeline.view(self.stage.seat)
        move = self.controls.read(typed, view)
        view.check(move)
        self.play(move)

    def undo(self) -> None:
        """Take the last step of this move back."""
        if self.frame.cursor and self.frame.cursor.before:
            self.put(self.frame.cursor.before)

    def seek_hint(self) -> None:
        """Say the hint of this turn; it is thought about once."""
        self.stage.advice.seek(self.timeline.view(self.stage.seat), self._hinted)
        self._change()

    def _hinted(self, hint: Hint) -> None:
        if self.frame.phase not in (Phase.TURN, Phase.SENT):
            self.stage.advice.forget()
            return
        self.client.note_hint(self.stage.seat, hint.move)
        if cursor := self.frame.cursor:
            self.stage.begun = self.stage.advice.aimed(cursor)
        self._change()

    def take_back(self) -> None:
        """Go back to the last move of a person here."""
        to = self.stage.last_mine()
        if to is None:
            return
        play = self.timeline.plays[to]
        self.controls.moved(play.move, play.seat, back=True)
        self.client.ask_take_back(play.seat)

    def hide(self) -> None:
        """Hide the cards just drawn: the next player comes."""
        self.stage.is_drawn = False
        comes = self.stage.next_here()
        if comes is None:
            self.proceed()
        else:
            self._draw_curtain(comes, self.proceed)

    def next_round(self) -> None:
        """Begin the next round."""
        if self.stage.is_round_over():
            self.stage.look_at_round()
            self.proceed()

    def pause(self) -> None:
        """Pause the computer players, or let them go on."""
        self.stage.is_paused = not self.stage.is_paused
        if self.stage.is_paused:
            self.client.hush()
            self.skip()
        else:
            self.proceed()

    def step(self) -> None:
        """Show one move of the computer players; a second key while one thinks is dropped."""
        if self.stage.is_paused and not self.stage.playback.is_on and not self.client.thinking:
            self._ask(set(self.timeline.to_move) & self.client.computers)

    def turn_round(self) -> None:
        """Look with the eyes of the next seat, where nobody plays here."""
        self.stage.eyes = (self.stage.eyes + 1) % len(self.timeline.seats)
        self._change()

    def hurry(self, by: int) -> None:
        """Show moves faster, or slower."""
        self.pace = self.pace.changed(by)
        self._change()

    def step_seconds(self, seconds: float) -> None:
        """Show a step for so many seconds at the usual speed, from the next one on."""
        self.pace = replace(self.pace, step=seconds)

    def leave(self) -> None:
        """Stop thinking and let go of the game; a move that was begun is kept with it."""
        self._halt()
        begun = self.stage.begun
        if self.stage.phase in (Phase.TURN, Phase.CURTAIN):
            self.client.keep_draft(self.stage.seat, begun.draft.made if begun else ())
        self.stage.advice.forget()
        self.client.close()


def _nothing() -> None:
    """Do nothing: nobody listens yet."""


def _ignore(_why: IllegalMove) -> None:
    """Do nothing: nobody listens yet."""
