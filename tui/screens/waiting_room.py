"""The room where people wait until every seat of a shared table is taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from rich.cells import cell_len

from engine.client import Client
from engine.updates import Continued, Disconnected, Refused, Update
from play.game_words import game_name
from play.requests import GoHome, PlayShared
from play.rows import Choice
from play.shared_seat import COPY, CURSOR_LEVEL, SELF, SharedSeat, rows_to_join
from tui.screens.base import TapisScreen
from tui.screens.listed import ListScreen
from tui.screens.menu import TITLE_HEIGHT, Ask
from tui.table.scene import series_words
from tui.widgets.lines import BOLD, cut, line, shortened, text, wrapped
from words.names import seat_name
from words.translation import _, reason, sentence


class WaitingRoom(ListScreen):
    """Shows the seats and the way to join; free seats are taken, or given to computers."""

    TOLD_BY = "people"
    OFFERS = ("accept", "help", "menu", "settings", "quit")

    def __init__(self, client: Client[Any]) -> None:
        """Wait at a shared table."""
        super().__init__()
        self._has_gone_on = False
        self._free: set[int] = set()
        self._sit_down(client)

    def _sit_down(self, client: Client[Any]) -> None:
        self.client, self.shared = client, SharedSeat(client)
        self.company = self.shared.company
        client.listen(self._heard)

    def draw(self) -> None:
        """Show the seats as they are now, or go on to the table once all are taken."""
        if self.company.has_begun:
            self._go_on()
            return
        width = max(self.size.width - 2, 1)
        call = rows_to_join(self.shared.invitation, width)
        game = game_name(self.client.timeline.game.key)
        series = series_words(self.company.series, self.client.timeline)
        told = [*filter(None, [self.shared.setter_up(), *call, series]), *self.shared.notes()]
        below = [row for words in told for row in wrapped(words, width)]
        self.title_lines.styles.height = TITLE_HEIGHT + len(below) + 1
        self.title_lines.show(
            [
                line(""),
                line(" ", text(cut(_("A table for {game}").format(game=game), width), BOLD)),
                line(""),
                *(line(" ", text(words)) for words in below),
            ]
        )
        self.choices.offer([*self._seats()], self._place_for_cursor())
        self.choices.focus()
        self.say(self._words())

    def _place_for_cursor(self) -> str | None:
        """Return the seat that the cursor goes to, None if it stays where it can do something.

        It is a free seat, or the own seat where nothing can be done. From a seat that was free a
        moment ago it goes to the next one that still is.
        """
        places, was_free = self.company.places, self._free
        seats = [seat for seat in range(len(places)) if self.shared.changes(seat)]
        self._free = {seat for seat, place in enumerate(places) if place.is_free}
        is_taken = self._seat in was_free - self._free and bool(self._free)
        if self.current == COPY or (self.current and self._seat in seats and not is_taken):
            return None
        seats.sort(key=lambda seat: (not places[seat].is_free, seat < self._seat))
        return next(map(str, seats or sorted(self.client.own_seats)), None)

    def _seats(self) -> Iterable[Choice]:
        """Yield a row for each seat: its name, and who sits there; and the line for others."""
        key = self.client.timeline.game.key
        for seat, name in enumerate(self.client.timeline.seats[: len(self.company.places)]):
            yield Choice(str(seat), seat_name(key, name), self.shared.sitter(seat))
        if copying := [*self.shared.copying()]:
            yield Choice("", "", is_heading=True)
            yield from copying

    def _words(self) -> str:
        if outage := self.shared.outage():
            return shortened(outage, self.size.width - 2)
        if not self.company.is_connected and self.client.notice:
            return reason(self.client.notice)
        waiting, changes = _("Waiting until every seat is taken."), self._changes
        if not changes:
            return waiting
        more = _("Enter seats a computer here, or you.")
        if len(changes) == 1:
            is_own = changes[0].id == SELF
            more = _("Enter takes this one.") if is_own else _("Enter frees this one again.")
        words = f"{waiting} {more}"
        return words if cell_len(words) <= self.size.width - 2 else waiting

    def _heard(self, update: Update) -> None:
        if not self.is_attached or self._has_gone_on:
            return
        if isinstance(update, Continued):  # at another seat
            self._sit_down(self.company.follow())
            self.update()
        elif isinstance(update, Refused):
            self.refuse(sentence(update.why))
        elif isinstance(update, Disconnected) or self.is_on_top:
            self.update()
        elif self.company.has_begun:
            self._go_on()

    def _go_on(self) -> None:
        """Sit down at the table."""
        if not self._has_gone_on:
            self._has_gone_on = True
            self.app.call_later(self.request, PlayShared(self.client))

    def refusal(self, action: str) -> str | None:
        """Let a free seat be taken; the owner alone gives seats to computers and frees them."""
        if action == "accept":
            return None if self.current == COPY or self._changes else ""
        return None

    @property
    def _seat(self) -> int:
        """The seat under the cursor."""
        return -1 if self.current == COPY else int(self.current or 0)

    @property
    def _changes(self) -> Sequence[Choice]:
        """What can be done with the seat under the cursor."""
        return () if self._seat < 0 else self.shared.changes(self._seat)

    def on_choices_moved(self) -> None:
        """Say the action of Enter on the seat under the cursor."""
        self.say(self._words())
        self.show_keys()

    def on_choices_taken(self) -> None:
        """Change who sits at the seat that was clicked."""
        self.action_run("accept")

    def do_accept(self) -> None:
        """Take a free seat or give it to a computer player, or free it again."""
        if self.current == COPY:
            copy_line(self, self.shared.line_for_others)
            return
        seat, changes = self._seat, self._changes
        if len(changes) == 1:
            self.shared.change(seat, changes[0].id)
            return
        question = _("Who plays {seat}?").format(
            seat=seat_name(self.client.timeline.game.key, self.client.timeline.seats[seat])
        )
        self.app.push_screen(Ask(question, changes, CURSOR_LEVEL), partial(self._change, seat))

    def _change(self, seat: int, to: object) -> None:
        if isinstance(to, str):
            self.shared.change(seat, to)

    def do_quit(self) -> None:
        """Leave; the table waits for a while."""
        self.leave()
        self.request(GoHome())

    def leave(self) -> None:
        """Leave the table, unless its game has begun."""
        if not self._has_gone_on:
            self.client.close()


def copy_line(screen: TapisScreen, words: str) -> None:
    """Send a line to the terminal for its clipboard, and say so."""
    screen.app.copy_to_clipboard(words)
    screen.tell(_("The line was sent to the terminal for its clipboard."))
