"""Whatever a client sends: the table goes on, its memory stays, and secrets are told to nobody."""

from __future__ import annotations

import json
import logging

import pytest
from shared_tables import OTHER, OWNER, THIRD, Caller, TableScene, seated, whole_game

from engine.shuffle import Lots
from host.checks import MOST_HELLOS, MOST_OF_ALL, MOST_OF_ONE
from host.guest import Account
from host.host import MOST_ITEMS
from host.plan import SeatPlan
from net.hosting.line_end import MOST_MESSAGES, SLOW_SECONDS
from net.hosting.remote_guest import MOST_SAID, RemoteGuest
from net.wire import PROTOCOL

WORDS = ("hello", "look", "move", "take-back", "answer", "resign", "claim", "replace", "say")
MORE = ("hint", "get-record", "seen", "ping", "pong", "leave", "sign", "welcome", "view", "?", "")
FIELDS = ("protocol", "client", "name", "token", "watch", "back", "player", "number", "moves")
LATER = ("epoch", "move", "offer", "yes", "seat", "level", "phrase", "view", "cmd", "extra")
VALUES = (
    *(0, 1, -1, 2, 10**9, 2**53, 2**63, 2**64, 10**400, 1.5, -0.0, True, False, None),
    *(
        "",
        "x",
        "17^E",
        "NORD",
        "hello",
        "\x00",
        "\x1b[2J",
        "é" * 500,
        "deal 1 2",
        "../../etc/passwd",
    ),
    *([], {}, [[]], {"a": 1}, [None] * 50),
)


def malformed(lots: Lots) -> bytes:
    """Return a line that is no good message, or not at this time."""

    def pick(values):
        return values[lots.below(len(values))]

    kind = lots.below(8)
    if kind == 0:
        return bytes(lots.below(256) for _ in range(lots.below(60)))
    if kind == 1:
        return b"[" * lots.below(4000) + b"]" * lots.below(4000)
    if kind == 2:
        return b'{"cmd":' * lots.below(500) + b"1" + b"}" * lots.below(500)
    message = {"cmd": pick((*WORDS, *MORE))}
    for _ in range(lots.below(7)):
        message[pick((*FIELDS, *LATER))] = pick(VALUES)
    line = json.dumps(message).encode()
    if kind == 3:
        return line[: lots.below(len(line))]
    if kind == 4:
        at = lots.below(len(line))
        return line[:at] + bytes([lots.below(256)]) + line[at + 1 :]
    if kind == 5:
        return line.replace(b"\\u0000", b"\x00")
    return line


def stormy_game(messages: int, seed: int) -> None:
    scene, one, two = seated()
    stolen = two.last("welcome")["token"]
    lots, strange = Lots(seed, 0), None
    for number in range(messages):
        if strange is None or strange.guest.is_closed:
            if strange is not None and strange.guest in scene.house.guests:
                strange.guest.lost()
            strange = scene.caller(THIRD, f"s{number}")
            if lots.below(3):
                strange.send("hello", protocol=PROTOCOL, client="s", watch=bool(lots.below(2)))
            elif not lots.below(3):
                strange.send("hello", protocol=PROTOCOL, client="s", token=stolen)
        strange.write(malformed(lots))
        strange.read()
        if not number % 40:
            scene.seconds += 25
            assert scene.mover(one, two).move()["cmd"] == "done"
    assert scene.table.turns >= messages // 40
    assert len(scene.house.guests) <= 3
    assert [chair.account for chair in scene.room.seating.chairs] == [OWNER.key, OTHER.key]
    assert set(scene.journal.kinds()) == {"seat", "begin", "move"}


def test_a_game_goes_on_through_1000_malformed_messages(caplog):
    with caplog.at_level(logging.DEBUG):
        stormy_game(1000, 1)
    assert caplog.records == []


@pytest.mark.slow
def test_a_game_goes_on_through_10000_malformed_messages():
    for seed in range(10):
        stormy_game(1000, 2 + seed)


def seated_stranger(scene: TableScene) -> Caller:
    one = scene.seated()[0]
    one.read()
    return one


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"null",
        b"{}",
        b'{"cmd":"move"}',
        b'{"cmd":"hello","protocol":2,"client":"again"}',
        b'{"cmd":"resign","number":0}',
        b'{"cmd":"resign","number":-5}',
        b'{"cmd":"resign","number":9007199254740993}',
        b'{"cmd":"resign","number":"1"}',
        b'{"cmd":"view","view":1,"moves":1,"epoch":0,"state":{}}',
    ],
)
def test_a_message_that_means_nothing_closes_the_line_and_the_seat_stays(line):
    scene = TableScene()
    one = seated_stranger(scene)
    one.write(line)
    assert one.last("fault")["code"] == "message"
    assert one.is_cut
    assert scene.room.seating.chairs[0].account == OWNER.key
    assert not scene.room.is_over


@pytest.mark.parametrize("client", ["", "x" * 33, "a b", "é", "\x00", "a-b"])
def test_a_client_has_a_plain_name(client):
    scene = TableScene()
    assert scene.caller(OWNER, client).hello()["code"] == "message"


def test_who_sends_too_much_is_closed_and_answers_to_the_table_are_free():
    scene = TableScene()
    one = seated_stranger(scene)
    for _ in range(MOST_MESSAGES + 10):
        one.guest.game_changed()
        one.read()  # confirms each view
    assert not one.guest.is_closed
    one.guest._messages._times.clear()
    for _ in range(MOST_MESSAGES):
        one.send("seen", view=10**6)
    assert not one.guest.is_closed
    one.send("pong")
    assert one.last("fault")["code"] == "too-fast"


def test_moves_may_be_made_as_fast_as_the_game_goes():
    scene, one, two = seated(
        game="war", seats=[SeatPlan()] * 2, options={"players": 2, "cards": 26}
    )
    for _ in range(3 * MOST_MESSAGES):
        if not scene.room.is_over:
            assert scene.mover(one, two).move()["cmd"] == "done"
    assert scene.table.turns > 2 * MOST_MESSAGES


def test_who_reads_nothing_has_one_view_waiting_and_delays_nobody():
    scene, *callers = seated()
    watcher = scene.caller(THIRD, "w")
    watcher.hello(watch=True)
    watcher.read()
    watcher.is_reading = False
    for _ in range(10):
        assert scene.mover(*callers).move()["cmd"] == "done"
    watcher.is_reading = True
    assert [m["cmd"] for m in watcher.read() if m["cmd"] == "view"] == ["view"]
    assert watcher.view == scene.table.view(None)


def test_what_others_say_never_counts_against_a_reader():
    scene, one, two = seated()
    watchers = [
        scene.caller(Account(f"unix:{number}", ""), f"w{number}") for number in range(2000, 2010)
    ]
    for watcher in watchers:
        watcher.hello(watch=True)
    for caller in (one, two, *watchers):
        caller.read()
    two.is_reading = False
    answers = [w.ask("say", phrase="hello") for w in watchers for _ in range(40)]
    assert [answer["cmd"] for answer in answers].count("done") == MOST_OF_ALL
    assert {answer.get("code") for answer in answers} == {None, "said-enough"}
    for _ in range(MOST_SAID - 2):
        assert one.ask("say", phrase="sorry")["cmd"] == "done"
    assert not two.guest.is_closed
    two.is_reading = True
    said = [message for message in two.read() if message["cmd"] == "said"]
    assert [said_by.get("seat") for said_by in said] == [None] * 2 + [0] * (MOST_SAID - 2)
    assert two.ask("say", phrase="hello")["cmd"] == "done"


def test_the_spectators_of_one_account_leave_room_for_others():
    scene = TableScene()
    scene.seated()
    one, two = scene.caller(OTHER, "w"), scene.caller(THIRD, "v")
    for watcher in (one, two):
        watcher.hello(watch=True)
    for _ in range(MOST_OF_ONE):
        assert one.ask("say", phrase="hello")["cmd"] == "done"
    assert one.ask("say", phrase="hello")["code"] == "said-enough"
    assert two.ask("say", phrase="hello")["cmd"] == "done"
    scene.pass_time(20, speaking=[one, two])
    assert one.ask("say", phrase="hello")["cmd"] == "done"


def test_a_line_that_takes_no_message_for_seconds_is_closed_however_few_they_are():
    scene, one, two = seated()
    two.read()
    two.is_reading = False
    for _ in range(300):
        two.guest._messages._times.clear()
        two.ask("move", moves=0, epoch=0, move="x")
    scene.pass_time(SLOW_SECONDS - 1, speaking=[one, two])
    assert not two.guest.is_closed
    scene.pass_time(1, speaking=[one, two])
    two.is_reading = True
    assert two.read()[-1]["code"] == "too-slow"
    one.is_reading = False
    one.send("ping")
    scene.seconds += 3600  # the table was stopped
    scene.run()
    assert not one.guest.is_closed
    scene.pass_time(SLOW_SECONDS, speaking=[one])
    assert one.guest.is_closed


def test_what_spectators_ask_does_not_fill_the_queue_of_a_silent_disk():
    scene, one, two = seated()
    watcher = scene.caller(THIRD, "w")
    watcher.hello(watch=True)
    scene.journal.is_held = True
    mover = scene.mover(one, two)
    mover.move()
    for _ in range(MOST_ITEMS + 1):
        watcher.guest._messages._times.clear()
        assert watcher.ask("get-record")["code"] == "in-play"
    assert not scene.house.queue.is_full


def test_a_fault_of_ours_costs_a_line_and_not_the_table(monkeypatch):
    scene, one, two = seated()
    monkeypatch.setattr(RemoteGuest, "_view", lambda guest: 1 / 0)
    assert scene.mover(one, two).ask("resign")
    two.read()
    assert one.is_cut
    assert two.is_cut


def test_a_full_journal_takes_moves_alone():
    scene, *callers = seated()
    mover = scene.mover(*callers)
    assert mover.move()["cmd"] == "done"
    scene.journal.has_room = False
    assert mover.ask("take-back")["code"] == "too-many"
    assert mover.ask("hint", move="17^E")["code"] == "too-many"
    assert scene.mover(*callers).move()["cmd"] == "done"
    callers[1].lose_line()
    assert scene.caller(OTHER, "z").hello()["code"] == "full"
    token = callers[1].last("welcome")["token"]
    assert scene.caller(OTHER, "y").hello(token=token)["seat"] == 1


@pytest.mark.parametrize("game", ["duel", "hearts", "war", "zen"])
def test_what_travels_holds_no_seed_no_deal_and_no_others_secrets(game):
    if game in ("duel", "zen"):
        seats = [SeatPlan(), SeatPlan("random", "b")]
    else:
        seats = [SeatPlan(), *[SeatPlan("random", "b")] * 3]
    scene, one = seated(OWNER, game=game, seats=seats, seed=812345678901234)
    seeds = [str(s.seed) for s in scene.table.sitters if s.seed is not None]
    for _ in range(30):
        if scene.room.is_over:
            break
        if scene.thinkers.asked:
            scene.thinkers.answer()
            scene.run()
        elif 0 in scene.table.to_move:
            one.guest._messages._times.clear()
            one.move()
        else:
            break
    one.read()
    told = b"".join(one.lines).decode()
    assert len(told) > 500
    assert "812345678901234" not in told
    assert not any(seed in told for seed in seeds)
    assert one.view == scene.table.view(0)
    assert '"seed"' not in told


def test_an_account_says_hello_only_so_often():
    scene = TableScene()
    codes = []
    for number in range(MOST_HELLOS + 1):
        caller = scene.caller(OTHER, f"c{number}")
        codes.append(caller.hello(back=bool(number)).get("code"))
        caller.lose_line()
    assert codes == [None] * MOST_HELLOS + ["too-fast"]
    scene.pass_time(20)
    assert scene.caller(OTHER, "later").hello()["seat"] == 1


def test_while_the_disk_is_silent_only_so_much_is_asked_of_the_table():
    scene, one, two = seated()
    scene.journal.is_held = True
    scene.mover(one, two).move()
    for _ in range(MOST_ITEMS):
        one.guest._messages._times.clear()
        one.ask("say", phrase="hello")
    assert not one.guest.is_closed
    one.ask("say", phrase="hello")
    assert one.last("fault")["code"] == "broken"
    assert scene.caller(THIRD, "w").hello(watch=True)["code"] == "broken"
    scene.journal.let_go()
    scene.run()
    assert scene.table.turns == 1
    assert scene.caller(THIRD, "v").hello(watch=True)["cmd"] == "welcome"


def test_a_whole_game_is_told_in_short_lines():
    scene, one, two = seated()
    whole_game(scene, one, two)
    views = [line for line in one.lines if b'"cmd":"view"' in line and b'"base"' in line]
    assert max(map(len, views)) <= 600
