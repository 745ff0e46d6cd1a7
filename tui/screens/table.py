"""The table: a duel played with the arrow keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Final

from textual import events
from textual.containers import Container
from textual.widget import Widget

from engine.duel.moves import Turn
from engine.duel.view import DuelView
from tui.screens.curtain import Curtain
from tui.screens.table_look import TableLook, names_of, series_words
from tui.screens.turn import refuse_in_turn
from tui.screens.watching import WatchingScreen
from tui.screens.what_next import WhatNext
from tui.session import Session
from tui.widgets.choices import Choice
from tui.words import _

RECAP_TURNS: Final = 2


class TableScreen(WatchingScreen):
    """One game, played to its end."""

    OFFERS = (
        "what_next",
        "hide",
        "lay",
        "step",
        "pause",
        "end_turn",
        "right",
        "down",
        "menu",
        "help",
        "quit",
        "hint",
        "undo",
        "type",
        "take_back",
        "cards",
        "up",
        "left",
        "log_up",
        "log_down",
    )

    def __init__(self, session: Session, recap: bool = False) -> None:
        super().__init__(session)
        self.look = TableLook(self.glyphs)
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
        if not self.session.people and self.table.to_move:
            return self.table.to_move[0]
        return self._eyes

    @property
    def my_turn(self) -> bool:
        """Whether the person who looks is to move, and nothing is being shown."""
        return (
            not self._showing.is_on
            and not self._drawn
            and self.seat in self.table.to_move
            and self.seat in self.session.people
        )

    def shown_view(self) -> DuelView:
        """Return the view that is on the screen: in the middle of a turn, or as it stands."""
        if self._showing.is_on:
            return self._showing.view(self.seat)
        view = self.table.view(self.seat)
        if cursor := self.cursor:
            view = view.during(cursor.draft.made)
        assert isinstance(view, DuelView)
        return view

    def fresh(self) -> tuple[int, Turn] | None:
        """Return who laid what is marked as just laid: the last turn, or the part shown so far."""
        if self._showing.is_on:
            return self._showing.play.seat, self._showing.laid()
        if not self.table.plays or (self.cursor and self.cursor.draft.made):
            return None
        seat, move = self.table.plays[-1]
        if not isinstance(move, Turn) or (seat == self.seat and not self.table.outcome):
            return None
        return seat, move

    def body(self) -> Iterable[Widget]:
        """Put the table left of the log."""
        with Container(id="columns"):
            yield from self.look.widgets()

    def draw(self) -> None:
        """Bring everything up to date; only what changed is sent."""
        view, cursor = self.shown_view(), self.cursor
        names = self.names()
        self.look.show_piles(view, self.seat, names, self.fresh(), cursor)
        self.look.show_hand(view, self.seat, cursor, self.hinted(cursor))
        heading = series_words(self.session.series, self.table.outcome)
        self.look.show_log(self.table, self._showing.at, self._log_back, heading)
        self.say(self.message())

    def names(self) -> tuple[str, str]:
        """Return what the players are called, by seat."""
        return names_of(self.table)

    def message(self) -> str:
        """Return what is expected now."""
        names = self.names()
        if self._showing.is_on:
            return _("{player} plays.").format(player=names[self._showing.play.seat])
        if self.table.outcome:
            return self.look.result_words(self.table, names)
        if self._drawn:
            return _("These are your cards now. Enter hides them.")
        if cursor := self.cursor:
            if self._digits:
                return f"{self._digits}_"
            return self.hint_words(cursor) or self.look.cursor_words(
                cursor, self.table.view(self.seat)
            )
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
        if action in ("help", "menu", "quit", "log_up", "log_down", "cards"):
            return None
        if action == "take_back":
            return self._refuse_take_back()
        cursor = self.cursor
        return "" if cursor is None else refuse_in_turn(action, cursor)

    def _refuse_take_back(self) -> str | None:
        if self._showing.is_on or self._drawn or not self.session.people:
            return ""
        return None if self.table.last_turn(self.seat) is not None else _("No turn of yours yet.")

    def offered(self) -> Sequence[str]:
        """Return the actions for the key line."""
        hidden = {"up", "left", "log_up", "log_down"}
        return [id_ for id_ in super().offered() if id_ not in hidden]

    def on_mount(self) -> None:
        """Show what happened since one left, behind the curtain if two play here."""
        self.app.app_resume_signal.subscribe(self, self._resumed)
        self.look.hand.focus()
        self.call_after_refresh(self._begin)

    def _resumed(self, _app: object) -> None:
        """Let the curtain fall on return from Ctrl+Z."""
        fallen = any(isinstance(screen, Curtain) for screen in self.app.screen_stack)
        if self.session.is_shared and not self.table.outcome and not fallen:
            self._draw_curtain(self.update, self.seat)

    def _begin(self) -> None:
        if self._recap and not self.table.outcome:
            turns = [at for at, play in enumerate(self.table.plays) if isinstance(play.move, Turn)]
            if self.session.is_shared:
                self._draw_curtain(partial(self._show, turns[-RECAP_TURNS:]))
            else:
                self._show(turns[-RECAP_TURNS:])
            return
        if self.session.is_shared and not self.table.outcome and self.table.plays:
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
        """Skip what is being shown with any key; else do as in a turn."""
        if self._showing.is_on and event.key not in ("q", "ctrl+c", *self._free_keys()):
            event.stop()
            event.prevent_default()
            self._end_show()
        else:
            self.type_digit(event)

    def _free_keys(self) -> tuple[str, ...]:
        """Return the keys that do not skip what is shown."""
        return () if self.session.people else ("p",)

    def do_hide(self) -> None:
        """Hide the cards just drawn: the other player comes."""
        self._drawn = False
        self._draw_curtain(self._proceed)

    def play_turn(self, turn: Turn) -> None:
        """Play a turn: what was drawn is shown, or the other player comes."""
        self._digits = ""
        self.forget_hint()
        self.table.play(self.seat, turn)
        self._cursor = None
        if self.session.is_shared and not self.table.outcome:
            self._drawn = True
            self.update()
        else:
            self._proceed()

    # Taking back, looking

    def do_take_back(self) -> None:
        """Go back to the last turn of the player who looks; asked once."""
        from tui.screens.menu import Ask

        question = _("Go back to your last turn? The same cards come back.")
        answers = [Choice("yes", _("Yes, take it back")), Choice("no", _("No, play on"))]
        self.app.push_screen(Ask(question, answers), self._take_back)

    def _take_back(self, answer: object) -> None:
        to = self.table.last_turn(self.seat)
        if answer != "yes" or to is None:
            return
        self._stop.set()
        self._halt_show()
        self.forget_hint()
        self.table.take_back(to, self.seat)
        self._cursor = None
        self._drawn = False
        if self.session.is_shared:
            self._draw_curtain(self._proceed)
        else:
            self._proceed()

    def do_cards(self) -> None:
        """Show the cards not yet seen."""
        from tui.screens.cards import CardsScreen

        view = self.table.view(self.seat)
        assert isinstance(view, DuelView)
        self.app.push_screen(CardsScreen(view, self.names()))

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
        self.tapis.go_home()

    def leave(self) -> None:
        """Stop thinking and let go of the file."""
        self._stop.set()
        self.forget_hint()
        self._halt_show()
        self.session.close()

    def do_what_next(self) -> None:
        """Ask what comes after the game."""
        self.app.push_screen(WhatNext(self.session.series), self._go_on)

    def _go_on(self, answer: object) -> None:
        if answer in ("again", "swapped"):
            self.leave()
            self.tapis.play_again(self.session, swapped=answer == "swapped")
        elif answer == "replay":
            self.tapis.replay_table(self.table)
        elif answer == "home":
            self.do_quit()
