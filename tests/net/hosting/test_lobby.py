"""The lobby of a server by a clock that a test moves: its list, its limits, its idle lines."""

from __future__ import annotations

import asyncio
import errno
import gc
import json
import os
from types import SimpleNamespace
from typing import Any

import pytest
from shared_tables import OTHER, TableScene

from engine.client import plain_name
from engine.reasons import IllegalMove, LobbyReason
from host.guest import Account, LineClosed, LineReason
from host.plan import FREE, BadPlan, SeatPlan, StartReason, TablePlan
from host.seating import sealed
from net.hosting.bounds import MOST_CLAIM, MOST_GAMES, MOST_STAY, hosted
from net.hosting.limits import MOST_OPEN, NEW_SECONDS
from net.hosting.lobby import (
    IDLE_SECONDS,
    MOST_LISTED,
    MOST_LOOKS,
    MOST_OPENED,
    MOST_OWN,
    WARNING_SECONDS,
    Lobby,
    NewTable,
)
from net.hosting.open_table import shared_here
from net.hosting.serve import (
    COLLECT_SECONDS,
    MOST_REOPENED,
    Server,
    ServerPlan,
    _collect_seldom,
)
from net.hosting.served_table import ServedTable
from net.hosting.start import Order
from net.hosting.thinkers import MOST_WAITING
from net.names.journals import journal_paths
from net.wire import PROTOCOL
from play.manual_loop import ManualLoop

DUEL = {"game": "duel", "seats": [{}, {}]}
HERE = Account("guest:1", origin="192.0.2.1")
THERE = Account("guest:2", origin="192.0.2.2")
OURS = Account("unix:1000")


class LobbyScene:
    """A lobby whose tables are all alike."""

    def __init__(self, most_tables: int = 1000) -> None:
        self.seconds = 0.0
        self.loop = ManualLoop(lambda: self.seconds)
        self.waiting = 0
        self.is_disk_full = False
        self.opened: list[NewTable] = []
        self.table = TableScene()
        self.house = self.table.house
        self.lobby = Lobby(
            "club",
            self.loop,
            lambda: "token",
            self._open,
            lambda: self.waiting,
            lambda _name: None,
            most_tables,
            OURS.key,
        )

    def _open(self, new: NewTable) -> str:
        if new.plan.game == "chess":
            raise BadPlan(StartReason.UNKNOWN_GAME, game="chess")
        if self.is_disk_full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/a/path")
        self.opened.append(new)
        name = f"t{len(self.opened)}"
        self.lobby.open(name, self.house)
        return name

    def line(self, account: Account = HERE) -> LobbyLine:
        return LobbyLine(self, account)

    def vouched(self, account: str, **more: str) -> LobbyLine:
        line = self.line(OURS)
        line.say(protocol=PROTOCOL, cmd="vouch", account=account, **more)
        return line

    def hello(self, line: LobbyLine, **said: object) -> dict[str, Any]:
        """Say hello to the table, and return the first answer."""
        line.say(protocol=PROTOCOL, cmd="hello", table="t1", **said)
        self.table.run()
        return line.heard()[0]

    def pass_time(self, seconds: int, *speaking: LobbyLine) -> None:
        for second in range(seconds):
            self.seconds += 1
            if second % 10 == 9:
                for line in speaking:
                    line.say(cmd="pong")
            self.loop.run()


class LobbyLine:
    """A line in the lobby."""

    def __init__(self, scene: LobbyScene, account: Account) -> None:
        self.scene = scene
        self.account = account
        self.end: Any = None
        self.is_closed = False

    def wake(self) -> None: ...

    def close(self) -> None:
        self.is_closed = True

    def say(self, **message: object) -> None:
        data = json.dumps(message).encode()
        self.end = self.end or self.scene.lobby.enter(data, self.account, self)
        self.end.receive(data)

    def ask(self, **message: object) -> dict[str, Any]:
        self.say(protocol=PROTOCOL, **message)
        return self.heard()[-1]

    def heard(self) -> list[dict[str, Any]]:
        found = []
        while (line := self.end.next_line()) is not None:
            found.append(json.loads(line))
        return found

    def open(self, plan: dict[str, Any] | None = None, number: int = 1) -> dict[str, Any]:
        return self.ask(cmd="open", number=number, name="Ada", plan=plan or DUEL)


def test_on_a_full_disk_no_table_is_opened_and_the_answer_says_why():
    scene = LobbyScene()
    scene.is_disk_full = True
    answer = scene.line().open()
    assert (answer["cmd"], answer["facts"]) == ("refused", {"why": "No space left on device"})
    scene.is_disk_full = False
    assert scene.line().open()["cmd"] == "opened"


def test_a_table_is_opened_listed_and_joined_on_one_line():
    scene = LobbyScene()
    line = scene.line()
    assert line.ask(cmd="tables") == {"cmd": "tables", "tables": []}
    assert line.open() == {"cmd": "opened", "number": 1, "table": "t1", "token": "token"}
    assert scene.opened[0].account == ""
    assert line.ask(cmd="hello", client="a", table="t1", watch=True)["cmd"] == "people"
    assert scene.line().ask(cmd="look")["tables"][0]["game"] == "duel"
    assert scene.line(OTHER).open()["table"] == "t2"
    assert scene.opened[1].account == OTHER.key


def test_a_door_vouches_for_a_person_and_what_the_person_says_changes_nothing_of_it():
    scene = LobbyScene()
    ada, eve, ada_again = (scene.vouched(account) for account in ("door:a", "door:e", "door:a"))
    assert ada.open()["table"] == "t1"
    assert scene.opened[0].account == "door:a"
    assert scene.opened[0].plan.owner == "Ada"
    seat = scene.hello(ada, name="Ada", client="a")["seat"]
    assert scene.house.room.seating.chairs[seat].account == "door:a"
    stolen = {"account": "door:a", "cmd": "vouch"}
    assert eve.ask(**stolen)["code"] == "message"
    for back in ({"back": True}, {"token": "none"}):
        thief = scene.vouched("door:e")
        assert scene.hello(thief, name="Ada", client="x", **back)["code"] == "no-such-seat"
    assert scene.hello(ada_again, name="Ada", client="y", back=True)["seat"] == seat


@pytest.mark.parametrize("account", ["unix:1000", "", "root"])
def test_a_door_vouches_for_no_user_of_the_machine(account):
    line = LobbyScene().line(OURS)
    line.say(protocol=PROTOCOL, cmd="vouch", account=account)
    assert line.heard()[-1]["code"] == "message"


@pytest.mark.parametrize("account", [HERE, OTHER, Account("door:a")])
def test_nobody_but_the_server_s_own_account_vouches(account):
    line = LobbyScene().line(account)
    line.say(protocol=PROTOCOL, cmd="vouch", account="door:b")
    assert line.heard()[-1]["code"] == "message"


def test_a_guest_of_a_door_is_called_one_however_the_name_is_written():
    scene = LobbyScene()
    names = ["Zoé", "三" * 12, "guest", "", "Zoé (guest"]
    called = []
    for name in names:
        scene.vouched("guest:1", title="guest").ask(cmd="open", number=1, name=name, plan=DUEL)
        called.append(scene.opened[-1].plan.owner)
    assert called[0] == "Zoé (guest)"
    assert called[2:4] == ["guest", "guest"]
    assert all(plain_name(name).endswith("guest)") for name in (*called[:2], called[4]))


def test_lines_of_a_door_are_counted_by_the_address_of_its_people():
    scene = LobbyScene()
    lines = [scene.vouched(f"door:{at}", origin="192.0.2.1") for at in range(MOST_OPEN + 1)]
    assert [code(line.ask(cmd="tables")) for line in lines[-2:]] == ["tables", "too-many-there"]
    assert scene.vouched("door:x", origin="192.0.2.2").ask(cmd="tables")["cmd"] == "tables"
    for line in lines:
        line.end.lost()
    assert code(scene.vouched("door:y", origin="192.0.2.1").ask(cmd="tables")) == "too-fast"
    scene.seconds += NEW_SECONDS
    assert scene.vouched("door:y", origin="192.0.2.1").ask(cmd="tables")["cmd"] == "tables"


def test_a_hello_without_a_table_comes_to_the_only_one_or_is_told_the_names():
    scene = LobbyScene()
    assert scene.line().ask(cmd="hello", client="a")["code"] == "gone"
    scene.line().open()
    assert scene.line().ask(cmd="hello", client="b", watch=True)["cmd"] == "people"
    scene.line(THERE).open()
    assert scene.line().ask(cmd="hello", client="c")["code"] == "which"
    with pytest.raises(LineClosed) as closed:
        scene.line().ask(cmd="hello", client="d", table="none")
    assert closed.value.line_reason is LineReason.CLOSING


def test_a_line_to_a_server_that_stops_is_told_when_it_is_back():
    scene = LobbyScene()
    scene.line().open()
    scene.lobby.farewell(LineReason.BACK, 60)
    for message in ({"cmd": "tables"}, {"cmd": "hello", "client": "a", "table": "t1"}):
        line = scene.line()
        answer = line.ask(**message)
        assert (answer["code"], answer["seconds"], line.is_closed) == ("back", 60, True)
    assert len(scene.opened) == 1


def code(answer: dict[str, Any]) -> object:
    return answer.get("code", answer["cmd"])


def test_each_limit_is_told_in_a_sentence():
    scene = LobbyScene(most_tables=MOST_OWN + 2)
    answers = [code(scene.line().open()) for _ in range(MOST_OWN + 1)]
    assert answers == ["opened"] * MOST_OWN + [LobbyReason.YOURS.code]
    assert code(scene.line(THERE).open()) == "opened"
    assert code(scene.line(THERE).open()) == "opened"
    full = scene.line(THERE).open()
    assert (full["code"], full["text"]) == ("no-room", LobbyReason.NO_ROOM.value)
    for at in range(1, MOST_OWN + 1):
        scene.lobby.close(f"t{at}")
    answers = [code(scene.line(THERE).open({**DUEL, "game": "chess"})) for _ in range(MOST_OPENED)]
    assert answers[0] == "unknown-game"
    assert answers[-1] == LobbyReason.TOO_OFTEN.code
    scene.waiting = MOST_WAITING
    plan = {**DUEL, "seats": [{}, {"kind": "novice"}]}
    assert scene.line().open(plan)["code"] == "thinking"
    assert scene.line().open()["cmd"] == "opened"


def test_looks_are_counted_by_address_and_a_list_is_bounded():
    scene = LobbyScene()
    for at in range(MOST_LISTED + 5):
        scene.lobby.open(f"x{at}", scene.house)
    answers = [scene.line().ask(cmd="look") for _ in range(MOST_LOOKS + 1)]
    assert (len(answers[0]["tables"]), answers[0]["more"]) == (MOST_LISTED, 5)
    assert answers[-1]["code"] == "too-fast"
    assert scene.line(THERE).ask(cmd="look")["cmd"] == "tables"


def test_a_line_that_asks_for_nothing_is_warned_and_closed_after_ten_minutes():
    scene = LobbyScene()
    line = scene.line()
    line.ask(cmd="tables")
    scene.pass_time(int(IDLE_SECONDS - WARNING_SECONDS), line)
    assert [one["code"] for one in line.heard() if one["cmd"] == "notice"] == ["idle"]
    scene.pass_time(int(WARNING_SECONDS), line)
    assert line.heard()[-1]["code"] == "idle"
    assert line.is_closed
    silent = scene.line()
    silent.ask(cmd="tables")
    scene.pass_time(31)
    assert silent.heard()[-1]["code"] == "silent"


@pytest.mark.parametrize("message", [{"cmd": "move"}, {"cmd": "seen", "view": 1}, {"x": 1}])
def test_a_message_of_a_table_makes_no_sense_in_the_lobby(message):
    assert LobbyScene().line().ask(**message)["code"] == "message"


def test_what_a_plan_asks_for_is_bounded_and_its_names_are_plain():
    seats = (SeatPlan("novice", "\x1b[2J"), SeatPlan(name="x", is_lent=True))
    plan = TablePlan("duel", seats=seats, claim=10**9, stay=10**9, games=10**9)
    found = hosted(plan, "A\nda", "secret")
    assert (found.claim, found.stay, found.games) == (MOST_CLAIM, MOST_STAY, MOST_GAMES)
    assert "\x1b" not in found.seats[0].name
    assert (found.opener, found.token) == (1, sealed("secret"))
    assert (found.seats[1].kind, found.seats[1].is_lent) == (FREE, False)
    assert (found.seed, found.deal) == (None, "")
    with pytest.raises(BadPlan):
        hosted(TablePlan("duel", seats=(SeatPlan("novice"),) * 2), "Ada", "secret")


def test_a_table_takes_so_many_moves_in_a_second_and_says_so():
    scene = TableScene("war", [SeatPlan()] * 2, options={"players": 2})
    scene.house._checks._most_moves = 2
    scene.house._checks._moves = type(scene.house._checks._moves)(2, 1.0)
    one, two = scene.seated()
    answers = [scene.mover(one, two).move() for _ in range(3)]
    assert [answer["cmd"] for answer in answers] == ["done", "done", "refused"]
    assert answers[-1]["code"] == "too-quick"
    scene.seconds += 1
    assert scene.mover(one, two).move()["cmd"] == "done"


class Names:
    def claim(self, wanted, *, exactly=False):
        at = SimpleNamespace(name=wanted, path=None, uid=0)
        return SimpleNamespace(at=at, listening=None)

    def give_up(self, name): ...


def test_a_fault_of_one_table_ends_it_alone_and_its_journal_stays(tables, caplog):
    class Door:
        def __init__(self) -> None:
            self.opened: dict[str, Any] = {}

        def open(self, table, house, listening):
            self.opened[table] = house

        def close(self, table):
            self.opened.pop(table)

    door = Door()

    async def crash() -> list[str]:
        shared = shared_here(asyncio.get_running_loop())
        shared = shared._replace(names=Names(), door=door)
        plans = [hosted(TablePlan("duel", seats=(SeatPlan(),) * 2), who, "t") for who in "ab"]
        first, second = (ServedTable(Order(plan=plan), shared) for plan in plans)
        for table in (first, second):
            table.begin()
        second_ends = asyncio.ensure_future(second.last())
        farewells: list[Any] = []
        first._house.guests.append(
            SimpleNamespace(
                close=lambda *why: farewells.append(why), account=HERE, is_watching=False
            )
        )

        def fault() -> None:
            raise IllegalMove(LobbyReason.THINKING)

        first._guard.soon(fault)
        await first.last()
        assert farewells == [(LineReason.CRASHED, 0)]
        assert [*door.opened] == [second.at.name]
        assert not second_ends.done()
        kept = [path.name for path in journal_paths()]
        second.end()
        await second_ends
        shared.thinkers.close()
        return kept

    kept = asyncio.run(crash())
    assert len(kept) == 2
    [left] = journal_paths()
    assert left.name in kept
    assert "IllegalMove at" in caplog.text


def test_a_table_that_has_crashed_is_opened_again_by_the_next_visit_but_not_without_end(tables):
    async def visits() -> None:
        shared = shared_here(asyncio.get_running_loop())
        server = Server(ServerPlan("club"), shared._replace(names=Names()))
        plan = hosted(TablePlan("duel", seats=(SeatPlan(),) * 2), "ada", "t")
        name = server._open(NewTable(plan, ""))
        for visit in range(MOST_REOPENED + 1):
            [table] = server._tables
            before = server.lobby.house(name)
            table.crashed(ValueError())
            await asyncio.wait(server._serving)
            if visit < MOST_REOPENED:
                house = server.lobby.house(name)
                assert house is not before
                assert house.room.opening.plan == before.room.opening.plan
        with pytest.raises(LineClosed):
            server.lobby.house(name)
        shared.thinkers.close()

    asyncio.run(visits())
    assert len(journal_paths()) == 1


def test_old_garbage_is_looked_for_now_and_then_alone(monkeypatch):
    seconds, done = [0.0], []
    loop = ManualLoop(lambda: seconds[0])
    monkeypatch.setattr(gc, "freeze", lambda: done.append("freeze"))
    monkeypatch.setattr(gc, "set_threshold", lambda *most: done.append(most[2] > 10**6))
    monkeypatch.setattr(gc, "collect", lambda: done.append("collect"))
    _collect_seldom(loop)
    for _time in range(2):
        seconds[0] += COLLECT_SECONDS
        loop.run()
    assert done == ["freeze", True, "collect", "collect"]
