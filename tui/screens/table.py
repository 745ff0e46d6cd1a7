"""The table: a game played to its end, whichever it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final

from textual import events
from textual.containers import Container
from textual.widget import Widget

from engine.game import CHANCE, View
from tui.cursor import Cursor
from tui.looks.look import Made, Shown, names_of, series_words
from tui.screens.curtain import Curtain
from tui.screens.watching import WatchingScreen
from tui.screens.what_next import WhatNext
from tui.session import Session
from tui.widgets.choices import Choice
from tui.words import _

RECAP_TURNS: Final = 2


class TableScreen(WatchingScreen):
    """One game; a class on top of this one, for each game, has the keys of a move."""

    def __init__(self, session: Session, recap: bool = False) -> None:
        super().__init__(session)
        people = session.people
        to_move = session.table.to_move
        self._eyes: int = people[0] if people else 0
        if session.is_shared and to_move:
            self._eyes = to_move[0]
        self._drawn = False
        self._log_back = 0
        self._recap = recap

    # What is on the table

    @property
    def seat(self) -> int:
        """Whose view is shown."""
        people, to_move = self.session.people, self.table.to_move
        if to_move and (not people or (to_move[0] in people and not self.look.hides)):
            return to_move[0]
        return self._eyes

    @property
    def has_curtain(self) -> bool:
        """Whether people here have to look away while another one is to move."""
        return self.session.is_shared and self.look.hides

    @property
    def my_turn(self) -> bool:
        """Whether the person who looks is to move, and nothing is being shown."""
        return (
            not self._showing.is_on
            and not self._drawn
            and self.seat in self.table.to_move
            and self.seat in self.session.people
        )

    def shown_view(self) -> View[Any]:
        """Return the view that is on the screen: in the middle of a move, or as it stands."""
        if self._showing.is_on:
            return self._showing.view(self.seat)
        view = self.table.view(self.seat)
        if self._holds():
            return self.look.after(view)
        if cursor := self.cursor:
            view = view.during(cursor.draft.made)
        return view

    def made(self) -> Made | None:
        """Return what is marked as just done: the last move, or the part shown so far."""
        if self._showing.is_on:
            return Made(self._showing.play.seat, self._showing.made())
        for play in reversed(self.table.plays):
            if play.seat != CHANCE:
                return Made(play.seat, self.table.game.steps(play.move))
        return None

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
        cursor = self.cursor
        self.look.show(
            Shown(
                self.shown_view(),
                self.seat,
                self.names(),
                self.made(),
                cursor,
                self.hinted(cursor),
            )
        )
        heading = series_words(self.session.series, self.table.outcome)
        if self._keeping.is_unkept:
            heading = _("Not saved: disk is silent")
        self.look.show_log(self.table, self._showing.at, self._log_back, heading)
        self.say(self.message())

    def names(self) -> tuple[str, ...]:
        """Return what the players are called, by seat."""
        return names_of(self.table)

    def message(self) -> str:
        """Return what is expected now."""
        if self._keeping.is_slow:
            return _("Saving.")
        names = self.names()
        if self._showing.is_on:
            return _("{player} plays.").format(player=names[self._showing.play.seat])
        if self.table.outcome:
            return self.look.result_words(self.table, names)
        if self._drawn:
            return _("These are your cards now. Enter hides them.")
        if cursor := self.cursor:
            return self.cursor_message(cursor)
        seat = self.table.to_move[0]
        thinking = names[seat]
        if seat not in self.session.people and self.session.computer(seat) is None:
            kind = self.table.sitters[seat].kind
            return _("{player} was played by {kind}, which is not known here.").format(
                player=thinking, kind=kind
            )
        if self._paused:
            return _("Paused. Right shows a turn, p plays on.")
        return _("{player} is thinking.").format(player=thinking)

    def cursor_message(self, cursor: Cursor) -> str:
        """Return what is said of the cursor, or of a hint."""
        return self.hint_words(cursor) or self.look.cursor_words(cursor, self.table.view(self.seat))

    def refuse_in_turn(self, action: str) -> str | None:
        """Return why an action cannot be had in the middle of a person's turn, "" out of it."""
        return "" if self.cursor is None else None

    def refusal(self, action: str) -> str | None:
        """Return why an action cannot be had now."""
        two_computers = not self.session.people and not self.table.outcome
        moments = {
            "what_next": bool(self.table.outcome) and not self._showing.is_on,
            "hide": self._drawn,
            "pause": two_computers,
            "step": two_computers and self._paused,
        }
        if action in moments:
            return None if moments[action] else ""
        if action in ("help", "menu", "quit", "log_up", "log_down"):
            return None
        if self.is_saving:
            return ""
        if action == "take_back":
            return self._refuse_take_back()
        return self.refuse_in_turn(action)

    def _refuse_take_back(self) -> str | None:
        if self._showing.is_on or self._drawn or not self.session.people:
            return ""
        return None if self._last_turn() is not None else _("No turn of yours yet.")

    def _last_turn(self) -> int | None:
        """Return how many moves stood before the one that can be taken back.

        It is that of the player who looks; where nothing is hidden, the last of all people here.
        """
        people = (self.seat,) if self.look.hides else self.session.people
        turns = [at for seat in people if (at := self.table.last_turn(seat)) is not None]
        return max(turns, default=None)

    def offered(self) -> Sequence[str]:
        """Return the actions for the key line."""
        hidden = {"up", "left", "log_up", "log_down"}
        return [id_ for id_ in super().offered() if id_ not in hidden]

    def on_mount(self) -> None:
        """Show what happened since one left, behind the curtain if two play here."""
        self.app.app_resume_signal.subscribe(self, self._resumed)
        self.look.focus.focus()
        self.call_after_refresh(self._begin)

    def _resumed(self, _app: object) -> None:
        """Let the curtain fall on return from Ctrl+Z."""
        fallen = any(isinstance(screen, Curtain) for screen in self.app.screen_stack)
        if self.has_curtain and not self.table.outcome and not fallen:
            self._draw_curtain(self.update, self.seat)

    def _begin(self) -> None:
        if self._recap and not self.table.outcome:
            turns = [at for at, play in enumerate(self.table.plays) if play.seat != CHANCE]
            if self.has_curtain:
                self._draw_curtain(partial(self._show, turns[-RECAP_TURNS:]))
            else:
                self._show(turns[-RECAP_TURNS:])
            return
        if self.has_curtain and not self.table.outcome and self.table.plays:
            self._draw_curtain(self._proceed)
        else:
            self._proceed()

    def _draw_curtain(self, then: Callable[[], None], comes: int | None = None) -> None:
        """Hide the table until a player is there, by default the one to move."""
        self.forget_hint()
        names = self.names()
        comes = self.table.to_move[0] if comes is None else comes

        def lifted(is_lifted: object) -> None:
            if not is_lifted:
                self.do_quit()
                return
            if comes != self._eyes:
                self._cursor = None
            self._eyes = comes
            then()

        self.app.push_screen(Curtain(names[comes], names[1 - comes]), lifted)

    def on_key(self, event: events.Key) -> None:
        """Skip what is being shown with any key."""
        if self._showing.is_on and event.key not in ("q", "ctrl+c", *self._free_keys()):
            event.stop()
            event.prevent_default()
            self._end_show()

    def _free_keys(self) -> tuple[str, ...]:
        """Return the keys that do not skip what is shown."""
        return () if self.session.people else ("p",)

    def do_hide(self) -> None:
        """Hide the cards just drawn: the other player comes."""
        self._drawn = False
        self._draw_curtain(self._proceed)

    def play_turn(self, turn: Any) -> None:
        """Play a move once the one before is saved; until then it stays as it lies."""
        if not self.is_saving:
            self.forget_hint()
            self._keeping.once_saved(partial(self.table.play, self.seat, turn), self._played)

    def _played(self) -> None:
        """Show what a person's move brought, or let the next player come."""
        self._cursor = None
        if self.has_curtain and not self.table.outcome:
            self._drawn = True
            self.update()
        else:
            self._proceed()

    # Taking back, looking

    def do_take_back(self) -> None:
        """Go back to the last turn of the player who looks; asked once."""
        from tui.screens.menu import Ask

        question = _(self.look.take_back_words)
        answers = [Choice("yes", _("Yes, take it back")), Choice("no", _("No, play on"))]
        self.app.push_screen(Ask(question, answers), self._take_back)

    def _take_back(self, answer: object) -> None:
        to = self._last_turn()
        if answer != "yes" or to is None:
            return
        self._stop_thinking()
        self._halt_show()
        self.forget_hint()
        self.table.take_back(to, self.table.plays[to].seat)
        self._cursor = None
        self._drawn = False
        if self.has_curtain:
            self._draw_curtain(self._proceed)
        else:
            self._proceed()

    def do_log_up(self) -> None:
        """Look back in the log."""
        self._log_back = min(self._log_back + 10, len(self.table.plays))
        self.update()

    def do_log_down(self) -> None:
        """Look on in the log."""
        self._log_back = max(0, self._log_back - 10)
        self.update()

    def do_quit(self) -> None:
        """Go home; the game is kept."""
        self.leave()
        self.tapis.once_saved(self.tapis.go_home)

    def leave(self) -> None:
        """Stop thinking and let go of the file; a move that waits for the disk is in it."""
        self._keeping.leave()
        self._stop.set()
        self.forget_hint()
        self._halt_show()
        self.session.close()

    def do_what_next(self) -> None:
        """Ask what comes after the game."""
        self.app.push_screen(WhatNext(self.session.series, self.look.has_deal), self._go_on)

    def _go_on(self, answer: object) -> None:
        if answer in ("again", "swapped"):
            self.leave()
            self.tapis.play_again(self.session, swapped=answer == "swapped")
        elif answer == "replay":
            self.tapis.replay_table(self.table)
        elif answer == "home":
            self.do_quit()
