"""Faults planted by hand, one in each place where a game could get lost; a world finds each.

Each function patches one fault in, by the `setattr` of pytest's monkeypatch.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from typing import Any, Final

from world import World
from world_base import SimulatedWorld
from world_home import HomeWorld
from world_opened import OpenedWorld

import saves.autosave
import saves.files
import saves.lock
from engine.table import Table
from host.checks import ForfeitReason, RequestChecks
from host.computers import Computers, RaceClock
from host.entries import SitEntry
from host.file_keeper import FileKeeper
from host.game import Offers
from host.guest import Done, FirstAnswers
from host.host import RequestQueue
from host.house import House
from host.room import Room
from host.seating import Seating
from host.session import Session
from net.hosting import remote_guest
from net.hosting.journal import JournalWriter
from net.hosting.journal_files import LockedJournal
from net.hosting.remote_guest import RemoteGuest
from net.joining.client import RemoteClient
from net.joining.dialogue import Dialogue
from net.joining.requests import Outbox
from net.names import journals
from net.view_updates import ViewWriter
from saves.autosave import BackgroundAutosave

Patch = Callable[[Any, str, Any], None]


def answers_before_the_disk(put: Patch) -> None:
    def keep(self: Any, item: Any, step: Any) -> None:
        self._append(step, lambda _error: None)
        self._carry_out(item, step)
        self._is_busy = False
        self._work()

    put(RequestQueue, "_keep", keep)


def forgets_what_was_answered(put: Patch) -> None:
    put(FirstAnswers, "find", lambda _self, _client, _number: None)


def stays_busy_after_a_full_disk(put: Patch) -> None:
    real = RequestQueue._keep

    def keep(self: Any, item: Any, step: Any) -> None:
        refuse = item.refuse

        def refused(why: Any) -> None:
            refuse(why)
            self._work = lambda: None

        real(self, item._replace(refuse=refused), step)

    put(RequestQueue, "_keep", keep)


def takes_any_token_of_any_account(put: Patch) -> None:
    def by_token(self: Any, _token: str, _account: Any) -> int:
        return next(seat for seat, chair in enumerate(self.chairs) if chair.is_client)

    put(Seating, "_by_token", by_token)


def lets_anybody_come_back(put: Patch) -> None:
    real = Seating.find

    def find(self: Any, hello: Any, account: Any) -> int:
        if hello.back:
            return next(seat for seat, chair in enumerate(self.chairs) if chair.is_client)
        return real(self, hello, account)

    put(Seating, "find", find)


def takes_stale_moves(put: Patch) -> None:
    put(Table, "is_fresh", lambda _self, _seat, _seen: True)


def shows_spectators_the_first_hand(put: Patch) -> None:
    real = RemoteGuest._view

    def view(self: Any) -> Any:
        seat, self.seat = self.seat, self.seat or 0
        try:
            return real(self)
        finally:
            self.seat = seat

    put(RemoteGuest, "_view", view)


def shows_events_of_all(put: Patch) -> None:
    real = remote_guest.known_event
    put(remote_guest, "known_event", lambda one, _seat, *, is_over: real(one, 0, is_over=is_over))


def counts_no_take_backs(put: Patch) -> None:
    real = Table.take_back

    def take_back(self: Any, to: int, seat: int | None = None) -> None:
        epoch = self.epoch
        real(self, to, seat)
        self.epoch = epoch

    put(Table, "take_back", take_back)


def forgets_take_backs_when_it_starts_again(put: Patch) -> None:
    real = Room.restore

    def restore(self: Any, entries: Any, look: Any = None) -> None:
        real(self, [one for one in entries if type(one).__name__ != "TakeBackEntry"], look)

    put(Room, "restore", restore)


def asks_nothing_again_on_a_new_line(put: Patch) -> None:
    put(Outbox, "waiting", property(lambda _self: ()))


def takes_answers_for_views(put: Patch) -> None:
    put(RemoteClient, "is_sending", property(lambda self: any(self._outbox.waiting)))


def waits_for_no_view_on_a_new_line(put: Patch) -> None:
    real = RemoteClient._line_up

    def line_up(self: Any, up: Any) -> None:
        self._outbox._done.clear()
        real(self, up)

    put(RemoteClient, "_line_up", line_up)


def answers_with_another_number(put: Patch) -> None:
    real = RemoteGuest.tell

    def tell(self: Any, news: Any) -> None:
        if isinstance(news, Done) and news.number % 7 == 0:
            news = Done(news.number + 1)
        real(self, news)

    put(RemoteGuest, "tell", tell)


def keeps_offers_after_a_move(put: Patch) -> None:
    put(Offers, "_watch", lambda _self, _change, _view: None)


def leaves_lost_lines_at_their_seats(put: Patch) -> None:
    put(House, "lost", lambda _self, _guest: None)


def confirms_views_that_never_came(put: Patch) -> None:
    real = ViewWriter.write

    def write(self: Any, *args: Any) -> Any:
        self.confirm(self._number + 1)
        news = real(self, *args)
        self.confirm(news.view)
        return news if news.view % 5 else real(self, *args)

    put(ViewWriter, "write", write)


def lets_computers_play_for_people(put: Patch) -> None:
    put(Computers, "_is_due", lambda self, seat: 0 <= seat in self._game.table.to_move)


def never_moves_for_who_is_late(put: Patch) -> None:
    put(RaceClock, "watch", lambda _self: None)


def goes_away_after_one_lost_line(put: Patch) -> None:
    real = Dialogue.lost

    def lost(self: Any, why: Any) -> Any:
        down = real(self, why)
        return down._replace(why=type(why).REPLACED) if down.tries > 1 else down

    put(Dialogue, "lost", lost)


def answers_no_pings(put: Patch) -> None:
    real = Dialogue._say

    def say(self: Any, message: Any) -> None:
        if type(message).__name__ not in ("Pong", "Ping"):
            real(self, message)

    put(Dialogue, "_say", say)


def writes_no_end_into_the_file(put: Patch) -> None:
    real = House._applied

    def applied(self: Any, step: Any = None) -> None:
        if not self.room.is_over:
            real(self, step)

    put(House, "_applied", applied)


def tells_of_a_batch_before_its_sync(put: Patch) -> None:
    put(LockedJournal, "sync", lambda _self: None)


def tells_only_one_table_of_a_batch(put: Patch) -> None:
    real = JournalWriter._done

    def done(self: Any, journals: Any, seconds: float) -> None:
        real(self, journals[:1], seconds)

    put(JournalWriter, "_done", done)


def shows_moves_before_the_file_has_them(put: Patch) -> None:
    def append(self: Any, step: Any, kept: Any) -> None:
        self._file.save_ahead(step.ahead)
        kept(None)

    put(FileKeeper, "append", append)


def puts_a_file_in_place_unsynced(put: Patch) -> None:
    real = saves.files._write_new

    def write(path: Any, data: bytes, mode: int) -> Any:
        fsync, os.fsync = os.fsync, lambda _handle: None
        try:
            return real(path, data, mode)
        finally:
            os.fsync = fsync

    put(saves.files, "_write_new", write)


def syncs_no_folder(put: Patch) -> None:
    put(saves.files, "sync_folder", lambda _folder: None)


def writes_over_the_game(put: Patch) -> None:
    def write(path: Any, data: bytes) -> Any:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            os.truncate(handle, 0)
            os.write(handle, data)
            os.fsync(handle)
            return os.fstat(handle)
        finally:
            os.close(handle)

    put(saves.autosave, "write_file", write)


def takes_a_game_that_is_held(put: Patch) -> None:
    put(fcntl, "LOCK_EX", 0)


def keeps_the_lock_after_the_end(put: Patch) -> None:
    put(saves.lock.GameLock, "release", lambda _self: None)


def puts_drafts_in_place_of_moves_that_wait(put: Patch) -> None:
    def keep_draft(self: Any, _seat: int, _steps: Any) -> None:
        self._autosave.save(self._record)

    put(Session, "keep_draft", keep_draft)


def gives_up_at_a_full_disk(put: Patch) -> None:
    real = BackgroundAutosave._write_newest

    def write(self: Any) -> None:
        real(self)
        if self._unwritten is not None:
            self._write_newest = lambda: None

    put(BackgroundAutosave, "_write_newest", write)


def takes_requests_of_the_game_before(put: Patch) -> None:
    real = RequestChecks.step
    put(RequestChecks, "step", lambda self, guest, asked, _of: real(self, guest, asked, 0))


def lets_others_change_seats(put: Patch) -> None:
    real = RequestChecks._sit

    def sit(self: Any, guest: Any, asked: Any) -> Any:
        chairs = self._room.seating.chairs
        first = next(seat for seat, chair in enumerate(chairs) if chair.is_client)
        return real(self, guest, asked) and SitEntry(seat=first, to=asked.to)

    put(RequestChecks, "_sit", sit)


def gives_away_seats_of_who_is_there(put: Patch) -> None:
    real = RequestChecks._replace

    def replace(self: Any, guest: Any, asked: Any) -> Any:
        has_begun = self._room.game and guest.seat is not None and asked.level
        return self._computer(asked, 0) if has_begun else real(self, guest, asked)

    put(RequestChecks, "_replace", replace)


def lets_who_is_there_be_claimed(put: Patch) -> None:
    def claim(_self: Any, game: Any, asked: Any) -> Any:
        return game.forfeit(asked.absent, ForfeitReason.AWAY.value)

    put(RequestChecks, "_claim", claim)


def takes_tables_that_ended_for_living_ones(put: Patch) -> None:
    put(journals, "_is_closed", lambda _handle: False)


def makes_journals_without_their_links(put: Patch) -> None:
    real = LockedJournal.create
    put(LockedJournal, "create", lambda first, **_: real(first))


FAULTS: Final[dict[Callable[[Patch], None], tuple[type[SimulatedWorld], str, int]]] = {
    answers_before_the_disk: (World, "duel", 8),
    forgets_what_was_answered: (World, "duel", 13),
    stays_busy_after_a_full_disk: (World, "duel", 19),
    takes_any_token_of_any_account: (World, "duel", 0),
    lets_anybody_come_back: (World, "duel", 27),
    takes_stale_moves: (World, "duel", 13),
    shows_spectators_the_first_hand: (World, "duel", 9),
    shows_events_of_all: (World, "duel", 4),
    counts_no_take_backs: (World, "duel", 13),
    forgets_take_backs_when_it_starts_again: (World, "duel", 13),
    asks_nothing_again_on_a_new_line: (World, "duel", 14),
    takes_answers_for_views: (World, "duel", 1),
    waits_for_no_view_on_a_new_line: (World, "duel", 14),
    answers_with_another_number: (World, "duel", 5),
    keeps_offers_after_a_move: (World, "duel", 19),
    leaves_lost_lines_at_their_seats: (World, "duel", 5),
    confirms_views_that_never_came: (World, "duel", 5),
    lets_computers_play_for_people: (World, "duel", 0),
    never_moves_for_who_is_late: (World, "hearts", 18),
    goes_away_after_one_lost_line: (World, "duel", 3),
    answers_no_pings: (World, "duel", 3),
    writes_no_end_into_the_file: (World, "duel", 5),
    tells_of_a_batch_before_its_sync: (World, "duel", 8),
    tells_only_one_table_of_a_batch: (World, "duel", 37),
    shows_moves_before_the_file_has_them: (HomeWorld, "duel", 6),
    puts_a_file_in_place_unsynced: (HomeWorld, "duel", 10),
    syncs_no_folder: (HomeWorld, "duel", 3),
    writes_over_the_game: (HomeWorld, "duel", 2),
    takes_a_game_that_is_held: (HomeWorld, "duel", 13),
    keeps_the_lock_after_the_end: (HomeWorld, "duel", 3),
    puts_drafts_in_place_of_moves_that_wait: (HomeWorld, "duel", 56),
    gives_up_at_a_full_disk: (HomeWorld, "duel", 7),
    takes_requests_of_the_game_before: (World, "duel", 198),
    lets_others_change_seats: (World, "hearts", 8),
    gives_away_seats_of_who_is_there: (World, "duel", 9),
    lets_who_is_there_be_claimed: (World, "duel", 15),
    takes_tables_that_ended_for_living_ones: (OpenedWorld, "duel", 0),
    makes_journals_without_their_links: (OpenedWorld, "duel", 0),
}
"""The faults, each with a kind of world, a game and a seed that find it."""
