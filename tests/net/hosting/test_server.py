"""`tapis serve` as a process: found again after a kill, stopped with a word, fair to strangers."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest
from line_programs import ROOT

from engine.shuffle import Lots
from net.names.sockets import folder_of
from net.wire import PROTOCOL

DUEL = {"game": "duel", "seats": [{}, {}], "options": {"first": "north"}}


class Serving:
    """A server's process."""

    def __init__(self, *more: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cli", "serve", "--name", "club", *more],
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

    def start(*more: str) -> Serving:
        started.append(Serving(*more))
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
    from saves.home import servers_folder

    (servers_folder() / "club" / "x-00000000.journal").write_text("nothing\n")
    again = serving()
    assert "1 table found again" in again.said or "journal x-00000000" in again.said
    assert Path(servers_folder() / "club" / "x-00000000.journal").exists()
