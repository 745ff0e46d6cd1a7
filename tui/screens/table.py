"""The table: a game played to its end, whichever it is; what it is at, its controller knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, ClassVar

from textual import events
from textual.containers import Container
from textual.message import Message
from textual.widget import Widget

from engine.client import Client
from engine.game import IllegalMove, NotationError
from play.controller import Controller
from play.frame import Cursor, Frame, Phase
from play.loop import Call, Loop, Stoppable
from play.notices import NO_SENSE_NOW
from play.pace import Pace
from tui.actions import ACTIONS
from tui.looks.look import Look, names_of, series_words
from tui.pace import PACE
from tui.screens.base import TapisScreen
from tui.screens.curtain import Curtain
from tui.screens.what_next import WhatNext
from tui.setup import Series
from tui.table_words import message, take_back_question
from tui.widgets.choices import Choice
from tui.words import _, reason, why

LOG_STEP = 10
HELD = ("q", "ctrl+c")
"""Keys that do not skip what is shown."""


class Called(Message):
    """A call that was to be made soon."""

    def __init__(self, call: Call) -> None:
        super().__init__()
        self.call = call


class TableScreen(TapisScreen):
    """One game; `at_table` returns the class with the keys of its look."""

    LOOK: ClassVar[type[Look]]

    def __init__(
        self, connect: Callable[[Loop], Client[Any]], series: Series | None, *, recap: bool = False
    ) -> None:
        """Sit down.

        Args:
            connect: Returns the way to the table, which this screen runs.
            series: The games in a row that this is one of.
            recap: Whether the last moves are shown first.
        """
        super().__init__()
        self.series = series
        self.look = self.LOOK(self.glyphs)
        self.client = connect(self)
        self.controller = Controller(self.client, self.look.controls, self, Pace(PACE))
        self.controller.changed = self.update
        self.controller.refused = self._say_why
        self._recap = recap
        self._log_back = 0

    def _pace(self) -> Pace:
        return Pace(self.tapis.pace, shows=self.app.animation_level != "none")

    # What the controller and its client need of whatever runs them

    def soon(self, call: Call) -> None:
        """Make a call soon; may be asked from any thread."""
        self.post_message(Called(call))

    def on_called(self, message: Called) -> None:
        """Make the call."""
        message.call()

    def later(self, seconds: float, call: Call) -> Stoppable:
        """Make a call after so many seconds."""
        return self.set_timer(seconds, call)

    # What is on the table

    @property
    def frame(self) -> Frame:
        """All that is on the table now."""
        return self.controller.frame

    @property
    def cursor(self) -> Cursor | None:
        """Where the person is with the move, None while it is not theirs."""
        return self.frame.cursor

    @property
    def seat(self) -> int:
        """Whose view is shown."""
        return self.frame.seat

    def names(self) -> tuple[str, ...]:
        """Return what the players are called, by seat."""
        return names_of(self.controller.timeline)

    def body(self) -> Iterable[Widget]:
        """Put the table left of the log."""
        self.add_class(self.look.key)
        with Container(id="columns"):
            yield from self.look.widgets()

    def legend(self) -> Sequence[tuple[str, str]]:
        """Return the marks on the table."""
        return self.look.legend()

    def draw(self) -> None:
        """Bring everything up to date; only what changed is sent."""
        frame, timeline = self.frame, self.controller.timeline
        if frame.curtain:
            self._draw_curtain(frame)
        names = self.names()
        self.look.show(frame, names)
        heading = series_words(self.series, timeline.outcome)
        if frame.banner:
            heading = reason(frame.banner)
        self.look.show_log(timeline, frame, self._log_back, heading)
        self.say(message(frame, timeline, self.look, names, self.size.width - 2))

    def _say_why(self, refused: IllegalMove) -> None:
        self.say(why(refused))

    # What can be done

    def refusal(self, action: str) -> str | None:
        """Return why an action cannot be had now."""
        if action in self.look.always:
            return None
        refusal = self.controller.refusal(action)
        if refusal is not None:
            return "" if refusal is NO_SENSE_NOW else why(refusal)
        if action == "hint":
            client = self.client
            return self.look.no_hint(self.frame, client.timeline, client.mine) or None
        return None

    def offered(self) -> Sequence[str]:
        """Return the actions for the key line."""
        return [id_ for id_ in super().offered() if id_ not in self.look.not_on_key_line]

    def helped(self) -> Sequence[str]:
        """Return the actions that help explains."""
        return [id_ for id_ in super().helped() if id_ not in self.look.not_in_help]

    def menu_actions(self) -> list[str]:
        """Leave out the keys that only move the cursor, and what Enter does on a stop."""
        left_out = self.look.not_in_menu(self.cursor)
        return [id_ for id_ in super().menu_actions() if id_ not in left_out]

    def perform(self, action: str) -> None:
        """Carry an action out: the table's own, one that opens a screen, or one of the move."""
        own: dict[str, Callable[[], None]] = {
            "what_next": self._ask_what_next,
            "hide": self.controller.hide,
            "next_round": self.controller.next_round,
            "pause": self.controller.pause,
            "step": self.controller.step,
            "eyes": self.controller.turn_round,
            "faster": partial(self.controller.hurry, 1),
            "slower": partial(self.controller.hurry, -1),
            "take_back": self._ask_take_back,
            "hint": self.controller.seek_hint,
            "undo": self.controller.undo,
            "type": self._ask_move,
            "type_move": self._ask_move,
        }
        if action in own:
            own[action]()
        elif hasattr(self, f"do_{action}"):
            super().perform(action)
        elif dialog := self.look.dialog(action, self.frame, self.names()):
            self.app.push_screen(dialog, self._dialog_done)
        else:
            self._do(action)

    def _do(self, action: str) -> None:
        try:
            instead = self.controller.do(action)
        except IllegalMove as refused:
            self._say_why(refused)
            return
        if instead:
            self.action_run(instead.action)

    def _dialog_done(self, answer: object) -> None:
        """Make the move that was the answer to a question."""
        move = self.look.answer(answer)
        if move is not None and self.frame.phase is Phase.TURN:
            self.controller.play(move)

    # Coming and going

    def on_mount(self) -> None:
        """Show what happened since one left, behind the curtain if several play here."""
        self.controller.pace = self._pace()
        self.app.app_resume_signal.subscribe(self, self._resumed)
        self.look.focus.focus()
        self.call_after_refresh(self.controller.begin, self._recap)

    def _resumed(self, _app: object) -> None:
        """Let the curtain fall on return from Ctrl+Z."""
        self.controller.look_away()

    def _draw_curtain(self, frame: Frame) -> None:
        """Let the curtain fall, once; while it is down another person may have to come."""
        if frame.curtain is None:
            return
        names = self.names()
        comes, leave = names[frame.curtain.comes], [names[seat] for seat in frame.curtain.leave]
        for screen in self.app.screen_stack:
            if isinstance(screen, Curtain):
                screen.call(comes, leave)
                return
        self.app.push_screen(Curtain(comes, leave), self._lifted)

    def _lifted(self, is_lifted: object) -> None:
        if is_lifted:
            self.controller.lift()
        else:
            self.do_quit()

    def do_quit(self) -> None:
        """Go home; the game is kept."""
        self.leave()
        self.tapis.once_saved(self.tapis.go_home)

    def leave(self) -> None:
        """Stop thinking and let go of the file."""
        self.controller.leave()

    # Keys and clicks

    def on_key(self, event: events.Key) -> None:
        """Skip what is shown with any key; take a card's digits; another key drops a hint."""
        if self.frame.phase is Phase.SHOWING:
            free = () if self.client.mine else ("p", "f", "plus", "minus")
            if event.key not in (*HELD, *free):
                event.stop()
                event.prevent_default()
                self.controller.skip()
            return
        if event.key not in ACTIONS["hint"].keys:
            self.controller.other_key()
        try:
            if event.character and self.controller.type_key(event.character):
                event.stop()
                return
        except IllegalMove as refused:
            event.stop()
            self.update()
            self._say_why(refused)
            return
        self.controller.no_character()

    def on_click(self, event: events.Click) -> None:
        """Go to what was clicked, and do there what Enter does if it is clicked as Enter."""
        cursor = self.cursor
        if cursor is None or self.is_asking or event.widget is None:
            return
        there, action = self.look.clicked(event.widget, event.x, event.y, cursor)
        if there is not cursor:
            self.controller.put(there)
        if action:
            self.action_run(action)

    # Questions

    def _ask_move(self) -> None:
        """Type a whole move."""
        self.ask(_(self.look.typed_question), self._typed)

    def _typed(self, typed: str) -> None:
        try:
            self.controller.play_typed(typed)
        except NotationError:
            self.say(_(self.look.typed_fault).format(text=typed))
        except IllegalMove as refused:
            self._say_why(refused)

    def _ask_take_back(self) -> None:
        """Go back to the last move of a person here; asked once."""
        from tui.screens.menu import Ask

        question = take_back_question(self.controller, self.look, self.names())
        answers = [Choice("yes", _("Yes, take it back")), Choice("no", _("No, play on"))]
        self.app.push_screen(Ask(question, answers), self._take_back)

    def _take_back(self, answer: object) -> None:
        if answer == "yes":
            self.controller.take_back()

    def _ask_what_next(self) -> None:
        """Ask what comes after the game."""
        self.app.push_screen(WhatNext(self.series, self.look.has_deal), self._go_on)

    def _go_on(self, answer: object) -> None:
        if answer == "home":
            self.do_quit()
        elif isinstance(answer, str):
            self.run_worker(self._look_back(answer))

    async def _look_back(self, answer: str) -> None:
        """Step through the game that is over, or play another one like it."""
        table = await self.client.record()
        if answer == "replay":
            self.tapis.replay_table(table)
            return
        self.leave()
        self.tapis.play_again(table, self.series, swapped=answer == "swapped")

    # The log

    def do_log_up(self) -> None:
        """Look back in the log."""
        most = len(self.controller.timeline.plays)
        self._log_back = min(self._log_back + LOG_STEP, most)
        self.update()

    def do_log_down(self) -> None:
        """Look on in the log."""
        self._log_back = max(0, self._log_back - LOG_STEP)
        self.update()


def at_table(look: type[Look]) -> type[TableScreen]:
    """Return the screen of a game: its keys are those of the look."""
    return type("TableScreen", (TableScreen,), {"LOOK": look, "OFFERS": look.offers})
