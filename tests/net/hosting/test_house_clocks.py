"""The clocks of a shared table: who is charged, what is told, and how a game is lost by time."""

from __future__ import annotations

import pytest
from shared_tables import OTHER, OWNER, THIRD, TableScene, seated

from host.entries import ClockEntry, MoveEntry
from host.flags import NOTE_SECONDS, RETURN_SECONDS
from host.plan import BadPlan, SeatPlan

NORTH = {"options": {"first": "north"}}


def clocks(caller, cmd="view"):
    """Return the seconds that a message told by seat, and the seats whose clocks run."""
    told = caller.last(cmd)["clocks"]
    return [left / 1000 for left in told["left"]], told.get("running", [])


def fallen(scene):
    return [(one.seat, one.text) for one in scene.table.events if one.kind.value == "forfeit"]


def test_the_time_of_who_is_to_move_runs_and_comes_with_every_view():
    scene, zoe, paul = seated(clock="1+2", **NORTH)
    assert zoe.last("welcome")["clock"] == "1+2"
    assert clocks(zoe) == ([60, 60], [0])
    scene.pass_time(10, speaking=(zoe, paul))
    zoe.move()
    assert clocks(paul) == ([52, 60], [1])
    scene.pass_time(5, speaking=(zoe, paul))
    paul.move()
    assert clocks(zoe) == ([52, 57], [0])
    look = scene.caller(THIRD)
    look.send("look", protocol=2)
    assert look.last("sign")["clock"] == "1+2"


def test_a_flag_that_falls_loses_the_game_by_time_and_everybody_is_told():
    scene, zoe, paul = seated(clock="8/move", **NORTH)
    scene.pass_time(7, speaking=(zoe, paul))
    assert not scene.room.is_over
    scene.pass_time(1, speaking=(zoe, paul))
    assert fallen(scene) == [(0, "out of time")]
    assert scene.files.newest.table.outcome.winners == (1,)
    for caller in (zoe, paul):
        assert caller.last("view")["events"][-1]["text"] == "out of time"
        assert clocks(caller)[1] == []
    assert zoe.move("02^E 03^E")["code"] == "game-over"


def test_a_move_that_waits_for_the_disk_is_in_time_and_the_other_ones_time_is_not_touched():
    scene, zoe, paul = seated(clock="8/move", **NORTH)
    scene.pass_time(7, speaking=(zoe, paul))
    scene.journal.is_held = True
    zoe.move()
    scene.pass_time(20, speaking=(zoe, paul))
    scene.journal.let_go()
    scene.run()
    assert zoe.answer(zoe.number)["cmd"] == "done"
    assert (fallen(scene), clocks(paul)) == ([], ([8, 8], [1]))


def test_a_refused_move_stops_no_clock():
    scene, zoe, paul = seated(clock="8/move", **NORTH)
    scene.pass_time(4, speaking=(zoe, paul))
    assert zoe.move("99^A")["cmd"] == zoe.move("02^E 03^E")["cmd"] == "refused"
    assert paul.move("15^A 20^A")["cmd"] == "refused"
    scene.pass_time(4, speaking=(zoe, paul))
    assert fallen(scene) == [(0, "out of time")]


def test_the_clock_of_a_player_who_is_away_runs_while_another_one_is_there():
    scene, zoe, paul = seated(clock="1+0", **NORTH)
    zoe.lose_line()
    scene.pass_time(20, speaking=(paul,))
    assert clocks(paul, "people") == ([40, 60], [0])
    paul.lose_line()
    scene.pass_time(600)
    zoe = scene.caller(OWNER, "client0")
    zoe.hello(token="")
    assert clocks(zoe) == ([40, 60], [0])


def test_computers_have_no_clock_and_a_persons_stands_while_one_plays():
    scene, zoe = seated(OWNER, clock="1+0", seats=[SeatPlan(), SeatPlan("greedy", "S")], **NORTH)
    assert clocks(zoe)[0] == [60, -0.001]
    zoe.move()
    assert clocks(zoe) == ([60, -0.001], [])
    scene.pass_time(100, speaking=(zoe,))
    scene.thinkers.answer()
    scene.run()
    assert clocks(zoe) == ([60, -0.001], [0])


def test_all_four_are_charged_until_each_has_passed_and_nobody_in_a_race():
    scene, *four = seated(
        *(OWNER, OTHER, THIRD, OWNER), game="hearts", clock="1+0", options={"slap": "reflex"}
    )
    assert clocks(four[0]) == ([60] * 4, [0, 1, 2, 3])
    scene.pass_time(3, speaking=four)
    four[2].move()
    scene.pass_time(2, speaking=four)
    assert clocks(four[0])[1] == [0, 1, 3]
    for one in (four[0], four[1], four[3]):
        one.move()
    left, running = clocks(four[0])
    assert left == [55, 55, 57, 55] and running == list(scene.table.to_move)


@pytest.mark.parametrize("thought", [4, 14])
def test_a_table_that_was_killed_has_its_clocks_as_they_were_and_charges_nobody_for_it(thought):
    scene, zoe, paul = seated(clock="2+1", **NORTH)
    scene.pass_time(7, speaking=(zoe, paul))
    zoe.move()
    scene.pass_time(thought, speaking=(zoe, paul))
    kinds = {type(entry) for entry in scene.journal.entries}
    assert (ClockEntry in kinds) == (thought > NOTE_SECONDS) and MoveEntry in kinds
    later = scene.revived()
    later.seconds += 5000
    later.pass_time(10)
    back = later.caller(OWNER, "client0")
    back.hello()
    spent = thought // NOTE_SECONDS * NOTE_SECONDS
    assert clocks(back) == ([114, 120 - spent], [])  # Paul has time to come back
    later.pass_time(RETURN_SECONDS + 5, speaking=(back,))
    left, running = clocks(back, "people")
    assert running == [1] and left[1] == 115 - spent


def test_a_clock_that_is_none_makes_no_table():
    with pytest.raises(BadPlan, match="5:3 is no time for a clock"):
        TableScene(clock="5:3")
