"""Executors: the same results from one process or several, a stop that keeps what is finished."""

from __future__ import annotations

import os
from itertools import count

import piecework
import pytest
from table_processes import children_of

from arena.cluster import Cluster
from arena.executor import InProcess, Processes
from engine.game import never
from programs import pool
from programs.players import OutOfResources
from programs.pool import WorkerLost


@pytest.fixture(scope="module")
def scheduler():
    """Return the address of a cluster with two workers, which are threads of this process."""
    distributed = pytest.importorskip("distributed", reason="distributed is not installed")
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=False,
        protocol="tcp",
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
    ) as cluster:
        yield cluster.scheduler_address


@pytest.fixture(params=["here", "processes", "cluster"])
def where(request):
    """Return each executor."""
    if request.param == "cluster":
        address = request.getfixturevalue("scheduler")
        return Cluster(address, has_programs=False, told=print)
    return InProcess() if request.param == "here" else Processes(2)


def test_every_item_is_done_once(where):
    results = list(where.run(piecework.square, range(500), never))
    assert sorted(results) == [item * item for item in range(500)]


def test_what_a_process_has_no_time_for_is_sent_again():
    results = list(Processes(2).run(piecework.square_with_care, range(120), never))
    assert sorted(results) == [item * item for item in range(120)]


def test_nothing_to_do_is_done(where):
    assert list(where.run(piecework.square, [], never)) == []


def test_a_stop_ends_endless_work_and_keeps_what_is_finished(where):
    finished: set[int] = set()
    for result in where.run(piecework.square, count(), lambda: len(finished) >= 100):
        assert result not in finished
        finished.add(result)
    assert len(finished) >= 100


def test_what_is_under_way_hears_of_the_stop(where, impatient):
    finished: set[int] = set()
    for result in where.run(piecework.square_until_told, range(9), lambda: len(finished) == 3):
        finished.add(result)
    assert finished == {0, 1, 4}


def test_what_the_work_raises_comes_out(where):
    with pytest.raises(LookupError, match="no square for 0"):
        list(where.run(piecework.fail, [0], never))


def test_that_a_program_cannot_be_started_comes_out_with_its_reason(where):
    with pytest.raises(OutOfResources, match=r"\./bot cannot be started: Too many open files"):
        list(where.run(piecework.lack_files, [0], never))


def test_a_process_that_dies_is_reported():
    with pytest.raises(WorkerLost):
        list(Processes(2).run(piecework.die, [1], never))


def test_work_that_hears_nothing_is_ended(monkeypatch, impatient):
    before = children_of(os.getpid())
    monkeypatch.setattr(pool, "GRACE", 0.1)
    finished: set[int] = set()
    for result in Processes(1).run(piecework.sleep_through, range(2), lambda: bool(finished)):
        finished.add(result)
    assert finished == {0}
    assert set(children_of(os.getpid())) <= set(before)


def test_who_stops_listening_leaves_no_process():
    before = children_of(os.getpid())
    results = Processes(2).run(piecework.square, count(), never)
    next(results)
    results.close()
    assert set(children_of(os.getpid())) <= set(before)


def test_the_processes_load_no_screen_library():
    (loaded,) = Processes(1).run(piecework.loaded, [0], never)
    assert "arena.executor" in loaded
    assert {name.partition(".")[0] for name in loaded} & {"rich", "textual", "tui"} == set()
