"""Who gets which seat at a shared table: tokens, accounts, spectators, and who may come."""

from __future__ import annotations

import pytest
from shared_tables import OTHER, OWNER, THIRD, TableScene, seated

from host.checks import MOST_HELLOS
from host.guest import Account
from host.plan import SeatPlan
from host.seating import MOST_LINES, MOST_WATCHERS, sealed
from net.hosting.messages import place_news
from net.wire import PROTOCOL


def code(answer: dict) -> object:
    return answer.get("code", answer["cmd"])


def test_people_are_given_seats_in_order_and_the_game_begins_when_all_are_taken():
    scene = TableScene()
    one = scene.caller()
    welcome = one.hello(name="Zoé")
    assert (welcome["seat"], welcome["is_owner"], welcome["game"]) == (0, True, "duel")
    assert one.last("people")["places"] == [{"name": "Zoé", "kind": "person"}, {"presence": "gone"}]
    assert not one.last("people").get("has_begun")
    assert one.last("view") == {}
    two = scene.caller(OTHER, "b")
    assert two.hello()["seat"] == 1
    assert two.last("people")["places"][1]["name"] == "paul"  # the account's, for none was said
    assert one.last("people")["has_begun"]
    assert one.view.seat == 0
    assert two.view.seat == 1
    assert scene.files.names == ["Zoé", "paul"]


def test_the_record_of_a_new_game_is_the_one_of_the_same_deal_at_home():
    from play.setup import new_table, usual_setup

    scene = TableScene(seats=[SeatPlan(), SeatPlan("greedy", "South (greedy)")])
    scene.caller().hello(name="Zoé")
    setup = usual_setup("duel").with_kind(1, "greedy").with_name(0, "Zoé")
    home = new_table(setup, 5)
    assert scene.table.plays == home.plays
    assert scene.table.sitters == home.sitters
    assert scene.table.events == []


def test_the_first_free_seat_is_kept_for_the_owner():
    scene = TableScene()
    assert scene.caller(OTHER, "b").hello()["seat"] == 1
    assert code(scene.caller(THIRD, "c").hello()) == "full"
    assert scene.caller(OWNER, "a").hello()["seat"] == 0


def test_no_seat_is_kept_for_an_owner_who_watches():
    scene = TableScene()
    assert "seat" not in scene.caller(OWNER, "a").hello(watch=True)
    assert scene.caller(OTHER, "b").hello()["seat"] == 0
    assert scene.caller(THIRD, "c").hello()["seat"] == 1


def test_a_token_leads_back_to_the_seat_and_the_older_line_is_told():
    scene, one, _ = seated()
    token = one.last("welcome")["token"]
    again = scene.caller(OWNER, "new")
    welcome = again.hello(token=token)
    assert (welcome["seat"], welcome["token"]) == (0, token)
    assert one.last("fault")["code"] == "replaced"
    assert scene.room.seating.chairs[0].guest is again.guest
    assert scene.room.seating.chairs[0].presence == "here"
    assert again.view.seat == 0


@pytest.mark.parametrize("token", ["x", "é" * 1000, "\ud800"])
def test_a_wrong_token_leads_to_no_seat(token):
    scene = TableScene()
    scene.seated()
    assert code(scene.caller().hello(token=token)) in ("no-such-seat", "message")


def test_the_token_of_another_account_leads_to_no_seat():
    scene, one, _ = seated()
    token = one.last("welcome")["token"]
    assert code(scene.caller(OTHER, "thief").hello(token=token)) == "no-such-seat"
    assert one.read() == []


def stranger(number: int) -> Account:
    """The account of one more line from the same address, which proves none."""
    return Account(f"guest:{number}", "guest", origin="192.0.2.7")


def test_a_strangers_seat_is_opened_by_its_token_alone_from_whichever_line():
    scene, one = seated(stranger(1), opened_by="", opener=0, token=sealed("secret"))
    opener = scene.caller(stranger(3), "opener")
    assert opener.hello(token="secret")["is_owner"] is True
    token = one.last("welcome")["token"]
    assert not one.last("welcome").get("is_owner")
    for client in ("client0", "thief"):  # the name of the same program proves nothing either
        for asked in ({"back": True}, {"name": "Guest"}, {"token": "x" * 22}):
            thief = scene.caller(stranger(4), client)
            assert code(thief.hello(**asked)) in ("no-such-seat", "full")
    opener.lose_line()
    one.lose_line()
    assert code(scene.caller(stranger(5)).hello(back=True)) == "no-such-seat"
    assert code(scene.caller(stranger(6)).hello()) == "full"
    again = scene.revived()
    assert again.caller(stranger(7), "new").hello(token=token)["seat"] == 1
    assert again.caller(stranger(8), "other").hello(token="secret")["is_owner"] is True


def test_lines_and_hellos_of_strangers_are_counted_by_their_address():
    scene = TableScene()
    watching = [scene.caller(stranger(at), f"client{at}") for at in range(MOST_LINES)]
    assert all(caller.hello(watch=True)["cmd"] == "welcome" for caller in watching)
    late = scene.caller(stranger(99))
    late.read()
    assert code(late.last("fault")) == "too-many"
    for at in range(MOST_HELLOS):
        watching.pop().lose_line() if watching else None
        caller = scene.caller(stranger(100 + at))
        answer = code(caller.hello(watch=True))
        caller.lose_line()
    assert answer == "too-fast"


def test_only_the_sha_256_of_a_token_is_written_down():
    scene, one, two = seated()
    for caller in (one, two):
        token = caller.last("welcome")["token"]
        assert len(token) >= 22
        assert token not in str(scene.journal.entries)


def test_who_comes_again_from_an_account_gets_the_seat_whose_line_is_down():
    scene, one, two = seated(OWNER, OWNER)
    two.lose_line()
    back = scene.caller(OWNER, "new").hello(name="Somebody")
    assert (back["seat"], back["token"] != two.last("welcome")["token"]) == (1, True)
    assert scene.room.seating.chairs[1].name == "Zoe 2"  # the player's name stays
    one.lose_line()
    assert scene.caller(OWNER, "new2").hello()["seat"] == 0


def test_the_same_program_gets_its_seat_though_the_table_has_not_noticed_that_its_line_is_down():
    scene, _zoe = seated(OWNER)
    assert scene.caller(OWNER, "client0").hello()["seat"] == 0


def test_coming_back_takes_ones_seat_though_its_line_is_open():
    scene, one, _ = seated()
    assert scene.caller(OWNER, "new").hello(back=True)["seat"] == 0
    assert one.last("fault")["code"] == "replaced"
    assert code(scene.caller(THIRD, "c").hello(back=True)) == "no-such-seat"


def test_a_full_table_takes_spectators_who_see_what_everybody_may_see():
    scene, one, _ = seated()
    assert code(scene.caller(THIRD, "c").hello()) == "full"
    watcher = scene.caller(THIRD, "d")
    welcome = watcher.hello(watch=True)
    assert "seat" not in welcome
    assert "token" not in welcome
    assert watcher.view == scene.table.view(None)
    assert one.last("people")["watchers"] == 1
    watcher.lose_line()
    assert "watchers" not in one.last("people")


def test_spectators_and_lines_of_one_account_are_limited():
    scene = TableScene()
    for number in range(MOST_WATCHERS):
        account = Account(f"unix:{2000 + number // MOST_LINES}", "many")
        assert code(scene.caller(account, f"w{number}").hello(watch=True)) == "welcome"
    assert code(scene.caller(THIRD, "x").hello(watch=True)) == "full"
    crowded = scene.caller(Account("unix:2000", "many"), "y")
    assert code(crowded.hello(watch=True)) == "too-many"


def test_lines_that_say_nothing_keep_nobody_from_a_table():
    scene = TableScene()
    silent = [scene.caller(Account(f"unix:{2000 + at // 10}"), f"x{at}") for at in range(100)]
    late = scene.caller(THIRD, "late")
    assert code(late.hello()) == "welcome"
    silent[0].read()
    assert code(silent[0].last("fault")) == "table-full"


def test_a_table_may_be_for_some_accounts_alone():
    scene = TableScene(users=("eva",), group="players")
    assert code(scene.caller(OTHER, "b").hello()) == "welcome"
    assert code(scene.caller(THIRD, "c").hello(watch=True)) == "welcome"
    stranger = Account("unix:1003", "mallory", frozenset({"users"}))
    assert code(scene.caller(stranger, "d").hello(watch=True)) == "not-allowed"
    look = scene.caller(stranger, "e")
    look.send("look", protocol=PROTOCOL)
    assert look.last("fault")["code"] == "not-allowed"
    assert code(scene.caller(OWNER).hello()) == "welcome"


def test_who_looks_is_told_what_the_table_is_and_the_line_is_closed():
    scene = TableScene("zen", options={"variant": 2})
    looker = scene.caller(THIRD, "")
    looker.send("look", protocol=PROTOCOL)
    sign = looker.last("sign")
    assert (sign["table"], sign["game"], sign["options"]["variant"]) == ("zoe", "zen", 2)
    assert (len(sign["places"]), sign.get("moves", -1)) == (2, -1)
    assert looker.is_cut
    assert scene.house.guests == []


def test_its_owner_alone_ends_a_table():
    scene = TableScene()
    for account, ends in ((OTHER, False), (OWNER, True)):
        caller = scene.caller(account)
        caller.send("close", protocol=PROTOCOL)
        assert scene.is_ended is ends
        assert caller.last("fault").get("code") == (None if ends else "not-allowed")


def test_a_client_of_the_first_version_is_told_so():
    caller = TableScene().caller()
    said = caller.hello(protocol=1)
    assert said == {
        "cmd": "fault",
        "code": "protocol",
        "text": "The table and this program speak different versions of the protocol.",
    }
    assert caller.is_cut


def test_names_are_plain_text_and_differ():
    scene = TableScene("hearts")
    for number, name in enumerate(["\x1b[31mZoé\u202e", "[31mZoé", "x" * 99, "\n"]):
        scene.caller(OWNER, f"c{number}").hello(name=name)
    names = [chair.name for chair in scene.room.seating.chairs]
    assert names == ["[31mZoé", "[31mZoé 2", "x" * 24, "zoe"]


def test_the_owner_gives_free_seats_to_computer_players_before_the_game_and_frees_them_again():
    scene, owner = seated(OWNER, game="hearts")
    assert owner.ask("replace", seat=2, level="nobody")["code"] == "no-level"
    assert owner.ask("replace", seat=0, level="random")["code"] == "not-free"
    assert owner.ask("replace", seat=9, level="random")["code"] == "no-such-seat"
    assert owner.ask("replace", seat=2, level="random")["cmd"] == "done"
    place = owner.last("people")["places"][2]
    assert (place["kind"], place["level"]) == ("computer", "random")
    assert owner.ask("replace", seat=2, level="")["cmd"] == "done"
    assert owner.last("people")["places"][2] == {"presence": "gone"}
    for seat in (1, 2):
        owner.ask("replace", seat=seat, level="random")
    names = [place.get("name") for place in owner.last("people")["places"]]
    assert names[1:3] == ["random", "random 2"]
    other = scene.caller(OTHER, "b")
    assert other.hello()["seat"] == 3
    assert owner.last("people")["has_begun"]
    assert [s.kind for s in scene.table.sitters] == ["human", "random", "random", "human"]


def test_who_leaves_before_the_game_makes_room_and_who_is_cut_off_is_waited_for():
    scene = TableScene()
    other = scene.caller(OTHER, "b")
    other.hello()
    other.send("leave")
    assert scene.room.seating.chairs[1].kind == "free"
    other = scene.caller(THIRD, "c")
    assert other.hello()["seat"] == 1
    other.lose_line()
    scene.pass_time(59)
    assert scene.room.seating.chairs[1].kind == "person"
    scene.pass_time(2)
    assert scene.room.seating.chairs[1].kind == "free"


def test_a_program_may_have_a_seat_and_its_command_is_not_kept():
    scene, _zoe = seated(OWNER)
    scene.caller(OTHER, "b").hello(name="Robot", player="exec:./bot --secret 7")
    assert place_news(scene.room.seating.chairs[1].place).kind == "program"
    assert scene.table.sitters[1].kind == "human"
    assert b"exec" not in scene.files.saved


def test_a_computer_player_of_a_client_stands_in_the_record_and_does_not_think_here():
    scene, _zoe = seated(OWNER)
    scene.caller(OTHER, "b").hello(name="Robot", player="greedy")
    assert scene.table.sitters[1].kind == "greedy"
    assert scene.thinkers.asked == []
