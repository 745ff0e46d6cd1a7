"""Play at a shared table: what is asked is done once, and told when it is on the disk."""

from __future__ import annotations

import json

import pytest
from shared_tables import OTHER, OWNER, THIRD, TableScene, in_play, seated

from engine.client import PHRASES
from engine.games import GAMES
from host.plan import SeatPlan

FOUR = [SeatPlan(), SeatPlan("random", "b"), SeatPlan("random", "c"), SeatPlan("random", "d")]


def others(scene, one, *callers):
    return next(caller for caller in callers if caller is not one)


def test_a_move_is_done_for_its_mover_and_all_see_it():
    scene, *callers = seated()
    watcher = scene.caller(THIRD, "w")
    watcher.hello(watch=True)
    before = len(scene.table.plays)
    assert scene.mover(*callers).move()["cmd"] == "done"
    for caller in (*callers, watcher):
        caller.read()
        assert caller.at.moves == before + 1
        assert caller.view == scene.table.view(caller.guest.seat)


def test_a_move_that_cannot_be_written_down_is_refused_with_the_systems_reason():
    scene, *callers = seated()
    mover = scene.mover(*callers)
    before = list(scene.table.plays)
    scene.journal.error = OSError(28, "No space left on device")
    answer = mover.move()
    assert (answer["cmd"], answer["code"]) == ("refused", "disk")
    assert answer["facts"]["why"] == "No space left on device"
    assert scene.table.plays == before
    scene.journal.error = None
    assert mover.move()["cmd"] == "done"


def test_a_repeat_is_known_again_over_a_new_line_and_by_a_table_that_was_killed():
    scene, *callers = seated()
    mover = scene.mover(*callers)
    mover.move()
    token, number = mover.last("welcome")["token"], mover.number
    moves = len(scene.table.plays)
    for table in (scene, scene.revived()):
        again = table.caller(mover.guest.account, mover.client)
        assert again.hello(token=token)["answered"] == number
        again.send("move", number=number, moves=moves - 1, epoch=0, move="x")
        assert again.answer(number)["cmd"] == "done"
        assert len(table.table.plays) == moves


def test_a_refusal_is_an_answer_too():
    scene, *callers = seated()
    idle = others(scene, scene.mover(*callers), *callers)
    first = idle.move("17^E")
    assert first["cmd"] == "refused"
    scene.mover(*callers).move()
    idle.send("resign", number=idle.number)
    assert idle.answer(idle.number) == first
    assert not scene.room.is_over


def test_a_stale_move_is_refused_and_the_present_view_follows():
    scene, *callers = seated()
    mover = scene.mover(*callers)
    mover.read()
    game, at = scene.game, mover.at
    text = game.format_wire(next(mover.view.legal()))
    assert mover.move()["cmd"] == "done"
    views = mover.at.view
    answer = mover.ask("move", moves=at.moves, epoch=at.epoch, move=text)
    assert (answer["cmd"], answer["code"]) == ("refused", "stale")
    mover.read()
    assert mover.at.view == views + 1


@pytest.mark.parametrize("text", ["", "?", "99^", "deal 1 2 / 3 4", "17^E" * 1000, "\x00", "é"])
def test_what_is_no_move_is_refused(text):
    scene, mover, _other = in_play()
    answer = mover.move(text or " ")
    assert answer["cmd"] == "refused"
    assert scene.table.turns == 0


def test_an_illegal_move_is_refused_with_its_reason_and_facts():
    _scene, mover, _other = in_play()
    answer = mover.move("02^A 02vA")
    assert answer["code"] == "illegal"
    assert answer["text"].format(**answer.get("facts", {}))


def test_before_the_game_begins_nobody_plays_and_spectators_never_do():
    scene, one = seated(OWNER)
    assert one.ask("resign")["code"] == "not-begun"
    watcher = scene.caller(THIRD, "w")
    watcher.hello(watch=True)
    for cmd, fields in {
        "move": {"moves": 0, "epoch": 0, "move": "x"},
        "take-back": {},
        "answer": {"offer": 1, "yes": True},
        "resign": {},
        "claim": {"seat": 0},
        "hint": {"move": "x"},
    }.items():
        assert watcher.ask(cmd, **fields)["code"] == "not-seated"
    assert watcher.ask("replace", seat=1, level="random")["code"] == "not-yours"


def test_a_take_back_needs_the_yes_of_all_other_people():
    scene, *callers = seated(
        OWNER, OTHER, THIRD, game="war", options={"players": 3}, seats=[SeatPlan()] * 3
    )
    mover = scene.mover(*callers)
    assert mover.move()["cmd"] == "done"
    moves = len(scene.table.plays)
    assert mover.ask("take-back")["cmd"] == "done"
    yes = [caller for caller in callers if caller is not mover]
    offered = yes[0].last("offered")
    assert (offered["seat"], offered["offer"]) == (mover.guest.seat, 1)
    assert mover.ask("answer", offer=1, yes=True)["code"] == "no-offer"  # not one's own
    assert yes[0].ask("answer", offer=7, yes=True)["code"] == "no-offer"
    assert yes[0].ask("answer", offer=1, yes=True)["cmd"] == "done"
    assert len(scene.table.plays) == moves
    assert yes[1].ask("answer", offer=1, yes=True)["cmd"] == "done"
    assert scene.table.epoch == 1
    assert len(scene.table.plays) == offered["to"]
    assert mover.last("answered") == {"cmd": "answered", "offer": 1, "yes": True}
    mover.read()
    assert mover.at.epoch == 1
    assert scene.revived().table.plays == scene.table.plays


def test_an_offer_lapses_with_the_next_move_and_who_comes_back_is_told_of_one():
    scene, mover, other = in_play()
    mover.move()
    mover.ask("take-back")
    again = scene.caller(other.guest.account, "new")
    again.hello(token=other.last("welcome")["token"])
    assert again.last("offered")["offer"] == 1
    assert again.move()["cmd"] == "done"
    assert again.last("answered") == {"cmd": "answered", "offer": 1, "yes": False}
    assert again.ask("answer", offer=1, yes=True)["code"] == "no-offer"
    assert scene.table.epoch == 0


def test_alone_with_computer_players_a_take_back_is_done_at_once():
    scene, one = seated(OWNER, seats=[SeatPlan(), SeatPlan("greedy", "SUD")])
    while scene.thinkers.asked:
        scene.thinkers.answer()
        scene.run()
    one.move()
    assert one.ask("take-back")["cmd"] == "done"
    assert scene.table.epoch == 1
    assert scene.journal.kinds()[-1] == "takeback"


def test_who_resigns_loses_and_then_the_record_may_be_had():
    scene, one, two = seated()
    assert one.ask("get-record")["code"] == "in-play"
    assert one.ask("resign")["cmd"] == "done"
    assert scene.table.outcome.winners == (1,)
    for caller in (one, two):
        record = caller.ask("get-record")["record"]
        assert record["players"] == [{"name": "Zoe"}, {"name": "Paul"}]
        assert record["events"][-1]["kind"] == "forfeit"
        assert record["moves"][1].startswith("deal ")
    assert one.ask("take-back")["code"] == "game-over"
    assert two.ask("resign")["code"] == "game-over"
    assert json.loads(scene.files.saved)["outcome"]["winners"] == [1]


def test_hints_are_noted_once_and_their_move_is_for_who_got_them_until_the_end():
    scene, mover, other = in_play()
    mover.read()
    hint = scene.game.format_wire(next(mover.view.legal()))
    for _ in range(2):
        assert mover.ask("hint", move=hint)["cmd"] == "done"
    assert [event.kind.value for event in scene.table.events] == ["hint"]
    assert mover.ask("hint", move="nonsense")["code"] == "notation"
    for caller, has_text in ((mover, True), (other, False)):
        caller.read()
        assert bool(caller.at.events[-1].get("text")) == has_text
    mover.ask("resign")
    other.read()
    assert [event.get("text") for event in other.events] == [other.events[0]["text"], None]
    assert other.events[0]["text"] and other.events == mover.events


def test_a_seat_has_only_so_many_hints_noted_for_one_move():
    scene, mover, _other = in_play()
    mover.read()
    answers = [
        mover.ask("hint", move=scene.game.format_wire(move))["cmd"]
        for move, _ in zip(mover.view.legal(), range(5), strict=False)
    ]
    assert answers == ["done"] * 3 + ["refused"] * 2


def test_phrases_are_for_all_and_there_are_no_others():
    _scene, one, two = seated()
    for phrase in PHRASES:
        assert one.ask("say", phrase=phrase)["cmd"] == "done"
        assert two.last("said") == {"cmd": "said", "phrase": phrase, "seat": 0}
    assert one.ask("say", phrase="I have the ace")["code"] == "no-phrase"


def test_partners_say_nothing_while_they_play():
    scene = TableScene("zen", seats=[SeatPlan()] * 4, options={"players": 4})
    callers = scene.seated(*[OWNER] * 4)
    watcher = scene.caller(OTHER)
    watcher.hello(watch=True)
    for caller in (callers[0], watcher):
        assert caller.ask("say", phrase="hello")["code"] == "to-partners"
    callers[0].ask("resign")
    assert callers[0].ask("say", phrase="well-played")["cmd"] == "done"


@pytest.mark.parametrize("game", GAMES)
def test_a_journal_makes_the_same_game_again(game):
    seats = [SeatPlan(), SeatPlan("random", "b")] if game in ("duel", "zen") else FOUR
    scene, *callers = seated(OWNER, game=game, seats=seats)
    for _ in range(25):
        while scene.thinkers.asked:
            scene.thinkers.answer()
            scene.run()
        if scene.room.is_over or (game == "hearts" and scene.table.view(None).timeout_play):
            break
        scene.mover(*callers).move()
        for caller in callers:
            caller.guest._messages._times.clear()
    again = scene.revived()
    assert again.table.plays == scene.table.plays
    assert again.table.states[-1] == scene.table.states[-1]
    assert again.table.events == scene.table.events
    assert again.table.sitters == scene.table.sitters
    assert again.journal.entries == []


def test_a_computer_player_that_gives_up_loses():
    scene, _zoe = seated(
        OWNER, seats=[SeatPlan(), SeatPlan("greedy", "SUD")], options={"first": "south"}
    )
    scene.thinkers.give_up("its process ended")
    scene.run()
    assert scene.table.outcome.winners == (0,)
    assert scene.table.events[-1].text == "its process ended"


def test_the_move_of_a_computer_player_waits_for_a_disk_that_fails_for_a_while():
    scene, one = seated(
        OWNER, seats=[SeatPlan(), SeatPlan("greedy", "SUD")], options={"first": "south"}
    )
    scene.journal.error = OSError(5, "Input/output error")
    scene.thinkers.answer()
    scene.run()
    scene.pass_time(3, speaking=[one])
    assert scene.table.turns == 0
    scene.journal.error = None
    scene.pass_time(2, speaking=[one])
    assert scene.table.turns == 1


def test_the_clock_of_a_race_moves_for_who_is_late():
    scene, one = seated(OWNER, game="hearts", seats=FOUR, options={"slap": "reflex"})
    most = 400
    while scene.table.view(None).timeout_play is None and (most := most - 1):
        if scene.thinkers.asked:
            scene.thinkers.answer()
            scene.run()
        else:
            one.move()
            one.guest._messages._times.clear()
    assert most
    moves = len(scene.table.plays)
    scene.pass_time(4, speaking=[one])
    assert len(scene.table.plays) > moves
    assert scene.table.view(None).timeout_play is None
