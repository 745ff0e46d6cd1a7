"""The controller of a table: what people do at it, without the screen.

A screen calls it with actions, the client with updates. A screen reads its `Frame` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final, Generic, TypeVar

from engine.client import Client
from engine.game import CHANCE, Hint
from engine.loop import Call, Loop, OneTimer
from engine.reasons import Explained, IllegalMove
from engine.updates import Answered, Ended, Moved, Refused, Resynced, TakenBack, Update
from play.controls import Controls
from play.frame import Cursor, Curtain, Frame, MoveChosen, Notice, OtherAction, Phase
from play.playback import Pace
from play.table_model import TableModel
from programs.thinking import Think, think

M = TypeVar("M")

RECAP_MOVES: Final = 2
"""The number of moves that are shown again when a game is resumed."""

ROUND_PACES: Final = 5
"""The time that the end of a round is shown where nobody plays, in times of a step."""


class Controller(Generic[M]):
    """The actions of the people at one keyboard, on a `TableModel`."""

    new_model: ClassVar[type[TableModel[Any]]] = TableModel

    def __init__(
        self, client: Client[M], controls: Controls, loop: Loop, pace: Pace, think: Think = think
    ) -> None:
        """Control the seats of the client; nothing happens before `begin`.

        Hints are searched for by `think`: in a thread, or as a call of the loop.
        """
        self.model: TableModel[M] = self.new_model(client, controls, loop, think)
        self.client = client
        self.timeline = client.timeline
        self.controls = controls
        self.changed: Call = _nothing
        self.model.look_back.told = self._change
        self.refused: Callable[[Explained], None] = _nothing
        self.pace = pace
        self._after_curtain: Call = _nothing
        self._timer = OneTimer(loop)
        client.listen(self.hear)

    @property
    def frame(self) -> Frame:
        """The frame to be shown now."""
        return self.model.frame

    def _change(self) -> None:
        self.model.touch()
        self.changed()

    # Events

    def begin(self, recap: bool = False) -> None:
        """Begin; with `recap` the last moves are shown first."""
        if self.timeline.outcome:
            self.model.look_back.begin()
            self.proceed()
            return
        plays = self.timeline.plays
        moves = [at for at, play in enumerate(plays) if play.seat != CHANCE] if recap else []
        show = partial(self.show, moves[-RECAP_MOVES:])
        if self.model.has_curtain and plays and self.model.race.move is None:
            self._draw_curtain(self.model.next_here(), show)
        else:
            show()

    def proceed(self) -> None:
        """Let the game go on: ask the computer players to move, or a person.

        While moves are shown the game waits; `skip` and the end of the playback call this.
        """
        model = self.model
        model.cursor = None
        if model.playback.is_on:
            self._change()
            return
        comes = model.next_here()
        is_other = model.curtain or model.is_open or comes != model.viewer
        if model.race.move is not None and not model.curtain:
            model.is_open = True
        elif comes is not None and model.has_curtain and is_other:
            self._draw_curtain(comes, self._change)
        elif comes is not None and self.controls.hides and not model.has_curtain:
            model.viewer, model.is_open = comes, False
        self._go_on()

    def _go_on(self) -> None:
        """Let computer players think, without disturbing an unfinished move of a person."""
        self._change()
        model, phase = self.model, self.model.phase
        if phase is Phase.ROUND_OVER and not model.own_seats and not model.is_paused:
            self._wait(ROUND_PACES, self.next_round)
        asking = (Phase.TURN, Phase.WAITING, Phase.CURTAIN, Phase.RACE)
        if phase not in asking or model.is_paused:
            return
        if phase is Phase.TURN and model.plays_itself:
            self._wait(1, self._play_by_itself)
        idle = [seat for seat in model.computers if seat not in self.client.thinking]
        if idle and not model.own_seats:
            self._wait(1, partial(self._ask, idle))
        else:
            self._ask(idle)

    def _ask(self, seats: Sequence[int]) -> None:
        for seat in seats:
            self.client.ask(seat)

    def hear(self, update: Update) -> None:
        """Handle an update of the client."""
        if isinstance(update, Moved):
            self._moved(update)
        elif isinstance(update, TakenBack):
            self._taken_back()
        elif isinstance(update, Ended) and self.model.playback.is_on:
            self._change()  # the last move is shown first
        elif isinstance(update, Ended | Resynced):
            self._reset()
            self.proceed()
        else:
            self._change()
            mine = self.client.own_seats
            if isinstance(update, Refused):
                self.refused(update.why)
            elif isinstance(update, Answered) and not update.yes and update.offer.seat in mine:
                self.refused(IllegalMove(Notice.NOT_AGREED))

    def _moved(self, update: Moved) -> None:
        seat = update.play.seat
        if seat not in self.client.own_seats:
            if self.model.is_busy and not self.model.playback.is_on:
                self._go_on()
            elif seat == CHANCE:
                self.proceed()
            else:
                self.show([update.at])
            return
        self.model.turn_hint.forget()  # the host moved for a person who was late
        self.model.cursor = None
        if self.model.has_curtain and self.controls.shows_drawn and not self.timeline.outcome:
            self.model.is_drawn = True
            self._change()
        else:
            self.proceed()

    def _taken_back(self) -> None:
        self._reset()
        self._proceed_covered()

    def _proceed_covered(self) -> None:
        """Let the game go on, behind a curtain if several people play here."""
        comes = self.model.next_here()
        if self.model.has_curtain and comes is not None:
            self._draw_curtain(comes, self.proceed)
        else:
            self.proceed()

    def _reset(self) -> None:
        """Drop the playback, the hint and the unfinished move."""
        self._halt()
        self.model.turn_hint.forget()
        self.controls.forget()
        self.model.cursor = None
        self.model.is_drawn = self.model.plays_itself = False

    # Showing moves

    def show(self, moves: Sequence[int]) -> None:
        """Show these moves step by step, those of a gap not at all, then let the game go on."""
        seen = [move for move in moves if self.pace.shows and self.model.has_view_at(move)]
        if not seen:
            self.skip()
            return
        if self.model.playback.is_on:
            self.model.playback.extend(seen)
            return
        self.model.playback.begin(seen)
        self._change()
        self._wait(1, self.show_on)

    def show_on(self) -> None:
        """Show the next step; after the last let the game go on."""
        self.model.playback.advance()
        if self.model.playback.is_on:
            self._change()
            self._wait(1, self.show_on)
        else:
            self.skip()

    def skip(self) -> None:
        """End the playback and let the game go on."""
        self._halt()
        self.proceed()

    def _halt(self) -> None:
        self._timer.stop()
        self.model.playback.end()

    def _wait(self, paces: float, call: Call) -> None:
        self._timer.start(paces * self.pace.seconds, call)

    # The curtain

    def _draw_curtain(self, comes: int | None, then: Call) -> None:
        """Hide the table until the person to move lifts the curtain."""
        self.model.turn_hint.forget()
        comes = self.model.viewer if comes is None else comes
        leave = tuple(seat for seat in self.model.own_seats if seat != comes)
        self.model.curtain, self._after_curtain = Curtain(comes, leave), then
        self._change()

    def look_away(self) -> None:
        """Hide the table before the screen is left, until its viewer comes back."""
        model = self.model
        if model.has_curtain and not self.timeline.outcome and not model.curtain:
            self._timer.stop()
            self._draw_curtain(model.viewer, self.show_on if model.playback.is_on else self._change)

    def lift(self) -> None:
        """Lift the curtain: the person it waited for is there."""
        model = self.model
        if model.curtain:
            comes, model.curtain = model.curtain.comes, None
            if comes != model.viewer:
                model.cursor = None
            model.viewer, model.is_open = comes, model.race.move is not None
            self._after_curtain()

    # Actions

    def do(self, action: str) -> OtherAction | None:
        """Carry out an action of the game's controls, or return the other action that it means.

        Raises `IllegalMove` if the action is refused.
        """
        frame = self.model.frame
        if frame.cursor is None or frame.phase is not Phase.TURN:
            return None
        done = self.controls.do(action, frame.cursor)
        if isinstance(done, OtherAction):
            return done
        if isinstance(done, MoveChosen):
            self.play(done.move)
        else:
            self.put(done)
        return None

    def put(self, cursor: Cursor) -> None:
        """Set the cursor, unless the move is being sent."""
        if self.model.frame.phase is not Phase.TURN:
            return
        before = self.model.cursor
        self.controls.stood(cursor, self.model.seat)
        if before is None or (before.place, before.draft) != (cursor.place, cursor.draft):
            cursor = self.model.turn_hint.aimed(cursor)
        self.model.turn_hint.give_up()
        self.model.turn_hint.is_said = False
        self.model.cursor = cursor
        self._change()

    def type_key(self, character: str) -> bool:
        """Handle a typed character; return whether it meant something.

        Raises `IllegalMove` if its meaning is refused.
        """
        frame = self.model.frame
        if frame.phase is Phase.RACE:
            return self.model.race.take(character)
        cursor = frame.cursor if frame.phase is Phase.TURN else None
        there = self.controls.key(character, cursor) if cursor else None
        if there is None:
            return False
        if there is cursor:
            self._change()
        else:
            self.put(there)
        return True

    def other_key(self) -> None:
        """Stop the search for a hint, for another key was pressed."""
        if self.model.turn_hint.give_up():
            self._change()

    def no_character(self) -> None:
        """Drop the characters typed so far, for another key was pressed."""
        if self.controls.forget():
            self._change()

    def play(self, move: M) -> None:
        """Submit a legal move of the viewer."""
        self.model.turn_hint.forget()
        self.controls.forget()
        self.controls.moved(move, self.model.seat)
        self.client.submit(self.model.seat, move)
        if self.client.is_sending:  # else the client has told what came of it
            self._change()

    def play_typed(self, typed: str) -> None:
        """Submit a typed move, or one by its number. Raises `NotationError`, `IllegalMove`."""
        self.play(self.model.read(typed))

    def seek_hint(self, found: Call | None = None) -> None:
        """Show the hint of this turn, searched for the first time; call `found` once it is."""
        view = self.timeline.view(self.model.seat)
        self.model.turn_hint.seek(view, partial(self._hinted, found or _nothing))
        self._change()

    def list_choices(self, listed: Callable[[Mapping[int, M]], object]) -> None:
        """Call `listed` with moves of this turn by number: all, or those of a hint if too many."""
        hint, view = self.model.turn_hint, self.timeline.view(self.model.seat)
        if choices := hint.choices(view):
            listed(hint.number(view, *choices))
        else:
            self.seek_hint(partial(self.list_choices, listed))

    def _hinted(self, found: Call, hint: Hint) -> None:
        self.client.note_hint(self.model.seat, hint.move)
        if cursor := self.frame.cursor:
            self.model.cursor = self.model.turn_hint.aimed(cursor)
        self._change()
        found()

    def take_back(self) -> None:
        """Ask to take back the last move of a person here."""
        to = self.model.last_mine()
        if to is None:
            return
        play = self.timeline.plays[to]
        self.controls.moved(play.move, play.seat, back=True)
        self.client.ask_take_back(play.seat)

    def hide(self) -> None:
        """Hide the cards just drawn, for the next player."""
        self.model.is_drawn = False
        self._proceed_covered()

    def next_round(self) -> None:
        """Begin the next round."""
        if self.model.is_round_over():
            self.model.look_at_round()
            self.proceed()

    def _play_by_itself(self) -> None:
        """Make the only move of the person to move."""
        if self.model.plays_itself and self.model.phase is Phase.TURN:
            self.play(next(self.timeline.view(self.model.seat).legal()))

    def pause(self) -> None:
        """Pause the computer players, or resume them; people's moves where nobody decides."""
        if self.model.own_seats:
            self.model.plays_itself = not self.model.plays_itself
            self.proceed()
            return
        self.model.is_paused = not self.model.is_paused
        if self.model.is_paused:
            self.client.stop_thinking()
            self.skip()
        else:
            self.proceed()

    def step(self) -> None:
        """Let one computer player make one move; ignored while it already thinks."""
        if self.model.is_paused and not self.model.playback.is_on and not self.client.thinking:
            self._ask(self.model.computers[:1])

    def turn_round(self) -> None:
        """Show the view of the next seat, if nobody plays here."""
        self.model.viewer = (self.model.viewer + 1) % len(self.timeline.seats)
        self._change()

    def hurry(self, by: int) -> None:
        """Show moves `by` speeds faster, or slower if negative."""
        self.pace = self.pace.changed(by)
        self._change()

    def leave(self) -> None:
        """Stop thinking and close the client; an unfinished move is kept with the game."""
        self._halt()
        cursor = self.model.cursor
        if cursor and self.model.phase in (Phase.TURN, Phase.CURTAIN):
            self.client.keep_draft(self.model.seat, cursor.draft.made)
        self.model.leave()
        self.client.close()


def _nothing(*_arguments: object) -> None:
    """Nobody listens yet."""
