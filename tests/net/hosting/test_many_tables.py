"""Many tables in one process: each is as it would be alone, and all share threads and thinkers."""

from __future__ import annotations

import asyncio
import signal
import threading
from pathlib import Path

from crowd import Crowd
from duels import new_table
from games_on_disk import saved_game
from table_processes import SocketClient

from host.plan import HostPlan, SeatPlan
from net.hosting import open_table
from net.hosting.journal import MOST_TOGETHER
from net.hosting.open_table import OpenTable, shared_here
from net.hosting.start import Order
from net.names.journals import journal_paths, killed_tables
from net.names.names import close_table, game_of_table, table_of_game
from net.names.sockets import tables_here
from saves.home import tables_folder
from saves.lock import is_held
from saves.reading import read_record
from saves.store import Store

FEW, MANY = 4, 40
SEATS = (SeatPlan(), SeatPlan("greedy", "SUD (greedy)"))
LOCKED_FOLDERS = len(("games", "tables"))
SOCKETS = len(("listening", "the loop's", "own pair"))
MOST_THREADS = 5
"""The loop's, that of the journals, that of the games, and two that hear thinking processes."""


def test_many_tables_share_a_process_its_threads_and_its_end_and_each_comes_back(tables):
    crowd = Crowd()
    clients: list[SocketClient] = []
    for count in (FEW, MANY - FEW):
        clients += play_at_new_tables(crowd, tables, count)
        assert crowd.threads <= MOST_THREADS
        files = crowd.files()
        assert (files[".lock"], files["socket"]) == (LOCKED_FOLDERS, SOCKETS + len(clients))
        assert files[".journal"] <= MOST_TOGETHER
        assert files.total() < MOST_TOGETHER + len(clients) + 16
    assert len({client.at.moves for client in clients}) == 1
    crowd.end(signal.SIGKILL)
    dead = killed_tables()
    assert len(dead) == MANY

    again = Crowd()
    places = again.open(Order(journal=str(one.path)) for one in dead)
    by_name = {place.table: place for place in places}
    for client in clients:
        back = tables.client(by_name[client.table])
        assert back.hello(token=client.token)["answered"] == 1
        back.wait_for_turn()
        assert back.at.moves == client.at.moves + 1  # the computer player's
        back.number = 1
        assert back.move()["cmd"] == "done"
    assert again.threads <= MOST_THREADS
    again.end()
    assert tables_here() == []
    assert [*tables_folder().iterdir()] == []
    games = [read_record(path.read_bytes()).table for path in Store().paths()]
    assert len(games) == MANY
    assert all(len(game.plays) >= client.at.moves + 2 for game in games)


def test_each_line_leads_to_the_table_that_it_names_and_an_ended_one_takes_nobody_to_another(
    tables,
):
    crowd = Crowd()
    plan = HostPlan(game="duel", seats=SEATS, stay=600)
    first, second = crowd.open([Order(plan=plan)] * 2)
    for place in (first, second):
        assert tables.client(place).hello()["table"] == place.table
    nameless = tables.client(first)
    assert nameless.hello(table="")["code"] == "message"
    late = tables.client(first)  # connected before the table ends, heard after
    close_table(game_of_table(first.table))
    assert late.hello()["code"] == "closing"
    assert tables.client(second, "again").hello(watch=True)["table"] == second.table
    crowd.end()


def test_closing_an_opened_game_ends_its_table_alone_and_nobody_elses(tables, tmp_path):
    path, _ = saved_game(tmp_path, new_table(3))
    crowd = Crowd()
    plan = HostPlan(game="duel", seats=SEATS, options={"first": "north"})
    opened, other = crowd.open([Order(resume=str(path), plan=HostPlan()), Order(plan=plan)])
    assert table_of_game(path).startswith(f"{opened.table}@")
    client = tables.client(other)
    client.hello()
    close_table(path)
    assert not is_held(path)
    assert [at.name for at in tables_here()] == [other.table]
    client.wait_for_turn()
    assert client.move()["cmd"] == "done"
    crowd.end()


def test_a_silent_disk_at_a_tables_end_keeps_its_journal_and_holds_no_other_table_up(
    tables, tmp_path, monkeypatch
):
    path, _ = saved_game(tmp_path, new_table(3))
    monkeypatch.setattr(open_table, "LAST_SECONDS", 0.2)
    disk = threading.Event()

    async def end_two() -> list[Path]:
        shared = shared_here(asyncio.get_running_loop())
        shared.games.ask(disk.wait)
        resumed = OpenTable(Order(plan=HostPlan(), resume=str(path)), shared)
        [kept] = journal_paths()
        new = OpenTable(Order(plan=HostPlan(game="duel", seats=SEATS)), shared)
        for table in (new, resumed):
            table.end()
            await table.serve(lambda: None)
        return [kept]

    assert asyncio.run(end_two()) == journal_paths()
    assert [dead.game for dead in killed_tables()] == ["duel"]
    assert is_held(path)
    disk.set()


def play_at_new_tables(crowd: Crowd, tables, count: int) -> list[SocketClient]:
    """Open tables, take a seat at each, and make a move."""
    plan = HostPlan(game="duel", seats=SEATS, seed=5, options={"first": "north"})
    clients = []
    for place in crowd.open([Order(plan=plan)] * count):
        client = tables.client(place)
        hello = client.hello(name="Zoé")
        assert hello["cmd"] == "welcome", hello
        assert client.wait_for_turn()
        assert client.move()["cmd"] == "done"
        clients.append(client)
    return clients
