"""A race: the faster reaction comes first, and its clock moves for the late in the game's order."""

from __future__ import annotations

from operator import itemgetter

import pytest
from at_table import HandLoop
from toy_game import new_table, play_on
from toy_moves import GRAB

from host.guest import Listener
from host.host import Host
from host.races import MOST_TRIP
from host.requests import Submit


class Scene:
    """A race of four at a host that keeps a step when a test says so."""

    def __init__(self, moves=4, race_time=1, computers=()):
        self.table = play_on(new_table(seed=4), moves)
        self.loop = HandLoop()
        self.late = []
        self.waiting = []
        self.is_awaited = True
        self.race_time = race_time
        host = Host(
            self.table,
            keep=self.keep,
            choose=None,
            loop=self.loop,
            fresh_seed=iter(range(99)).__next__,
            is_played_here=lambda seat: seat in computers,
            is_awaited=lambda: self.is_awaited,
            race_time=lambda: self.race_time,
        )
        self.host = host
        host.watch_game()

    def keep(self, step, kept):
        self.late.append(step.change.seat)
        self.waiting.append(kept)

    def make(self):
        """Make the move that was asked for."""
        self.waiting.pop()(None)


def test_no_clock_runs_while_there_is_no_race():
    assert Scene(moves=3).loop.timers == []


def test_who_is_late_is_moved_for_one_after_the_other_in_the_order_of_the_game():
    scene = Scene()
    first = scene.table.plays[-1].move.numbers[0]
    scene.loop.pass_seconds(2)
    assert scene.late == []
    scene.loop.pass_seconds(1)
    assert len(scene.late) == 1  # the next one has to wait until this move is made
    while scene.waiting:
        scene.make()
    assert scene.late == [(first + at) % 4 for at in range(4)]
    assert scene.loop.timers == []


def test_who_moved_in_time_is_not_moved_for():
    scene = Scene()
    scene.table.play(2, GRAB)
    scene.host.watch_game()
    scene.loop.pass_seconds(3)
    while scene.waiting:
        scene.make()
    assert sorted(scene.late) == [0, 1, 3]


def test_the_moves_of_a_race_do_not_begin_its_seconds_anew():
    scene = Scene()
    scene.loop.pass_seconds(2)
    scene.table.play(2, GRAB)
    scene.host.watch_game()
    scene.loop.pass_seconds(1)
    assert len(scene.late) == 1


def test_a_race_that_is_over_in_time_stops_the_clock_and_the_next_one_has_all_of_it():
    scene = Scene()
    scene.loop.pass_seconds(2)
    play_on(scene.table, 4)
    scene.host.watch_game()
    assert scene.loop.timers == []
    play_on(scene.table, 12)
    scene.host.watch_game()
    scene.loop.pass_seconds(2)
    assert scene.late == []
    scene.loop.pass_seconds(1)
    assert len(scene.late) == 1


def test_who_leaves_stops_the_clock():
    scene = Scene()
    scene.host.stop()
    scene.loop.pass_seconds(3)
    assert scene.late == []


def test_the_clock_stands_while_nobody_is_asked_and_begins_anew_then():
    scene = Scene()
    scene.loop.pass_seconds(2)
    scene.is_awaited = False
    scene.host.watch_game()
    assert scene.loop.timers == []
    scene.is_awaited = True
    scene.host.watch_game()
    scene.loop.pass_seconds(2)
    assert scene.late == []
    scene.loop.pass_seconds(1)
    assert len(scene.late) == 1


def test_a_table_may_give_more_time_for_a_race():
    scene = Scene(race_time=3)
    scene.loop.pass_seconds(8)
    assert scene.late == []
    scene.loop.pass_seconds(1)
    assert len(scene.late) == 1


def test_without_a_race_lots_decide_the_order_and_nobody_is_asked_for_a_move():
    scene = Scene(race_time=0, computers=range(4))
    first = scene.table.plays[-1].move.numbers[0]
    scene.is_awaited = False
    scene.host.computers.ask(2)  # a computer player has nothing to think about
    assert scene.host.computers.thinking == frozenset()
    scene.loop.pass_seconds(0)
    while scene.waiting:
        scene.make()
    assert sorted(scene.late) == [0, 1, 2, 3]
    assert scene.late != [(first + at) % 4 for at in range(4)]


# The order of reactions


class FairRace(Scene):
    """A race of which each move takes the round trip of its line longer, and is kept at once."""

    def __init__(self, *trips):
        super().__init__()
        self.host.trip = trips.__getitem__

    def keep(self, step, kept):
        self.late.append(step.change.seat)
        kept(None)

    def arrives(self, seat, seconds, claimed=None):
        """Let a move arrive some seconds after the race began."""
        self.loop.pass_seconds(seconds - self.loop.now())
        asked = Submit(seat, GRAB, self.table.seen, claimed)
        self.host.ask(Guest(self, seat), 1, asked)

    def order(self, *answers):
        """Return the order of the moves that arrive like this."""
        for seat, seconds, claimed in sorted(answers, key=itemgetter(1)):
            self.arrives(seat, seconds, claimed)
        self.loop.pass_seconds(2 - self.loop.now())
        return self.late[: len(answers)]


class Guest(Listener):
    def __init__(self, _race, seat):
        self.seat = seat

    @property
    def own_seats(self):
        return frozenset({self.seat})

    def tell(self, news): ...

    def game_changed(self): ...


@pytest.mark.parametrize("measures", [True, False])
@pytest.mark.parametrize(
    ("far", "near", "first"), [(300, 400, "far"), (300, 301, "far"), (401, 400, "near")]
)
def test_the_faster_reaction_is_first_however_far_it_comes_from(far, near, first, measures):
    race = FairRace(0.15, 0.01, 0.0, 0.0)
    answers = [(0, far / 1000 + 0.15, far), (1, near / 1000 + 0.01, near)]
    order = race.order(*((*answer[:2], answer[2] if measures else None) for answer in answers))
    assert order == ([0, 1] if first == "far" else [1, 0])


def test_a_move_waits_only_for_who_may_have_been_faster():
    race = FairRace(0.15, 0.01, 0.0, 0.0)
    race.arrives(1, 0.41, 400)
    race.loop.pass_seconds(0.13)
    assert race.late == []
    race.loop.pass_seconds(0.011)
    assert race.late == [1]
    race.arrives(3, 0.7)  # who is far has not moved yet
    assert race.late == [1]
    race.arrives(0, 0.8, 640)
    assert race.late == [1, 0, 3]
    race.arrives(2, 0.9)
    assert race.late == [1, 0, 3, 2]
    assert race.loop.timers == []


def test_at_home_each_move_is_made_at_once():
    race = FairRace(0.0, 0.0, 0.0, 0.0)
    for count, seat in enumerate((3, 1, 0, 2), start=1):
        race.arrives(seat, count / 10)
        assert len(race.late) == count
    assert race.late == [3, 1, 0, 2]


@pytest.mark.parametrize(
    ("trip", "gain"),
    [(0.01, 0.01), (0.15, 0.15), (MOST_TRIP, MOST_TRIP), (5.0, MOST_TRIP)],
)
def test_a_lie_gains_the_round_trip_of_its_line_at_most(trip, gain):
    for honest in (1.0 - gain - 0.002, 1.0 - gain + 0.002):
        race = FairRace(trip, 0.0, 0.0, 0.0)  # and the line of seat 0 takes no time at all
        first = 1 if honest < 1.0 - gain else 0
        assert race.order((0, 1.0, 0), (1, honest, round(honest * 1000)))[0] == first


@pytest.mark.parametrize("claimed", [-(10**400), 10**400])
def test_no_reaction_is_impossible(claimed):
    race = FairRace(0.15, 0.01, 0.0, 0.0)
    assert race.order((0, 0.5, claimed), (1, 0.6, 590)) == [0, 1]


def test_the_clock_of_a_race_waits_for_the_longest_line():
    race = FairRace(0.0, 0.0, 0.0, 0.0)
    race.host.trip = (0.0, 0.2, 0.0, 0.0).__getitem__
    race.host.races.stop()
    race.host.watch_game()
    race.arrives(1, 3.1, 2900)
    race.loop.pass_seconds(0.2)
    assert race.late[0] == 1
    assert len(race.late) == 4


def test_a_move_for_a_position_that_is_gone_is_refused_and_not_waited_for():
    race = FairRace(0.15, 0.0, 0.0, 0.0)
    stale = race.table.seen._replace(epoch=7)
    race.host.ask(Guest(race, 0), 1, Submit(0, GRAB, stale, 0))
    race.arrives(1, 0.3)
    assert race.late == []
    race.arrives(0, 0.4, 250)
    assert race.late == [0, 1]
