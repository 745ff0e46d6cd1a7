"""`tapis arena --cluster`: the same file as by processes, whatever is killed, and nothing left."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from line_programs import environment, tapis
from table_processes import children_of, is_gone

from cli.__main__ import main

pytest.importorskip("distributed", reason="distributed is not installed")

WITHOUT_PAUSE = """
import sys
from arena import journal
from cli.__main__ import main
if __name__ == "__main__":
    journal.PAUSE, journal.COST = 0.0, 0
    sys.exit(main(sys.argv[1:]))
"""
PLAN = ["arena", "duel", "greedy", "random", "--seed", "8", "--deals"]
HURRY = 0.02
PATIENCE = 60


def kept(file):
    """Return what a file has but for the times."""
    return file.read_bytes().partition(b'"times"')[0]


ROOT = Path(__file__).parents[2]


class Driver:
    """An arena at a cluster, whose file is written after every few results.

    It is started in a folder whose modules would end any Python that loads them.
    """

    def __init__(self, folder: Path, *arguments: str) -> None:
        script = folder / "driver.py"
        script.write_text(WITHOUT_PAUSE)
        strange = folder / "strange"
        strange.mkdir(exist_ok=True)  # the driver that goes on comes to it too
        for name in ("multiprocessing", "distributed", "net"):
            (strange / f"{name}.py").write_text("raise SystemExit('loaded from the folder')")
        self.process = subprocess.Popen(
            [sys.executable, script, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=strange,
            env={**environment(), "PYTHONPATH": str(ROOT)},
            start_new_session=True,
        )
        self.started: set[int] = set()

    def workers(self) -> list[int]:
        """Return its worker processes, of which those that run are remembered."""
        there = [one for one in children_of(self.process.pid) if b"spawn_main" in command_line(one)]
        self.started |= set(there)
        return there

    def has_finished(self, file: Path, deals: int) -> None:
        """Wait until so many deals are in the file."""
        end = time.monotonic() + PATIENCE
        while count_of(file) < deals:
            assert self.process.poll() is None, self.process.communicate()
            assert time.monotonic() < end
            self.workers()
            time.sleep(HURRY)

    def end(self, number: int = 0) -> tuple[int, str]:
        """Wait for its end, or end it; return the status and what it complained of."""
        if number:
            os.killpg(self.process.pid, number)
        _, errors = self.process.communicate(timeout=PATIENCE)
        assert all(map(is_gone, self.started))
        return self.process.returncode, errors.decode()


def command_line(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def count_of(file: Path) -> int:
    """Return how many deals are in a file that may not be there yet."""
    return file.read_bytes().count(b'"deal":') if file.exists() else 0


def test_a_killed_worker_changes_nothing_and_none_is_left(tmp_path):
    one, two = tmp_path / "1.json", tmp_path / "2.json"
    driver = Driver(tmp_path, *PLAN, "60", "--cluster", "local:2", "--out", str(one))
    driver.has_finished(one, 3)
    os.kill(driver.workers()[0], signal.SIGKILL)
    assert driver.end() == (0, "")
    assert tapis(*PLAN, "60", "--jobs", "2", "--out", two).returncode == 0
    assert kept(one) == kept(two)
    assert json.loads(one.read_bytes())["times"]["jobs"] == 2


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_driver_that_is_ended_leaves_no_worker_and_what_it_did_is_continued(tmp_path, number):
    one, two = tmp_path / "1.json", tmp_path / "2.json"
    driver = Driver(tmp_path, *PLAN, "4000", "--cluster", "local:2", "--out", str(one))
    driver.has_finished(one, 3)
    if number == signal.SIGKILL:
        driver.process.kill()
        assert driver.end()[0] == -number
    else:
        assert driver.end(number) == (130, "")
    document = json.loads(one.read_bytes())
    assert document["interrupted"] is True
    deals = max(map(int, re.findall(r'"deal": ?(\d+)', one.read_text()))) + 4  # some are missing
    one.write_text(json.dumps({**document, "deals": deals}))
    assert tapis("arena", "--continue", one, "--jobs", "2").returncode == 0
    assert tapis(*PLAN, deals, "--jobs", "2", "--out", two).returncode == 0
    assert kept(one) == kept(two)


WRONG = [
    (["--cluster", "farm"], "farm is neither local:N nor an address like tls://HOST:8786"),
    (["--cluster", "tcp://farm:1"], "tcp://farm:1 is without TLS, so anybody on the way"),
    (["--cluster", "local:1", "--jobs", "2"], "--cluster stands alone, without --jobs"),
    (["--insecure"], "--insecure is an option of --cluster"),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG)
def test_a_cluster_that_will_not_do_is_refused_in_one_line(capfd, arguments, words):
    assert main([*PLAN, "2", *arguments]) == 2
    out, errors = capfd.readouterr()
    assert out == ""
    assert errors.startswith(f"tapis: {words}")
    assert errors.count("\n") == 1


@pytest.mark.slow
def test_ten_kills_of_workers_and_one_of_the_scheduler_and_of_the_driver_change_nothing(tmp_path):
    """A scheduler and workers of their own, as on other machines; all moments are drawn by lot."""
    moments = random.Random(5)
    one, two = tmp_path / "1.json", tmp_path / "2.json"
    plan = ["arena", "duel", "club", "greedy", "--seed", "8", "--deals", "600"]
    address = "tcp://127.0.0.1:28786"
    program = str(Path(sys.executable).with_name("dask"))
    home = {**environment(), "DASK_TEMPORARY_DIRECTORY": str(tmp_path)}

    def start(*words):
        return subprocess.Popen(
            [program, *words, "--no-dashboard"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=home,
        )

    def scheduler():
        return start("scheduler", "--host", "127.0.0.1", "--port", "28786")

    def worker():
        return start("worker", address, "--nthreads", "1", "--no-nanny")

    boss, crew = scheduler(), [worker(), worker()]
    at_cluster = ["--cluster", address]
    driver = Driver(tmp_path, *plan, *at_cluster, "--out", str(one))
    try:
        events = ["worker"] * 10 + ["scheduler", "driver"]
        moments.shuffle(events)
        for event, deals in zip(events, sorted(moments.sample(range(20, 560), 12)), strict=True):
            driver.has_finished(one, deals)
            time.sleep(moments.random() / 2)
            if event == "worker":
                crew[0].kill()
                crew[0].wait()
                crew = [*crew[1:], worker()]
            elif event == "scheduler":
                boss.kill()
                boss.wait()
                boss, crew = scheduler(), [*crew, worker(), worker()]
            else:
                driver.process.kill()
                driver.end()
                driver = Driver(tmp_path, "arena", "--continue", str(one), *at_cluster)
        assert driver.end() == (0, "")
    finally:
        for process in (boss, *crew, driver.process):
            process.kill()
            process.wait()
    assert tapis(*plan, "--jobs", "2", "--out", two).returncode == 0
    assert kept(one) == kept(two)
