"""The cluster: workers that come, go, are killed or refused, and which addresses will do."""

from __future__ import annotations

import os
from contextlib import contextmanager
from itertools import islice

import piecework
import pytest
from table_processes import children_of, is_gone

from arena import cluster, cluster_way
from arena.chance import Lengths, play_game
from arena.cluster import Cluster
from arena.cluster_way import ClusterFault, ClusterReason, check_address
from arena.executor import InProcess
from engine.game import never
from engine.war.options import WarOptions

distributed = pytest.importorskip("distributed", reason="distributed is not installed")


@contextmanager
def cluster_of(workers):
    """Return a cluster that can be scaled, whose workers are threads of this process."""
    with distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=False,
        protocol="tcp",
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
    ) as here:
        yield here
    assert all(map(is_gone, children_of(os.getpid())))


@pytest.fixture
def threads():
    with cluster_of(1) as here:
        yield here


@pytest.fixture
def said():
    return []


@pytest.fixture
def executor(threads, said):
    return Cluster(threads.scheduler_address, has_programs=False, told=said.append)


def test_who_comes_later_works_too(threads, executor, monkeypatch):
    monkeypatch.setattr(cluster, "LOOK", 0.0)
    results = executor.run(piecework.square_with_care, range(100, 120), never)
    found = [next(results)]
    assert executor.jobs == 1
    threads.scale(3)
    threads.wait_for_workers(3)
    found += results
    assert sorted(found) == [item * item for item in range(100, 120)]
    assert executor.jobs == 3


def test_what_was_given_to_who_goes_is_given_to_another(threads, executor, monkeypatch):
    monkeypatch.setattr(cluster, "LOOK", 0.0)
    threads.scale(3)
    threads.wait_for_workers(3)
    results = executor.run(piecework.square_with_care, range(100, 130), never)
    found = list(islice(results, 2))
    threads.scale(1)
    found += results
    assert sorted(found) == [item * item for item in range(100, 130)]


def test_where_nobody_works_yet_it_is_said_once(monkeypatch, said):
    monkeypatch.setattr(cluster, "LOOK", 0.0)
    with cluster_of(0) as empty:
        executor = Cluster(empty.scheduler_address, has_programs=False, told=said.append)
        looks = iter(range(3))
        stop = lambda: next(looks, None) is None  # noqa: E731
        assert list(executor.run(piecework.square, range(3), stop)) == []
    assert [one.reason for one in said] == [ClusterReason.NO_WORKER]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"version": "0.0.9"}, ClusterReason.OTHER),
        ({"sources": "other"}, ClusterReason.CHANGED),
    ],
)
def test_a_worker_that_might_play_otherwise_is_refused(executor, said, change, why):
    executor.own = executor.own._replace(**change)
    with pytest.raises(ClusterFault, match="no worker of the cluster can be used"):
        list(executor.run(piecework.square, range(3), never))
    assert [one.reason for one in said] == [why]
    assert "tcp://127.0.0.1:" in str(said[0])


def test_a_worker_without_the_program_is_refused(executor, said, monkeypatch):
    monkeypatch.setattr(cluster, "identity", piecework.not_installed)
    with pytest.raises(ClusterFault):
        list(executor.run(piecework.square, range(3), never))
    assert [one.reason for one in said] == [ClusterReason.NOT_THERE]


def test_programs_run_only_where_a_word_allows_it(threads, executor, said, monkeypatch):
    executor.has_programs = True
    with pytest.raises(ClusterFault):
        list(executor.run(piecework.square, range(3), never))
    assert str(said[0]).endswith("started without TAPIS_PROGRAMS=yes, it runs no programs")
    monkeypatch.setenv("TAPIS_PROGRAMS", "yes")
    assert sorted(executor.run(piecework.square, range(3), never)) == [0, 1, 4]


def test_a_scheduler_that_is_gone_for_good_ends_the_work(threads, executor, monkeypatch):
    monkeypatch.setattr(cluster_way, "RECONNECT", 0.5)
    results = executor.run(piecework.square_with_care, range(100, 200), never)
    next(results)
    threads.close()
    with pytest.raises(ClusterFault, match="does not answer any more"):
        list(results)


def test_tls_without_a_certificate_is_refused_before_anything_is_sent():
    with pytest.raises(ClusterFault, match=r"tls://127\.0\.0\.1:1 needs a certificate"):
        list(Cluster("tls://127.0.0.1:1", has_programs=False, told=print).run(abs, [1], never))


def test_where_no_scheduler_answers_it_is_said(monkeypatch):
    monkeypatch.setattr(cluster_way, "RECONNECT", 0.2)
    with pytest.raises(ClusterFault, match=r"no scheduler answers at tcp://127.0.0.1:1"):
        list(Cluster("tcp://127.0.0.1:1", has_programs=False, told=print).run(abs, [1], never))


@pytest.mark.parametrize(
    "address",
    [
        "local:2",
        "tls://farm:8786",
        "wss://farm:443",
        "127.0.0.1:8786",
        "tcp://[::1]:1",
        "localhost:1",
    ],
)
def test_on_this_machine_or_with_tls_an_address_will_do(address):
    check_address(address, is_insecure=False)


@pytest.mark.parametrize("address", ["farm:8786", "tcp://10.0.0.1:8786", "ws://farm:8786"])
def test_without_tls_an_address_needs_a_word(address):
    with pytest.raises(ClusterFault, match="is without TLS"):
        check_address(address, is_insecure=False)
    check_address(address, is_insecure=True)


@pytest.mark.parametrize(
    "address",
    ["", "farm", "local:", "local:0", "local:x", "tls://farm", "http://farm:1", "tcp://x:y"],
)
def test_what_is_no_address_is_refused(address):
    with pytest.raises(ClusterFault, match="is neither local:N nor an address"):
        check_address(address, is_insecure=True)


def test_games_of_chance_are_played_there_too(executor):
    lengths, here = (Lengths("war", WarOptions(cards=3), 40, 7) for _ in range(2))
    for result in executor.run(play_game, lengths.left(), never):
        lengths.add(result)
    for result in InProcess().run(play_game, here.left(), never):
        here.add(result)
    assert lengths.report() == here.report()
