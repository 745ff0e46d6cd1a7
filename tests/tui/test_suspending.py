"""Who could be woken again: asked in processes that stand to each other as in a shell's session."""

from __future__ import annotations

import subprocess
import sys

import pytest
from line_programs import environment

BEGINNING = """
import os
from tui.driver import can_be_woken

def ask():
    print(can_be_woken())

def job(then):
    os.setpgid(0, 0)
    then()

def child(then):
    process = os.fork()
    if not process:
        then()
        print(end="", flush=True)
        os._exit(0)
    os.waitpid(process, 0)

def orphan(then):
    parent = os.getpid()
    if not os.fork():
        while os.getppid() == parent:
            os.sched_yield()
        then()
"""
ASKED = [
    ("ask()", False, "the leader of a session"),
    ("child(ask)", False, "a child in the group of its leader"),
    ("child(lambda: job(ask))", True, "a job"),
    ("child(lambda: job(lambda: child(ask)))", True, "a job's child, as under make"),
    ("child(lambda: job(lambda: orphan(ask)))", False, "a child whose job has gone"),
    ("child(lambda: orphan(lambda: job(ask)))", False, "a group whose parent has gone"),
]


@pytest.mark.parametrize(
    ("arranged", "answer"), [case[:2] for case in ASKED], ids=[c[2] for c in ASKED]
)
def test_only_a_job_of_a_shell_can_be_woken(arranged, answer):
    asked = subprocess.run(
        [sys.executable, "-c", BEGINNING + arranged],
        capture_output=True, env=environment(), timeout=60, start_new_session=True,
    )  # fmt: skip
    assert (asked.stdout.decode(), asked.stderr) == (f"{answer}\n", b"")
