"""The host: a step is tried on a copy, kept, and only then done, answered and told."""

from __future__ import annotations

import errno
from typing import Any

import pytest
from at_table import HandLoop
from toy_game import new_table, play_on
from toy_moves import GRAB

from engine.reasons import HouseReason, IllegalMove, TableReason
from engine.table import EventKind, Table
from engine.updates import Refused
from host.entries import entry_of, repeat
from host.game import Kept, PendingChange
from host.guest import Done
from host.host import Host
from host.requests import GiveHint, Resign, Submit, TakeBack


class HeldKeeper:
    """Keeps nothing before a test lets it."""

    def __init__(self) -> None:
        self.waiting: list[tuple[PendingChange, Kept]] = []

    def append(self, step: PendingChange, kept: Kept) -> None:
        self.waiting.append((step, kept))

    def keep(self, error: OSError | None = None) -> None:
        self.waiting.pop(0)[1](error)


class Somebody:
    """A guest, and all that it was told."""

    own_seats = frozenset(range(4))

    def __init__(self, table: Table[Any]) -> None:
        self.table = table
        self.told: list[object] = []

    def tell(self, news: object) -> None:
        self.told.append(news)

    def game_changed(self) -> None:
        self.told.append(len(self.table.plays))


class Scene:
    """A host of a game of four people, and a guest with all seats."""

    def __init__(self, moves: int = 0) -> None:
        self.table = play_on(new_table(seed=4), moves)
        self.keeper = HeldKeeper()
        self.host: Host[Any, Any] = Host(
            self.table,
            keep=self.keeper.append,
            choose=None,  # type: ignore[arg-type]
            loop=HandLoop(),
            fresh_seed=lambda: 7,
            is_played_here=lambda _seat: False,
            is_awaited=lambda: False,
            race_time=lambda: 1,
        )
        self.guest = Somebody(self.table)
        self.host.guests.append(self.guest)

    def submit(self, number: int, seat: int, move: Any = None) -> None:
        move = move or next(self.table.view(seat).legal())
        self.host.ask(self.guest, number, Submit(seat, move, self.table.seen))


def test_nothing_is_done_or_told_before_it_is_kept():
    scene = Scene()
    before = len(scene.table.plays)
    scene.submit(1, 0)
    step, _kept = scene.keeper.waiting[0]
    assert len(step.ahead.plays) == before + 1
    assert len(scene.table.plays) == before
    assert scene.guest.told == []
    scene.keeper.keep()
    assert len(scene.table.plays) == before + 1
    assert scene.guest.told == [Done(1), before + 1]


def test_the_next_is_judged_by_what_came_of_all_before():
    scene = Scene()
    scene.submit(1, 0)
    scene.submit(2, 0)
    assert len(scene.keeper.waiting) == 1
    scene.keeper.keep()
    assert scene.guest.told[-1] == Refused(2, IllegalMove(TableReason.STALE))


def test_what_cannot_be_done_is_refused_and_nothing_is_kept():
    scene = Scene()
    before = scene.table.version
    scene.submit(1, 0, GRAB)
    assert [type(told) for told in scene.guest.told] == [Refused]
    assert (scene.keeper.waiting, scene.table.version) == ([], before)


def test_a_step_that_cannot_be_kept_is_refused_and_never_happened():
    scene = Scene()
    before = scene.table.version
    scene.submit(1, 0)
    scene.keeper.keep(OSError(errno.ENOSPC, "full"))
    assert scene.guest.told == [Refused(1, IllegalMove(HouseReason.DISK, why="full"))]
    assert scene.table.version == before


def test_a_game_that_went_on_while_a_step_was_kept_judges_it_again():
    scene = Scene(moves=2)
    seat = scene.table.to_move[0]
    scene.submit(1, seat)
    scene.table.take_back(1)
    scene.keeper.keep()
    assert scene.guest.told[-1] == Refused(1, IllegalMove(TableReason.STALE))
    assert len(scene.table.plays) == 1


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (TakeBack, EventKind.TAKE_BACK),
        (Resign, EventKind.FORFEIT),
        (lambda seat: GiveHint(seat, GRAB), EventKind.HINT),
    ],
)
def test_whatever_is_asked_goes_the_same_way(make, kind):
    scene = Scene(moves=6)
    asked = make(scene.table.plays[-1].seat)
    scene.host.ask(scene.guest, 1, asked)
    assert [event.kind for event in scene.table.events] == []
    scene.keeper.keep()
    assert [event.kind for event in scene.table.events] == [kind]
    assert scene.guest.told[0] == Done(1)


def test_a_copy_that_is_ahead_tells_nobody_until_its_table_catches_up():
    table, told = new_table(seed=4), []
    table.watch(None, lambda change, _view: told.append(change))
    before = len(table.plays)
    ahead = play_on(table.ahead(), 5)
    assert (told, len(table.plays)) == ([], before)
    table.catch_up(ahead)
    assert len(told) == len(table.plays) - before > 5
    assert (table.plays, table.version) == (ahead.plays, ahead.version)


def test_a_move_has_the_seconds_that_a_person_took_for_it():
    scene, again = Scene(), Scene()
    for seconds in (2.04, 3.0):
        scene.host.loop.pass_seconds(seconds)
        scene.submit(1, scene.table.to_move[0])
        repeat(entry_of(scene.keeper.waiting[0][0]), again.table)
        scene.keeper.keep()
    assert again.table.times == scene.table.times
    scene.table.take_back(len(scene.table.plays) - 1)
    scene.host.loop.pass_seconds(1.25)
    scene.submit(1, scene.table.to_move[0])
    scene.keeper.keep()
    assert [seconds for seconds in scene.table.times if seconds is not None] == [2.0, 1.2]
