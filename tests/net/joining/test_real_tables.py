"""Clients of a table's own process: over real sockets, through kills and stops of either side."""

from __future__ import annotations

import os
import signal
import socket
from pathlib import Path

import pytest
from far_places import WAIT, FarPlace, no_line_is_left, players

import net.joining.tables
from engine.updates import Disconnected, Reconnected
from host.plan import SeatPlan
from net.joining.connection import Connection
from net.joining.reasons import JoinReason, LineNotice, NotJoined
from net.joining.tables import ask_sign, find_tables
from net.names.journals import killed_tables
from net.names.sockets import TableSocket, full_name, tables_here

TWO = (SeatPlan(), SeatPlan())


def test_two_far_players_play_a_game_to_its_end_before_a_spectator(tables):
    table = tables.start(game="duel", seats=TWO, seed=5)
    one, two = FarPlace(table, name="Zoé"), FarPlace(table, name="Paul", player="greedy")
    watcher = FarPlace(table, watch=True)
    both = players(one, two)

    def are_done() -> bool:
        for place in (two, watcher):
            place.loop.run()
        return all(player.is_over for player in both)

    one.until(are_done)
    watcher.until(lambda: watcher.client.timeline.outcome is not None)
    watcher.until(lambda: watcher.client._record.is_asked)
    assert one.client.timeline.outcome == watcher.client.timeline.outcome
    assert one.client.timeline.plays[1:] == watcher.client.timeline.plays[1:]
    for place in (one, two, watcher):
        place.leave()
    assert no_line_is_left()


def test_clients_come_back_to_a_killed_table_within_some_seconds_and_nothing_is_lost(
    tables, monkeypatch
):
    monkeypatch.setattr(Connection, "look_seconds", 0.1)
    table = tables.start(game="duel", seats=TWO, seed=5)
    one, two = FarPlace(table, name="Zoé"), FarPlace(table, name="Paul")
    one.until_begun()
    two.until_begun()
    mover, other = (one, two) if 0 in one.client.timeline.to_move else (two, one)
    (seat,) = mover.client.own_seats
    tables.kill(table)
    mover.until(lambda: mover.has_heard(Disconnected))
    mover.client.submit(seat, next(iter(mover.client.timeline.view(seat).legal())))
    mover.until(lambda: mover.client.notice is LineNotice.DOWN)
    [dead] = killed_tables()
    tables.revive(dead.path)
    mover.until(lambda: mover.has_heard(Reconnected))
    other.until(lambda: other.has_heard(Reconnected))
    mover.until(lambda: not mover.client.is_sending)
    other.until(lambda: seat not in other.client.timeline.to_move)
    assert mover.client.notice is None
    assert other.client.position == mover.client.position
    one.leave()
    two.leave()
    assert no_line_is_left()


def test_a_seat_is_found_again_by_its_token_and_never_taken_from_another_program(tables):
    table = tables.start(game="duel", seats=TWO, seed=5)
    one, two = FarPlace(table, name="Zoé"), FarPlace(table, name="Paul")
    assert [one.client.own_seats, two.client.own_seats] == [{0}, {1}]
    with pytest.raises(NotJoined) as not_joined:
        FarPlace(table, name="Eva")
    assert not_joined.value.reason is JoinReason.FULL
    one.until_begun()
    two.leave()
    again = FarPlace(table, name="Paul")
    assert again.client.own_seats == {1}
    assert again.token.token == two.token.token
    newer = FarPlace(table, name="Zoé", back=True)
    assert newer.client.own_seats == {0}
    one.until(lambda: one.client.notice is JoinReason.REPLACED)
    assert one.client.is_lost
    for place in (one, again, newer):
        place.leave()
    assert no_line_is_left()


def test_tables_say_what_they_are_and_a_stopped_one_is_left_out(tables, monkeypatch):
    monkeypatch.setattr("net.joining.tables.PATIENCE", WAIT)
    assert find_tables() == []
    table = tables.start(game="zen", seats=TWO, options={"variant": 2}, name="x")
    stopped = tables.start(game="duel", seats=TWO, name="y")
    os.kill(stopped.process, signal.SIGSTOP)
    sockets = tables_here()
    assert [at.name for at in sockets] == ["x", "y"]
    dead = TableSocket("z", table.socket.with_name("z"), os.getuid())
    [sign] = find_tables([sockets[0], dead])
    assert ask_sign(sockets[1], 0.05) is None
    os.kill(stopped.process, signal.SIGCONT)
    assert (sign.name, sign.game, sign.options.variant, sign.moves) == (
        full_name("x", os.getuid()),
        "zen",
        2,
        -1,
    )
    assert [place.is_free for place in sign.places] == [True, True]


def test_silent_sockets_hide_no_table_that_answers(tables, monkeypatch):
    table = tables.start(game="zen", seats=TWO, name="x")
    silent = [socket.socket(socket.AF_UNIX) for _ in range(12)]
    asked = []
    for number, trap in enumerate(silent):
        path = table.socket.with_name(f"a{number}")
        trap.bind(str(path))
        trap.listen()
        asked.append(TableSocket(path.name, path, os.getuid()))
    read = net.joining.tables._sign

    def end_the_wait(*said):
        for trap in silent:
            trap.close()
        return read(*said)

    monkeypatch.setattr("net.joining.tables.PATIENCE", 60.0)
    monkeypatch.setattr("net.joining.tables._sign", end_the_wait)
    found = find_tables([*asked, TableSocket("x", table.socket, os.getuid())])
    assert [sign.name for sign in found] == [full_name("x", os.getuid())]


def test_no_owner_fills_the_list_of_those_who_are_asked(monkeypatch):
    monkeypatch.setattr("net.joining.tables.MOST_ASKED", 5)
    many = [TableSocket(f"m{number}", Path("m"), 7) for number in range(100)]
    few = [TableSocket(name, Path("f"), 8) for name in ("f0", "f1")]
    asked = net.joining.tables._in_turn([*many, *few])
    assert [at.name for at in asked] == ["m0", "f0", "m1", "f1", "m2"]
