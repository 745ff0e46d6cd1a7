"""Who is there at a shared table: pings, players that are away, claims, and the table's own end."""

from __future__ import annotations

from shared_tables import OTHER, OWNER, THIRD, TableScene, seated

from host.plan import SeatPlan
from host.seating import GRACE_SECONDS
from net.hosting.line_end import PING_SECONDS
from net.hosting.remote_guest import MOST_TRIPS
from net.wire import PROTOCOL


def absent_scene(**plan):
    """Return a game in which the seat to move has its line down, and the other's caller."""
    scene, *callers = seated(**plan)
    gone = scene.mover(*callers)
    here = next(caller for caller in callers if caller is not gone)
    gone.read()
    gone.lose_line()
    return scene, here, gone


def presence(caller, seat):
    return caller.last("people")["places"][seat].get("presence", "here")


def waited(caller, seat):
    return caller.last("people")["places"][seat].get("waited", 0)


def test_silent_lines_are_pinged_and_then_away_and_then_closed():
    scene, one, two = seated()
    scene.pass_time(9)
    assert two.last("ping") == {}
    scene.pass_time(1, speaking=[one])
    assert two.last("ping")["cmd"] == "ping"
    scene.pass_time(10, speaking=[one])
    assert presence(one, 1) == "away"
    two.send("pong")
    assert presence(one, 1) == "here"
    scene.pass_time(30, speaking=[one])
    assert two.last("fault")["code"] == "silent"
    assert presence(one, 1) == "gone"
    assert not scene.is_ended


def test_who_says_nothing_at_all_is_not_waited_for():
    scene = TableScene()
    dumb = scene.caller(OTHER, "d")
    scene.pass_time(10)
    assert dumb.last("fault")["code"] == "silent"


def test_a_table_that_was_stopped_itself_drops_nobody():
    scene, one, _two = seated()
    scene.pass_time(1)
    scene.seconds += 3600
    scene.run()
    assert [guest.is_closed for guest in scene.house.guests] == [False, False]
    assert presence(one, 1) == "here"
    assert waited(one, scene.table.to_move[0]) == 0


def test_the_game_is_claimed_from_a_player_who_was_absent_in_turn_for_too_long():
    scene, here, gone = absent_scene()
    seat = gone.guest.seat
    assert here.ask("claim", seat=here.guest.seat)["code"] == "not-absent"
    scene.pass_time(30, speaking=[here])
    answer = here.ask("claim", seat=seat)
    assert (answer["code"], answer["facts"]) == ("too-early", {"seconds": 31})
    assert waited(here, seat) == 30
    scene.pass_time(31, speaking=[here])
    assert here.ask("claim", seat=seat)["cmd"] == "done"
    assert scene.table.outcome.winners == (here.guest.seat,)


def test_the_time_is_added_up_and_runs_only_in_the_absent_ones_turn_and_survives_a_kill():
    scene, here, gone = absent_scene()
    seat, token = gone.guest.seat, gone.last("welcome")["token"]
    scene.pass_time(40, speaking=[here])
    back = scene.caller(gone.guest.account, gone.client)
    back.hello(token=token)
    assert here.ask("claim", seat=seat)["code"] == "not-absent"
    assert back.move()["cmd"] == "done"
    back.lose_line()
    scene.pass_time(50, speaking=[here])  # not in its turn
    assert scene.room.seating.chairs[seat].waited == 40
    assert scene.revived().room.seating.chairs[seat].waited == 40
    here.move()
    scene.pass_time(21, speaking=[here])
    assert here.ask("claim", seat=seat)["cmd"] == "done"


def test_the_time_that_passes_while_a_slow_disk_writes_it_down_is_counted():
    scene, here, gone = absent_scene()
    seat, token = gone.guest.seat, gone.last("welcome")["token"]
    scene.pass_time(10, speaking=[here])
    scene.journal.is_held = True
    back = scene.caller(gone.guest.account, gone.client)
    back.hello(token=token)
    back.lose_line()
    scene.pass_time(5, speaking=[here])
    scene.journal.let_go()
    assert scene.room.seating.chairs[seat].waited == 15


def test_nobody_is_waited_for_while_nobody_waits():
    scene, here, gone = absent_scene()
    here.lose_line()
    watcher = scene.caller(THIRD, "w")
    watcher.hello(watch=True)
    scene.pass_time(70, speaking=[watcher])
    assert scene.room.seating.chairs[gone.guest.seat].waited == 0


def test_a_computer_player_takes_over_for_who_is_gone_until_they_are_back():
    scene, here, gone = absent_scene()
    seat, token = gone.guest.seat, gone.last("welcome")["token"]
    assert here.ask("replace", seat=seat, level="")["code"] == "no-level"
    scene.pass_time(30, speaking=[here])
    assert here.ask("replace", seat=seat, level="greedy")["cmd"] == "done"
    place = here.last("people")["places"][seat]
    assert (place["kind"], place["level"]) == ("computer", "greedy")
    scene.thinkers.answer()
    scene.run()
    assert scene.table.turns == 1
    assert here.ask("replace", seat=seat, level="greedy")["code"] == "not-absent"
    here.move()
    assert scene.thinkers.asked
    back = scene.caller(gone.guest.account, gone.client)
    assert back.hello(token=token)["seat"] == seat
    scene.run()
    assert scene.thinkers.asked == []
    assert here.last("people")["places"][seat]["kind"] == "person"
    assert back.move()["cmd"] == "done"
    assert [s.kind for s in scene.table.sitters] == ["human", "human"]
    here.read()
    assert here.events[-1]["sitter"]["kind"] == "greedy"
    assert b'"seed"' not in b"".join(here.lines)
    assert scene.revived().table.events == scene.table.events


def test_a_computer_waits_thirty_seconds_of_the_absent_ones_turn_each_time_and_all_are_told():
    scene, here, gone = absent_scene()
    seat, token = gone.guest.seat, gone.last("welcome")["token"]
    watcher = scene.caller(THIRD, "w")
    assert watcher.hello(watch=True).get("grace", 30) == GRACE_SECONDS == 30

    def absence() -> int:
        (told,) = {one.last("people")["places"][seat].get("absent", 0) for one in (here, watcher)}
        return told

    scene.pass_time(29, speaking=[here, watcher])
    answer = here.ask("replace", seat=seat, level="random")
    assert (answer["code"], answer["facts"], absence()) == ("too-early", {"seconds": 2}, 29)
    back = scene.caller(gone.guest.account, gone.client)
    back.hello(token=token)
    assert absence() == 0
    back.lose_line()
    scene.pass_time(29, speaking=[here, watcher])  # the time is not added up
    assert here.ask("replace", seat=seat, level="random")["code"] == "too-early"
    assert waited(here, seat) == 58
    scene.pass_time(1, speaking=[here, watcher])
    assert absence() == 30
    assert here.ask("replace", seat=seat, level="random")["cmd"] == "done"
    places = [one.last("people")["places"][seat] for one in (here, watcher)]
    assert [place["level"] for place in places] == ["random"] * 2
    assert absence() == 0


def test_out_of_turn_nobody_is_replaced():
    scene, here, gone = absent_scene()
    back = scene.caller(gone.guest.account, gone.client)
    back.hello(token=gone.last("welcome")["token"])
    back.move()
    back.lose_line()
    scene.pass_time(100, speaking=[here])
    assert here.ask("replace", seat=back.guest.seat, level="random")["code"] == "too-early"


def test_only_who_is_gone_is_replaced():
    scene, one, two = seated()
    assert one.ask("replace", seat=1, level="greedy")["code"] == "not-absent"
    scene.pass_time(21, speaking=[one])
    assert presence(one, 1) == "away"
    assert one.ask("replace", seat=1, level="greedy")["code"] == "not-absent"
    assert two.guest.is_closed is False


def test_the_game_is_not_claimed_from_a_partner():
    scene = TableScene("zen", seats=[SeatPlan()] * 4, options={"players": 4})
    callers = scene.seated(*[OWNER] * 4)
    gone = scene.mover(*callers)
    gone.lose_line()
    rest = [caller for caller in callers if caller is not gone]
    scene.pass_time(61, speaking=rest)
    sides = scene.game.sides(scene.room.options)
    seat = gone.guest.seat
    partner = next(c for c in rest if any({seat, c.guest.seat} <= {*side} for side in sides))
    assert partner.ask("claim", seat=seat)["code"] == "partner"
    opponent = next(caller for caller in rest if caller is not partner)
    assert opponent.ask("claim", seat=seat)["cmd"] == "done"


def test_who_only_looks_at_what_a_table_is_does_not_keep_it():
    scene = TableScene()
    scene.seated(OWNER)[0].lose_line()
    for _ in range(3):
        scene.pass_time(150)
        looker = scene.caller(OTHER)
        looker.send("look", protocol=PROTOCOL)
        assert looker.last("sign")
        looker.lose_line()
        assert not scene.is_ended
    scene.pass_time(150)
    assert scene.is_ended


def test_a_table_ends_when_nobody_was_there_for_ten_minutes():
    scene = TableScene()
    scene.pass_time(599)
    assert not scene.is_ended
    one, two = scene.seated()
    scene.pass_time(20, speaking=[one, two])
    one.lose_line()
    two.lose_line()
    scene.pass_time(599)
    again = scene.caller(OWNER, "x")
    again.hello(watch=True)
    scene.pass_time(20, speaking=[again])
    again.lose_line()
    scene.pass_time(599)
    assert not scene.is_ended
    scene.pass_time(1)
    assert scene.is_ended


def test_a_finished_game_waits_a_minute_for_those_whose_line_is_down():
    scene, one, two = seated()
    one.ask("resign")
    one.send("leave")
    one.read()
    two.lose_line()
    scene.pass_time(59)
    assert not scene.is_ended
    scene.pass_time(2)
    assert scene.is_ended


def test_when_a_table_closes_everybody_is_told():
    scene, one, two = seated()
    scene.house.close()
    for caller in (one, two):
        assert caller.last("fault")["code"] == "closing"
    assert scene.caller(THIRD, "x").last("fault")["code"] == "closing"
    scene.pass_time(700)
    assert not scene.is_ended


def test_a_move_in_the_moment_in_which_a_table_closes_is_in_its_file():
    scene, *callers = seated()
    mover = scene.mover(*callers)
    mover.read()
    run, scene.run, scene.files.newest = scene.run, lambda: None, None
    mover.move()
    scene.house.close()
    run()
    assert scene.files.newest


def test_a_line_is_as_long_as_the_middle_one_of_its_newest_round_trips():
    scene, zoe, _paul = seated()
    told = []
    for trip in (0.4, 0.1, 0.3, 0.3, 0.9):
        scene.pass_time(PING_SECONDS + 1)
        assert zoe.last("ping")
        scene.seconds += trip
        zoe.send("pong")
        told.append(round(zoe.guest.trip, 3))
    assert told[0] == 0.0  # a view was confirmed at once
    assert told[MOST_TRIPS - 1] == 0.3
