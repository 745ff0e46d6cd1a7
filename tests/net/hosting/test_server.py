"""`tapis serve` as a process: found again after a kill, stopped with a word, fair to strangers."""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest
from line_programs import ROOT, TAPIS, environment

from engine.reasons import HouseReason
from engine.shuffle import Lots
from net.joining.reasons import JoinReason, NotJoined
from net.joining.seats import sign_at
from net.names.journals import journal_paths
from net.names.sockets import folder_of
from net.names.starting import Started
from net.wire import PROTOCOL
from saves.home import servers_folder

DUEL = {"game": "duel", "seats": [{}, {}], "options": {"first": "north"}}

TOLD_TO_STOP_AT = """
import os, signal, sys
from net.hosting import serve
name = sys.argv.pop(1)
real = getattr(serve, name)
def told(*given, **named):
    os.kill(os.getpid(), signal.SIGTERM)
    return real(*given, **named)
setattr(serve, name, told)
from cli.__main__ import main
sys.exit(main(sys.argv[1:]))
"""
"""`tapis` that is told to stop when the server calls this function."""


class Serving:
    """A server's process; it may be told to stop as soon as it calls some function."""

    def __init__(self, *more: str, told_to_stop_at: str = "") -> None:
        start = ["-c", TOLD_TO_STOP_AT, told_to_stop_at] if told_to_stop_at else ["-m", "cli"]
        self.process = subprocess.Popen(
            [sys.executable, *start, "serve", "--name", "club", *more],
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert self.process.stderr
        self.said = self.process.stderr.readline().decode()

    def end(self, number: int = signal.SIGTERM) -> str:
        self.process.send_signal(number)
        self.process.wait()
        assert self.process.stderr
        with self.process.stderr as log:
            return log.read().decode()


class Line:
    """A line to the server."""

    def __init__(self) -> None:
        self.end = socket.socket(socket.AF_UNIX)
        self.end.settimeout(10)
        self.end.connect(str(folder_of(os.getuid()) / "club"))
        self.heard = self.end.makefile("rb")

    def say(self, **message: object) -> None:
        self.end.sendall(json.dumps(message).encode() + b"\n")

    def hear(self, *commands: str) -> dict:
        for line in self.heard:
            message = json.loads(line)
            if message["cmd"] in commands:
                return message
        return {}

    def ask(self, *commands: str, **message: object) -> dict:
        self.say(protocol=PROTOCOL, **message)
        return self.hear(*commands, "fault", "refused")

    def close(self) -> None:
        self.heard.close()
        self.end.close()


@pytest.fixture
def line(tables):
    """A function that opens a line to the server."""
    lines = []

    def opened() -> Line:
        lines.append(Line())
        return lines[-1]

    yield opened
    for one in lines:
        one.close()


@pytest.fixture
def serving(tables):
    """A function that starts the server."""
    started = []

    def start(*more: str, **how: str) -> Serving:
        started.append(Serving(*more, **how))
        return started[-1]

    yield start
    for one in started:
        one.process.kill()
        one.process.wait()
        assert one.process.stderr
        one.process.stderr.close()


def opened(line, name: str = "Ada") -> tuple[Line, dict]:
    """Return a line with the first seat of a new table, and the answer that opened it."""
    one = line()
    answer = one.ask("opened", cmd="open", number=1, name=name, plan=DUEL)
    one.ask("welcome", cmd="hello", client="a", table=answer["table"], token=answer["token"])
    return one, answer


def test_two_people_find_each_other_and_a_stop_says_when_it_is_back(line, serving):
    server = serving("--back-in", "7")
    assert "0 tables" in server.said
    ada, answer = opened(line)
    looked = line().ask("tables", cmd="look")
    assert [sign["table"] for sign in looked["tables"]] == ["ada"]
    assert [place.get("name") for place in looked["tables"][0]["places"]] == ["Ada", None]
    louis = line()
    assert louis.ask("welcome", cmd="hello", client="b", name="Louis", table="ada")["seat"] == 1
    assert ada.hear("view")["moves"] > 0
    log = server.end()
    for one in (ada, louis):
        fault = one.hear("fault")
        assert (fault["code"], fault["seconds"]) == ("back", 7)
    assert server.process.returncode == 0
    for secret in (answer["token"], "Louis"):
        assert secret not in log
    again = serving()
    assert "1 table found again" in again.said
    back = line()
    welcome = back.ask("welcome", cmd="hello", client="a", table="ada", token=answer["token"])
    assert (welcome["seat"], welcome["is_owner"]) == (0, True)


@pytest.mark.parametrize("moment", ["GameLock", "journal_paths"])
def test_a_server_told_to_stop_while_it_starts_ends_in_order_and_keeps_its_tables(
    moment, line, serving
):
    server = serving()
    opened(line)
    server.end(signal.SIGKILL)
    starting = serving(told_to_stop_at=moment)
    assert "1 table found again" in starting.said
    assert starting.process.wait() == 0
    assert "told to stop" in starting.end(0)
    assert "1 table found again" in serving().said


class Pair:
    """Two people at a table of the server, and its journal."""

    def __init__(self, server: Serving, line, tables, name: str) -> None:
        before = {*journal_paths(servers_folder() / "club")}
        opener = line()
        answer = opener.ask("opened", cmd="open", number=1, name=name, plan=DUEL)
        opener.close()
        [self.journal] = {*journal_paths(servers_folder() / "club")} - before
        place = Started(answer["table"], folder_of(os.getuid()) / "club", server.process.pid)
        self.people = [tables.client(place, client) for client in ("a", "b")]
        self.people[0].hello(token=answer["token"])
        self.people[1].hello(name="Louis")
        self.moves = 0

    def move(self) -> str:
        """Let whoever is to move make a move; return the answer, or why it is refused."""
        mover = self.people[self.moves % 2]
        assert mover.wait_for_turn()
        answer = mover.move()
        self.moves += answer["cmd"] == "done"
        return answer.get("text", answer["cmd"])


def test_on_a_full_disk_a_table_says_so_keeps_what_it_answered_and_others_go_on(
    line, serving, tables
):
    server = serving()
    full, other = (Pair(server, line, tables, name) for name in ("Ada", "Zoe"))
    assert [full.move() for _ in range(3)] == ["done"] * 3
    most, (_soft, hard) = full.journal.stat().st_size, resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, hard))
    assert full.move() == HouseReason.DISK.value
    assert other.move() == "done"
    assert full.journal.stat().st_size == most
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (hard, hard))
    assert full.move() == "done"
    server.end(signal.SIGKILL)
    assert "2 tables found again" in serving().said
    back = line()
    back.ask("welcome", cmd="hello", client="c", table="ada", watch=True)
    assert back.hear("view")["moves"] == len(["the deal"]) + full.moves


def test_a_players_program_comes_to_the_only_table_of_a_server_by_its_address(line, serving):
    server = serving("--listen", "127.0.0.1:0")
    for said in server.process.stderr:
        if b"wss://" in said:
            address = said.decode().split()[-1]
            break
    with pytest.raises(NotJoined) as refusal:
        sign_at(address)
    assert refusal.value.reason is JoinReason.GONE
    ada, _answer = opened(line)
    assert sign_at(address).game == "duel"
    words = ["join", address, "--player", "random", "--name", "Bot"]
    with subprocess.Popen([*TAPIS, *words], env=environment(), stdout=subprocess.PIPE) as bot:
        assert bot.stdout.readline() == b"Bot plays South.\n"
        assert ada.hear("view")["moves"] > 0
        bot.kill()
    opened(line, "Zoe")
    with pytest.raises(NotJoined) as refusal:
        sign_at(address)
    assert refusal.value.reason is JoinReason.WHICH


def test_two_servers_of_one_name_do_not_run_at_once(line, serving):
    serving()
    second = serving()
    assert second.process.wait() == 2
    assert "A server of this name runs already." in second.said


def test_a_plan_from_afar_names_no_seed_deal_path_or_program(line, serving):
    serving()
    for more in ({"seed": 3}, {"deal": "x"}, {"resume": "/etc/passwd"}, {"token": "0"}):
        plan = {**DUEL, **more}
        assert line().ask("opened", cmd="open", number=1, plan=plan)["code"] == "message"
    plan = {**DUEL, "seats": [{}, {"kind": "exec:/bin/sh"}]}
    assert line().ask("opened", cmd="open", number=1, plan=plan)["code"] == "unknown-player"


def kill_and_return(line, serving, lots: Lots, times: int) -> None:
    """Kill the server at random moments of a game; each time both are back where they were."""
    server = serving()
    ada, answer = opened(line)
    louis = line()
    louis_token = louis.ask("welcome", cmd="hello", client="b", name="Louis", table="ada")["token"]
    tokens = (answer["token"], louis_token)
    view = ada.hear("view")
    for _time in range(times):
        sleep(lots.below(40) / 1000)
        server.end(signal.SIGKILL)
        began = monotonic()
        server = serving()
        views = []
        for client, token in zip("ab", tokens, strict=True):
            one = line()
            assert one.ask("welcome", cmd="hello", client=client, table="ada", token=token)["token"]
            views.append(one.hear("view"))
        assert monotonic() - began < 3 * 3
        assert {one["moves"] for one in views} == {view["moves"]}


def test_a_server_that_is_killed_finds_its_tables_again(line, serving):
    kill_and_return(line, serving, Lots(1, 0), 5)


@pytest.mark.slow
def test_a_server_that_is_killed_a_hundred_times_finds_its_tables_again(line, serving):
    kill_and_return(line, serving, Lots(2, 0), 100)


def test_a_journal_without_sense_keeps_no_table_from_opening(line, serving):
    server = serving()
    opened(line)
    server.end(signal.SIGKILL)
    (servers_folder() / "club" / "x-00000000.journal").write_text("nothing\n")
    again = serving()
    assert "1 table found again" in again.said or "journal x-00000000" in again.said
    assert Path(servers_folder() / "club" / "x-00000000.journal").exists()
