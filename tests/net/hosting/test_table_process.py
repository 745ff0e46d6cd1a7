"""A table's own process: real sockets, real kills, and nothing left behind."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import signal
import subprocess
import sys
import time
from contextlib import closing, suppress
from pathlib import Path

import msgspec
import pytest
from table_processes import SocketClient, children_of, is_gone

from engine.reasons import Explained
from host.plan import HostPlan, SeatPlan
from net.hosting.open_table import OpenTable, shared_here, why_not
from net.hosting.start import Order, start_table
from net.names.journals import journal_paths, killed_tables
from net.names.names import table_of_game
from net.names.sockets import folder_of, tables_here
from net.names.starting import NotStarted, Started, start_again
from programs.spawn import spawn
from saves.home import tables_folder
from saves.reading import read_record
from saves.store import Store

TWO = (SeatPlan(), SeatPlan())
ALONE = (SeatPlan(), SeatPlan("greedy", "SUD (greedy)"))


def saved_games():
    return [read_record(path.read_bytes()) for path in Store().paths()]


def test_a_whole_game_against_a_computer_player_is_kept_and_the_table_ends(tables):
    table = tables.start(game="duel", seats=ALONE, seed=5)
    assert [one.name for one in tables_here()] == [table.table]
    one = tables.client(table)
    assert one.hello(name="Zoé")["is_owner"]
    while one.wait_for_turn() and len(one.heard) < 60:
        assert one.move()["cmd"] == "done"
    if one.view.outcome is None:
        one.ask("resign")
    assert children_of(table.process)  # where the computer player thinks
    record = one.ask("get-record")["record"]
    one.send("leave")
    one.close()
    assert is_gone(table.process)
    assert tables_here() == []
    assert list(tables_folder().iterdir()) == []
    [saved] = saved_games()
    kept = json.loads(saved.to_bytes())
    assert kept["moves"] == record["moves"]
    assert kept["outcome"] == record["outcome"] is not None
    assert kept["players"][0] == {"name": "Zoé"}


def test_no_acknowledged_move_is_lost_when_the_table_is_killed_and_it_is_found_again(tables):
    table = tables.start(game="duel", seats=TWO, seed=5)
    one, two = tables.client(table), tables.client(table, "b")
    one.hello(name="Zoé")
    two.hello(name="Paul")
    done = 0
    for _ in range(6):
        mover = _mover(one, two)
        assert mover.move()["cmd"] == "done"
        done += 1
    os.kill(table.process, signal.SIGHUP)  # the owner's terminal hangs up
    mover = _mover(one, two)
    assert mover.move()["cmd"] == "done"
    assert killed_tables() == []
    tables.kill(table)
    [dead] = killed_tables()
    assert (dead.table, dead.game) == (table.table, "duel")
    again = tables.revive(dead.path)
    assert (again.table, again.socket) == (table.table, table.socket)
    with pytest.raises(NotStarted):
        start_again(dead.path)
    back = tables.client(again, mover.client)
    assert back.hello(token=mover.token)["answered"] == mover.number
    back.until("view")
    assert back.at.moves == mover.at.moves == 2 + done + 1
    back.send("move", number=mover.number, moves=0, epoch=0, move="x")
    assert back.until("done", "refused")["cmd"] == "done"
    tables.kill(again, signal.SIGTERM)  # it ends in order, and its game is kept
    assert back.until("fault")["code"] == "closing"
    assert killed_tables() == []
    [saved] = saved_games()
    assert len(saved.table.plays) == 2 + done + 1
    assert [sitter.name for sitter in saved.table.sitters] == ["Zoé", "Paul"]


def test_a_killed_table_has_its_clocks_again_and_a_flag_falls_there(tables):
    table = tables.start(game="duel", seats=TWO, seed=5, clock="1/move")
    one, two = tables.client(table), tables.client(table, "b")
    one.hello(name="Zoé")
    two.hello(name="Paul")
    mover = _mover(one, two)
    assert mover.move()["cmd"] == "done"
    tables.kill(table)
    [dead] = killed_tables()
    again = tables.revive(dead.path)
    both = [tables.client(again, caller.client) for caller in (one, two)]
    for caller, before in zip(both, (one, two), strict=True):
        assert caller.hello(token=before.token)["clock"] == "1/move"
    late = 1 - (mover is two)
    while not (last := both[0].until("view")).get("events"):
        assert last["clocks"]["left"][late] <= 1000
    assert last["events"] == [{"kind": "forfeit", "at": 3, "seat": late, "text": "out of time"}]
    assert last["state"]["outcome"]["winners"] == [1 - late]


def test_no_thinking_process_survives_a_table_that_is_killed_in_the_middle_of_a_thought(tables):
    seats = (SeatPlan(), SeatPlan("master", "SUD (master)"))
    table = tables.start(game="duel", seats=seats, seed=5, options={"first": "south"})
    tables.client(table).hello()
    while not children_of(table.process):
        time.sleep(0.01)
    tables.kill(table)
    [dead] = killed_tables()
    again = tables.revive(dead.path)  # and thinks anew
    one = tables.client(again)
    one.hello()
    assert one.wait_for_turn()
    assert one.at.moves == 2  # the deal and its turn


def test_a_table_that_is_ended_while_it_starts_leaves_nothing(tables):
    starting = spawn("net.hosting.open_table", dict(os.environ))
    order = Order(plan=HostPlan(game="duel", seats=TWO))
    with starting, suppress(ProcessLookupError):
        starting.stdin.write(msgspec.json.encode(order))
        starting.stdin.close()
        while not folder_of(os.getuid()).exists():  # it is about to open its socket
            time.sleep(0.001)
        while True:
            os.killpg(starting.pid, signal.SIGTERM)
            starting.poll()
            time.sleep(0.001)
    assert [*tables_folder().glob("*")] == []
    assert [file.name for file in folder_of(os.getuid()).iterdir()] == [".lock"]  # the folder's


def test_no_thinking_process_survives_half_a_question():
    worker = spawn("programs.pool")
    worker.stdin.write(pickle.dumps(sys.path) + pickle.dumps(b"a question")[:9])
    worker.stdin.close()
    assert worker.wait(60) == 0
    worker.stdout.close()


def test_a_saved_game_is_opened_to_others_and_goes_on_in_its_file(tables):
    table = tables.start(game="duel", seats=TWO, seed=5, name="first")
    one, two = tables.client(table), tables.client(table, "b")
    one.hello(name="Zoé")
    two.hello(name="Paul")
    for _ in range(2):
        _mover(one, two).move()
    tables.kill(table, signal.SIGTERM)
    [path] = Store().paths()
    moves = len(read_record(path.read_bytes()).table.plays)
    table = tables.start(resume=path)
    with pytest.raises(NotStarted, match="in play"):
        start_table(HostPlan(), path)
    one, two = tables.client(table), tables.client(table, "b")
    assert one.hello(name="Eva")["seat"] == 0
    assert two.hello(name="Paul")["seat"] == 1
    assert _mover(one, two).move()["cmd"] == "done"
    tables.kill(table, signal.SIGTERM)
    [saved] = saved_games()
    assert len(saved.table.plays) == moves + 1
    assert [sitter.name for sitter in saved.table.sitters] == ["Eva", "Paul"]


def test_a_journal_names_no_file_and_a_killed_table_is_found_by_its_game(tables):
    table = tables.start(game="duel", seats=ALONE, seed=5, name="first")
    one = tables.client(table)
    one.hello(name="Zoé")
    one.wait_for_turn()
    tables.kill(table, signal.SIGTERM)
    [path] = Store().paths()
    assert table_of_game(path) is None
    home = path.rename(path.with_name("at home.json"))
    table = tables.start(resume=home)
    assert table_of_game(home) == table.full_name
    tables.kill(table)
    assert table_of_game(home) == table.full_name
    [journal] = journal_paths()
    assert os.environ["TAPIS_HOME"].encode() not in journal.read_bytes()
    again = tables.revive(journal)  # before the game has begun
    one = tables.client(again)
    one.hello(name="Zoé")
    one.until("view")
    assert os.environ["TAPIS_HOME"].encode() not in journal.read_bytes()
    tables.kill(again)
    assert table_of_game(home) == table.full_name
    again = tables.revive(journal)
    tables.kill(again, signal.SIGTERM)
    assert [*tables_folder().iterdir()] == []
    assert [*Store().paths()] == [home]


def test_a_file_that_was_played_on_elsewhere_is_left_alone_by_a_table_that_is_revived(tables):
    table = tables.start(game="duel", seats=TWO, seed=5)
    one, two = tables.client(table), tables.client(table, "b")
    one.hello(name="Zoé")
    two.hello(name="Paul")
    _mover(one, two).move()
    tables.kill(table, signal.SIGTERM)
    [path] = Store().paths()
    older = path.read_bytes()
    table = tables.start(resume=path)
    one, two = tables.client(table), tables.client(table, "b")
    one.hello(name="Zoé")
    two.hello(name="Paul")
    _mover(one, two).move()
    tables.kill(table)
    record = read_record(older)
    record.table.forfeit(0, "")
    path.write_bytes(record.to_bytes())  # meanwhile, at home
    [dead] = killed_tables()
    again = tables.revive(dead.path)
    tables.kill(again, signal.SIGTERM)
    assert path.read_bytes() == record.to_bytes()
    assert [*path.parent.glob(".*.lock")] == []
    [other] = [one for one in Store().paths() if one != path]
    assert len(read_record(other.read_bytes()).table.plays) == len(record.table.plays) + 1


def test_a_client_that_floods_or_stops_reading_is_closed_and_the_others_play_on(tables):
    table = tables.start(game="duel", seats=TWO, seed=5)
    one, two = tables.client(table), tables.client(table, "b")
    one.hello()
    two.hello()
    deaf, flood, long = (tables.client(table, name) for name in ("d", "f", "l"))
    deaf.hello(watch=True)
    flood.hello(watch=True)
    with suppress(OSError):  # it is cut off in the middle
        flood.write(b'{"cmd":"ping"}\n' * 10_000)
    long.write(b"x" * 5000)
    assert long.until("fault")["code"] == "too-long"
    for _ in range(4):
        assert _mover(one, two).move()["cmd"] == "done"
    before = memory(table)
    for number in range(400):
        with suppress(OSError):
            stranger = tables.client(table, f"s{number}")
            stranger.write((b"junk\n", b'{"cmd":"look","protocol":2}\n')[number % 2])
            while stranger.read():
                pass
        stranger.close()
    assert memory(table) < before + 1000


def memory(table: Started) -> int:
    """Return the memory of a table in kB."""
    lines = Path(f"/proc/{table.process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


@pytest.mark.skipif(os.getuid() != 0, reason="only root may be somebody else")
def test_who_connects_is_known_by_the_system(tables):
    Path(os.environ["TMPDIR"]).chmod(0o755)
    table = tables.start(game="duel", seats=TWO, users=("nobody",))
    one = tables.client(table)
    one.hello(name="Zoé")
    script = """
import os, socket, sys
user = int(sys.argv[2])
os.setgroups([])
os.setgid(user)
os.setuid(user)
line = socket.socket(socket.AF_UNIX)
line.connect(sys.argv[1])
line.sendall(b'{"cmd":"hello","protocol":2,"client":"x"}\\n')
print(line.makefile().readline())
"""
    for user, answer in ((65534, '"seat":1'), (12345, "not-allowed")):
        command = [sys.executable, "-I", "-S", "-c", script, str(table.socket)]
        ran = subprocess.run([*command, str(user)], capture_output=True, text=True, cwd="/")
        assert answer in ran.stdout
        assert "is_owner" not in ran.stdout
    places = one.until("people", has_begun=True)["places"]
    assert places[1]["name"] == "nobody"


@pytest.mark.parametrize(
    "plan",
    [
        {"game": "chess"},
        {"game": "duel", "seats": (SeatPlan(),)},
        {"game": "duel", "seats": (SeatPlan("nobody"), SeatPlan())},
        {"game": "duel", "seats": (SeatPlan("greedy"), SeatPlan("greedy"))},
        {"game": "duel", "seats": TWO, "options": {"first": 7}},
        {"game": "duel", "seats": TWO, "deal": "deal 1 2 / 3 4"},
        {"game": "duel", "seats": TWO, "deal": "nothing"},
        {"resume": "/none/such.json"},
    ],
)
def test_a_table_that_cannot_be_says_why(plan):
    order = Order(resume=plan.pop("resume", ""), plan=HostPlan(**plan))
    with closing(asyncio.new_event_loop()) as loop:
        shared = shared_here(loop)
        with pytest.raises((Explained, OSError)) as why:
            OpenTable(order, shared)
    assert str(why_not(why.value))
    assert not tables_folder().exists() or list(tables_folder().iterdir()) == []


def test_what_starts_a_table_is_told_why_there_is_none(tables):
    with pytest.raises(NotStarted, match="no game chess"):
        tables.start(game="chess")


def _mover(one: SocketClient, two: SocketClient) -> SocketClient:
    """Return the client that is to move, once both see the same."""
    while one.at is None or two.at is None or one.at.moves != two.at.moves:
        behind = one if one.at is None or (two.at and one.at.moves < two.at.moves) else two
        assert behind.read()
    return one if one.seat in one.view.to_move else two
