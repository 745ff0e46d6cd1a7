"""Several accounts of one machine: who may come to a table, and whose tables are believed."""

from __future__ import annotations

import grp
import os
import pwd
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from line_programs import ROOT

from host.plan import SeatPlan
from net.joining.connection import greet
from net.joining.line import UnixAddress
from net.joining.reasons import NotJoined
from net.joining.seats import sit_at
from net.names.sockets import folder_of
from net.wire import PROTOCOL, HelloRequest

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root may be somebody else")

TWO = (SeatPlan(), SeatPlan())
OTHER = 65534
"""The user id of the other account."""

MALLORY = 4242
"""The user id of one who has set a trap."""

AS_OTHER = f"""
import dataclasses, os, secrets, sys
sys.path[:0] = {[str(ROOT), *filter(None, sys.path)]!r}
import engine.duel.description, engine.duel.game, engine.games
from net.names.journals import killed_tables
from net.joining.seats import sit_at
from net.joining.connection import greet
from net.joining.line import UnixAddress
from net.joining.reasons import NotJoined
from net.joining.tables import find_tables
engine.games.find_game("duel")
os.environ["TAPIS_HOME"] = os.environ["TMPDIR"] + "/other"
os.setgroups([])
os.setgid({OTHER})
os.setuid({OTHER})  # only now, for Python itself may be in a folder that is closed to them
"""
LIST = "print([one.name for one in find_tables()])"
JOIN = """
try:
    joined = sit_at("t", "Eva").joined
    print(joined.welcome.seat, joined.welcome.is_owner)
except NotJoined as why:
    print(why.reason.code, *why.facts.values())
"""
RELAY = f"""
import os, socket
os.setgroups([])
os.setgid({MALLORY})
os.setuid({MALLORY})
os.mkdir(os.environ["TMPDIR"] + "/tapis-{MALLORY}", 0o755)
trap = socket.socket(socket.AF_UNIX)
trap.bind(os.environ["TMPDIR"] + "/tapis-{MALLORY}/t")
os.chmod(os.environ["TMPDIR"] + "/tapis-{MALLORY}/t", 0o666)
trap.listen()
print("ready", flush=True)
while True:
    line, _ = trap.accept()
    line.settimeout(60)
    while data := line.recv(4096):
        print(data, flush=True)
"""

FLOOD = f"""
import os, socket, sys
os.setgroups([])
os.setgid({MALLORY})
os.setuid({MALLORY})
print("ready", flush=True)
while True:
    line = socket.socket(socket.AF_UNIX)
    line.setblocking(False)
    try:
        line.connect(sys.argv[1])
        line.send(b"x")
    except OSError:
        pass
    line.close()
"""


@pytest.fixture
def shared(tables):
    """The folder for temporary files, which others may enter and write to, as the system's."""
    folder = Path(os.environ["TMPDIR"])
    folder.chmod(0o1777)
    return folder


def other(script: str) -> str:
    """Return what a program of the other account says."""
    command = [sys.executable, "-S", "-c", AS_OTHER + script]
    ran = subprocess.run(command, capture_output=True, text=True, cwd="/", timeout=60)
    assert ran.stderr == ""
    return ran.stdout.strip()


@contextmanager
def relay() -> Iterator[list[str]]:
    """Let the third account have a table `t` that is none; yield what is said to it, at the end."""
    heard: list[str] = []
    command = [sys.executable, "-I", "-S", "-c", RELAY]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd="/") as process:
        try:
            assert process.stdout.readline() == "ready\n"
            yield heard
        finally:
            process.kill()
        heard += process.stdout


def test_another_account_finds_the_table_joins_it_and_comes_back_to_its_seat(tables, shared):
    table = tables.start(game="duel", seats=TWO, name="t")
    one = tables.client(table)
    assert one.hello(name="Ada")["is_owner"]
    assert other(LIST) == "['t@root']"
    assert other(JOIN) == "1 False"
    assert other(JOIN) == "1 False"
    names: list[str] = []
    while names != ["Ada", "Eva"]:  # the game would begin once Eva's cut is waited for no more
        names = [place.get("name", "") for place in one.until("people")["places"]]


@pytest.mark.parametrize(
    ("kind", "number", "answer"),
    [
        ("users", 0, "not-allowed"),
        ("users", OTHER, "1 False"),
        ("group", 0, "not-allowed"),
        ("group", OTHER, "1 False"),
    ],
)
def test_only_those_who_may_come_do(kind, number, answer, tables, shared):
    if kind == "users":
        plan = {"users": (pwd.getpwuid(number).pw_name,)}
    else:
        plan = {"group": grp.getgrgid(number).gr_name}
    table = tables.start(game="duel", seats=TWO, name="t", **plan)
    one = tables.client(table)
    assert one.hello(name="Ada")["seat"] == 0  # the owner always may
    assert other(JOIN) == answer
    assert other(LIST) == ("[]" if answer == "not-allowed" else "['t@root']")


def test_a_family_that_shares_an_account_has_a_seat_each(tables, shared):
    table = tables.start(game="duel", seats=TWO, name="t")
    one, two, three = (tables.client(table, name) for name in "abc")
    assert [one.hello(name="Ada")["seat"], two.hello(name="Eva")["seat"]] == [0, 1]
    assert three.hello()["code"] == "full"
    assert other(JOIN) == "full"


@pytest.mark.parametrize("mode", [0o755, 0o777])
def test_a_folder_that_is_not_its_owners_alone_is_not_believed(mode, tables, shared):
    table = tables.start(game="duel", seats=TWO, name="t")
    tables.client(table).hello(name="Ada")
    folder = folder_of(os.getuid())
    folder.chmod(mode)
    assert other(LIST) == ("['t@root']" if mode == 0o755 else "[]")
    foreign = folder_of(4242)
    foreign.mkdir(0o755)  # it belongs to us and not to that account
    os.link(table.socket, foreign / "fake")
    assert "fake" not in other(LIST)


def test_a_socket_of_somebody_else_in_a_folder_is_not_believed(tables, shared):
    table = tables.start(game="duel", seats=TWO, name="t")
    tables.client(table).hello(name="Ada")
    os.chown(table.socket, OTHER, OTHER)
    assert other(LIST) == "[]"
    assert other(JOIN) == "gone"


def test_of_two_tables_of_one_name_the_owner_is_asked_for_and_nothing_said_to_the_other(
    tables, shared
):
    table = tables.start(game="duel", seats=TWO, name="t")
    tables.client(table).hello(name="Ada")
    with relay() as heard:
        scripts = [JOIN.replace('"t"', f'"{name}"') for name in ("t", "t@nobody", "t@root")]
        several = f"several t@{MALLORY}, t@root"
        assert other("".join(scripts)).split("\n") == [several, "gone", "1 False"]
    assert heard == []


def test_a_killed_table_of_ones_own_is_not_replaced_by_one_of_its_name(tables, shared, monkeypatch):
    table = tables.start(game="duel", seats=TWO, name="t")
    tables.kill(table)
    with relay() as heard:
        with pytest.raises(NotJoined) as why:
            sit_at("t", "Ada")
        assert why.value.facts == {"tables": f"t@root, t@{MALLORY}"}
        joined = sit_at("t@root", "Ada").joined
        assert joined.welcome.is_owner
        assert (joined.address.called("t"), joined.address.owner) == ("t@root", "root")
        joined.line.close()
    assert heard == []
    tables.kill(tables.found("t"))


def test_a_token_is_told_to_nobody_but_the_owner_whom_the_system_names(tables, shared):
    table = tables.start(game="duel", seats=TWO, name="t")
    tables.client(table).hello(name="Ada")
    assert other(JOIN) == "1 False"
    with relay() as heard:
        table.socket.unlink()
        os.link(folder_of(MALLORY) / "t", table.socket)  # as the owner's own, but for who listens
        os.chown(table.socket, 0, 0)
        assert other(JOIN.replace('"t"', '"t@root"')) == "foreign"
    assert heard == []


def test_a_flood_of_connections_keeps_no_player_from_his_seat(tables, shared):
    table = tables.start(game="duel", seats=TWO, name="t")
    one, two = tables.client(table), tables.client(table, "b")
    one.hello(name="Ada")
    two.hello(name="Eva")
    command = [sys.executable, "-I", "-S", "-c", FLOOD, str(table.socket)]
    floods = [subprocess.Popen(command, stdout=subprocess.PIPE, cwd="/") for _ in range(2)]
    try:
        assert all(flood.stdout.readline() for flood in floods)
        for _ in range(10):
            line, welcome = greet(
                UnixAddress(table.socket, os.getuid()), HelloRequest(PROTOCOL, "b", token=two.token)
            )
            assert welcome.seat == 1
            line.close()
    finally:
        for flood in floods:
            flood.kill()
            flood.wait()
            flood.stdout.close()
