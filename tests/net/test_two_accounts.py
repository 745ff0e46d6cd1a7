"""Two accounts of one machine at a table: who may come, and whose sockets are believed."""

from __future__ import annotations

import grp
import os
import pwd
import subprocess
import sys
from pathlib import Path

import pytest
from line_programs import ROOT

from net.hosting.folder import folder_of
from net.hosting.plan import SeatPlan

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root may be somebody else")

TWO = (SeatPlan(), SeatPlan())
OTHER = 65534
"""The user id of the other account."""

AS_OTHER = f"""
import os, secrets, sys
sys.path[:0] = {[str(ROOT), *filter(None, sys.path)]!r}
import engine.duel.description, engine.duel.game, engine.games
from net.hosting.journal import dead_tables
from net.joining.by_name import sit_at
from net.joining.reasons import NotJoined
from net.joining.tables import find_tables
engine.games.find_game("duel")
os.environ["TAPIS_HOME"] = os.environ["TMPDIR"] + "/other"
os.setgroups([])
os.setgid({OTHER})
os.setuid({OTHER})  # only now, for Python itself may be in a folder that is closed to them
"""
LIST = "print([one.at.name for one in find_tables()])"
JOIN = """
try:
    welcome = sit_at("t", "Eva").joined.welcome
    print(welcome.seat, welcome.is_owner)
except NotJoined as why:
    print(why.reason.code)
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


def test_another_account_finds_the_table_joins_it_and_comes_back_to_its_seat(tables, shared):
    table = tables.start(game="duel", seats=TWO, name="t")
    one = tables.client(table)
    assert one.hello(name="Ada")["is_owner"]
    assert other(LIST) == "['t']"
    assert other(JOIN) == "1 False"
    assert other(JOIN) == "1 False"
    places = one.until("people", has_begun=True)["places"]
    assert [place["name"] for place in places] == ["Ada", "Eva"]


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
    assert other(LIST) == ("[]" if answer == "not-allowed" else "['t']")


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
    assert other(LIST) == ("['t']" if mode == 0o755 else "[]")
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
