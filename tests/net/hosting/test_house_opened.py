"""A game in play that is opened to others: it goes on at once, and seats are taken meanwhile."""

from __future__ import annotations

import pytest
from games_on_disk import NOW
from shared_tables import OTHER, OWNER, THIRD, TableScene

from engine.games import find_game
from engine.table import Sitter, Table
from host.plan import FREE, BadPlan, HostPlan, SeatPlan
from host.seating import sealed
from net.hosting.open_table import resumed_plan
from play.hosting import opening_of, seat_at_home, usually_open
from saves.record import Record

LENT = SeatPlan("random", "SUD (random)", is_lent=True)


def opened(*seats: SeatPlan, opener: int = 0) -> TableScene:
    return TableScene("duel", seats, opener=opener, token=sealed("secret"), is_resumed=True)


def test_the_opener_comes_with_the_token_and_finds_the_game_going_on():
    scene = opened(SeatPlan(FREE, "Ada"), SeatPlan())
    ada = scene.caller(OWNER)
    assert ada.hello(token="secret")["seat"] == 0
    assert ada.last("people")["has_begun"]
    assert ada.last("people")["places"][1] == {"presence": "gone"}
    assert ada.view == scene.table.view(0)
    assert ada.move()["cmd"] == "done"


@pytest.mark.parametrize("account", [OWNER, OTHER])
def test_nobody_else_gets_the_seat_of_the_opener_while_the_opener_is_there(account):
    scene = opened(SeatPlan(FREE, "Ada"), SeatPlan())
    scene.caller(OWNER).hello(token="secret")
    assert scene.caller(account, "b").hello(name="Louis")["seat"] == 1
    assert scene.caller(THIRD, "c").hello()["code"] == "full"
    assert [sitter.name for sitter in scene.table.sitters] == ["Ada", "Louis"]


def test_a_computer_plays_a_lent_seat_until_somebody_comes():
    scene = opened(SeatPlan(FREE, "Ada"), LENT)
    ada = scene.caller(OWNER)
    ada.hello(token="secret")
    lent = {"name": "SUD (random)", "level": "random"}
    assert ada.last("people")["places"][1] == lent
    ada.move()
    scene.thinkers.answer()
    scene.run()
    assert len(scene.table.plays) == 4
    ada.move()
    assert scene.thinkers.asked
    louis = scene.caller(OTHER, "b")
    assert louis.hello(name="Louis")["seat"] == 1
    assert not scene.thinkers.asked
    assert louis.move()["cmd"] == "done"
    assert ada.last("people")["places"][1]["name"] == "Louis"


def test_the_owner_alone_lends_a_free_seat_and_at_once():
    three = [SeatPlan(FREE, "Ada"), SeatPlan(), SeatPlan(), SeatPlan("random", "d")]
    scene = TableScene("hearts", three, opener=0, token=sealed("secret"), is_resumed=True)
    ada, louis = scene.caller(OWNER), scene.caller(OTHER, "b")
    ada.hello(token="secret")
    louis.hello(name="Louis")
    assert louis.ask("replace", seat=2, level="random")["code"] == "not-absent"
    assert ada.ask("replace", seat=3, level="random")["code"] == "not-absent"
    assert ada.ask("replace", seat=2, level="random")["cmd"] == "done"
    assert ada.last("people")["places"][2] == {"name": "random", "level": "random"}
    assert scene.caller(THIRD, "c").hello(name="Max")["seat"] == 2
    assert [sitter.kind for sitter in scene.table.sitters] == ["human"] * 3 + ["random"]


def test_a_journal_makes_the_opened_game_again_with_who_has_come():
    scene = opened(SeatPlan(FREE, "Ada"), LENT)
    ada, louis = scene.caller(OWNER), scene.caller(OTHER, "b")
    ada.hello(token="secret")
    louis.hello(name="Louis")
    ada.move()
    again = scene.revived()
    assert again.table.state == scene.table.state
    assert again.table.sitters == scene.table.sitters
    assert again.caller(OWNER).hello(token="secret")["seat"] == 0


def a_game(*sitters: Sitter, key: str = "hearts") -> Table:
    game = find_game(key)
    return Table(game, game.options(), sitters, 4)


PEOPLE = [Sitter("Ada"), Sitter("Louis")]
COMPUTERS = [Sitter("West", "random", 1), Sitter("East", "random", 2)]


def test_a_person_who_plays_alone_lends_the_computers_seats_else_those_of_people_are_free(tmp_path):
    alone = a_game(PEOPLE[0], *COMPUTERS, Sitter("North", "random", 3))
    assert usually_open(alone, 0) == {1, 2, 3}
    together = a_game(*PEOPLE, *COMPUTERS)
    assert usually_open(together, 1) == {0}
    opening = opening_of(together, tmp_path, 1, {0, 2})
    assert [(seat.kind, seat.is_lent) for seat in opening.plan.seats] == [
        (FREE, False),
        (FREE, False),
        ("random", True),
        ("random", False),
    ]
    assert (opening.plan.opener, opening.name) == (1, "Louis")
    assert opening.plan.token == sealed(opening.token)
    kept = opening_of(together, tmp_path, 1, ()).plan.seats[0]
    assert (kept.kind, kept.is_lent) == ("club", False)


def test_a_program_does_not_go_to_the_table(tmp_path):
    table = a_game(PEOPLE[0], Sitter("it", "exec:cat"), key="duel")
    assert opening_of(table, tmp_path, 0, {1}).plan.seats[1] == SeatPlan(FREE, "it")


@pytest.mark.parametrize(
    "plan",
    [
        HostPlan(seats=(SeatPlan(),), opener=0),
        HostPlan(seats=(SeatPlan(), LENT), opener=1),
        HostPlan(seats=(LENT, LENT), opener=0),
        HostPlan(seats=(SeatPlan(), SeatPlan("exec:cat")), opener=0),
        HostPlan(seats=(SeatPlan(), SeatPlan(is_lent=True)), opener=0),
    ],
)
def test_a_game_is_opened_only_with_seats_that_it_has(plan):
    record = Record.new(a_game(*PEOPLE, key="duel"), NOW)
    with pytest.raises(BadPlan):
        resumed_plan(plan, record)


def test_at_home_people_and_computers_take_the_seats_of_others_as_chosen():
    table = a_game(*PEOPLE, *COMPUTERS)
    seat_at_home(table, {0: "human", 1: "greedy", 2: "human"})
    assert [sitter.kind for sitter in table.sitters] == ["human", "greedy", "human", "random"]
    assert table.sitters[0].name == "Ada"
    assert table.sitters[1].seed is not None
