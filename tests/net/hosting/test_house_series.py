"""Games one after the other at a shared table, and seats that people choose before the first."""

from __future__ import annotations

import itertools

import pytest
import shared_tables
from shared_tables import OTHER, OUTSIDE, OWNER, THIRD, TableScene, seated

from engine.games import find_game
from engine.series import first_deal
from host.beginning import PAUSE_SECONDS
from host.entries import BeginEntry
from host.plan import BadPlan, HostPlan, SeatPlan, check_plan
from saves.reading import read_record

SUD = SeatPlan("greedy", "SUD (greedy)")


def code(answer: dict) -> object:
    return answer.get("code", answer["cmd"])


def named(caller) -> list[str]:
    return [place.get("name", "") for place in caller.last("people")["places"]]


def standing(caller) -> tuple[object, ...]:
    """Return which game a caller is at: its number, the seat, who begins, and the score."""
    welcome = caller.last("welcome")
    score = welcome.get("series", {}).get("score")
    return caller.game_number, welcome["seat"], welcome["options"]["first"], score


def over(scene, loser):
    """End the game: somebody resigns."""
    assert code(loser.ask("resign")) == "done"
    assert scene.room.is_over


def test_a_rematch_begins_once_all_who_are_there_want_it_and_the_other_side_begins():
    scene, zoe, paul = seated(options={"first": "north"})
    watcher = scene.caller(THIRD, "w")
    watcher.hello(watch=True)
    assert code(zoe.ask("again", yes=True)) == "in-play"
    over(scene, zoe)
    assert code(watcher.ask("again", yes=True)) == "not-seated"
    first = scene.files.saved
    assert code(zoe.ask("again", yes=True)) == "done"
    assert paul.last("people")["places"][0]["again"] == "yes"
    assert code(paul.ask("again", yes=False)) == "done"
    assert zoe.last("people")["places"][1]["again"] == "no"
    scene.pass_time(PAUSE_SECONDS + 1, speaking=(zoe, paul, watcher))
    assert scene.room.number == 1  # nothing begins by itself after a single game
    assert code(paul.ask("again", yes=True)) == "done"
    assert [standing(one) for one in (zoe, paul)] == [(2, 0, "south", None), (2, 1, "south", None)]
    assert watcher.read() and watcher.game_number == 2
    assert watcher.view.seat is None and zoe.view.seat == 0
    assert scene.table.to_move == (1,) and scene.table.outcome is None
    assert "again" not in str(zoe.last("people"))
    assert scene.files.names == ["Zoe", "Paul"] * 2
    assert scene.files.saved != first and read_record(first).table.outcome
    assert code(paul.move()) == "done"
    assert zoe.read() and zoe.view.to_move == (0,)


def test_nothing_meant_for_the_game_before_is_done_in_the_next_one():
    scene, zoe, paul = seated(options={"first": "north"})
    zoe.move()
    zoe.read()
    was = zoe.at.moves, zoe.at.epoch
    over(scene, paul)
    for one in (zoe, paul):
        one.ask("again", yes=True)
    zoe.read()
    before = scene.room.record.to_bytes()
    late = {"move": {"moves": was[0], "epoch": was[1], "move": "01^A 02^A"}, "resign": {}}
    late |= {"take-back": {}, "answer": {"offer": 1, "yes": True}, "claim": {"seat": 1}}
    late |= {"hint": {"move": "01^A 02^A"}, "get-record": {}, "again": {"yes": True}}
    late |= {"replace": {"seat": 1, "level": "greedy"}}
    for cmd, fields in late.items():
        assert code(zoe.ask(cmd, game_number=1, **fields)) == "other-game", cmd
    assert scene.room.record.to_bytes() == before
    numbers = [news["view"] for news in zoe.heard if news["cmd"] == "view"]
    assert numbers == sorted(set(numbers))  # one line numbers the views of all games


@pytest.mark.parametrize("changes", [False, True])
def test_a_series_keeps_its_score_for_who_won_and_goes_on_by_itself(changes):
    scene, zoe, paul = seated(options={"first": "north"}, games=3, changes_places=changes)
    assert standing(zoe) == (1, 0, "north", [0, 0])
    over(scene, paul)
    scene.pass_time(PAUSE_SECONDS - 1, speaking=(zoe, paul))
    assert scene.room.number == 1
    scene.pass_time(1, speaking=(zoe, paul))
    if changes:
        assert (standing(zoe), standing(paul)) == ((2, 1, "north", [0, 1]), (2, 0, "north", [0, 1]))
        assert named(zoe) == ["Paul", "Zoe"]
    else:
        assert (standing(zoe), standing(paul)) == ((2, 0, "south", [1, 0]), (2, 1, "south", [1, 0]))
    over(scene, paul)
    for one in (paul, zoe):
        assert code(one.ask("again", yes=True)) == "done"
    assert standing(zoe) == (3, 0, "north", [2, 0])
    over(scene, zoe)
    record = read_record(scene.files.saved)
    assert (record.series.number, record.series.score) == (3, (2, 0))
    assert [sitter.name for sitter in record.table.sitters] == ["Zoe", "Paul"]
    for one in (paul, zoe):
        one.read()
    scene.pass_time(PAUSE_SECONDS + 1, speaking=(zoe, paul))
    assert scene.room.number == 3
    for one in (paul, zoe):
        assert code(one.ask("again", yes=True)) == "done"
    assert standing(zoe)[0] == 4 and standing(zoe)[3] == [0, 0]  # a new series


def test_a_table_killed_between_and_in_games_goes_on_where_it_was():
    scene, zoe, paul = seated(options={"first": "north"}, games=3, changes_places=True)
    zoe.move()
    over(scene, paul)
    paul.ask("again", yes=True)
    tokens = [one.last("welcome")["token"] for one in (zoe, paul)]

    def back(scene):
        found = [scene.caller(OWNER, "client0"), scene.caller(OTHER, "client1")]
        for one, token, before in zip(found, tokens, (zoe, paul), strict=True):
            assert one.hello(token=token)["cmd"] == "welcome"
            one.number = before.number
        return found

    again = scene.revived()
    zoe2, paul2 = back(again)
    assert zoe2.last("people")["places"][1]["again"] == "yes"
    assert code(zoe2.ask("again", yes=True)) == "done"
    assert (standing(zoe2), standing(paul2)) == ((2, 1, "north", [0, 1]), (2, 0, "north", [0, 1]))
    assert code(paul2.move()) == "done"
    again.journal.entries[:0] = scene.journal.entries
    scene = again.revived()
    assert (scene.room.number, scene.table.plays) == (2, again.table.plays)
    zoe3, paul3 = back(scene)
    assert (zoe3.guest.seat, paul3.guest.seat) == (1, 0)
    zoe3.send("resign", number=zoe.number + 1)  # of game 1, and answered: it was no resignation
    assert zoe3.answer(zoe.number + 1)["cmd"] == "done"
    assert not scene.room.is_over
    assert scene.room.record.series == again.room.record.series


def test_who_is_alone_gets_no_rematch_and_who_left_is_not_asked():
    scene, zoe, paul, eva = seated(
        OWNER,
        OTHER,
        THIRD,
        game="hearts",
        seats=[SeatPlan()] * 3 + [SeatPlan("greedy", "Est (greedy)")],
    )
    over(scene, zoe)
    eva.send("leave")
    assert code(zoe.ask("again", yes=True)) == "done"
    paul.lose_line()
    assert scene.room.number == 1  # a line that is lost for a moment decides nothing
    assert code(zoe.ask("again", yes=True)) == "done"
    assert scene.room.number == 2
    alone = TableScene()
    zoe, paul = alone.seated()
    over(alone, zoe)
    paul.send("leave")
    assert code(zoe.ask("again", yes=True)) == "alone"


def test_a_computer_moves_on_and_is_called_by_its_level():
    scene, zoe = seated(
        OWNER, seats=[SeatPlan(), SUD], changes_places=True, options={"first": "north"}
    )
    over(scene, zoe)
    assert code(zoe.ask("again", yes=True)) == "done"
    assert (zoe.guest.seat, named(zoe)) == (1, ["greedy", "Zoe"])
    assert scene.table.sitters[0].kind == "greedy" and scene.table.sitters[0].seed is not None
    scene.thinkers.answer()
    scene.run()
    assert zoe.read() and zoe.view.to_move == (1,)


def test_the_next_game_waits_until_the_file_of_the_one_before_is_on_the_disk():
    scene, zoe, paul = seated()
    over(scene, zoe)
    scene.files.is_saved = False
    for one in (zoe, paul):
        assert code(one.ask("again", yes=True)) == "done"
    assert scene.room.number == 1
    scene.files.is_saved = True
    scene.pass_time(3, speaking=(zoe, paul))
    assert scene.room.number == 2


def test_a_seat_is_chosen_at_the_door_and_changed_until_the_game_begins():
    scene = TableScene("hearts")
    zoe = scene.caller(OWNER)
    assert zoe.hello(name="Zoe", seat=2)["seat"] == 2
    paul = scene.caller(OTHER, "p")
    assert code(paul.hello(name="Paul", seat=2)) == "taken"
    paul = scene.caller(OTHER, "q")
    assert paul.hello(name="Paul")["seat"] == 0
    token = paul.last("welcome")["token"]
    assert code(paul.ask("sit", seat=2)) == "not-free"
    assert code(paul.ask("sit", seat=9)) == "no-such-seat"
    assert code(paul.ask("sit", seat=3)) == "done"
    assert (paul.last("welcome")["seat"], paul.guest.seat) == (3, 3)
    assert named(zoe) == ["", "", "Zoe", "Paul"]
    paul.lose_line()
    scene = scene.revived()
    paul = scene.caller(OTHER, "q")
    assert paul.hello(token=token)["seat"] == 3
    paul.number = 3
    assert code(paul.ask("sit", seat=1)) == "done"
    for account, client in ((OWNER, "a"), (THIRD, "e"), (THIRD, "f")):
        scene.caller(account, client).hello(back=account is OWNER)
    scene.run()
    assert scene.room.game and code(paul.ask("sit", seat=0)) == "has-begun"
    kinds = [type(entry) for entry in scene.journal.entries]
    assert kinds.count(BeginEntry) == 1


@pytest.mark.parametrize("game", ["duel", "zen", "hearts", "war"])
def test_a_pair_is_the_same_deal_twice_with_places_changed_and_counts_for_who_won(
    game, monkeypatch
):
    fresh = OUTSIDE._replace(fresh_seed=itertools.count(7).__next__)
    monkeypatch.setattr(shared_tables, "OUTSIDE", fresh)
    rules = find_game(game)
    count = len(rules.seats(rules.options()))
    scene, *callers = seated(
        *(OWNER, OTHER, THIRD, OTHER)[:count],
        game=game,
        games=4,
        pairs=True,
        changes_places=True,
        seed=None,
    )
    begun = []
    for number in range(1, 4):
        for caller in callers:
            caller.read()
        welcome, revived = callers[1].last("welcome"), scene.revived()
        assert (callers[1].game_number, welcome["seat"]) == (number, number % count)
        assert revived.room.series == scene.room.series
        assert revived.table.plays == scene.table.plays
        begun.append((first_deal(scene.table), scene.table.seed))
        score = welcome["series"]["score"]
        assert score[welcome["seat"]] == (number == 3) * (2 if count == 2 else 1)
        over(scene, callers[0])
        scene.pass_time(PAUSE_SECONDS + 1, speaking=callers)
    assert begun[0][0] == begun[1][0]
    assert game == "zen" or begun[0] == begun[1]
    assert game == "zen" or begun[2][0] != begun[0][0]


@pytest.mark.parametrize(
    "plan", [{"games": 3, "changes_places": True}, {"games": 2, "changes_places": False}]
)
def test_pairs_are_an_even_number_of_games_with_places_changed(plan):
    with pytest.raises(BadPlan, match="even number"):
        check_plan(HostPlan(game="duel", seats=(SeatPlan(), SeatPlan()), pairs=True, **plan))
