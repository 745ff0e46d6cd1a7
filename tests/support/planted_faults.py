"""Faults planted by hand, one in each place where a game could get lost; a world finds each.

Each fault is a function in place of a method: it is handed the method first, then its arguments.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from world import World
from world_base import SimulatedWorld
from world_home import HomeWorld
from world_opened import OpenedWorld

import saves.autosave
import saves.files
import saves.lock
from engine.table import Table
from host.checks import ForfeitReason, RequestChecks
from host.computers import Computers
from host.entries import SitEntry
from host.file_keeper import FileKeeper
from host.game import Offers
from host.guest import Done, FirstAnswers
from host.host import RequestQueue
from host.house import House
from host.races import Races
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


class Fault(NamedTuple):
    """A fault: what is put in whose place, and the first world of a kind that finds it.

    A dear one takes seconds to be found.
    """

    name: str
    owner: Any
    replaced: str
    wrong: Any
    kind: type[SimulatedWorld]
    game: str
    seed: int
    is_dear: bool = False

    def plant(self, put: Callable[[Any, str, Any], None]) -> None:
        """Put the fault in by the `setattr` of pytest's monkeypatch."""
        put(self.owner, self.replaced, self.wrong)

    def world(self, seed: int | None = None) -> SimulatedWorld:
        """Return the first world that finds the fault, or the one of a seed."""
        return self.kind(self.seed if seed is None else seed, self.game)


FAULTS: Final[dict[str, Fault]] = {}


def fault(
    owner: Any,
    replaced: str,
    seed: int,
    game: str = "duel",
    kind: type[SimulatedWorld] = World,
    *,
    is_dear: bool = False,
) -> Callable[[Callable[..., Any]], None]:
    """Plant a function in place of an owner's method or function.

    `seed` is of the first world that finds it.
    """
    real = getattr(owner, replaced)

    def plant(wrong: Callable[..., Any]) -> None:
        def instead(*args: Any, **more: Any) -> Any:
            return wrong(real, *args, **more)

        planted = property(instead) if isinstance(real, property) else instead
        name = wrong.__name__
        FAULTS[name] = Fault(name, owner, replaced, planted, kind, game, seed, is_dear)

    return plant


def found_at_home(owner: Any, replaced: str, seed: int) -> Any:
    return fault(owner, replaced, seed, kind=HomeWorld)


def found_when_opened(owner: Any, replaced: str, seed: int) -> Any:
    return fault(owner, replaced, seed, kind=OpenedWorld)


# At a table


@fault(RequestQueue, "_keep", 0)
def answers_before_the_disk(_real, self, item, step):
    self._append(step, lambda _error: None)
    self._carry_out(item, step)
    self._is_busy = False
    self._work()


@fault(FirstAnswers, "find", 9)
def forgets_what_was_answered(_real, _self, _client, _number):
    return None


@fault(RequestQueue, "_keep", 19)
def stays_busy_after_a_full_disk(real, self, item, step):
    def refused(why):
        item.refuse(why)
        self._work = lambda: None

    real(self, item._replace(refuse=refused), step)


@fault(Seating, "_by_token", 0)
def takes_any_token_of_any_account(_real, self, _token, _account):
    return next(seat for seat, chair in enumerate(self.chairs) if chair.is_client)


@fault(Seating, "find", 4)
def lets_anybody_come_back(real, self, hello, account):
    if not hello.back:
        return real(self, hello, account)
    return next(seat for seat, chair in enumerate(self.chairs) if chair.is_client)


@fault(Table, "is_fresh", 7)
def takes_stale_moves(_real, _self, _seat, _seen):
    return True


@fault(RemoteGuest, "_view", 0)
def shows_spectators_the_first_hand(real, self):
    seat, self.seat = self.seat, self.seat or 0
    try:
        return real(self)
    finally:
        self.seat = seat


@fault(remote_guest, "known_event", 4)
def shows_events_of_all(real, one, _seat, *, is_over):
    return real(one, 0, is_over=is_over)


@fault(Table, "take_back", 13)
def counts_no_take_backs(real, self, to, seat=None):
    epoch = self.epoch
    real(self, to, seat)
    self.epoch = epoch


@fault(Room, "restore", 13)
def forgets_take_backs_when_it_starts_again(real, self, entries, look=None):
    real(self, [one for one in entries if type(one).__name__ != "TakeBackEntry"], look)


@fault(Outbox, "waiting", 0)
def asks_nothing_again_on_a_new_line(_real, _self):
    return ()


@fault(RemoteClient, "is_sending", 1)
def takes_answers_for_views(_real, self):
    return any(self._outbox.waiting)


@fault(RemoteClient, "_line_up", 14)
def waits_for_no_view_on_a_new_line(real, self, up):
    self._outbox._done.clear()
    real(self, up)


@fault(RemoteGuest, "tell", 0)
def answers_with_another_number(real, self, news):
    if isinstance(news, Done) and news.number % 7 == 0:
        news = Done(news.number + 1)
    real(self, news)


@fault(Offers, "_watch", 73)
def keeps_offers_after_a_move(_real, _self, _change, _view):
    pass


@fault(House, "lost", 0)
def leaves_lost_lines_at_their_seats(_real, _self, _guest):
    pass


@fault(ViewWriter, "write", 0)
def confirms_views_that_never_came(real, self, *args):
    self.confirm(self._number + 1)
    news = real(self, *args)
    self.confirm(news.view)
    return news if news.view % 5 else real(self, *args)


@fault(Computers, "_is_due", 0)
def lets_computers_play_for_people(_real, self, seat):
    return 0 <= seat in self._game.table.to_move


@fault(Races, "start_clock", 29, "hearts")
def never_moves_for_who_is_late(_real, _self):
    pass


@fault(Dialogue, "lost", 0)
def goes_away_after_one_lost_line(real, self, why):
    down = real(self, why)
    return down._replace(why=type(why).REPLACED) if down.tries > 1 else down


@fault(Dialogue, "_say", 0)
def answers_no_pings(real, self, message):
    if type(message).__name__ not in ("Pong", "Ping"):
        real(self, message)


@fault(House, "_applied", 1)
def writes_no_end_into_the_file(real, self, step=None):
    if not self.room.is_over:
        real(self, step)


@fault(LockedJournal, "sync", 0)
def tells_of_a_batch_before_its_sync(_real, _self):
    pass


@fault(JournalWriter, "_done", 37)
def tells_only_one_table_of_a_batch(real, self, journals, seconds):
    real(self, journals[:1], seconds)


@fault(RequestChecks, "step", 169)
def takes_requests_of_the_game_before(real, self, guest, asked, _of):
    return real(self, guest, asked, 0)


@fault(RequestChecks, "_sit", 8, "hearts")
def lets_others_change_seats(real, self, guest, asked):
    chairs = self._room.seating.chairs
    first = next(seat for seat, chair in enumerate(chairs) if chair.is_client)
    return real(self, guest, asked) and SitEntry(seat=first, to=asked.to)


@fault(RequestChecks, "_replace", 9)
def gives_away_seats_of_who_is_there(real, self, guest, asked):
    has_begun = self._room.game and guest.seat is not None and asked.level
    return self._computer(asked, 0) if has_begun else real(self, guest, asked)


@fault(RequestChecks, "_claim", 15)
def lets_who_is_there_be_claimed(_real, _self, game, asked):
    return game.forfeit(asked.absent, ForfeitReason.AWAY.value)


# At home


@found_at_home(FileKeeper, "append", 0)
def shows_moves_before_the_file_has_them(_real, self, step, kept):
    self._file.save_ahead(step.ahead)
    kept(None)


@found_at_home(saves.files, "_write_new", 0)
def puts_a_file_in_place_unsynced(real, path, data, mode):
    fsync, os.fsync = os.fsync, lambda _handle: None
    try:
        return real(path, data, mode)
    finally:
        os.fsync = fsync


@found_at_home(saves.files, "sync_folder", 0)
def syncs_no_folder(_real, _folder):
    pass


@found_at_home(saves.autosave, "write_game", 0)
def writes_over_the_game(_real, path, data):
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        os.truncate(handle, 0)
        os.write(handle, data)
        os.fsync(handle)
        return os.fstat(handle)
    finally:
        os.close(handle)


@found_at_home(saves.lock.GameLock, "release", 0)
def keeps_the_lock_after_the_end(_real, _self):
    pass


@found_at_home(Session, "keep_draft", 56)
def puts_drafts_in_place_of_moves_that_wait(_real, self, _seat, _steps):
    self._autosave.save(self._record)


@found_at_home(BackgroundAutosave, "_write_newest", 0)
def gives_up_at_a_full_disk(real, self):
    real(self)
    if self._unwritten is not None:
        self._write_newest = lambda: None


_HELD: Final = "takes_a_game_that_is_held"
FAULTS[_HELD] = Fault(_HELD, fcntl, "LOCK_EX", 0, HomeWorld, "duel", 4)


# On the way between them


@found_when_opened(journals, "_is_closed", 7)
def takes_tables_that_ended_for_living_ones(_real, _handle):
    return False


@found_when_opened(LockedJournal, "create", 186)
def makes_journals_without_their_links(real, first, *args, game_file=None, **more):
    return real(first, *args, **more)
